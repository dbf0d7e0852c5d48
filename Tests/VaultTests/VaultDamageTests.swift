import Testing
import Vault

/// Every change to a vault is noticed and gives its own error. A change in only one copy of the header does no harm.
@Suite struct VaultDamageTests {
  private static let chunk = 65_536 + 32
  private static let limits = Vault.Limits(maximumRounds: 10_000)

  private func seal(_ count: Int) throws -> [UInt8] {
    try Vault.seal(
      [UInt8].sample(count), under: .password("pw".utf8), context: VaultContext("c".utf8), stretching: .quick)
  }

  /// The error of opening, or nil if the vault opens.
  private func error(_ vault: some Sequence<UInt8>) -> VaultError? {
    do throws(VaultError) {
      _ = try Vault.open(vault, with: .password("pw".utf8), context: VaultContext("c".utf8), limits: Self.limits)
      return nil
    } catch {
      return error
    }
  }

  /// The error for one bit that is changed in both copies of a header with one slot of 1 round.
  private func expectedError(byte: Int, bit: Int) -> VaultError {
    switch byte {
    case 0..<8: .notAVault
    case 8: .unsupportedVersion(1 ^ 1 << bit)
    case 9: .unsupportedSuite(1 ^ 1 << bit)
    case 10..<12: .invalidHeader
    case 12..<48: .wrongPasswordOrContext
    case 48 where bit > 2: .unsupportedStretching(1 ^ 1 << bit)
    case 48..<52: .invalidHeader
    case 52..<56: expectedError(rounds: changedRounds(byte: byte, bit: bit))
    case 56..<128: .wrongPasswordOrContext
    // With stretching 4, the rest of the slot breaks the rules.
    case 128..<688 where byte % 80 == 48 && bit > 2: .unsupportedStretching(1 << bit)
    case 128..<688: .invalidHeader
    default: .wrongPasswordOrContext
    }
  }

  private func changedRounds(byte: Int, bit: Int) -> Int { 1 ^ 1 << (8 * (55 - byte) + bit) }

  private func expectedError(rounds: Int) -> VaultError {
    if rounds == 0 { return .invalidHeader }
    if rounds > Self.limits.maximumRounds {
      return .overLimit(.rounds, found: rounds, limit: Self.limits.maximumRounds)
    }
    return .wrongPasswordOrContext
  }

  @Test(arguments: [0, 1, 5]) func everyBitChangedInBothCopiesIsNoticed(count: Int) throws {
    let vault = try seal(count)
    #expect(error(vault) == nil)
    for byte in 0..<720 {
      for bit in 0..<8 {
        let (found, expected) = (
          error(vault.changingHeader { $0[byte] ^= 1 << bit }), expectedError(byte: byte, bit: bit)
        )
        if found != expected { Issue.record("byte \(byte), bit \(bit): \(String(describing: found))") }
      }
    }
  }

  @Test(arguments: [0, 1, 5]) func everyChangedBitBehindTheHeaderIsNoticed(count: Int) throws {
    let vault = try seal(count)
    #expect(vault.count == 1472 + count)
    for byte in 1440..<vault.count {
      for bit in 0..<8 {
        var changed = vault
        changed[byte] ^= 1 << bit
        if error(changed) != .damaged(chunk: 0) { Issue.record("byte \(byte), bit \(bit)") }
      }
    }
  }

  /// Such a vault opens and reports that its copies differ. The unlocked vault has the header that repairs it.
  @Test(arguments: [0, 720]) func everyBitChangedInOneCopyIsToldAndCanBePutRight(copy: Int) throws {
    let vault = try seal(5)
    let slots = try Vault.inspect(vault).slots
    for byte in 0..<720 {
      for bit in 0..<8 {
        var changed = vault
        changed[copy + byte] ^= 1 << bit
        let unlocked = try UnlockedVault(
          header: changed, with: .password("pw".utf8), context: VaultContext("c".utf8), limits: Self.limits)
        let inspection = try Vault.inspect(changed)
        let rounds = changedRounds(byte: byte, bit: bit)
        // If the first copy follows the rules, it is the one that is reported.
        let told = copy == 0 && 52..<56 ~= byte && rounds > 0 ? [.rounds(rounds)] + slots[1...] : slots
        if error(changed) != nil || unlocked.headerCopiesMatched || inspection.headerCopiesMatch
          || inspection.slots != told
          || unlocked.slots != slots || !unlocked.header.isSame(as: vault[..<1440])
        {
          Issue.record("byte \(byte), bit \(bit)")
        }
      }
    }
  }

