import Curve25519
import SwiftVaultTestSupport
import Testing

@testable import Vault

/// Vaults for recipients. Spec: FORMAT.md, section 3.
@Suite struct VaultRecipientTests {
  private static let keys = (0..<9).map { number in
    let bytes = SHA256.hash(data: [UInt8(number)])
    return try! RecipientKey(key: SymmetricKey(data: bytes))
  }

  private let key = keys[0]
  private let other = keys[1]
  private let content = Array("content".utf8)
  private let empty = [Vault.Slot?](repeating: nil, count: 8)

  /// Calls synchronous forms, even where the compiler prefers asynchronous ones.
  private static func blocking<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

  /// Each entry point that seals.
  private static let sealers: [(String, @Sendable ([UInt8], VaultSecret, [VaultSecret]) async throws -> [UInt8])] =
    [
      (
        "seal",
        { content, secret, others in
          try blocking {
            try Vault.seal(
              content, under: secret, and: others, context: context, stretching: .quick, cores: 2)
          }
        }
      ),
      ("seal a span", { try Vault.seal($0.span.bytes, under: $1, and: $2, context: context, stretching: .quick) }),
      (
        "seal in the background",
        { try await Vault.seal($0, under: $1, and: $2, context: context, stretching: .quick, progress: nil) }
      ),
      (
        "reseal",
        { content, secret, others in
          let old = VaultSecret.password("old".utf8)
          return try blocking {
            let vault = try Vault.seal(content, under: old, context: context, stretching: .quick)
            return try Vault.reseal(
              vault, with: old, under: secret, and: others, context: context, stretching: .quick)
          }
        }
      ),
      (
        "reseal in the background",
        {
          let old = try await Vault.seal($0, under: .recipient(keys[8].recipient), context: context)
          return try await Vault.reseal(
            old, with: .recipientKey(keys[8]), under: $1, and: $2, context: context, stretching: .quick, progress: nil)
        }
      ),
      (
        "sealer",
        { content, secret, others in
          try blocking {
            try units(content, VaultSealer(under: secret, and: others, context: context, stretching: .quick))
          }
        }
      ),
      (
        "sealer in the background",
        {
          try await units(
            $0, VaultSealer(under: $1, and: $2, context: context, stretching: .quick, progress: nil))
        }
      ),
      (
        "writer",
        { content, secret, others in
          try blocking {
            var vault: [UInt8] = []
            var writer = try VaultWriter(under: secret, and: others, context: context, stretching: .quick)
            try writer.update(content, into: &vault)
            try writer.finalize(into: &vault)
            return vault
          }
        }
      ),
      (
        "writer in the background",
        {
          var vault: [UInt8] = []
          var writer = try await VaultWriter(under: $1, and: $2, context: context, stretching: .quick, progress: nil)
          try writer.update($0, into: &vault)
          try writer.finalize(into: &vault)
          return vault
        }
      ),
    ]

  private static let context = VaultContext("backup".utf8)

  private static func units(_ content: [UInt8], _ sealer: VaultSealer) throws -> [UInt8] {
    let last = max(0, content.count - 1) / Vault.unitContentByteCount
    return try (0...last).reduce(into: sealer.header) { vault, unit in
      let piece = content.dropFirst(unit * Vault.unitContentByteCount).prefix(Vault.unitContentByteCount)
      vault += try sealer.seal(piece, unit: UInt64(unit), isLast: unit == last)
    }
  }

