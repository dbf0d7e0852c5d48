import Vault

/// Encrypt-then-MAC: a sealed message follows the formula of its input and opens, whole and in pieces. An edited
/// message does not open, nor does one under other data. Any bytes with a right tag are refused, or open to the mode's
/// decryption of them.
enum EncryptThenMACs: Target {
  private static let keys = (SymmetricKey(data: 0..<16), SymmetricKey(data: 100..<116))

  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    if input.flag() { run(SHA256.self, &input) } else { run(SHA512.self, &input) }
  }

  private static func run<H: HashFunction>(_ hash: H.Type, _ input: inout FuzzInput) {
    let mode = input.choice(EncryptThenMAC<H>.Mode.allCases)
    let macInput = input.choice(EncryptThenMAC<H>.MACInput.allCases)
    let tagByteCount = 16 + input.number(below: H.Digest.byteCount - 15)
    let cipher = try! EncryptThenMAC<H>(
      mode, macInput: macInput, authenticationKey: keys.0, encryptionKey: keys.1, tagByteCount: tagByteCount)
    let (iv, data) = (input.bytes(16), input.sample(below: 40))
    func sealed(_ ciphertext: [UInt8]) -> [UInt8] {
      let size = (0..<8).map { UInt8(truncatingIfNeeded: UInt64(8 * data.count) >> UInt64(56 - 8 * $0)) }
      let covered =
        data + (macInput == .unauthenticatedIV ? [] : iv) + ciphertext + (macInput == .rfc7518 ? size : [])
      let tag = HMAC<H>.authenticationCode(for: covered, using: keys.0)
      return iv + ciphertext + tag.prefix(tagByteCount)
    }

    // A message.
    let message = input.sample(below: 100)
    let expected = sealed(try! crypt(message, mode, iv, isEncrypting: true))
    let block = try! AES.IV(data: iv)
    expect(cipher.seal(message, authenticating: data, iv: block) == expected, "sealed by the formula")
    expect(cipher.seal(AnySequence(message), authenticating: data, iv: block) == expected, "sealed from a sequence")
    expect((try? cipher.open(expected, authenticating: data)) == message, "the message comes back")

    // Pieces.
    var (rest, pieces, opened): (ArraySlice<UInt8>, [UInt8], [UInt8]) = (message[...], [], [])
    let pieceByteCount = 1 + input.number(below: 40)
    try! cipher.seal(
      authenticating: data, iv: block,
      from: {
        defer { rest = rest.dropFirst(pieceByteCount) }
        return rest.prefix(pieceByteCount)
      }, to: { pieces += $0 })
    expect(pieces == expected, "sealed in pieces")
    try! cipher.open(
      byteCount: UInt64(pieces.count), authenticating: data,
      from: { pieces[Int($0.lowerBound)..<Int($0.upperBound)] }, to: { opened += $0 })
    expect(opened == message, "opened in pieces")

    // Any bytes, sealed by another program.
    let foreign = input.sample(below: 70)
    let content = attempt(EncryptThenMACError.self) { try cipher.open(sealed(foreign), authenticating: data) }
    expect(content == (try? crypt(foreign, mode, iv, isEncrypting: false)), "\(foreign.count) bytes of another program")

    // Edits.
    var (edited, otherData) = (expected, data)
    while !input.isEmpty {
      if input.flag() { edit(&otherData, &input) } else { edit(&edited, &input) }
    }
    let result = attempt(EncryptThenMACError.self) { try cipher.open(edited, authenticating: otherData) }
    // Without the size, bytes may move between the parts; without the IV, it may change.
    let isCovered =
      switch macInput {
      case .rfc7518: edited == expected && otherData == data
      case .withoutSize: otherData + edited == data + expected
      case .unauthenticatedIV: otherData + edited.dropFirst(16) == data + expected.dropFirst(16)
      }
    expect(result == nil || isCovered, "an edited message")
    if edited == expected && otherData == data { expect(result == message, "the message as it was") }
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
