import SwiftVaultTestSupport
import Testing
import Vault

/// A range of the content is read only from the chunks that hold it.
@Suite struct VaultRangeTests {
  private static let chunk = 65_568
  private static let lengths = [0, 1, 100, 65_535, 65_536, 65_537, 131_072, 5 * 65_536 + 100]

  /// A vault in storage that counts the reads.
  private final class Storage {
    var bytes: [UInt8]
    var reads: [Range<UInt64>] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(_ range: Range<UInt64>) -> [UInt8] {
      reads.append(range)
      return Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
    }

    /// Reads a range, and counts only the reads for it.
    func part(_ unlocked: UnlockedVault, at offset: UInt64, count: Int) throws -> [UInt8] {
      reads = []
      return try unlocked.read(at: offset, count: count, ofVault: UInt64(bytes.count), from: read)
    }
  }

  private func open(_ content: [UInt8]) throws -> (UnlockedVault, Storage) {
    let vault = try Vault.seal(content, under: .password("pw".utf8), stretching: .quick)
    return (try UnlockedVault(header: vault, with: .password("pw".utf8)), Storage(vault))
  }

  /// The chunks that hold a range of the content. An empty range has the chunk in which it starts. At the end of the
  /// content, the last chunk is included.
  private func chunks(of part: Range<Int>, in count: Int) -> ClosedRange<Int> {
    let last = max(0, count - 1) / 65_536
    var touched = (0...last).filter { max(part.lowerBound, $0 * 65_536) < min(part.upperBound, ($0 + 1) * 65_536) }
    if touched.isEmpty { touched = [min(part.lowerBound / 65_536, last)] }
    return touched[0]...(part.upperBound == count ? last : touched.last!)
  }

  private func check(
    _ unlocked: UnlockedVault, _ storage: Storage, of content: [UInt8], at offset: UInt64, count: Int
  ) throws {
    let start = Int(min(offset, UInt64(content.count)))
    let part = start..<start + min(count, content.count - start)
    let found = try storage.part(unlocked, at: offset, count: count)
    let chunks = chunks(of: part, in: content.count)
    let end = min(1440 + (chunks.upperBound + 1) * Self.chunk, storage.bytes.count)
    let read = UInt64(1440 + chunks.lowerBound * Self.chunk)..<UInt64(end)
    if !found.isSame(as: content[part]) || storage.reads != [read] {
      Issue.record("\(count) bytes at \(offset) of \(content.count): \(found.count), read \(storage.reads)")
    }
  }

  @Test(arguments: lengths) func partsAroundEveryBorder(count: Int) throws {
    let content = try [UInt8].sample(count)
    let (unlocked, storage) = try open(content)
    let borders = stride(from: 0, through: count + 65_536, by: 65_536).map(\.self) + [count, count / 2]
    let places = Set(borders.flatMap { [$0 - 1, $0, $0 + 1] }.filter { $0 >= 0 }).sorted()
    for start in places {
      for end in places where end >= start {
        try check(unlocked, storage, of: content, at: UInt64(start), count: end - start)
      }
      try check(unlocked, storage, of: content, at: UInt64(start), count: .max)
    }
    for offset in [1 << 31, 1 << 32, 1 << 63, .max - 1, .max] as [UInt64] {
      for count in [0, 1, .max] { try check(unlocked, storage, of: content, at: offset, count: count) }
    }
  }

  @Test func partsAnywhere() throws {
    let content = try [UInt8].sample(5 * 65_536 + 100)
    let (unlocked, storage) = try open(content)
    var dice = SplitMix64(seed: 7)
    for _ in 0..<400 {
      let offset = UInt64.random(in: 0...400_000, using: &dice)
      let count = Int.random(in: 0...(Bool.random(using: &dice) ? 400_000 : 300), using: &dice)
      try check(unlocked, storage, of: content, at: offset, count: count)
    }
  }

  /// Damage is found in the chunks that are read, and not in others.
  @Test func damageInsideAndOutsideThePart() throws {
    let content = try [UInt8].sample(5 * 65_536 + 100)
    let (unlocked, storage) = try open(content)
    let intact = storage.bytes
    for damaged in 0...5 {
      for place in [0, 50, 99, 131] {
        storage.bytes = intact
        storage.bytes[1440 + damaged * Self.chunk + place] ^= 1
        for (part, read) in [
          (0..<1, 0...0), (0..<65_537, 0...1), (65_536..<131_072, 1...1), (100_000..<200_000, 1...3),
          (327_680..<327_680, 5...5), (327_681..<327_682, 5...5), (0..<content.count, 0...5),
        ] {
          func found() throws -> [UInt8] {
            try storage.part(unlocked, at: UInt64(part.lowerBound), count: part.count)
          }
          if read ~= damaged {
            #expect(throws: VaultError.damaged(chunk: UInt64(damaged)), "chunk \(damaged), \(part)") { _ = try found() }
          } else {
            try expectSame(found(), content[part], "chunk \(damaged), \(part)")
          }
        }
      }
    }
  }

