import SwiftVaultTestSupport
import Testing

@testable import Vault

/// Streams write and read the same vaults and contents as calls on a whole vault. They return whole units of 16
/// chunks.
@Suite struct VaultStreamTests {
  private static let unit = 16 * 65_536
  private static let sealedUnit = 16 * (65_536 + 32)

  /// The vault of content that is written in pieces. After each piece, all units but the one that may be the last have
  /// been returned.
  private func write(_ pieces: [ArraySlice<UInt8>], cores: Int = 1) throws -> [UInt8] {
    var writer = try VaultWriter(
      under: .password("pw".utf8), context: VaultContext("c".utf8), stretching: .quick, cores: cores)
    var vault: [UInt8] = []
    var taken = 0
    for piece in pieces {
      try writer.update(piece, into: &vault)
      taken += piece.count
      let units = max(0, taken - 1) / Self.unit
      if vault.count != (units > 0 ? 1440 + units * Self.sealedUnit : 0) {
        Issue.record("\(vault.count) bytes are out after \(taken)")
      }
    }
    try writer.finalize(into: &vault)
    return vault
  }

  /// The content of a vault whose chunks are read in pieces. After each piece, as many units must have been returned.
  private func read(_ unlocked: UnlockedVault, _ pieces: [ArraySlice<UInt8>], cores: Int = 1) throws -> [UInt8] {
    var reader = VaultReader(unlocked, cores: cores)
    var content: [UInt8] = []
    var taken = 0
    for piece in pieces {
      try reader.update(piece, into: &content)
      taken += piece.count
      let units = max(0, taken - 1) / Self.sealedUnit
      if content.count != units * Self.unit { Issue.record("\(content.count) bytes are out after \(taken)") }
    }
    try reader.finalize(into: &content)
    return content
  }

  private func unlock(_ vault: [UInt8]) throws -> UnlockedVault {
    try UnlockedVault(header: vault, with: .password("pw".utf8), context: VaultContext("c".utf8))
  }

  /// `bytes` divided at the given places.
  private func split(_ bytes: [UInt8], at places: [Int]) -> [ArraySlice<UInt8>] {
    zip([0] + places, places + [bytes.count]).map { bytes[$0..<$1] }
  }

  private func expect(_ vault: [UInt8], toHold content: [UInt8], _ comment: Comment) throws {
    #expect(vault.count == 1440 + content.count + 32 * max(1, (content.count + 65_535) / 65_536), comment)
    try expectSame(Vault.open(vault, with: .password("pw".utf8), context: VaultContext("c".utf8)), content, comment)
  }

  @Test(arguments: [0, 1, 2, 17, 33]) func everySplitOfSmallContent(count: Int) throws {
    let content = try [UInt8].sample(count)
    for first in 0...count {
      for second in first...count {
        try expect(write(split(content, at: [first, second])), toHold: content, "\(first), \(second)")
      }
    }
  }

  @Test(arguments: [0, 1, 2, 17, 33]) func everySplitOfASmallVault(count: Int) throws {
    let content = try [UInt8].sample(count)
    let vault = try Vault.seal(
      content, under: .password("pw".utf8), context: VaultContext("c".utf8), stretching: .quick)
    let unlocked = try unlock(vault)
    let chunks = Array(vault[1440...])
    for first in 0...chunks.count {
      for second in first...chunks.count {
        let opened = try read(unlocked, split(chunks, at: [first, second]))
        if !opened.isSame(as: content) { Issue.record("\(first), \(second)") }
      }
    }
  }

  private static let lengths = [
    65_535, 65_536, 65_537, unit - 1, unit, unit + 1, 2 * unit - 1, 2 * unit, 2 * unit + 1, 3 * unit + 5,
  ]

  @Test(arguments: lengths) func splitsAroundGroups(count: Int) throws {
    let content = try [UInt8].sample(count)
    let vault = try Vault.seal(
      content, under: .password("pw".utf8), context: VaultContext("c".utf8), stretching: .quick)
    let (unlocked, chunks) = (try unlock(vault), Array(vault[1440...]))
    for border in [0, 1, 2] {
      for first in -1...1 {
        for second in 0...1 {
          let places = [border * Self.unit + first, 2 * Self.unit + second].filter { 0...count ~= $0 }.sorted()
          try expect(write(split(content, at: places)), toHold: content, "\(places)")
          let sealed = [border * Self.sealedUnit + first, 2 * Self.sealedUnit + second]
            .filter { 0...chunks.count ~= $0 }.sorted()
          try expectSame(read(unlocked, split(chunks, at: sealed)), content, "\(sealed)")
        }
      }
    }
  }

