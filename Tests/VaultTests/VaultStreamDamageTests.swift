import SwiftVaultTestSupport
import Testing

@testable import Vault

/// A stream returns only authentic content, in order, and accepts only the true end.
@Suite struct VaultStreamDamageTests {
  private static let chunk = 65_568
  private static let unit = 16 * 65_536

  /// The content that a stream returned, and the error that it threw.
  private struct Outcome {
    var content: [UInt8] = []
    var error: VaultError?
  }

  private func seal(_ count: Int) throws -> [UInt8] {
    try Vault.seal([UInt8].sample(count), under: .password("pw".utf8), stretching: .quick)
  }

  /// Streams the chunks of a vault in pieces of the given sizes, up to the first error.
  private func read(
    _ vault: [UInt8], of unlocked: UnlockedVault, sizes: [Int] = [.max], limits: Vault.Limits = Vault.Limits()
  ) -> Outcome {
    var outcome = Outcome()
    var reader = VaultReader(unlocked, limits: limits)
    do throws(VaultError) {
      for piece in Array(vault[1440...]).pieces(ofAtMost: sizes) {
        try reader.update(piece, into: &outcome.content)
      }
      try reader.finalize(into: &outcome.content)
    } catch {
      outcome.error = error
    }
    return outcome
  }

  @Test(arguments: [[1 << 20], [65_568], [100_000], [4093], [16 * 65_568], [40 * 65_568]])
  func nothingUnverifiedIsReleased(sizes: [Int]) throws {
    let count = 40 * 65_536 + 10
    let (vault, content) = (try seal(count), try [UInt8].sample(count))
    let unlocked = try UnlockedVault(header: vault, with: .password("pw".utf8))
    for chunk in [0, 1, 15, 16, 17, 31, 32, 39, 40] {
      for place in [0, 9, 41] {
        var damaged = vault
        damaged[1440 + chunk * Self.chunk + place] ^= 1
        let outcome = read(damaged, of: unlocked, sizes: sizes)
        #expect(outcome.error == .damaged(chunk: UInt64(chunk)))
        // Groups that arrive in one piece are returned together.
        let released = sizes[0] < 32 * Self.chunk || chunk > 31 ? chunk / 16 * Self.unit : 0
        #expect(outcome.content.count == released, "chunk \(chunk), byte \(place)")
        expectSame(outcome.content, content[..<released])
      }
    }
  }

