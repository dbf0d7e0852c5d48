import Vault

/// Any bytes opened as a vault, beginning with the kit of Tests/Vectors. Opening in one call and as a stream give the
/// same result. A vault that opens does so under one context and one password only.
enum VaultBytes: Target {
  private static let password = Array("password".utf8)
  private static let limits = Vault.Limits(maximumRounds: 100)

  static func run(_ input: [UInt8]) {
    let inspected = attempt(VaultError.self) { try Vault.inspect(input) }
    let status = attempt(VaultError.self) { try Vault.outdatedSlots(of: input) }
    expect(inspected == nil || status != nil, "what can be inspected has a status")
    let content = open(input, [])
    expect(content == nil || inspected != nil, "what opens can be inspected")
    expect(content == nil || UInt64(content!.count) == inspected!.contentByteCount, "the size that inspect tells")
    let cut = input.count > 1440 ? 1440 + Int(input[input.count - 1]) : 0
    expect(stream(input, cutAt: min(cut, input.count)) == content, "a stream")
    guard content != nil else { return }
    expect(open(input, [0]) == nil, "another context")
    let other = attempt(VaultError.self) { try Vault.open(input, with: .password([1]), limits: limits) }
    expect(other == nil, "another password")
    let resealed = try! Vault.reseal(
      input, with: .password(password), under: .password([1]), stretching: PasswordStretching(rounds: .exactly(1)),
      limits: limits)
    expect((try? Vault.open(resealed, with: .password([1]))) == content, "resealed")
  }

  private static func open(_ vault: [UInt8], _ context: [UInt8]) -> [UInt8]? {
    attempt(VaultError.self) {
      try Vault.open(vault, with: .password(password), context: VaultContext(context), limits: limits)
    }
  }

  private static func stream(_ vault: [UInt8], cutAt cut: Int) -> [UInt8]? {
    attempt(VaultError.self) {
      var content: [UInt8] = []
      var reader = try VaultReader(header: vault.prefix(1440), with: .password(password), limits: limits)
      if cut > 1440 { try reader.update(vault[1440..<cut], into: &content) }
      try reader.update(vault[max(cut, min(1440, vault.count))...], into: &content)
      try reader.finalize(into: &content)
      return content
    }
  }
}
