import SwiftVaultTestSupport
import Testing
@testable import Vault

/// Vaults under a key instead of a password. Spec: FORMAT.md, section 3.
@Suite struct VaultKeyTests {
  private let key = SymmetricKey(data: (0..<32).map { UInt8($0) })
  private let other = SymmetricKey(data: repeatElement(7, count: 32))
  private let content = Array("content".utf8)

  @Test(arguments: [0, 1, 65_536, 1 << 20, 3 << 20]) func contentComesBack(byteCount: Int) throws {
    let content = try [UInt8].sample(byteCount)
    let vault = try Vault.seal(content, under: .key(key), context: VaultContext("record 7".utf8), cores: 2)
    #expect(try Vault.byteCount(sealing: UInt64(byteCount)) == UInt64(vault.count))
    #expect(try Vault.open(vault, with: .key(key), context: VaultContext("record 7".utf8)) == content)
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try Vault.open(vault, with: .key(other), context: VaultContext("record 7".utf8))
    }
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try Vault.open(vault, with: .key(key), context: VaultContext("record 8".utf8))
    }
  }

  @Test func itsSlotHasNoRounds() throws {
    let vault = try Vault.seal(content, under: .key(key))
    let inspection = try Vault.inspect(vault)
    #expect(inspection.slots == [.key] + Array(repeating: nil, count: 7))
    #expect(inspection.slots[0]?.rounds == 0 && inspection.slots[0]?.stretching == nil)
    #expect(Array(vault[48..<56]) == [3, 0, 0, 0, 0, 0, 0, 0])
    #expect(try Vault.open(vault, with: .key(key), limits: Vault.Limits(maximumRounds: 0)) == content)
    #expect(throws: VaultError.overLimit(.slots, found: 1, limit: 0)) {
      try Vault.open(vault, with: .key(key), limits: Vault.Limits(maximumSlots: 0))
    }
    #expect(try Vault.outdatedSlots(of: vault) == [])
  }

  /// The wrapped key follows the formula of FORMAT.md, which is computed here step by step.
  @Test func theDataKeyIsWrappedAsTheFormatSays() throws {
    let vault = try Vault.seal(content, under: .key(key))
    let slot = vault[48..<128]
    let kek = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: slot.dropFirst(8).prefix(32), info: "swift-vault v1 key slot".utf8,
      outputByteCount: 32)
    let dataKey = try AES.KeyWrap.unwrap(Array(slot.suffix(40)), using: kek)
    let keys = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: dataKey, salt: vault[16..<48], info: "swift-vault v1 keys".utf8, outputByteCount: 96)
    let tag = unsafe keys.withUnsafeBytes { keys in
      HMAC<SHA256>.authenticationCode(for: vault[..<688], using: SymmetricKey(data: keys[..<32]))
    }
    #expect(tag == vault[688..<720])
  }

  @Test(arguments: [0, 1, 16, 31, 33, 64]) func aKeyOfAnotherSizeIsRefused(byteCount: Int) throws {
    let wrong = SymmetricKey(data: repeatElement(1, count: byteCount))
    let vault = try Vault.seal(content, under: .key(key))
    #expect(throws: VaultError.keyByteCount(byteCount)) { try Vault.seal(content, under: .key(wrong)) }
    #expect(throws: VaultError.keyByteCount(byteCount)) { try Vault.open(vault, with: .key(wrong)) }
    var unlocked = try UnlockedVault(header: vault, with: .key(key))
    #expect(throws: VaultError.keyByteCount(byteCount)) { try unlocked.add(.key(wrong)) }
    #expect(throws: VaultError.keyByteCount(byteCount)) { try unlocked.replaceSecret(with: .key(wrong)) }
    #expect(unlocked.header == Array(vault[..<1440]))
  }

  /// The bytes of a key do not work as a password, and the bytes of a password do not work as a key.
  @Test func aKeyIsNoPassword() throws {
    let bytes = Array(UInt8(0)..<32)
    let underKey = try Vault.seal(content, under: .key(key))
    let underPassword = try Vault.seal(content, under: .password(bytes), stretching: .quick)
    #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(underKey, with: .password(bytes)) }
    #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(underPassword, with: .key(key)) }
  }

  @Test func passwordsAndKeysMix() throws {
    var vault = try Vault.seal(
      content, under: .password("pw".utf8), context: VaultContext("c".utf8), stretching: .quick)
    func edit(_ unlocked: UnlockedVault) { vault.replaceSubrange(..<1440, with: unlocked.header) }

    var unlocked = try UnlockedVault(header: vault, with: .password("pw".utf8), context: VaultContext("c".utf8))
    #expect(try unlocked.add(.key(key)) == 1)
    #expect(throws: VaultError.passwordInUse(slot: 1)) { try unlocked.add(.key(key)) }
    #expect(try unlocked.add(.password("other".utf8), stretching: .quick) == 2)
    #expect(unlocked.slots == [.quick, .key, .quick] + Array(repeating: nil, count: 5))
    edit(unlocked)
    #expect(try Vault.open(vault, with: .key(key), context: VaultContext("c".utf8)) == content)
    #expect(try Vault.open(vault, with: .password("other".utf8), context: VaultContext("c".utf8)) == content)

    unlocked = try UnlockedVault(header: vault, with: .key(key), context: VaultContext("c".utf8))
    #expect(unlocked.openedSlots == [1])
    try unlocked.replaceSecret(with: .key(other))
    try unlocked.remove(slots: [0])
    edit(unlocked)
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try Vault.open(vault, with: .key(key), context: VaultContext("c".utf8))
    }
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try Vault.open(vault, with: .password("pw".utf8), context: VaultContext("c".utf8))
    }
    #expect(try Vault.open(vault, with: .key(other), context: VaultContext("c".utf8)) == content)

    unlocked = try UnlockedVault(header: vault, with: .key(other), context: VaultContext("c".utf8))
    try unlocked.replaceSecret(with: .password("third".utf8), stretching: .quick)
    edit(unlocked)
    #expect(try Vault.inspect(vault).slots[1] == .quick)
    #expect(try Vault.open(vault, with: .password("third".utf8), context: VaultContext("c".utf8)) == content)
  }

  /// A chosen slot is filled, even before free ones; one that is in use or does not exist is refused.
  @Test func secretsHaveChosenSlots() throws {
    let vault = try Vault.seal(content, under: .key(key))
    var unlocked = try UnlockedVault(header: vault, with: .key(key))
    #expect(try unlocked.add(.key(other), slot: 5) == 5)
    for slot in [-1, 0, 5, 8] {
      #expect(throws: VaultError.noFreeSlot) { try unlocked.add(.password("pw".utf8), slot: slot, stretching: .quick) }
    }
    #expect(try unlocked.add(.password("pw".utf8), stretching: .quick) == 1)
    try unlocked.remove(slots: [0])
    #expect(unlocked.slots == [nil, .quick, nil, nil, nil, .key, nil, nil])
    let reopened = try UnlockedVault(header: unlocked.header, with: .key(other))
    #expect(reopened.openedSlots == [5] && reopened.slots == unlocked.slots)
  }

  /// An app's keys depend on their purpose and on the vault, and stay the same when what opens the vault changes.
  @Test func keysOfAnAppOutliveThePassword() throws {
    let vault = try Vault.seal([], under: .password("old".utf8), and: [.key(key)], stretching: .quick)
    var unlocked = try UnlockedVault(header: vault, with: .password("old".utf8))
    let note = unlocked.deriveKey(info: "note 17".utf8)
    #expect(note.bitCount == 256 && unlocked.deriveKey(info: AnySequence("note 17".utf8)) == note)
    #expect(Set(["", "note 1", "note 17", "note 18"].map { unlocked.deriveKey(info: $0.utf8) }).count == 4)
    try unlocked.replaceSecret(with: .password("new".utf8), stretching: .quick)
    for secret in [VaultSecret.password("new".utf8), .key(key)] {
      #expect(try UnlockedVault(header: unlocked.header, with: secret).deriveKey(info: "note 17".utf8) == note)
    }
    let resealed = try Vault.reseal(vault, with: .key(key), under: .key(key))
    #expect(try UnlockedVault(header: resealed, with: .key(key)).deriveKey(info: "note 17".utf8) != note)
    let another = try Vault.seal([], under: .key(key))
    #expect(try UnlockedVault(header: another, with: .key(key)).deriveKey(info: "note 17".utf8) != note)
  }

  /// Spans of content and of vaults, in each form that takes them.
  @Test func spans() throws {
    let content = try [UInt8].sample((1 << 20) + 5)
    let limits = Vault.Limits(maximumContentByteCount: content.count - 1)
    let underPassword = try Vault.seal(
      content.span.bytes, under: .password("pw".utf8), context: VaultContext("c".utf8), stretching: .rounds(3), cores: 2
    )
    #expect(throws: VaultError.rounds(3, allowed: 1...2)) {
      try Vault.seal(
        content.span.bytes, under: .password([]), stretching: .rounds(3), limits: Vault.Limits(maximumRounds: 2))
    }
    #expect(try Vault.inspect(underPassword).slots[0] == .rounds(3))
    #expect(
      try Vault.open(underPassword.span.bytes, with: .password("pw".utf8), context: VaultContext("c".utf8)) == content)
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try Vault.open(underPassword.span.bytes, with: .password("pw".utf8))
    }
    #expect(throws: VaultError.overLimit(.contentByteCount, found: content.count, limit: content.count - 1)) {
      try Vault.open(
        underPassword.span.bytes, with: .password("pw".utf8), context: VaultContext("c".utf8), limits: limits)
    }

    var vaults = [try Vault.seal(content.span.bytes, under: .key(key), context: VaultContext("c".utf8), cores: 2)]
    var writer = try VaultWriter(under: .key(key), context: VaultContext("c".utf8))
    var written: [UInt8] = []
    for piece in [content[..<100], content[100...]] { try writer.update(piece, into: &written) }
    try writer.finalize(into: &written)
    let sealer = try VaultSealer(under: .key(key), context: VaultContext("c".utf8))
    let (start, end) = (content[..<(1 << 20)], content[(1 << 20)...])
    let unit = try sealer.seal(start, unit: 0, isLast: false)
    let lastUnit = try sealer.seal(end, unit: 1, isLast: true)
    vaults += [written, sealer.header + unit + lastUnit]
    for vault in vaults {
      #expect(try Vault.open(vault.span.bytes, with: .key(key), context: VaultContext("c".utf8)) == content)
      #expect(try Vault.open(vault, with: .key(key), context: VaultContext("c".utf8)) == content)
      #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(vault.span.bytes, with: .key(key)) }
      #expect(throws: VaultError.wrongPasswordOrContext) {
        try Vault.open(vault.span.bytes, with: .key(other), context: VaultContext("c".utf8))
      }
      let first = vault[1440...].prefix(Vault.unitByteCount)
      let second = vault[(1440 + Vault.unitByteCount)...]
      var reader = try VaultReader(header: vault, with: .key(key), context: VaultContext("c".utf8))
      var read: [UInt8] = []
      for piece in [first, second] { try reader.update(piece, into: &read) }
      try reader.finalize(into: &read)
      #expect(read == content)
      let opener = VaultOpener(try UnlockedVault(header: vault, with: .key(key), context: VaultContext("c".utf8)))
      #expect(try opener.open(first, unit: 0, isLast: false) == Array(content[..<(1 << 20)]))
      #expect(try opener.open(second, unit: 1, isLast: true) == Array(content[(1 << 20)...]))
      #expect(throws: VaultError.damaged(chunk: 0)) { try opener.open(second, unit: 0, isLast: true) }
    }
  }

  /// A new data key, a new salt and one key. The context stays, and passwords are removed.
  @Test(arguments: [1, 2]) func resealedUnderAnotherKey(cores: Int) throws {
    let content = try [UInt8].sample(70_000)
    let sealed = try Vault.seal(content, under: .key(key), context: VaultContext("c".utf8))
    var unlocked = try UnlockedVault(header: sealed, with: .key(key), context: VaultContext("c".utf8))
    try unlocked.add(.password("pw".utf8), stretching: .quick)
    let old = unlocked.header + sealed[1440...]
    let new = try Vault.reseal(
      AnySequence(old), with: .key(key), under: .key(other), context: VaultContext(AnySequence("c".utf8)), cores: cores)
    #expect(try Vault.inspect(new).slots == [.key] + Array(repeating: nil, count: 7))
    #expect(try Vault.open(new, with: .key(other), context: VaultContext("c".utf8)) == content)
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try Vault.open(new, with: .key(key), context: VaultContext("c".utf8))
    }
    #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(new, with: .key(other)) }
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try Vault.open(new, with: .password("pw".utf8), context: VaultContext("c".utf8))
    }
    // Under the old header, no new content is authentic.
    #expect(throws: VaultError.damaged(chunk: 0)) {
      try Vault.open(old[..<1440] + new[1440...], with: .key(key), context: VaultContext("c".utf8))
    }
    #expect(zip(old[16..<48], new[16..<48]).count { $0 == $1 } < 8)
  }

  @Test func resealingUnderAKeyHasTheErrorsOfItsTwoSteps() throws {
    let old = try Vault.seal(content, under: .key(key))
    let short = SymmetricKey(size: .bits128)
    #expect(throws: VaultError.notAVault) { try Vault.reseal([], with: .key(key), under: .key(other)) }
    #expect(throws: VaultError.damaged(chunk: 0)) {
      try Vault.reseal(old.dropLast(), with: .key(key), under: .key(other))
    }
    #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.reseal(old, with: .key(other), under: .key(key)) }
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try Vault.reseal(old, with: .key(key), under: .key(other), context: VaultContext("c".utf8))
    }
    #expect(throws: VaultError.keyByteCount(16)) { try Vault.reseal(old, with: .key(short), under: .key(other)) }
    #expect(throws: VaultError.keyByteCount(16)) { try Vault.reseal(old, with: .key(key), under: .key(short)) }
    #expect(throws: VaultError.overLimit(.contentByteCount, found: 7, limit: 6)) {
      try Vault.reseal(old, with: .key(key), under: .key(other), limits: Vault.Limits(maximumContentByteCount: 6))
    }
  }

  @Test func streamsAndUnitsTakeAKey() throws {
    let content = try [UInt8].sample((1 << 20) + 5)
    var writer = try VaultWriter(under: .key(key), context: VaultContext("c".utf8))
    var vault: [UInt8] = []
    try writer.update(content, into: &vault)
    try writer.finalize(into: &vault)
    var reader = try VaultReader(header: vault, with: .key(key), context: VaultContext("c".utf8))
    var read: [UInt8] = []
    try reader.update(vault[1440...], into: &read)
    try reader.finalize(into: &read)
    #expect(read == content)
    let opener = VaultOpener(try UnlockedVault(header: vault, with: .key(key), context: VaultContext("c".utf8)))
    let first = vault[1440...].prefix(Vault.unitByteCount)
    #expect(try opener.open(first, unit: 0, isLast: false) == Array(content[..<(1 << 20)]))
  }

  @Test(arguments: [0, 1, 2, 4, 5, 6, 7]) func aSlotOfAKeyThatBreaksTheRulesIsRefused(offset: Int) throws {
    var vault = try Vault.seal(content, under: .key(key))
    for copy in [0, 720] { vault[copy + 48 + offset] ^= 1 << (offset == 0 ? 2 : 0) }
    let error = offset == 0 ? VaultError.unsupportedStretching(7) : .invalidHeader
    #expect(throws: error) { try Vault.open(vault, with: .key(key)) }
    #expect(throws: error) { try Vault.inspect(vault) }
  }
}
