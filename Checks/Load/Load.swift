#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif
import SwiftVault

// The program behind `Checks/Load/run`:
//
//     load pairs SEED FIRST COUNT     seals and opens random content, COUNT times, from pair number FIRST on
//     load generate SEED BYTES        writes that many bytes to standard output
//     load check SEED BYTES           reads them from standard input, and nothing else
//     load server CORES WORK          does a server's work, as in Server.swift
//
// The bytes depend only on the seed, so they need not be stored.

/// The same numbers for the same seed on every machine.
typealias Generator = SplitMix64

extension SplitMix64 {
  /// The generator of one pair.
  init(seed: UInt64, number: UInt64) {
    var generator = Generator(seed: seed ^ (number &* 0xD134_2543_DE82_EF95))
    self.init(seed: generator.next())
  }

  mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    let whole = buffer.count & ~7
    for offset in stride(from: 0, to: whole, by: 8) {
      buffer.storeBytes(of: next(), toByteOffset: offset, as: UInt64.self)
    }
    guard whole < buffer.count else { return }
    withUnsafeBytes(of: next()) { buffer[whole...].copyBytes(from: $0.prefix(buffer.count - whole)) }
  }

  /// Many bytes, eight at a time.
  mutating func content(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) {
      fill(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer($0)[..<count]))
      $1 = count
    }
  }
}

func fail(_ sentence: String) -> Never {
  let line = Array("load: \(sentence)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(1)
}

@main
enum Load {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    let numbers = words.dropFirst().compactMap { UInt64($0) }
    if words.first == "server" { return try await Server.run(Array(words.dropFirst())) }
    switch (words.first, numbers.count) {
    case ("pairs", 3): Pairs(seed: numbers[0]).run(from: numbers[1], count: numbers[2])
    case ("generate", 2): Stream(seed: numbers[0], byteCount: numbers[1]).generate()
    case ("check", 2): Stream(seed: numbers[0], byteCount: numbers[1]).check()
    default: fail("pairs SEED FIRST COUNT | generate SEED BYTES | check SEED BYTES | server CORES WORK")
    }
  }
}

// MARK: - A stream

struct Stream {
  let seed: UInt64
  let byteCount: UInt64

  /// Calls `body` with the stream's bytes, piece by piece.
  private func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) {
    var generator = Generator(seed: seed)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    var left = byteCount
    while left > 0 {
      let count = Int(min(left, UInt64(buffer.count)))
      generator.fill(buffer)
      body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      left -= UInt64(count)
    }
  }

  func generate() {
    forEachPiece { piece in
      var done = 0
      while done < piece.count {
        let count = write(STDOUT_FILENO, piece.baseAddress! + done, piece.count - done)
        if count < 0 { fail("standard output: error \(errno)") }
        done += count
      }
    }
  }

  func check() {
    let came = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    var place: UInt64 = 0
    forEachPiece { piece in
      var done = 0
      while done < piece.count {
        let count = read(STDIN_FILENO, came.baseAddress! + done, piece.count - done)
        if count <= 0 { fail("the stream ends after \(place + UInt64(done)) of \(byteCount) bytes") }
        done += count
      }
      if memcmp(came.baseAddress!, piece.baseAddress!, piece.count) != 0 {
        fail("the stream differs behind byte \(place)")
      }
      place += UInt64(piece.count)
    }
    if read(STDIN_FILENO, came.baseAddress!, 1) != 0 { fail("the stream goes on behind its \(byteCount) bytes") }
    print("checked \(byteCount) bytes")
  }
}