  @Test func ofTwoDamagedCopiesTheOneThatCameFurtherGivesTheError() throws {
    let vault = try seal(5)
    func error(_ first: Int, _ second: Int) -> VaultError? {
      var changed = vault
      changed[first] ^= 0x80
      changed[720 + second] ^= 0x80
      return self.error(changed)
    }
    #expect(error(0, 8) == .notAVault)
    #expect(error(8, 0) == .unsupportedVersion(0x81))
    #expect(error(9, 0) == .unsupportedSuite(0x81))
    #expect(error(10, 9) == .invalidHeader)
    #expect(error(16, 0) == .wrongPasswordOrContext)
    #expect(error(0, 16) == .wrongPasswordOrContext)
    #expect(error(52, 100) == .wrongPasswordOrContext)
    for (first, second) in [(52, 0), (52, 52), (8, 52)] {
      #expect(error(first, second) == .overLimit(.rounds, found: 0x8000_0001, limit: 10_000))
    }
    #expect(error(100, 52) == .wrongPasswordOrContext)
    #expect(error(688, 719) == .wrongPasswordOrContext)
  }

  @Test(arguments: [0, 1, 5, 40]) func everyTruncationIsNoticed(count: Int) throws {
    let vault = try seal(count)
    for length in 0..<vault.count {
      let expected: VaultError =
        switch length {
        case 0..<8: .notAVault
        case 8..<1472: .truncated
        default: .damaged(chunk: 0)
        }
      #expect(error(vault.prefix(length)) == expected, "\(length) bytes")
    }
  }

  @Test(arguments: [0, 1, 5]) func everythingAppendedIsNoticed(count: Int) throws {
    let vault = try seal(count)
    for extra in 1...100 {
      #expect(error(vault + [UInt8](repeating: 0, count: extra)) == .damaged(chunk: 0), "\(extra) bytes")
    }
    #expect(error(vault + vault) == .damaged(chunk: 0))
  }

