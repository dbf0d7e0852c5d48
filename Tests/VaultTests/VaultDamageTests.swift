import Testing
import Vault

/// No change to a vault goes unnoticed, and each is named.
@Suite struct VaultDamageTests {
  private static let chunk = 65_536 + 32
  private static let limits = Vault.Limits(maximumRounds: 10_000)

  private func seal(_ count: Int, rounds: Int = 1) throws -> [UInt8] {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13 + $0 >> 9) }
    return try Vault.seal(content, password: "pw".utf8, context: "c".utf8, unsafeUncheckedRounds: rounds)
  }

  /// What opening throws, or nil when it succeeds.
  private func error(_ vault: some Sequence<UInt8>) -> VaultError? {
    do throws(VaultError) {
      _ = try Vault.open(vault, password: "pw".utf8, context: "c".utf8, limits: Self.limits)
      return nil
    } catch {
      return error
    }
  }

  /// What a single changed bit of a vault with one slot, of 1 round, and one chunk must lead to.
  private func expectedError(byte: Int, bit: Int) -> VaultError {
    switch byte {
    case 0..<8: .notAVault
    case 8: .unsupportedVersion(1 ^ 1 << bit)
    case 9..<16: .invalidHeader
    case 16..<48: .wrongPasswordOrContext
    case 48..<52: .invalidHeader
    case 52..<56: expectedError(rounds: 1 ^ 1 << (8 * (55 - byte) + bit))
    case 56..<128: .wrongPasswordOrContext
    case 128..<688: .invalidHeader
    case 688..<720: .wrongPasswordOrContext
    default: .damaged(chunk: 0)
    }
  }

  private func expectedError(rounds: Int) -> VaultError {
    if rounds == 0 { return .invalidHeader }
    if rounds > Self.limits.maximumRounds {
      return .overLimit(rounds: rounds, limit: Self.limits.maximumRounds)
    }
    return .wrongPasswordOrContext
  }

  @Test(arguments: [0, 1, 5]) func everyChangedBitIsNoticed(count: Int) throws {
    let vault = try seal(count)
    #expect(error(vault) == nil)
    for byte in vault.indices {
      for bit in 0..<8 {
        var changed = vault
        changed[byte] ^= 1 << bit
        let (found, expected) = (error(changed), expectedError(byte: byte, bit: bit))
        if found != expected { Issue.record("byte \(byte), bit \(bit): \(String(describing: found))") }
      }
    }
  }

  @Test(arguments: [0, 1, 5, 40]) func everyTruncationIsNoticed(count: Int) throws {
    let vault = try seal(count)
    for length in 0..<vault.count {
      let expected: VaultError =
        switch length {
        case 0..<8: .notAVault
        case 8..<752: .truncated
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
      let border = 720 + chunks * Self.chunk
      #expect(error(vault.prefix(border)) == .truncated, "after \(chunks) chunks")
      for extra in 1...32 { #expect(error(vault.prefix(border + extra)) == .truncated) }
      #expect(error(vault.prefix(border + 33)) == .damaged(chunk: chunks))
      #expect(error(vault.prefix(border - 1)) == .damaged(chunk: chunks - 1))
      #expect(error(vault.prefix(border - 32)) == .damaged(chunk: chunks - 1))
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
      let start = 720 + chunk * Self.chunk
      let end = min(start + Self.chunk, vault.count)
      for place in [start, start + 1, (start + end) / 2, end - 33, end - 32, end - 1] {
        var changed = vault
        changed[place] ^= 0x40
        #expect(error(changed) == .damaged(chunk: chunk), "byte \(place)")
      }
    }
    var both = vault
    both[720 + 2 * Self.chunk] ^= 1
    both[720 + Self.chunk] ^= 1
    #expect(error(both) == .damaged(chunk: 1))
  }

  @Test func movedChunksAreNoticed() throws {
    let vault = try seal(4 * 65_536)
    let header = vault[..<720]
    let chunks = (0..<4).map { Array(vault[720 + $0 * Self.chunk..<720 + ($0 + 1) * Self.chunk]) }
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

  @Test func chunksOfAnotherVaultAreNoticed() throws {
    let (one, other) = (try seal(2 * 65_536), try seal(2 * 65_536))
    let border = 720 + Self.chunk
    #expect(error(one[..<720] + other[720...]) == .damaged(chunk: 0))
    #expect(error(one[..<border] + other[border...]) == .damaged(chunk: 1))
    #expect(error(one[..<720] + other[720..<border] + one[border...]) == .damaged(chunk: 0))
    var header = one
    header[16..<48] = other[16..<48]
    #expect(error(header) == .wrongPasswordOrContext)
    header = one
    header[48..<128] = other[48..<128]
    #expect(error(header) == .wrongPasswordOrContext)
    header = one
    header[688..<720] = other[688..<720]
    #expect(error(header) == .wrongPasswordOrContext)
  }

  /// The place of a slot is authenticated too, and so is a slot that was added.
  @Test func movedAndAddedSlotsAreNoticed() throws {
    let (one, other) = (try seal(5), try seal(5))
    for place in 1..<8 {
      var moved = one
      moved[48 + 80 * place..<128 + 80 * place] = one[48..<128]
      #expect(error(moved) == .wrongPasswordOrContext)
      moved[48..<128] = ArraySlice(repeatElement(0, count: 80))
      #expect(error(moved) == .wrongPasswordOrContext)
      var added = one
      added[48 + 80 * place..<128 + 80 * place] = other[48..<128]
      #expect(error(added) == .wrongPasswordOrContext)
    }
  }
}