  @Test(arguments: sealers.indices, [0, 1, 70_000, 3 << 20]) func sealedForRecipients(sealer: Int, count: Int)
    async throws
  {
    let content = try [UInt8].sample(count)
    let (name, seal) = Self.sealers[sealer]
    let recipients = [VaultSecret.recipient(key.recipient), .recipient(other.recipient)]
    let password = VaultSecret.password("pw".utf8)
    for secret in [nil, password] {
      let vault = try await seal(content, secret ?? recipients[0], secret == nil ? [recipients[1]] : recipients)
      for key in [key, other] {
        let opened = try await Vault.open(vault, with: .recipientKey(key), context: Self.context)
        #expect(opened.isSame(as: content), "\(name)")
      }
      let first: [Vault.Slot] = secret == nil ? [] : [.quick]
      #expect(try Vault.inspect(vault).slots.compactMap { $0 } == first + [.recipient, .recipient], "\(name)")
      for wrong in [VaultSecret.recipientKey(Self.keys[2]), .key(key.key), .password("px".utf8)] {
        await #expect(throws: VaultError.wrongPasswordOrContext, "\(name)") {
          try await Vault.open(vault, with: wrong, context: Self.context)
        }
      }
      await #expect(throws: VaultError.wrongPasswordOrContext) { try await Vault.open(vault, with: .recipientKey(key)) }
      guard let secret else { continue }
      #expect(try await Vault.open(vault, with: secret, context: Self.context).isSame(as: content), "\(name)")
    }
  }

  /// More than eight secrets; one that is given twice counts once.
  @Test(arguments: sealers.indices) func whatCannotBeSealed(sealer: Int) async throws {
    let (_, seal) = Self.sealers[sealer]
    let recipients = Self.keys.map { VaultSecret.recipient($0.recipient) }
    await #expect(throws: VaultError.slotCount(9)) { try await seal(content, recipients[0], recipients) }
    await #expect(throws: VaultError.slotCount(9)) {
      try await seal(content, .password("pw".utf8), Array(recipients.prefix(8)))
    }
    await #expect(throws: VaultError.keyByteCount(16)) {
      try await seal(content, .key(SymmetricKey(size: .bits128)), recipients)
    }
    let full = try await seal(content, recipients[0], Array(recipients.prefix(8)))
    #expect(try Vault.inspect(full).slots == Array(repeating: .recipient, count: 8))
    let mixed = try await seal(content, .recipientKey(key), [recipients[1], recipients[0], .recipientKey(other)])
    #expect(try Vault.inspect(mixed).slots == [.recipient, .recipient] + empty.dropLast(2))
    for key in [key, other] {
      #expect(try await Vault.open(mixed, with: .recipientKey(key), context: Self.context) == content)
    }
  }

  @Test func limitsHoldForWriters() throws {
    let limits = Vault.Limits(maximumRounds: 1, maximumSlots: 2)
    let recipients = Self.keys.prefix(3).map { VaultSecret.recipient($0.recipient) }
    #expect(throws: VaultError.overLimit(.slots, found: 3, limit: 2)) {
      try Vault.seal(content, under: recipients[2], and: recipients, limits: limits)
    }
    #expect(throws: VaultError.overLimit(.slots, found: 3, limit: 2)) {
      try Vault.seal(
        content, under: .password([1]), and: Array(recipients.prefix(2)), stretching: .quick, limits: limits)
    }
    #expect(throws: VaultError.rounds(2, allowed: 1...1)) {
      try Vault.seal(
        content, under: .password([1]), and: [.recipient(key.recipient)], stretching: .rounds(2), limits: limits)
    }
    // A vault with only recipients has no rounds, for any stretching.
    let vault = try Vault.seal(
      content, under: recipients[0], and: [recipients[1]], stretching: .rounds(2),
      limits: Vault.Limits(maximumRounds: 0))
    #expect(
      try Vault.open(vault, with: .recipientKey(key), limits: Vault.Limits(maximumRounds: 0, maximumSlots: 2))
        == content)
    #expect(throws: VaultError.overLimit(.slots, found: 2, limit: 1)) {
      try Vault.open(vault, with: .recipientKey(key), limits: Vault.Limits(maximumSlots: 1))
    }
    #expect(try Vault.outdatedSlots(of: vault) == [])
  }

  @Test func itsSlotIsWhatTheFormatSays() throws {
    let vault = try Vault.seal(content, under: .recipient(key.recipient))
    let slot = Array(vault[48..<128])
    #expect(slot.prefix(8) == [5, 0, 0, 0, 0, 0, 0, 0])
    #expect(VaultRecipientText.isCanonical(Array(slot[8..<40])))
    let kind = try Vault.inspect(vault).slots[0]
    #expect(kind == .recipient && kind?.rounds == 0 && kind?.stretching == nil && kind?.description == "recipient")
    // The formula of FORMAT.md, step by step.
    let ephemeral = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: slot[8..<40])
    let shared = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: key.key)
      .sharedSecretFromKeyAgreement(with: ephemeral)
    let info = Array("swift-vault v1 recipient slot".utf8) + slot[8..<40] + key.recipient.publicKey
    let kek = shared.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: [UInt8](repeating: 0, count: 32), sharedInfo: info, outputByteCount: 32)
    let dataKey = try AES.KeyWrap.unwrap(Array(slot.suffix(40)), using: kek)
    let keys = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: dataKey, salt: vault[16..<48], info: "swift-vault v1 keys".utf8, outputByteCount: 96)
    let tag = unsafe keys.withUnsafeBytes { keys in
      HMAC<SHA256>.authenticationCode(for: vault[..<688], using: SymmetricKey(data: keys[..<32]))
    }
    #expect(tag == vault[688..<720])
    // Each slot has an ephemeral key of its own.
    let twice = try (0..<2).map { _ in try sealed(for: Self.keys.prefix(4)) }
    let ephemeralKeys = twice.flatMap { vault in (0..<4).map { Array(vault[56 + 80 * $0..<88 + 80 * $0]) } }
    #expect(Set(ephemeralKeys).count == 8)
  }

  /// The slot of the example of FORMAT.md, section 11.
  @Test func theSlotOfTheExampleUnwraps() throws {
    let digits = """
      050000000000000079a631eede1bf9c98f12032cdeadd0e7a079398fc786b88cc846ec89af85a51a967ef100ec9fbf11f6350ea5305f3b3d\
      0f32841adbe558c1a5cc8e013e2c2850c870ebe6ec00e5a3
      """
    let bytes = try #require(unsafe Array(digits.utf8).withUnsafeBufferPointer { unsafe Hex.decode($0) })
    let slot = try #require(try VaultSlot(parsing: bytes[...]))
    let key = try RecipientKey(key: SymmetricKey(data: 0x60..<0x80))
    let unwrapped = try VaultSlot.unwrap([nil, slot], .recipientKey(key), nil)
    #expect(unwrapped.map(\.slot) == [1] && unwrapped.first?.dataKey == SymmetricKey(data: 0..<32))
    #expect(slot.bytes == bytes)
  }

  /// With each of these points as the ephemeral key, the shared secret is zero, so everybody knows the wrapping key.
  @Test func aZeroSharedSecretOpensNothing() throws {
    let dataKey = SymmetricKey(size: .bits256)
    for point in LowOrderPoint.all {
      let info = Array("swift-vault v1 recipient slot".utf8) + point + key.recipient.publicKey
      let kek = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: [UInt8](repeating: 0, count: 32)), salt: EmptyCollection<UInt8>(),
        info: info, outputByteCount: 32)
      let bytes = [5, 0, 0, 0, 0, 0, 0, 0] + point + (try AES.KeyWrap.wrap(dataKey, using: kek))
      let slot = try #require(try VaultSlot(parsing: bytes[...]))
      #expect(try VaultSlot.unwrap([slot], .recipientKey(key), nil).isEmpty, "\(Hex.encode(point))")
      #expect(throws: VaultRecipientError.publicKey) { try VaultRecipient(publicKey: point) }
    }
  }

  @Test(arguments: 1..<8) func aSlotThatBreaksTheRulesIsRefused(offset: Int) throws {
    let vault = try Vault.seal(content, under: .recipient(key.recipient)).changingHeader { $0[48 + offset] ^= 1 }
    #expect(throws: VaultError.invalidHeader) { try Vault.open(vault, with: .recipientKey(key)) }
    #expect(throws: VaultError.invalidHeader) { try Vault.inspect(vault) }
  }

  /// Every bit of the slot counts, including the one that X25519 ignores.
  @Test func aChangedSlotDoesNotOpen() throws {
    let vault = try Vault.seal(content, under: .recipient(key.recipient))
    for bit in 64..<640 {
      let changed = vault.changingHeader { $0[48 + bit / 8] ^= 1 << (bit % 8) }
      #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(changed, with: .recipientKey(key)) }
    }
  }

  @Test func recipientsAreAddedChangedAndRemoved() throws {
    var vault = try Vault.seal(content, under: .password("pw".utf8), stretching: .quick)
    func edit(_ unlocked: UnlockedVault) { vault.replaceSubrange(..<1440, with: unlocked.header) }
    func opens(_ secret: VaultSecret) -> Bool { (try? Vault.open(vault, with: secret)) == content }

    var unlocked = try UnlockedVault(header: vault, with: .password("pw".utf8))
    #expect(try unlocked.add(.recipient(key.recipient)) == 1)
    // A slot does not show its recipient, unless the private key is given.
    #expect(try unlocked.add(.recipient(key.recipient)) == 2)
    #expect(throws: VaultError.passwordInUse(slot: 1)) { try unlocked.add(.recipientKey(key)) }
    #expect(try unlocked.add(.recipientKey(other)) == 3)
    #expect(try unlocked.add(.key(key.key)) == 4)
    #expect(unlocked.slots == [.quick, .recipient, .recipient, .recipient, .key, nil, nil, nil])
    #expect(unlocked.generation == 4 && unlocked.openedSlots == [0])
    edit(unlocked)
    for secret in [VaultSecret.password("pw".utf8), .recipientKey(key), .recipientKey(other), .key(key.key)] {
      #expect(opens(secret))
    }

    // A recipient replaces its own slots, here two, by those of another recipient.
    unlocked = try UnlockedVault(header: vault, with: .recipientKey(key))
    #expect(unlocked.openedSlots == [1, 2])
    #expect(throws: VaultError.passwordInUse(slot: 3)) { try unlocked.replaceSecret(with: .recipientKey(other)) }
    #expect(throws: VaultError.passwordInUse(slot: 0)) { try unlocked.replaceSecret(with: .password("pw".utf8)) }
    try unlocked.replaceSecret(with: .recipientKey(Self.keys[2]))
    #expect(
      unlocked.slots == [.quick, .recipient, nil, .recipient, .key, nil, nil, nil] && unlocked.openedSlots == [1])
    edit(unlocked)
    #expect(!opens(.recipientKey(key)) && opens(.recipientKey(Self.keys[2])) && opens(.recipientKey(other)))

    // A recipient changes to a password and back, and the rounds of a password are raised in a vault with recipients.
    unlocked = try UnlockedVault(header: vault, with: .recipientKey(Self.keys[2]))
    try unlocked.replaceSecret(with: .password("new".utf8), stretching: .rounds(3))
    edit(unlocked)
    unlocked = try UnlockedVault(header: vault, with: .password("new".utf8))
    try unlocked.replaceSecret(with: .password("new".utf8), stretching: .rounds(4))
    #expect(unlocked.slots == [.quick, .rounds(4), nil, .recipient, .key, nil, nil, nil])
    #expect(try Vault.outdatedSlots(of: unlocked.header, stretching: .rounds(2)) == [0])
    try unlocked.replaceSecret(with: .recipientKey(key))
    edit(unlocked)
    #expect(opens(.recipientKey(key)) && !opens(.password("new".utf8)))

    unlocked = try UnlockedVault(header: vault, with: .recipientKey(key))
    try unlocked.remove(slots: unlocked.openedSlots)
    #expect(unlocked.slots == [.quick, nil, nil, .recipient, .key, nil, nil, nil])
    try unlocked.remove(slots: [3])
    try unlocked.remove(slots: [4])
    #expect(throws: VaultError.lastSlot) { try unlocked.remove(slots: [0]) }
    edit(unlocked)
    #expect(!opens(.recipientKey(key)) && !opens(.recipientKey(other)) && opens(.password("pw".utf8)))
  }

  private func sealed(for keys: ArraySlice<RecipientKey>) throws -> [UInt8] {
    let recipients = keys.map { VaultSecret.recipient($0.recipient) }
    return try Vault.seal(content, under: recipients[0], and: Array(recipients.dropFirst()))
  }

  /// Several secrets of each kind at once, and the slots in their order.
  @Test func eachOfSeveralSecretsOpens() throws {
    let (deviceKey, recovery) = (SymmetricKey(size: .bits256), RecoveryKey())
    let secrets = [
      VaultSecret.password("pw".utf8), .key(deviceKey), .password("px".utf8), .recoveryKey(recovery),
      .recipientKey(key), .recipient(other.recipient),
    ]
    let repeated = [VaultSecret.key(recovery.key), .password("pw".utf8), .recipient(key.recipient)]
    let limits = Vault.Limits(maximumRounds: 2)
    let vault = try Vault.seal(
      content, under: secrets[0], and: secrets.dropFirst() + repeated, stretching: .quick, limits: limits)
    #expect(
      try Vault.inspect(vault).slots == [.quick, .key, .quick, .key, .recipient, .recipient] + empty.dropLast(6))
    for (slot, secret) in (secrets.dropLast() + [.recipientKey(other)]).enumerated() {
      #expect(try Vault.open(vault, with: secret) == content)
      #expect(try UnlockedVault(header: vault, with: secret).openedSlots == [slot])
    }
    // The rounds of all passwords count together.
    #expect(throws: VaultError.rounds(3, allowed: 1...2)) {
      try Vault.seal(
        content, under: secrets[0], and: [secrets[2]], stretching: .rounds(3), limits: Vault.Limits(maximumRounds: 5))
    }
  }

  /// A recipient opens nothing, not even what is sealed for it.
  @Test func aRecipientDoesNotOpen() async throws {
    let vault = try await Vault.seal(content, under: .recipient(key.recipient))
    let recipient = VaultSecret.recipient(key.recipient)
    #expect(throws: VaultError.recipientCannotOpen) { try Vault.open(vault, with: recipient) }
    #expect(throws: VaultError.recipientCannotOpen) { try Vault.reseal(vault, with: recipient, under: recipient) }
    #expect(throws: VaultError.recipientCannotOpen) { try UnlockedVault(header: vault, with: recipient) }
    #expect(throws: VaultError.recipientCannotOpen) { _ = try VaultReader(header: vault, with: recipient) }
    await #expect(throws: VaultError.recipientCannotOpen) {
      try await Vault.open(vault, with: recipient, progress: nil)
    }
  }

  @Test func addingIsRefused() throws {
    let vault = try sealed(for: Self.keys.prefix(8))
    var unlocked = try UnlockedVault(header: vault, with: .recipientKey(key))
    #expect(throws: VaultError.noFreeSlot) { try unlocked.add(.recipient(Self.keys[8].recipient)) }
    #expect(unlocked.header == Array(vault[..<1440]))
    let one = try Vault.seal(content, under: .recipient(key.recipient))
    unlocked = try UnlockedVault(header: one, with: .recipientKey(key), limits: Vault.Limits(maximumSlots: 1))
    #expect(throws: VaultError.overLimit(.slots, found: 2, limit: 1)) { try unlocked.add(.recipient(other.recipient)) }
    #expect(throws: VaultError.lastSlot) { try unlocked.remove(slots: unlocked.openedSlots) }
    #expect(unlocked.header == Array(one[..<1440]))
    let last = try VaultKit("generation-most-alike").vault
    var full = try UnlockedVault(header: last, with: .password("password".utf8))
    #expect(throws: VaultError.noFurtherChange) { try full.add(.recipient(key.recipient)) }
    #expect(full.header == Array(last[..<1440]))
  }

  @Test func recipientsAreAddedInTheBackground() async throws {
    let vault = try await Vault.seal(content, under: .recipient(key.recipient))
    var unlocked = try await UnlockedVault(header: vault, with: .recipientKey(key), progress: nil)
    #expect(try await unlocked.add(.recipientKey(other), progress: nil) == 1)
    try await unlocked.replaceSecret(with: .recipientKey(Self.keys[2]), progress: nil)
    let changed = unlocked.header + vault[1440...]
    for key in [other, Self.keys[2]] {
      #expect(try await Vault.open(changed, with: .recipientKey(key), progress: nil) == content)
    }
    await #expect(throws: VaultError.wrongPasswordOrContext) {
      try await Vault.open(changed, with: .recipientKey(key), progress: nil)
    }
  }

  @Test func pythonOpensWhatSwiftSealed() throws {
    guard let python = try PythonVault.find() else { return }
    let vault = try Vault.seal(
      content, under: .password("pw".utf8), and: [.recipient(other.recipient), .recipient(key.recipient)],
      context: Self.context,
      stretching: .quick)
    for (key, status) in [(key, 0), (other, 0), (Self.keys[2], 14)] as [(RecipientKey, Int32)] {
      let digits = unsafe key.key.withUnsafeBytes { unsafe Hex.encode($0) }
      let outcome = try python.run(
        ["open", "-", "--recipient-key-hex", digits, "--context", "backup"], input: vault)
      #expect(outcome.status == status && outcome.output == (status == 0 ? content : []), "\(outcome.error)")
    }
  }

  @Test func swiftOpensWhatPythonSealed() throws {
    guard let python = try PythonVault.find() else { return }
    let sealed = try python.run(
      [
        "seal", "-", "--password", "pw", "--recipient", key.recipient.text, "--rounds", "10", "--slot", "3", "--slot",
        "5",
      ],
      input: content)
    #expect(sealed.status == 0, "\(sealed.error)")
    let vault = try python.changePasswords(
      sealed.output, ["--password", "pw", "add", "--new-recipient", other.recipient.text])
    #expect(try Vault.inspect(vault).slots == [.recipient, nil, nil, .rounds(10), nil, .recipient, nil, nil])
    for key in [key, other] { #expect(try Vault.open(vault, with: .recipientKey(key)) == content) }
    #expect(try UnlockedVault(header: vault, with: .recipientKey(key)).openedSlots.first == 5)
  }
}

/// Public keys with which every shared secret is zero. RFC 7748, section 7.
enum LowOrderPoint {
  static let all: [[UInt8]] = {
    let p = [0xed] + [UInt8](repeating: 0xff, count: 30) + [0x7f]
    func number(_ byte: UInt8) -> [UInt8] { [byte] + [UInt8](repeating: 0, count: 31) }
    let order8 = [
      "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
      "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    ].map { text in Array(text.utf8).withUnsafeBufferPointer { unsafe Hex.decode($0)! } }
    let canonical = [number(0), number(1), [p[0] - 1] + p.dropFirst()] + order8
    let others = [p, [p[0] + 1] + p.dropFirst()]
    return canonical + others + (canonical + others).map { $0.dropLast() + [$0[31] | 0x80] }
  }()
}
