import Vault

/// A vault to be edited, and all that is known of it.
struct BaseVault: Sendable {
  static let limits = Vault.Limits(maximumRounds: 40)
  static let all = [
    try! BaseVault(number: 1, contentByteCount: 13, context: Array("example".utf8), passwordCount: 1),
    try! BaseVault(number: 2, contentByteCount: 0, context: [], passwordCount: 3),
    try! BaseVault(number: 3, contentByteCount: 65_536, context: [], passwordCount: 8),
    try! BaseVault(number: 4, contentByteCount: 2 * 65_536 + 5, context: [0], passwordCount: 2),
  ]

  let content: [UInt8]
  let context: [UInt8]
  /// The passwords that open it, in the order of their slots.
  let passwords: [[UInt8]]
  /// The password that the first of them replaced.
  let removed = Array("removed".utf8)
  let vault: [UInt8]
  /// The 1,440 bytes that it began with before that.
  let older: [UInt8]
  /// The header of another vault under the first password and the same context.
  let foreign: [UInt8]
  let dataKey: SymmetricKey

  /// The first copy of the header, which is like the second.
  var copy: [UInt8] { Array(vault[..<720]) }

  private init(number: Int, contentByteCount: Int, context: [UInt8], passwordCount: Int) throws {
    FixedRandom.restart(from: UInt64(number) << 40)
    content = (0..<contentByteCount).map { UInt8(truncatingIfNeeded: ($0 &* 31 + number) ^ ($0 >> 8)) }
    self.context = context
    passwords = (0..<passwordCount).map { Array("password \($0)".utf8) }
    let stretchings = [
      try PasswordStretching(unsafeUncheckedRounds: 1),
      try PasswordStretching(.pbkdf2HMACSHA256, unsafeUncheckedRounds: 2),
    ]
    var vault = try Vault.seal(content, password: removed, context: context, stretching: stretchings[0])
    var unlocked = try UnlockedVault(header: vault, password: removed, context: context)
    for index in passwords.indices.dropFirst() {
      _ = try unlocked.addPassword(passwords[index], stretching: stretchings[index % 2])
    }
    older = unlocked.header
    try unlocked.changePassword(to: passwords[0], stretching: stretchings[0])
    vault.replaceSubrange(..<Vault.headerByteCount, with: unlocked.header)
    self.vault = vault
    foreign = Array(
      try Vault.seal([], password: passwords[0], context: context, stretching: stretchings[0]).prefix(720))
    dataKey = try Self.dataKey(slot: Array(vault[48..<128]), password: passwords[0])
  }

  /// The data key in a slot of one round of stretching 1. Spec: FORMAT.md, section 3.
  private static func dataKey(slot: [UInt8], password: [UInt8]) throws -> SymmetricKey {
    let stretched = try PBKDF2<SHA512>.deriveKey(
      password: password, salt: slot[8..<40], unsafeUncheckedRounds: 1, outputByteCount: 64)
    let kek = HKDF<SHA512>.deriveKey(
      inputKeyMaterial: stretched, info: Array("swift-vault v1 slot".utf8) + Self.bytes(password.count, 8),
      outputByteCount: 32)
    return try AES.KeyWrap.unwrap(slot[40...], using: kek)
  }

  /// Writes the tag that a copy of the header has for whoever holds the data key. Spec: FORMAT.md, section 4.
  func tag(_ copy: inout [UInt8]) {
    let keys = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: dataKey, salt: copy[16..<48], info: "swift-vault v1 keys".utf8, outputByteCount: 96)
    let key = keys.withUnsafeBytes { SymmetricKey(data: $0[..<32]) }
    let tag = HMAC<SHA256>.authenticationCode(for: copy[..<688] + context, using: key)
    copy.replaceSubrange(688..., with: Array(tag))
  }

  static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
