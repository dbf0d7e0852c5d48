import Vault

/// Encrypt-then-MAC: a sealed message follows RFC 7518's formula and opens. An edited message does not open, nor does
/// one under other data. Any bytes with a right tag are refused, or open to the mode's decryption of them.
enum EncryptThenMACs: Target {
  private static let keys = (SymmetricKey(data: 0..<16), SymmetricKey(data: 100..<116))

  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    if input.flag() { run(SHA256.self, &input) } else { run(SHA512.self, &input) }
  }

  private static func run<H: HashFunction>(_ hash: H.Type, _ input: inout FuzzInput) {
    let mode = input.choice(EncryptThenMAC<H>.Mode.allCases)
    let tagByteCount = 16 + input.number(below: H.Digest.byteCount - 15)
    let cipher = try! EncryptThenMAC<H>(
      mode, authenticationKey: keys.0, encryptionKey: keys.1, tagByteCount: tagByteCount)
    let (iv, data) = (input.bytes(16), input.sample(below: 40))
    func sealed(_ ciphertext: [UInt8]) -> [UInt8] {
      let size = (0..<8).map { UInt8(truncatingIfNeeded: UInt64(8 * data.count) >> UInt64(56 - 8 * $0)) }
      let tag = HMAC<H>.authenticationCode(for: data + iv + ciphertext + size, using: keys.0)
      return iv + ciphertext + tag.prefix(tagByteCount)
    }

    // A message.
    let message = input.sample(below: 100)
    let expected = sealed(try! crypt(message, mode, iv, isEncrypting: true))
    let block = try! AES.IV(data: iv)
    expect(cipher.seal(message, authenticating: data, iv: block) == expected, "sealed by the formula")
    expect(cipher.seal(AnySequence(message), authenticating: data, iv: block) == expected, "sealed from a sequence")
    expect((try? cipher.open(expected, authenticating: data)) == message, "the message comes back")

    // Any bytes, sealed by another program.
    let foreign = input.sample(below: 70)
    let opened = attempt(EncryptThenMACError.self) { try cipher.open(sealed(foreign), authenticating: data) }
    expect(opened == (try? crypt(foreign, mode, iv, isEncrypting: false)), "\(foreign.count) bytes of another program")

    // Edits.
    var (edited, otherData) = (expected, data)
    while !input.isEmpty {
      if input.flag() { edit(&otherData, &input) } else { edit(&edited, &input) }
    }
    let result = attempt(EncryptThenMACError.self) { try cipher.open(edited, authenticating: otherData) }
    expect((result != nil) == (edited == expected && otherData == data), "an edited message")
  }

  private static func crypt<H: HashFunction>(
    _ bytes: [UInt8], _ mode: EncryptThenMAC<H>.Mode, _ iv: [UInt8], isEncrypting: Bool
  ) throws -> [UInt8] {
    switch mode {
    case .ctr: return try AES.CTR.encrypt(bytes, using: keys.1, nonce: AES.CTR.Nonce(data: iv))
    case .cbc where isEncrypting: return try AES.CBC.encrypt(bytes, using: keys.1, iv: AES.IV(data: iv))
    case .cbc: return try AES.CBC.decrypt(bytes, using: keys.1, iv: AES.IV(data: iv))
    }
  }

  private static func edit(_ bytes: inout [UInt8], _ input: inout FuzzInput) {
    let (kind, place) = (input.number(below: 4), input.number(below: max(1, bytes.count)))
    switch kind {
    case 0 where !bytes.isEmpty: bytes[place] ^= input.byte()
    case 1 where !bytes.isEmpty: bytes.remove(at: place)
    case 2 where !bytes.isEmpty: bytes.swapAt(place, input.number(below: bytes.count))
    default: bytes.insert(input.byte(), at: place)
    }
  }
}
