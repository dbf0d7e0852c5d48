import Vault
import VaultInterop

/// Secure Cells: a sealed cell follows Themis's formula and opens. A cell with edits in any field, or with another
/// context, does not open. No bytes crash the reader or make it compute more rounds than the limit.
enum ThemisCells: Target {
  private static let secret = Array("the pässword".utf8)
  private static let maximumRounds = 50

  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let rounds: UInt32? = input.flag() ? UInt32(1 + input.number(below: 50)) : nil
    let (salt, nonce) = (input.bytes(16), input.bytes(12))
    let (content, context) = ([input.byte()] + input.sample(below: 100), input.sample(below: 40))
    let keyByteCount = input.choice([32, 24, 16])
    let cell = formula(content, context, keyByteCount, rounds, salt, nonce)
    expect(ThemisSecureCell.recognizes(cell), "the cell is recognised")
    expect(open(cell, context, isPassword: rounds != nil) == content, "the content comes back")
    if keyByteCount == 32 {
      let stretching = rounds.map { ThemisCellHeader.Stretching(rounds: $0, salt: PasswordSalt(unchecked: salt)) }
      let made = try! ThemisSecureCell.seal(
        content, SymmetricKey(data: secret), stretching, context: context,
        nonce: try! AES.GCM.Nonce(data: nonce))
      expect(made == cell, "sealed by the formula")
    }

    // Edits, of single bytes and of whole numbers.
    var (edited, other) = (cell, context)
    for _ in 0..<input.number(below: 4) {
      switch input.number(below: 3) {
      case 0: input.edit(&other)
      case 1: input.edit(&edited)
      default:
        let place = input.choice([0, 4, 8, 12, 16, 48, 52])
        if edited.count >= place + 4 { edited.replaceSubrange(place..<place + 4, with: input.bytes(4)) }
      }
    }
    let isSame = edited == cell && other == context
    expect((open(edited, other, isPassword: rounds != nil) != nil) == isSame, "an edited cell")
    expect(open(edited, other, isPassword: rounds == nil) == nil, "a secret of the other kind")

    let rest = input.remaining()
    for isPassword in [false, true] { expect(open(rest, context, isPassword: isPassword) == nil, "any bytes") }
    expect(!ThemisSecureCell.recognizes(rest.prefix(11)), "fewer than 12 bytes")
  }

  private static func open(_ cell: [UInt8], _ context: [UInt8], isPassword: Bool) -> [UInt8]? {
    attempt(InteropError.self) {
      isPassword
        ? try ThemisSecureCell.open(cell, password: secret, context: context, maximumRounds: maximumRounds)
        : try ThemisSecureCell.open(cell, using: SymmetricKey(data: secret), context: context)
    }
  }

  /// A cell, put together from Themis's documentation.
  private static func formula(
    _ content: [UInt8], _ context: [UInt8], _ keyByteCount: Int, _ rounds: UInt32?, _ salt: [UInt8], _ nonce: [UInt8]
  ) -> [UInt8] {
    func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    var (key, stretching) = (SymmetricKey(data: secret), [UInt8]())
    if let rounds {
      key = try! PBKDF2<SHA256>.deriveKey(
        password: secret, salt: PasswordSalt(unchecked: salt), rounds: .exactly(Int(rounds)),
        outputByteCount: 32)
      stretching = number(rounds) + [16, 0] + salt
    }
    let label = [0, 0, 0, 1] + Array("Themis secure cell message key".utf8) + [0]
    let derived = HMAC<SHA256>.authenticationCode(
      for: label + number(UInt32(content.count)) + context, using: key)
    let box = try! AES.GCM.seal(
      content, using: SymmetricKey(data: derived.prefix(keyByteCount)), nonce: AES.GCM.Nonce(data: nonce),
      authenticating: context)
    let algorithm = number((rounds == nil ? 0x4001_0000 : 0x4101_0000) + UInt32(8 * keyByteCount))
    let sizes = algorithm + number(12) + number(16) + number(UInt32(content.count))
    return sizes + (rounds == nil ? [] : number(22)) + nonce + box.tag + stretching + box.ciphertext
  }
}
