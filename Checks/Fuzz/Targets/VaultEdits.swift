import Vault

/// An edited vault, opened in one piece, as a stream and in parts, is refused or gives the original content. It never
/// opens under another password or context.
enum VaultEdits: Target {
  static func prepare() { _ = BaseVault.all }

  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let edited = EditedVault(&input)
    let (base, vault) = (edited.base, edited.bytes)
    let password = input.choice(base.passwords)
    let content = open(edited, password: password)
    stream(edited, password: password, opens: content != nil, &input)
    readPart(edited, password: password, &input)
    refuse(edited, password: password, &input)
    for key in base.keys { openUsing(key, edited) }
    let inspected = attempt(VaultError.self) { try Vault.inspect(vault) }
    expect(content == nil || inspected?.contentByteCount == UInt64(base.content.count), "\(inspected as Any)")
  }

  private static func open(_ edited: EditedVault, password: [UInt8]) -> [UInt8]? {
    let content = attempt(VaultError.self) {
      try Secret.password(password).open(edited.bytes, context: edited.base.context)
    }
    if let content { expect(content.isSame(as: edited.base.content), "opened to \(content.count) other bytes") }
    if edited.bytes.isSame(as: edited.base.vault) { expect(content != nil, "the vault as it was opens") }
    return content
  }

  /// A vault's key opens it to its content, and another key or another context does not.
  private static func openUsing(_ key: SymmetricKey, _ edited: EditedVault) {
    let (base, vault) = (edited.base, edited.bytes)
    let content = attempt(VaultError.self) { try Secret.key(key).open(vault, context: base.context) }
    if let content { expect(content.isSame(as: base.content), "opened by its key to \(content.count) other bytes") }
    if vault.isSame(as: base.vault) { expect(content != nil, "the vault as it was opens by its key") }
    let other = SymmetricKey(data: repeatElement(0, count: 32))
    expect((try? Secret.key(other).unlock(vault, context: base.context)) == nil, "another key")
    expect((try? Secret.key(key).unlock(vault, context: base.context + [0])) == nil, "another context")
  }

  private static func stream(_ edited: EditedVault, password: [UInt8], opens: Bool, _ input: inout FuzzInput) {
    let base = edited.base
    var released: [UInt8] = []
    let isWhole: Void? = attempt(VaultError.self) {
      var reader = try VaultReader(
        header: edited.bytes.prefix(1440), with: .password(password), context: VaultContext(base.context),
        limits: BaseVault.limits, cores: 1 + input.number(below: 2))
      for piece in input.pieces(of: Array(edited.bytes.dropFirst(1440))) {
        try reader.update(piece, into: &released)
      }
      try reader.finalize(into: &released)
    }
    expect(released.isSame(as: base.content.prefix(released.count)), "a stream of \(released.count) bytes")
    expect((isWhole != nil) == opens, "a stream \(opens ? "is refused" : "opens") and the whole is not")
    expect(isWhole == nil || released.count == base.content.count, "a stream ended after \(released.count) bytes")
  }

  private static func readPart(_ edited: EditedVault, password: [UInt8], _ input: inout FuzzInput) {
    let (base, vault) = (edited.base, edited.bytes)
    let (offset, count) = (4 * input.number(below: 65_536), input.number(below: 65_536))
    let part = attempt(VaultError.self) {
      try Secret.password(password).unlock(vault, context: base.context).part(of: vault, at: offset, count: count)
    }
    guard let part else { return }
    expect(part.isSame(as: base.content.dropFirst(offset).prefix(count)), "\(count) bytes at \(offset)")
  }

  private static func refuse(_ edited: EditedVault, password: [UInt8], _ input: inout FuzzInput) {
    let base = edited.base
    func opens(_ password: [UInt8], _ context: [UInt8]) -> Bool {
      attempt(VaultError.self) { try Secret.password(password).unlock(edited.bytes, context: context) } != nil
    }
    let contexts = [base.context + [0], base.context.isEmpty ? [1] : Array(base.context.dropLast()), [UInt8]("x".utf8)]
    expect(!opens(password, input.choice(contexts)), "another context")
    let others = [password + [0], Array(password.dropLast()), input.bytes(input.number(below: 40))]
    let other = input.choice(others)
    if !base.passwords.contains(other), other != base.removed {
      expect(!opens(other, base.context), "another password")
    }
    // If one copy is current, the older header does not count.
    let isCurrent =
      edited.bytes.prefix(720).elementsEqual(base.copy) || edited.bytes.dropFirst(720).starts(with: base.copy)
    if isCurrent, !edited.isForged { expect(!opens(base.removed, base.context), "the password that was changed") }
  }
}
