#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif
import SwiftVault

/// Seals and opens random content with every call of the library, and expects damage and wrong secrets to be refused.
struct Pairs {
  let seed: UInt64

  /// The ways to test a pair. A new way to seal or open is a case, and a line in `check`.
  enum Way: Int, CaseIterable {
    /// Sealed and opened in memory.
    case whole
    /// Sealed from pieces of any length.
    case writer
    /// Opened from pieces of any length.
    case reader
    /// A part of the content is read.
    case range
    /// A password is changed in the header, then the new one opens it and the old one does not.
    case changed
    /// The password differs from the right one in one bit, or is a byte longer or shorter.
    case wrongPassword
    /// The context differs in the same way.
    case wrongContext
    /// One bit of the vault differs.
    case damaged
    /// The vault is cut at any place.
    case cut
  }

  /// The largest content, in bytes.
  private static let largest = 1 << 20
  /// Sizes at the borders of blocks, chunks and groups of chunks.
  private static let edges = [0, 1, 15, 16, 17, 65_535, 65_536, 65_537, 131_072, 524_288, largest - 1, largest]
  /// How many more bytes the process may use at the end than after the first tenth of the pairs.
  private static let growth = 1 << 20

  func run(from first: UInt64, count: UInt64) {
    var counts = [Int](repeating: 0, count: Way.allCases.count)
    var (byteCount, early) = (0, 0)
    for number in first..<first + count {
      let (way, size) = check(number)
      counts[way.rawValue] += 1
      byteCount += size
      if number - first == count / 10 { early = residentByteCount() }
    }
    let late = residentByteCount()
    let table = Way.allCases.map { "\($0) \(counts[$0.rawValue])" }.joined(separator: ", ")
    print("pairs=\(count) seed=\(seed) first=\(first) bytes=\(byteCount) early=\(early) late=\(late)")
    print("    \(table)")
    if count >= 1000, let missing = Way.allCases.first(where: { counts[$0.rawValue] == 0 }) {
      fail("no pair of \(missing)")
    }
    if late > early + Self.growth { fail("memory grew from \(early) to \(late) bytes") }
  }

  /// Tests one pair. Returns the way and the number of bytes of content.
  private func check(_ number: UInt64) -> (Way, Int) {
    var random = Generator(seed: seed, number: number)
    let way = Way.allCases.randomElement(using: &random)!
    let size = Self.size(&random)
    var pair = Pair(
      content: random.content(size), password: random.bytes(.random(in: 1...100, using: &random)),
      context: random.bytes(.random(in: 0...1, using: &random) * .random(in: 1...200, using: &random)), random: random)
    do {
      try pair.check(way)
    } catch {
      fail("pair \(number) of seed \(seed), \(way), \(size) bytes: \(error)")
    }
    return (way, size)
  }

  /// Half of the sizes are spread over the orders of magnitude; the others are spread over the whole range, or edges.
  private static func size(_ random: inout Generator) -> Int {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: edges.randomElement(using: &random)!
    case 1..<8: .random(in: 0...largest, using: &random)
    default: .random(in: 0...(1 << Int.random(in: 0...20, using: &random)), using: &random)
    }
  }

  private func residentByteCount() -> Int {
    // Memory that the allocator keeps for later is not a leak, and may be several MiB. The C library's module does not
    // declare this.
    if let trim = dlsym(nil, "malloc_trim") {
      // SAFETY: malloc_trim(3) has this signature.
      _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0)
    }
    guard let file = fopen("/proc/self/statm", "r") else { fail("no /proc/self/statm") }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    fgets(&line, Int32(line.count), file)
    let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
      separator: " ")
    return Int(words[1])! * Int(getpagesize())
  }
}

/// Content, and the secrets it is sealed with.
struct Pair {
  let content: [UInt8]
  let password: [UInt8]
  let context: [UInt8]
  var random: Generator

  struct Wrong: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  private static let stretching = try! PasswordStretching(rounds: .exactly(1))