  /// 20 chunks, so that groups begin with chunks 0 and 16.
  @Test func movedChunksAreNoticed() throws {
    let vault = try seal(20 * 65_536)
    let other = try seal(20 * 65_536)
    let unlocked = try UnlockedVault(header: vault, with: .password("pw".utf8))
    func bytes(_ vault: [UInt8], _ chunk: Int) -> ArraySlice<UInt8> {
      vault[1440 + chunk * Self.chunk..<1440 + (chunk + 1) * Self.chunk]
    }
    let all = Array(0..<20)
    func changed(_ change: (inout [Int]) -> Void) -> [Int] {
      var order = all
      change(&order)
      return order
    }
    // Chunk 100 + n is chunk n of the other vault.
    let cases: [([Int], VaultError?)] = [
      (all, nil),
      (changed { $0.swapAt(0, 1) }, .damaged(chunk: 0)),
      (changed { $0.swapAt(15, 16) }, .damaged(chunk: 15)),
      (changed { $0.swapAt(16, 17) }, .damaged(chunk: 16)),
      (changed { $0.swapAt(3, 19) }, .damaged(chunk: 3)),
      (changed { $0.insert(16, at: 16) }, .damaged(chunk: 17)),
      (changed { $0.insert(15, at: 16) }, .damaged(chunk: 16)),
      (changed { $0.append(19) }, .damaged(chunk: 19)),
      (changed { $0.append(0) }, .damaged(chunk: 19)),
      (changed { $0.remove(at: 0) }, .damaged(chunk: 0)),
      (changed { $0.remove(at: 15) }, .damaged(chunk: 15)),
      (changed { $0.remove(at: 16) }, .damaged(chunk: 16)),
      (changed { $0.remove(at: 18) }, .damaged(chunk: 18)),
      (Array(all[..<19]), .truncated),
      (Array(all[..<17]), .truncated),
      (Array(all[..<16]), .truncated),
      (Array(all[..<1]), .truncated),
      ([], .truncated),
      ([19], .damaged(chunk: 0)),
      (Array(all[16...]), .damaged(chunk: 0)),
      (Array(all[..<16] + all[..<16]), .damaged(chunk: 16)),
      (changed { $0[0] = 100 }, .damaged(chunk: 0)),
      (changed { $0[16] = 116 }, .damaged(chunk: 16)),
      (changed { $0[19] = 119 }, .damaged(chunk: 19)),
    ]
    for (order, error) in cases {
      var moved = Array(vault[..<1440])
      for chunk in order { moved += chunk < 100 ? bytes(vault, chunk) : bytes(other, chunk - 100) }
      let outcome = read(moved, of: unlocked, sizes: [Self.chunk])
      #expect(outcome.error == error, "\(order)")
      #expect(read(moved, of: unlocked).error == error, "\(order)")
      #expect(outcome.content.count == (error == nil ? 20 * 65_536 : outcome.content.count / Self.unit * Self.unit))
      if case .damaged(let chunk)? = error { #expect(outcome.content.count <= Int(chunk) / 16 * Self.unit) }
    }
  }

  @Test(arguments: [0, 1, 5, 40]) func everyTruncationIsNoticed(count: Int) throws {
    let vault = try seal(count)
    let unlocked = try UnlockedVault(header: vault, with: .password("pw".utf8))
    for length in 1440..<vault.count {
      let outcome = read(Array(vault[..<length]), of: unlocked)
      #expect(outcome.error == (length < 1472 ? .truncated : .damaged(chunk: 0)), "\(length) bytes")
      #expect(outcome.content.isEmpty)
    }
    #expect(read(vault, of: unlocked).error == nil)
  }

  /// A cut can be distinguished from damage only at the end of a chunk, or if too little follows for another chunk.
  @Test func truncationAroundEveryChunk() throws {
    let vault = try seal(17 * 65_536 + 10)
    let unlocked = try UnlockedVault(header: vault, with: .password("pw".utf8))
    for chunks in 1...17 {
      let border = 1440 + chunks * Self.chunk
      for (length, error) in [
        (border, .truncated), (border + 1, .truncated), (border + 31, .truncated), (border + 32, .truncated),
        (border + 33, .damaged(chunk: UInt64(chunks))), (border - 1, .damaged(chunk: UInt64(chunks - 1))),
      ] as [(Int, VaultError)] {
        let outcome = read(Array(vault[..<length]), of: unlocked)
        #expect(outcome.error == error, "\(chunks) chunks, \(length) bytes")
        #expect(outcome.content.count == (length - 1440 > 16 * Self.chunk ? Self.unit : 0))
      }
    }
  }

  @Test(arguments: [0, 1, 65_536, unit - 1, unit, unit + 1]) func whatFollowsTheEndIsNoticed(count: Int) throws {
    let vault = try seal(count)
    let unlocked = try UnlockedVault(header: vault, with: .password("pw".utf8))
    let last = max(0, count - 1) / 65_536
    for extra in [1, 31, 32, 33, 1000, Self.chunk, 2 * Self.unit] {
      for sizes in [[Int.max], [1 << 16]] {
        let outcome = read(vault + [UInt8](repeating: 0, count: extra), of: unlocked, sizes: sizes)
        // The rest after the last whole unit may be too long for a unit, or have a length that no chunks have.
        let rest = vault.count - 1440 + extra - last / 16 * 16 * Self.chunk
        let (whole, part) = rest.quotientAndRemainder(dividingBy: Self.chunk)
        let isNone = rest <= 16 * Self.chunk && (1...31 ~= part || part == 32 && whole > 0)
        #expect(outcome.error == (isNone ? .truncated : .damaged(chunk: UInt64(last))), "\(extra) bytes")
        if sizes == [1 << 16] { #expect(outcome.content.count == last / 16 * Self.unit) }
        #expect(outcome.content.count <= last / 16 * Self.unit)
      }
    }
  }

  /// Only empty content has an empty chunk. A holder of the key could make another one with a right tag.
  @Test(arguments: [1, 16, 17]) func anEmptyChunkBehindOthersIsNoEnd(chunks: Int) throws {
    let sealer = try VaultSealer(under: .password("pw".utf8), stretching: .quick)
    var vault = sealer.header + [UInt8](repeating: 0, count: chunks * Self.chunk + 32)
    try [UInt8].sample(chunks * 65_536).withUnsafeBytes { content in
      vault.withUnsafeMutableBytes {
        let start = $0.baseAddress! + 1440
        sealer.chunks.seal(content, from: 0, isEnd: false, into: start)
        let nothing = UnsafeRawBufferPointer(rebasing: content[..<0])
        sealer.chunks.seal(nothing, from: UInt64(chunks), isEnd: true, into: start + chunks * Self.chunk)
      }
    }
    let unlocked = try UnlockedVault(header: vault, with: .password("pw".utf8))
    #expect(read(vault, of: unlocked).error == .truncated)
    #expect(throws: VaultError.truncated) { try Vault.open(vault, with: .password("pw".utf8)) }
    let rest = vault[(1440 + chunks / 16 * 16 * Self.chunk)...]
    #expect(throws: VaultError.truncated) {
      try VaultOpener(unlocked).open(rest, unit: UInt64(chunks / 16), isLast: true)
    }
  }

  @Test func aReaderNeedsTheHeaderThePasswordAndTheContext() throws {
    let vault = try Vault.seal(
      [1, 2, 3], under: .password("pw".utf8), context: VaultContext("c".utf8), stretching: .rounds(9))
    func error(_ header: some Sequence<UInt8>, _ password: String, _ context: String, rounds: Int = 9) -> VaultError? {
      do throws(VaultError) {
        let limits = Vault.Limits(maximumRounds: rounds)
        _ = try VaultReader(
          header: header, with: .password(password.utf8), context: VaultContext(context.utf8), limits: limits)
        return nil
      } catch {
        return error
      }
    }
    #expect(error(vault, "pw", "c") == nil)
    #expect(error(vault[..<1440], "pw", "c") == nil)
    #expect(error(vault[..<1439], "pw", "c") == .truncated)
    #expect(error([], "pw", "c") == .notAVault)
    #expect(error(vault, "pv", "c") == .wrongPasswordOrContext)
    #expect(error(vault, "pw", "d") == .wrongPasswordOrContext)
    #expect(error(vault, "pw", "c", rounds: 8) == .overLimit(.rounds, found: 9, limit: 8))
  }

  /// The limit of the content is exact to the byte, and no content over it is returned.
  @Test(arguments: [0, 1, 65_535, 65_536, unit - 1, unit, unit + 1, 3 * unit])
  func theContentIsLimited(limit: Int) throws {
    let limits = Vault.Limits(maximumContentByteCount: limit)
    for (count, found) in [
      (limit, nil), (limit + 1, limit + 1), (limit + 3 * Self.unit, (limit / Self.unit + 1) * Self.unit),
    ] as [(Int, Int?)] {
      let vault = try seal(count)
      let unlocked = try UnlockedVault(header: vault, with: .password("pw".utf8))
      let outcome = read(vault, of: unlocked, sizes: [Self.chunk], limits: limits)
      #expect(outcome.error == found.map { .overLimit(.contentByteCount, found: $0, limit: limit) }, "\(count) bytes")
      #expect(outcome.content.count == (found == nil ? count : limit / Self.unit * Self.unit))
      let whole = found.map { _ in VaultError.overLimit(.contentByteCount, found: count, limit: limit) }
      #expect(
        error { () throws(VaultError) in try Vault.open(vault, with: .password("pw".utf8), limits: limits) } == whole)
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
}

extension [UInt8] {
  /// The bytes in pieces of the given sizes. The size `Int.max` takes all of them.
  fileprivate func pieces(ofAtMost sizes: [Int]) -> [ArraySlice<UInt8>] {
    pieces(of: sizes.map { Swift.min($0, Swift.max(1, count)) })
  }
}
