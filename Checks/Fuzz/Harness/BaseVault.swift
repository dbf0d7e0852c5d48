import Vault

/// A vault to be edited, with all its secrets.
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
  /// The passwords that open the vault, in the order of their slots.
  let passwords: [[UInt8]]
  /// The keys that open the vault: one if it has a slot for a key, otherwise none.
  let keys: [SymmetricKey]
  /// The password that the first of `passwords` replaced.
  let removed = Array("removed".utf8)
  let vault: [UInt8]
  /// The first 1,440 bytes of the vault before that change.
  let older: [UInt8]
  /// The header of another vault under the first password and the same context.
  let foreign: [UInt8]
  let dataKey: SymmetricKey

  /// The first copy of the header. The second is equal.
  var copy: [UInt8] { Array(vault[..<720]) }

  private init(number: Int, contentByteCount: Int, context: [UInt8], passwordCount: Int) throws {
    FixedRandom.restart(from: UInt64(number) << 40)
    content = (0..<contentByteCount).map { UInt8(truncatingIfNeeded: ($0 &* 31 + number) ^ ($0 >> 8)) }
    self.context = context
    passwords = (0..<passwordCount).map { Array("password \($0)".utf8) }
    let stretchings = [
      try PasswordStretching(rounds: .exactly(1)),
      try PasswordStretching(.pbkdf2HMACSHA256, rounds: .exactly(2)),
    ]
    var vault = try Vault.seal(
      content, under: .password(removed), context: VaultContext(context), stretching: stretchings[0])
    var unlocked = try UnlockedVault(header: vault, with: .password(removed), context: VaultContext(context))
    for index in passwords.indices.dropFirst() {
      _ = try unlocked.add(.password(passwords[index]), stretching: stretchings[index % 2])
    }
    keys = passwordCount < 8 ? [SymmetricKey(data: repeatElement(UInt8(number), count: 32))] : []
    for key in keys { _ = try unlocked.add(.key(key)) }
    older = unlocked.header
    try unlocked.replaceSecret(with: .password(passwords[0]), stretching: stretchings[0])
    vault.replaceSubrange(..<Vault.headerByteCount, with: unlocked.header)
    self.vault = vault
    foreign = Array(
      try Vault.seal([], under: .password(passwords[0]), context: VaultContext(context), stretching: stretchings[0])
        .prefix(720))
    dataKey = try Self.dataKey(slot: Array(vault[48..<128]), password: passwords[0])
  }

  /// The data key in a slot of one round of stretching 1. Spec: FORMAT.md, section 3.
  private static func dataKey(slot: [UInt8], password: [UInt8]) throws -> SymmetricKey {
    let stretched = try PBKDF2<SHA512>.deriveKey(
      password: password, salt: .init(unchecked: slot[8..<40]), rounds: .exactly(1), outputByteCount: 64)
    let kek = HKDF<SHA512>.deriveKey(
      inputKeyMaterial: stretched, info: Array("swift-vault v1 slot".utf8) + Self.bytes(password.count, 8),
      outputByteCount: 32)
    return try AES.KeyWrap.unwrap(slot[40...], using: kek)
  }

  /// Writes the tag that a holder of the data key would compute for this copy. Spec: FORMAT.md, section 4.
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

/// A password or a key.
enum Secret: Sendable {
  case password([UInt8])
  case key(SymmetricKey)

  var value: VaultSecret {
    switch self {
    case .password(let password): .password(password)
    case .key(let key): .key(key)
    }
  }

  func unlock(_ header: [UInt8], context: [UInt8]) throws(VaultError) -> UnlockedVault {
    try UnlockedVault(header: header, with: value, context: VaultContext(context), limits: BaseVault.limits)
  }

  func open(_ vault: [UInt8], context: [UInt8]) throws(VaultError) -> [UInt8] {
    try Vault.open(vault, with: value, context: VaultContext(context), limits: BaseVault.limits)
  }
}

extension UnlockedVault {
  /// Reads a part of the content of a vault.
  func part(of vault: [UInt8], at offset: Int, count: Int) throws -> [UInt8] {
    try read(at: UInt64(offset), count: count, ofVault: UInt64(vault.count)) {
      Array(vault[Int($0.lowerBound)..<Int($0.upperBound)])
    }
  }
}