  @Test func truncationInAndBetweenChunksIsNoticed() throws {
    let vault = try seal(3 * 65_536 + 10)
    for chunks in 1...3 {
      let border = 1440 + chunks * Self.chunk
      #expect(error(vault.prefix(border)) == .truncated, "after \(chunks) chunks")
      for extra in 1...32 { #expect(error(vault.prefix(border + extra)) == .truncated) }
      #expect(error(vault.prefix(border + 33)) == .damaged(chunk: UInt64(chunks)))
      #expect(error(vault.prefix(border - 1)) == .damaged(chunk: UInt64(chunks - 1)))
      #expect(error(vault.prefix(border - 32)) == .damaged(chunk: UInt64(chunks - 1)))
    }
    #expect(error(vault.dropLast()) == .damaged(chunk: 3))
    #expect(error(vault) == nil)
  }

  @Test func whatIsAppendedToAFullLastChunkIsNoticed() throws {
    let vault = try seal(2 * 65_536)
    for extra in 1...32 { #expect(error(vault + [UInt8](repeating: 7, count: extra)) == .truncated) }
    for extra in [33, 1000, Self.chunk] {
      #expect(error(vault + [UInt8](repeating: 7, count: extra)) == .damaged(chunk: 1))
    }
  }

  @Test func theDamagedChunkIsNamed() throws {
    let vault = try seal(3 * 65_536 + 10)
    for chunk in 0...3 {
      let start = 1440 + chunk * Self.chunk
      let end = min(start + Self.chunk, vault.count)
      for place in [start, start + 1, (start + end) / 2, end - 33, end - 32, end - 1] {
        var changed = vault
        changed[place] ^= 0x40
        #expect(error(changed) == .damaged(chunk: UInt64(chunk)), "byte \(place)")
      }
    }
    var both = vault
    both[1440 + 2 * Self.chunk] ^= 1
    both[1440 + Self.chunk] ^= 1
    #expect(error(both) == .damaged(chunk: 1))
  }

  @Test func movedChunksAreNoticed() throws {
    let vault = try seal(4 * 65_536)
    let header = vault[..<1440]
    let chunks = (0..<4).map { Array(vault[1440 + $0 * Self.chunk..<1440 + ($0 + 1) * Self.chunk]) }
    func error(_ order: Int...) -> VaultError? { self.error(header + order.flatMap { chunks[$0] }) }
    #expect(error(0, 1, 2, 3) == nil)
    #expect(error(1, 0, 2, 3) == .damaged(chunk: 0))
    #expect(error(0, 2, 1, 3) == .damaged(chunk: 1))
    #expect(error(0, 1, 3, 2) == .damaged(chunk: 2))
    #expect(error(3, 1, 2, 0) == .damaged(chunk: 0))
    #expect(error(0, 1, 1, 2, 3) == .damaged(chunk: 2))
    #expect(error(0, 0, 1, 2, 3) == .damaged(chunk: 1))
    #expect(error(0, 1, 2, 2, 3) == .damaged(chunk: 3))
    #expect(error(0, 1, 2, 3, 3) == .damaged(chunk: 3))
    #expect(error(1, 2, 3) == .damaged(chunk: 0))
    #expect(error(0, 2, 3) == .damaged(chunk: 1))
    #expect(error(0, 1, 3) == .damaged(chunk: 2))
    #expect(error(0, 1, 2) == .truncated)
    #expect(error(0) == .truncated)
    #expect(error(3) == .damaged(chunk: 0))
    #expect(error() == .truncated)
  }

  @Test func partsOfAnotherVaultAreNoticed() throws {
    let (one, other) = (try seal(2 * 65_536), try seal(2 * 65_536))
    let border = 1440 + Self.chunk
    #expect(error(one[..<1440] + other[1440...]) == .damaged(chunk: 0))
    #expect(error(one[..<border] + other[border...]) == .damaged(chunk: 1))
    #expect(error(one[..<1440] + other[1440..<border] + one[border...]) == .damaged(chunk: 0))
    for part in [16..<48, 48..<128, 688..<720] {
      #expect(error(one.writing(Array(other[part]), at: part.lowerBound)) == .wrongPasswordOrContext)
    }
    // The copy to which the first chunk belongs counts, for all chunks.
    #expect(error(other[..<720] + one[720...]) == nil)
    #expect(error(one[..<720] + other[720..<1440] + one[1440...]) == nil)
    #expect(error(other[..<720] + one[720..<border] + other[border...]) == .damaged(chunk: 1))
    #expect(error(one[..<720] + other[720...border] + one[(border + 1)...]) == .damaged(chunk: 1))
  }

  /// Only a reader that unlocks the vault itself, and reads the content in order, needs no more than the header to find
  /// out that the first copy is another vault's.
  @Test func theHeaderAloneDoesNotTellWhoseItIs() async throws {
    let (one, other) = (try seal(2 * 65_536), try seal(2 * 65_536))
    let vault = Array(other[..<720] + one[720...])
    func unlocked(_ count: Int) throws -> UnlockedVault {
      try UnlockedVault(header: vault.prefix(count), with: .password("pw".utf8), context: VaultContext("c".utf8))
    }
    func first(_ count: Int) throws -> [UInt8] {
      try unlocked(count).read(at: 0, count: 1, ofVault: UInt64(vault.count)) {
        Array(vault[Int($0.lowerBound)..<Int($0.upperBound)])
      }
    }
    func reader(_ count: Int) throws -> VaultReader {
      try VaultReader(header: vault.prefix(count), with: .password("pw".utf8), context: VaultContext("c".utf8))
    }
    func all(_ reader: consuming VaultReader) throws -> [UInt8] {
      var content: [UInt8] = []
      try reader.update(vault[1440...], into: &content)
      try reader.finalize(into: &content)
      return content
    }
    for count in [1440, 1540, Vault.beginningByteCount - 1] {
      #expect(throws: VaultError.damaged(chunk: 0)) { try first(count) }
      #expect(throws: VaultError.damaged(chunk: 0)) { try all(VaultReader(unlocked(count))) }
      #expect(try all(reader(count)).count == 131_072)
    }
    for count in [Vault.beginningByteCount, vault.count] {
      #expect(try first(count).count == 1)
      #expect(try unlocked(count).header == one[..<1440] + [])
    }
    let reader = try await VaultReader(
      header: vault.prefix(1440), with: .password("pw".utf8), context: VaultContext("c".utf8))
    #expect(try all(reader).count == 131_072)
  }

  /// The place of a slot is authenticated, and an added slot is noticed.
  @Test func movedAndAddedSlotsAreNoticed() throws {
    let (one, other) = (try seal(5), try seal(5))
    for place in 1..<8 {
      let moved = one.writing(Array(one[48..<128]), at: 48 + 80 * place)
      #expect(error(moved) == .wrongPasswordOrContext)
      #expect(error(moved.writing([UInt8](repeating: 0, count: 80), at: 48)) == .wrongPasswordOrContext)
      #expect(error(one.writing(Array(other[48..<128]), at: 48 + 80 * place)) == .wrongPasswordOrContext)
    }
  }
}