  @Test(arguments: [
    [1], [4093], [65_535], [65_536], [65_537], [65_568], [unit - 1], [unit], [unit + 1], [sealedUnit],
    [sealedUnit - 1], [3 << 20], [1, 65_567], [0, unit, 0, 1], [5, 3 << 20],
  ]) func piecesOfManySizes(sizes: [Int]) throws {
    let content = try [UInt8].sample(sizes == [1] ? Self.unit + 5 : 3 * Self.unit + 70_000)
    try expect(write(content.pieces(of: sizes)), toHold: content, "\(sizes)")
    let vault = try Vault.seal(
      content, under: .password("pw".utf8), context: VaultContext("c".utf8), stretching: .quick)
    try expectSame(read(unlock(vault), Array(vault[1440...]).pieces(of: sizes)), content)
  }

  @Test func nothingAtAllIsAVaultOfEmptyContent() throws {
    for pieces in [[], [[]], [[], []]] as [[ArraySlice<UInt8>]] { try expect(write(pieces), toHold: [], "\(pieces)") }
  }

  /// Input that is not contiguous, and output appended to bytes that are already there.
  @Test func otherFormsOfInput() throws {
    let content = try [UInt8].sample(Self.unit + 100)
    var vault: [UInt8] = [1, 2, 3]
    var writer = try VaultWriter(
      under: .password(AnySequence("pw".utf8)), context: VaultContext(AnySequence("c".utf8)), stretching: .quick)
    try writer.update(AnySequence(content[..<50]), into: &vault)
    try writer.update(AnySequence(content[50...]), into: &vault)
    try writer.finalize(into: &vault)
    #expect(vault[..<3] == [1, 2, 3])
    try expect(Array(vault[3...]), toHold: content, "")
    var reader = try VaultReader(
      header: AnySequence(vault[3...]), with: .password(AnySequence("pw".utf8)),
      context: VaultContext(AnySequence("c".utf8)))
    var opened: [UInt8] = [4, 5]
    try reader.update(AnySequence(vault[1443...]), into: &opened)
    try reader.finalize(into: &opened)
    expectSame(opened, [4, 5] + content)
  }

  @Test func everyNumberOfCoresGivesTheSame() throws {
    let content = try [UInt8].sample(5 * Self.unit + 7)
    let sealer = try VaultSealer(under: .password([]), stretching: .quick)
    let sealed = [1, 2, 5, 100, 0, -1].map { cores in
      [UInt8](unsafeUninitializedCapacity: content.count + 81 * 32) { output, count in
        content.withUnsafeBytes {
          sealer.chunks.seal($0, fromUnit: 0, isEnd: true, into: output.baseAddress!, cores: cores)
        }
        count = output.count
      }
    }
    for other in sealed { expectSame(sealed[0], other) }
    for cores in [1, 2, 5] {
      let vault = try Vault.seal(
        content, under: .password("pw".utf8), context: VaultContext("c".utf8), stretching: .quick, cores: cores)
      try expect(vault, toHold: content, "\(cores) cores")
      try expect(write(content.pieces(of: [3 << 20]), cores: cores), toHold: content, "\(cores) cores")
      try expectSame(
        Vault.open(vault, with: .password("pw".utf8), context: VaultContext("c".utf8), cores: cores), content)
      try expectSame(read(unlock(vault), [vault[1440...]], cores: cores), content)
      var damaged = vault
      for chunk in [75, 20, 21, 40] { damaged[1440 + chunk * 65_568] ^= 1 }
      #expect(throws: VaultError.damaged(chunk: 20)) {
        _ = try Vault.open(damaged, with: .password("pw".utf8), context: VaultContext("c".utf8), cores: cores)
      }
      #expect(throws: VaultError.damaged(chunk: 20)) {
        _ = try read(unlock(vault), [damaged[1440...]], cores: cores)
      }
    }
  }
}
