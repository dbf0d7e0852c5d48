import SwiftVaultTestSupport
import Testing

@testable import Vault

/// Units are sealed and opened in any order and by any thread. Each is bound to its number and to whether it is the
/// last.
@Suite struct VaultUnitTests {
  private static let unit = 16 * 65_536
  private static let sealedUnit = 16 * 65_568
  /// The largest content that a vault can hold. Its last unit has 7 chunks.
  private static let maximum = 9_218_870_635_177_377_792 as UInt64
  private static let lastUnit = maximum / UInt64(unit)

  private func sealer() throws -> VaultSealer {
    try VaultSealer(under: .password("pw".utf8), context: VaultContext("c".utf8), stretching: .quick)
  }

  private func opener(_ header: [UInt8], limits: Vault.Limits = Vault.Limits()) throws -> VaultOpener {
    VaultOpener(
      try UnlockedVault(
        header: header, with: .password("pw".utf8), context: VaultContext("c".utf8), limits: limits),
      limits: limits)
  }

  /// The vault of content in units, of which all but the last are whole. `isLast` marks each.
  private func seal(
    _ content: [UInt8], by sealer: VaultSealer, isLast: (_ unit: Int, _ last: Int) -> Bool = { $0 == $1 }
  ) throws -> [UInt8] {
    let last = max(0, content.count - 1) / Self.unit
    return try (0...last).reduce(into: sealer.header) { vault, unit in
      let piece = content.dropFirst(unit * Self.unit).prefix(Self.unit)
      vault += try sealer.seal(piece, unit: UInt64(unit), isLast: isLast(unit, last))
    }
  }