  mutating func check(_ way: Pairs.Way) throws {
    let vault = try way == .writer ? written() : sealed()
    switch way {
    case .whole, .writer: try expect(try Vault.open(vault, with: .password(password), context: VaultContext(context)))
    case .reader: try expect(try read(vault))
    case .range: try checkRange(vault)
    case .changed: try checkChange(vault)
    case .wrongPassword:
      let other = other(than: password)
      try refuse { try Vault.open(vault, with: .password(other), context: VaultContext(context)) }
    case .wrongContext:
      let other = other(than: context)
      try refuse { try Vault.open(vault, with: .password(password), context: VaultContext(other)) }
    case .damaged: try checkDamage(vault)
    case .cut:
      let end = Int.random(in: 0..<vault.count, using: &random)
      try refuse { try Vault.open(vault[..<end], with: .password(password), context: VaultContext(context)) }
    }
  }

  private func expect(_ opened: [UInt8]) throws {
    if opened != content { throw Wrong("other content came out") }
  }

  private func refuse(_ open: () throws -> [UInt8]) throws {
    do { _ = try open() } catch is VaultError { return }
    throw Wrong("is not refused")
  }

  private func sealed() throws -> [UInt8] {
    try Vault.seal(content, under: .password(password), context: VaultContext(context), stretching: Self.stretching)
  }

  /// Calls `body` with all the bytes, in pieces of up to a third of a MiB.
  private mutating func forEachPiece(of bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = Int.random(in: 0...(1 << Int.random(in: 0...18, using: &random)), using: &random)
      try body(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
  }

  private mutating func written() throws -> [UInt8] {
    var writer = try VaultWriter(
      under: .password(password), context: VaultContext(context), stretching: Self.stretching)
    var vault: [UInt8] = []
    let content = content
    try forEachPiece(of: content[...]) { try writer.update($0, into: &vault) }
    try writer.finalize(into: &vault)
    return vault
  }

  private mutating func read(_ vault: [UInt8]) throws -> [UInt8] {
    var reader = try VaultReader(
      header: vault[..<Vault.headerByteCount], with: .password(password), context: VaultContext(context))
    var opened: [UInt8] = []
    try forEachPiece(of: vault[Vault.headerByteCount...]) { try reader.update($0, into: &opened) }
    try reader.finalize(into: &opened)
    return opened
  }

  private mutating func checkRange(_ vault: [UInt8]) throws {
    let unlocked = try UnlockedVault(
      header: vault[..<Vault.headerByteCount], with: .password(password), context: VaultContext(context))
    let start = Int.random(in: 0...content.count, using: &random)
    let count = Int.random(in: 0...content.count, using: &random)
    let part = try unlocked.read(at: UInt64(start), count: count, ofVault: UInt64(vault.count)) {
      Array(vault[Int($0.lowerBound)..<Int($0.upperBound)])
    }
    if part != Array(content[start..<min(content.count, start + count)]) { throw Wrong("another part came out") }
  }

  private mutating func checkChange(_ vault: [UInt8]) throws {
    var unlocked = try UnlockedVault(
      header: vault[..<Vault.headerByteCount], with: .password(password), context: VaultContext(context))
    let new = other(than: password)
    try unlocked.replaceSecret(with: .password(new), stretching: Self.stretching)
    let changed = unlocked.header + vault[Vault.headerByteCount...]
    try expect(try Vault.open(changed, with: .password(new), context: VaultContext(context)))
    try refuse { try Vault.open(changed, with: .password(password), context: VaultContext(context)) }
  }

  /// Changes one bit and expects no content to come out. A header with one whole copy still opens the vault, so in the
  /// header the bit is changed in both copies.
  private mutating func checkDamage(_ vault: [UInt8]) throws {
    var vault = vault
    let place = Int.random(in: 0..<vault.count, using: &random)
    let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
    vault[place] ^= bit
    if place < Vault.headerByteCount {
      try expect(try Vault.open(vault, with: .password(password), context: VaultContext(context)))
      let copy = Vault.headerByteCount / 2
      vault[place < copy ? place + copy : place - copy] ^= bit
    }
    try refuse { try Vault.open(vault, with: .password(password), context: VaultContext(context)) }
  }

  private mutating func other(than secret: [UInt8]) -> [UInt8] {
    var other = secret
    switch Int.random(in: 0..<3, using: &random) {
    case 0 where !other.isEmpty:
      other[.random(in: 0..<other.count, using: &random)] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
    case 1 where other.count > 1: other.removeLast()
    default: other.append(.random(in: 0...255, using: &random))
    }
    return other
  }
}