  @Test func chunksInAnotherPlaceAreNoticed() throws {
    let (unlocked, storage) = try open(.sample(4 * 65_536))
    let intact = storage.bytes
    let (second, third) = (1440 + Self.chunk..<1440 + 2 * Self.chunk, 1440 + 2 * Self.chunk..<1440 + 3 * Self.chunk)
    storage.bytes.replaceSubrange(second, with: intact[third])
    #expect(throws: VaultError.damaged(chunk: 1)) { try storage.part(unlocked, at: 65_536, count: 1) }
    #expect(try storage.part(unlocked, at: 131_072, count: 1).count == 1)
    storage.bytes.replaceSubrange(third, with: intact[second])
    #expect(throws: VaultError.damaged(chunk: 2)) { try storage.part(unlocked, at: 131_072, count: 1) }
  }

  /// A range is shorter than requested only if the vault really ends there.
  @Test func theEndOfACutVaultIsNotBelieved() throws {
    let content = try [UInt8].sample(4 * 65_536 + 100)
    let (unlocked, storage) = try open(content)
    let intact = storage.bytes
    for chunks in 1...4 {
      let end = UInt64(chunks * 65_536)
      storage.bytes = Array(intact[..<(1440 + chunks * Self.chunk)])
      for (offset, count) in [(0, .max), (end - 1, 1), (end - 1, 2), (end, 0), (end, 1), (.max, 1)] as [(UInt64, Int)] {
        #expect(throws: VaultError.truncated, "\(chunks) chunks, \(count) at \(offset)") {
          _ = try storage.part(unlocked, at: offset, count: count)
        }
      }
      // In chunks before the last, a cut is not noticed.
      if chunks > 1 { try expectSame(storage.part(unlocked, at: 5, count: 100), content[5..<105]) }
    }
    storage.bytes = intact.dropLast()
    #expect(throws: VaultError.damaged(chunk: 4)) { try storage.part(unlocked, at: 5, count: .max) }
    storage.bytes = intact + [0]
    #expect(throws: VaultError.damaged(chunk: 4)) { try storage.part(unlocked, at: 5, count: .max) }
  }

  /// A full last chunk is refused if the vault is said to continue after it.
  @Test func aLastChunkThatIsNotAtTheEnd() throws {
    let (unlocked, storage) = try open(.sample(2 * 65_536))
    storage.bytes += [UInt8](repeating: 0, count: Self.chunk)
    #expect(throws: VaultError.damaged(chunk: 1)) { try storage.part(unlocked, at: 65_536, count: 1) }
    #expect(try storage.part(unlocked, at: 65_535, count: 1).count == 1)
  }

  @Test func lengthsThatNoVaultHasAreNotRead() throws {
    let (unlocked, storage) = try open(.sample(70_000))
    for length in [0, 1, 1439, 1440, 1471, 67_009, 67_040, 1440 + 2 * 65_568 + 32] as [UInt64] {
      #expect(throws: VaultError.truncated, "\(length) bytes") {
        try unlocked.read(at: 0, count: 1, ofVault: length, from: storage.read)
      }
    }
    #expect(storage.reads.isEmpty)
  }

  /// Sizes that no storage has, but that hostile storage may claim.
  @Test func hugeVaultsDoNotTrap() throws {
    let (unlocked, _) = try open(.sample(5))
    for length in [1 << 32, 1 << 48, 1 << 62, 1 << 63, .max - 65_567, .max - 40_000, .max] as [UInt64] {
      for offset in [0, 65_536, 1 << 40, .max / 2, .max] as [UInt64] {
        for count in [0, 1, .max] {
          var reads: [Range<UInt64>] = []
          #expect(throws: VaultError.truncated, "\(count) at \(offset) of \(length)") {
            try unlocked.read(at: offset, count: count, ofVault: length) {
              reads.append($0)
              return []
            }
          }
          #expect(reads.count == 1 && reads[0].upperBound <= length && reads[0].lowerBound >= 1440)
        }
      }
    }
  }

  @Test func sourcesThatGiveTooLittleTooMuchOrNothing() throws {
    let (unlocked, storage) = try open(.sample(70_000))
    for extra in [-65_568, -33, -1, 1, 32, 65_568] {
      #expect(throws: VaultError.truncated, "\(extra) bytes more") {
        try unlocked.read(at: 5, count: 10, ofVault: UInt64(storage.bytes.count)) { range in
          let bytes = storage.read(range)
          return extra < 0 ? Array(bytes.dropLast(-extra)) : bytes + [UInt8](repeating: 0, count: extra)
        }
      }
    }
    struct Unreadable: Error {}
    #expect(throws: Unreadable.self) {
      try unlocked.read(at: 5, count: 10, ofVault: UInt64(storage.bytes.count)) { _ in throw Unreadable() }
    }
  }
}
