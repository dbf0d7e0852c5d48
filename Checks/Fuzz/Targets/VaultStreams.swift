import Vault

/// Content sealed as a stream of any pieces gives the vault that one call makes. The vault opens as a stream of any
/// other pieces, on any number of threads, and in parts.
enum VaultStreams: Target {
  private static let sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 1 << 20, 1 << 20 | 1, 17 << 16]
  private static let password = Array("password".utf8)
  private static let stretching = try! PasswordStretching(.pbkdf2HMACSHA256, rounds: .exactly(1))

  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let size = max(0, input.choice(sizes) + input.number(below: 64) - 32)
    let salt = input.byte()
    let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 13 ^ $0 >> 8) ^ salt }

    FixedRandom.restart()
    let vault = try! Vault.seal(
      content, under: .password(password), context: VaultContext([salt]), stretching: stretching,
      cores: 1 + input.number(below: 3))
    FixedRandom.restart()
    var written: [UInt8] = []
    var writer = try! VaultWriter(
      under: .password(password), context: VaultContext([salt]), stretching: stretching,
      cores: 1 + input.number(below: 3))
    for piece in pieces(of: content, every: 65_536, &input) { try! writer.update(piece, into: &written) }
    try! writer.finalize(into: &written)
    expect(written.isSame(as: vault), "\(written.count) bytes written of a vault of \(vault.count)")

    var read: [UInt8] = []
    var reader = try! VaultReader(
      header: vault, with: .password(password), context: VaultContext([salt]), cores: 1 + input.number(below: 3))
    for piece in pieces(of: Array(vault[1440...]), every: 65_568, &input) {
      try! reader.update(piece, into: &read)
      expect(read.isSame(as: content.prefix(read.count)), "\(read.count) bytes released that are others")
    }
    try! reader.finalize(into: &read)
    expect(read.isSame(as: content), "\(read.count) bytes read of \(size)")
    expect(
      try! Vault.open(vault, with: .password(password), context: VaultContext([salt])).isSame(as: content),
      "opened in one call")
    readPart(vault, content, context: [salt], &input)
  }

  /// Pieces that end near multiples of a size.
  private static func pieces(of bytes: [UInt8], every size: Int, _ input: inout FuzzInput) -> [ArraySlice<UInt8>] {
    let cuts = (0..<input.number(below: 7)).map { _ in
      min(bytes.count, max(0, size * input.number(below: 18) + input.number(below: 9) - 4))
    }.sorted()
    return zip([0] + cuts, cuts + [bytes.count]).map { bytes[$0..<$1] }
  }

  private static func readPart(_ vault: [UInt8], _ content: [UInt8], context: [UInt8], _ input: inout FuzzInput) {
    let unlocked = try! UnlockedVault(header: vault, with: .password(password), context: VaultContext(context))
    let offset = max(0, 65_536 * input.number(below: 18) + input.number(below: 64) - 32)
    let count = input.number(below: 65_536) * (1 + input.number(below: 3))
    let part = try! unlocked.part(of: vault, at: offset, count: count)
    expect(part.isSame(as: content.dropFirst(offset).prefix(count)), "\(count) bytes at \(offset)")
  }
}
