import AES

/// Each padding in ECB and CBC. A message is restored in one call, in pieces and in place. Any last block is accepted
/// or refused as a plain reader says.
enum Paddings: Target {
  private static let key = SymmetricKey(data: [UInt8](repeating: 1, count: 16))
  private static let iv = try! AES.IV(data: [UInt8](repeating: 2, count: 16))

  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let (padding, isCBC) = (input.choice(AES.Padding.allCases), input.flag())
    let cuts = input.bytes(4)
    let bytes = input.remaining()

    let ciphertext = attempt(AESError.self) { try encrypt(bytes, padding, isCBC) }
    expect((ciphertext == nil) == (padding == .none && bytes.count % 16 != 0), "a message of \(bytes.count) bytes")
    if let ciphertext {
      let added = ciphertext.count - bytes.count
      expect(padding == .none || padding == .zero ? 0..<16 ~= added : 1...16 ~= added, "\(added) bytes added")
      let isLost = padding == .zero && bytes.last == 0
      expect(decrypt(ciphertext, padding, isCBC, cuts) == (isLost ? unpadded(filled(bytes), .zero) : bytes), "back")
    }
    // The same bytes as a padded message, and below as a ciphertext.
    let whole = Array(bytes.prefix(bytes.count / 16 * 16))
    let expected = whole.isEmpty && padding != .none && padding != .zero ? nil : unpadded(whole, padding)
    expect(decrypt(try! encrypt(whole, .none, isCBC), padding, isCBC, cuts) == expected, "the end \(whole.suffix(16))")
    _ = decrypt(bytes, padding, isCBC, cuts)
  }

  private static func encrypt(_ message: [UInt8], _ padding: AES.Padding, _ isCBC: Bool) throws -> [UInt8] {
    var inPlace = message
    let ciphertext: [UInt8]
    if isCBC {
      ciphertext = try AES.CBC.encrypt(message, using: key, iv: iv, padding: padding)
      try AES.CBC.encrypt(inPlace: &inPlace, using: key, iv: iv, padding: padding)
    } else {
      ciphertext = try AES.ECB.encrypt(message, using: key, padding: padding)
      try AES.ECB.encrypt(inPlace: &inPlace, using: key, padding: padding)
    }
    expect(inPlace == ciphertext, "encrypted in place")
    return ciphertext
  }

  private static func decrypt(
    _ ciphertext: [UInt8], _ padding: AES.Padding, _ isCBC: Bool, _ cuts: [UInt8]
  ) -> [UInt8]? {
    let message = attempt(AESError.self) {
      isCBC
        ? try AES.CBC.decrypt(ciphertext, using: key, iv: iv, padding: padding)
        : try AES.ECB.decrypt(ciphertext, using: key, padding: padding)
    }
    var inPlace = ciphertext
    let done: Void? = attempt(AESError.self) {
      isCBC
        ? try AES.CBC.decrypt(inPlace: &inPlace, using: key, iv: iv, padding: padding)
        : try AES.ECB.decrypt(inPlace: &inPlace, using: key, padding: padding)
    }
    expect(done.map { inPlace } == message, "decrypted in place")
    expect(done != nil || inPlace.isEmpty || inPlace == ciphertext, "what is left after an error")
    let streamed =
      isCBC
      ? attempt(AESError.self) { try stream(AES.CBC.Decryptor(using: key, iv: iv, padding: padding), ciphertext, cuts) }
      : attempt(AESError.self) { try stream(AES.ECB.Decryptor(using: key, padding: padding), ciphertext, cuts) }
    expect(streamed == message, "decrypted in pieces")
    return message
  }

  private static func stream<Operation>(
    _ start: AES.BlockModeCipher<Operation>, _ ciphertext: [UInt8], _ cuts: [UInt8]
  ) throws -> [UInt8] {
    var (decryptor, message) = (start, [UInt8]())
    var rest = ciphertext[...]
    for cut in cuts {
      message += decryptor.update(Array(rest.prefix(Int(cut) % 40)))
      rest = rest.dropFirst(Int(cut) % 40)
    }
    message += decryptor.update(Array(rest))
    return try message + decryptor.finalize()
  }

  private static func filled(_ message: [UInt8]) -> [UInt8] {
    message + repeatElement(0, count: (16 - message.count % 16) % 16)
  }

  /// The message in whole blocks by the definition of the padding; nil if the padding is wrong.
  private static func unpadded(_ blocks: [UInt8], _ padding: AES.Padding) -> [UInt8]? {
    let count = Int(blocks.last ?? 0)
    switch padding {
    case .none: return blocks
    case .pkcs7:
      return 1...16 ~= count && blocks.suffix(count).allSatisfy { $0 == count } ? blocks.dropLast(count) : nil
    case .ansiX923:
      return 1...16 ~= count && blocks.suffix(count).dropLast().allSatisfy { $0 == 0 } ? blocks.dropLast(count) : nil
    case .iso7816_4:
      guard let mark = blocks.lastIndex(where: { $0 != 0 }), blocks[mark] == 0x80, mark >= blocks.count - 16 else {
        return nil
      }
      return Array(blocks[..<mark])
    case .zero:
      let zeros = blocks.reversed().prefix { $0 == 0 }.count
      return blocks.dropLast(min(zeros, 15))
    }
  }
}