  private func error<Result>(_ body: () throws(VaultError) -> Result) -> VaultError? {
    do throws(VaultError) {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }

  @Test func unitsHaveTheirSize() {
    #expect(Vault.unitContentByteCount == Self.unit)
    #expect(Vault.unitByteCount == Self.sealedUnit)
  }

  /// Works on each piece of the input in a thread of its own, and stores the result in its place of the output. The
  /// last piece is first.
  private func inParallel(
    _ count: Int, _ input: [UInt8], pieces inputByteCount: Int, into byteCount: Int, pieces outputByteCount: Int,
    _ work: @escaping @Sendable (UnsafeRawBufferPointer, Int, UnsafeMutableRawBufferPointer) throws -> Int
  ) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: byteCount)
    output.withUnsafeMutableBytes { output in
      // SAFETY: the pieces do not overlap, and one thread writes each.
      nonisolated(unsafe) let output = output
      Threads.perform(count) { number in
        let piece = count - 1 - number
        let place = UnsafeMutableRawBufferPointer(rebasing: output[(piece * outputByteCount)...])
        input.withUnsafeBytes { input in
          let bytes = UnsafeRawBufferPointer(rebasing: input.dropFirst(piece * inputByteCount).prefix(inputByteCount))
          #expect((try? work(bytes, piece, place)) == min(outputByteCount, place.count))
        }
      }
    }
    return output
  }

  /// Both forms, and one memory area that a thread for each unit writes to, the last unit first.
  @Test(arguments: [0, 1, 65_536, unit - 1, unit, unit + 1, 2 * unit, 4 * unit + 65_537])
  func anyOrderOnAnyThread(count: Int) throws {
    let (sealer, content) = (try sealer(), try [UInt8].sample(count))
    let vault = try seal(content, by: sealer)
    try expectSame(Vault.open(vault, with: .password("pw".utf8), context: VaultContext("c".utf8)), content)

    let unitCount = max(0, count - 1) / Self.unit + 1
    let opener = try opener(sealer.header)
    let sealed = inParallel(unitCount, content, pieces: Self.unit, into: vault.count - 1440, pieces: Self.sealedUnit) {
      try sealer.chunks.seal($0, unit: UInt64($1), isLast: $1 == unitCount - 1, into: $2)
    }
    expectSame(sealed, vault[1440...])
    let opened = inParallel(unitCount, sealed, pieces: Self.sealedUnit, into: count, pieces: Self.unit) {
      try opener.open($0, unit: UInt64($1), isLast: $1 == unitCount - 1, into: $2)
    }
    expectSame(opened, content)
    for unit in (0..<unitCount).reversed() {
      let piece = vault.dropFirst(1440 + unit * Self.sealedUnit).prefix(Self.sealedUnit)
      try expectSame(
        opener.open(AnySequence(piece), unit: UInt64(unit), isLast: unit == unitCount - 1),
        content.dropFirst(unit * Self.unit).prefix(Self.unit))
    }
  }

  @Test("spans: behind what is there; nothing is appended when a chunk is damaged")
  func spans() throws {
    let (sealer, content) = (try sealer(), try [UInt8].sample(Self.unit - 1))
    let sealed = try [UInt8](capacity: Self.sealedUnit + 3) { output throws(VaultError) in
      for byte in 1...3 { output.append(UInt8(byte)) }
      try sealer.seal(content.span.bytes, unit: 0, isLast: true, into: &output)
    }
    try expectSame(sealed, [1, 2, 3] + sealer.seal(content, unit: 0, isLast: true))
    let (opener, right) = (try opener(sealer.header), Array(sealed[3...]))
    var wrong = right
    wrong[wrong.count - 1] ^= 1
    let opened = try [UInt8](capacity: Self.unit + 1) { output throws(VaultError) in
      output.append(9)
      do throws(VaultError) {
        try opener.open(wrong.span.bytes, unit: 0, isLast: true, into: &output)
        Issue.record("a damaged chunk was opened")
      } catch {
        #expect(error == .damaged(chunk: 15) && output.byteCount == 1)
      }
      try opener.open(right.span.bytes, unit: 0, isLast: true, into: &output)
    }
    expectSame(opened, [9] + content)
  }

  @Test(arguments: [0, 1, unit, unit + 1, 2 * unit, 2 * unit + 65_537])
  func theLastUnitIsMarked(count: Int) throws {
    let (sealer, content) = (try sealer(), try [UInt8].sample(count))
    let lastChunk = UInt64(max(0, count - 1) / 65_536)
    func open(_ vault: [UInt8]) throws(VaultError) -> [UInt8] {
      try Vault.open(vault, with: .password("pw".utf8), context: VaultContext("c".utf8))
    }
    if count % Self.unit == 0, count > 0 {
      let endless = try seal(content, by: sealer) { _, _ in false }
      #expect(error { () throws(VaultError) in try open(endless) } == .truncated)
    }
    let ends = try seal(content, by: sealer) { _, _ in true }
    #expect(error { () throws(VaultError) in try open(ends) } == (count > Self.unit ? .damaged(chunk: 15) : nil))

    let (vault, opener) = (try seal(content, by: sealer), try opener(sealer.header))
    let last = max(0, count - 1) / Self.unit
    for unit in 0...last {
      let piece = vault.dropFirst(1440 + unit * Self.sealedUnit).prefix(Self.sealedUnit)
      let wrong = error { () throws(VaultError) in try opener.open(piece, unit: UInt64(unit), isLast: unit != last) }
      #expect(wrong == (unit == last ? .damaged(chunk: lastChunk) : .truncated))
    }
  }

  @Test func aUnitOpensInItsPlaceAlone() throws {
    let sealer = try sealer()
    let vault = try seal(.sample(3 * Self.unit), by: sealer)
    let opener = try opener(sealer.header)
    let second = vault[(1440 + Self.sealedUnit)..<(1440 + 2 * Self.sealedUnit)]
    #expect(error { () throws(VaultError) in try opener.open(second, unit: 1, isLast: false) } == nil)
    for unit in [0, 2, 1 << 32, 1 << 40] as [UInt64] {
      let found = error { () throws(VaultError) in try opener.open(second, unit: unit, isLast: false) }
      #expect(found == .damaged(chunk: unit * 16))
    }
    let other = try self.opener(try self.sealer().header)
    #expect(error { () throws(VaultError) in try other.open(second, unit: 1, isLast: false) } == .damaged(chunk: 16))
    for chunk in [0, 7, 15] {
      var damaged = Array(second)
      damaged[chunk * 65_568 + 3] ^= 1
      let found = error { () throws(VaultError) in try opener.open(damaged, unit: 1, isLast: false) }
      #expect(found == .damaged(chunk: UInt64(16 + chunk)))
    }
  }

  /// Only the first unit may have an empty chunk, and no unit ends inside a tag.
  @Test(arguments: [0, 1, 2, lastUnit]) func lengthsThatNoUnitHas(unit: UInt64) throws {
    let sealer = try sealer()
    let opener = try opener(sealer.header)
    for count in [0, 1, 31, 32, 65_568 + 1, 65_568 + 31, 65_568 + 32, Self.sealedUnit + 32] {
      for isLast in [false, true] {
        let found = error { () throws(VaultError) in
          try opener.open([UInt8](repeating: 0, count: count), unit: unit, isLast: isLast)
        }
        #expect(found == (count == 32 && unit == 0 ? .damaged(chunk: 0) : .truncated), "\(count) bytes")
      }
    }
  }

  /// The limit of the content is exact to the byte, whichever unit is opened.
  @Test(arguments: [0, 1, unit - 1, unit, unit + 1]) func theContentIsLimited(limit: Int) throws {
    let sealer = try sealer()
    let opener = try opener(sealer.header, limits: Vault.Limits(maximumContentByteCount: limit))
    for count in [limit, limit + 1] {
      let vault = try seal(.sample(count), by: sealer)
      let last = max(0, count - 1) / Self.unit
      let found = error { () throws(VaultError) in
        try opener.open(vault[(1440 + last * Self.sealedUnit)...], unit: UInt64(last), isLast: true)
      }
      #expect(found == (count == limit ? nil : .overLimit(.contentByteCount, found: count, limit: limit)))
    }
  }

  /// The largest content that a vault can hold is sealed and opened. One byte more is refused.
  @Test func theEndOfAllVaults() throws {
    #expect(VaultChunks.maximumContentByteCount == Self.maximum)
    #expect(try Vault.byteCount(sealing: Self.maximum) <= Int64.max)
    #expect(1440 + VaultChunks.byteCount(sealing: Self.maximum + 65_536) > Int64.max)
    let tooLong = VaultError.contentTooLong(maximum: Self.maximum)
    #expect(error { () throws(VaultError) in try Vault.byteCount(sealing: Self.maximum + 1) } == tooLong)
    let (sealer, rest) = (try sealer(), 7 * 65_536)
    let opener = try opener(sealer.header)
    for count in [1, rest - 1, rest] {
      let content = try [UInt8].sample(count)
      let sealed = try sealer.seal(content, unit: Self.lastUnit, isLast: true)
      try expectSame(opener.open(sealed, unit: Self.lastUnit, isLast: true), content)
    }
    let beyond = [(Self.lastUnit, rest + 1), (Self.lastUnit, Self.unit), (Self.lastUnit + 1, 1), (UInt64.max, 1)]
    for (unit, count) in beyond {
      let content = [UInt8](repeating: 0, count: count)
      #expect(error { () throws(VaultError) in try sealer.seal(content, unit: unit, isLast: true) } == tooLong)
      let sealed = [UInt8](repeating: 0, count: Int(VaultChunks.byteCount(sealing: UInt64(count))))
      #expect(error { () throws(VaultError) in try opener.open(sealed, unit: unit, isLast: true) } == tooLong)
    }
    // A writer checks the number of units, too.
    func byteCount(sealing count: Int, from unit: UInt64) throws(VaultError) {
      _ = try VaultChunks.byteCount(sealing: count, fromUnit: unit)
    }
    #expect(error { () throws(VaultError) in try byteCount(sealing: rest, from: Self.lastUnit) } == nil)
    let over = Self.unit + rest + 1
    #expect(error { () throws(VaultError) in try byteCount(sealing: over, from: Self.lastUnit - 1) } == tooLong)
  }

  @Test func sizesOfVaults() throws {
    for count in [0, 1, 65_535, 65_536, 65_537, 1 << 20, (1 << 20) + 1, 1 << 40] as [UInt64] {
      let byteCount = 1440 + count + 32 * max(1, (count + 65_535) / 65_536)
      #expect(try Vault.byteCount(sealing: count) == byteCount)
      #expect(try Vault.contentByteCount(ofVault: byteCount) == count)
    }
    for byteCount in [0, 1439, 1440, 1471, 1440 + 65_568 + 1, 1440 + 65_568 + 32] as [UInt64] {
      #expect(error { () throws(VaultError) in try Vault.contentByteCount(ofVault: byteCount) } == .truncated)
    }
  }

  @Test func whatIsNoUnitIsACallersMistake() async {
    await #expect(processExitsWith: .failure) { try sealUnit(unitByteCount + 1, isLast: true, room: 2 * unitByteCount) }
    await #expect(processExitsWith: .failure) {
      try sealUnit(unitByteCount - 1, isLast: false, room: 2 * unitByteCount)
    }
    await #expect(processExitsWith: .failure) { try sealUnit(0, isLast: false, room: 32) }
    await #expect(processExitsWith: .failure) { try sealUnit(0, at: 1, isLast: true, room: 32) }
    await #expect(processExitsWith: .failure) { try sealUnit(5, isLast: true, room: 36) }
    await #expect(processExitsWith: .success) { try sealUnit(5, isLast: true, room: 37) }
    await #expect(processExitsWith: .failure) {
      let sealer = try await VaultSealer(under: .password("pw".utf8), stretching: .quick)
      let sealed = try sealer.seal([1, 2, 3], unit: 0, isLast: true)
      let opener = VaultOpener(try await UnlockedVault(header: sealer.header, with: .password("pw".utf8)))
      _ = try [UInt8](capacity: 2) { room throws(VaultError) in
        try opener.open(sealed.span.bytes, unit: 0, isLast: true, into: &room)
      }
    }
  }
}

private let unitByteCount = 16 * 65_536

/// Seals a unit into memory of `room` bytes.
private func sealUnit(_ count: Int, at unit: UInt64 = 0, isLast: Bool, room: Int) throws {
  let sealer = try VaultSealer(under: .password("pw".utf8), stretching: .quick)
  let content = [UInt8](repeating: 1, count: count)
  _ = try [UInt8](capacity: room) { output throws(VaultError) in
    try sealer.seal(content.span.bytes, unit: unit, isLast: isLast, into: &output)
  }
}
