internal import Vault

extension VaultFile {
  static func seal(
    _ input: Input, to output: Output, _ secret: VaultSecret, _ others: [VaultSecret], _ context: VaultContext,
    _ stretching: PasswordStretching, limits: Vault.Limits, cores: Int?, _ work: BackgroundWork?
  ) throws -> UInt64 {
    let input = try InputFile(input, work)
    let destination = try OutputDestination(output, input)
    let vault = try PendingVault(secret, and: others, context, stretching: stretching, limits: limits)
    work?.expect(vault.steps + Vault.steps(ofContent: try input.remaining()))
    return try destination.withSink(for: work) { try vault.seal(input, to: $0, cores: cores) }
  }

  static func open(
    _ vault: Input, to output: Output, with secret: VaultSecret, _ context: VaultContext, limits: Vault.Limits,
    cores: Int?, _ work: BackgroundWork?
  ) throws -> UInt64 {
    let input = try InputFile(vault, work)
    let destination = try OutputDestination(output, input)
    let opener = try opener(of: SealedFile(input, limits: limits), secret, context, limits: limits, work)
    return try destination.withSink(for: work) { try opener.open(input, to: $0, cores: cores) }
  }

  static func verify(
    _ vault: Input, with secret: VaultSecret, _ context: VaultContext, limits: Vault.Limits, cores: Int?,
    _ work: BackgroundWork?
  ) throws -> UInt64 {
    let input = try InputFile(vault, for: .checking, work)
    let opener = try opener(of: SealedFile(input, limits: limits), secret, context, limits: limits, work)
    let byteCount = try unsafe opener.open(input, to: .file { _, _ in }, cores: cores)
    try input.checkUnchanged()
    return byteCount
  }

  static func reseal(
    _ path: VaultFilePath, with secret: VaultSecret, _ newSecret: VaultSecret, _ others: [VaultSecret],
    _ context: VaultContext, _ stretching: PasswordStretching, limits: Vault.Limits, cores: Int?,
    _ work: BackgroundWork?
  ) throws -> UInt64 {
    let vault = try EditedVault(path, limits: limits, work)
    let input = vault.file.input
    let destination = try OutputDestination(.file(path, replacing: true), nil)
    // Invalid new secrets are reported before the old one is stretched.
    let new = try PendingVault(newSecret, and: others, context, stretching: stretching, limits: limits)
    let opener = try opener(of: vault.file, secret, context, limits: limits, work, followedBy: new.steps)
    return try destination.withSink(input, for: work) { try opener.reseal(input, as: new, to: $0, cores: cores) }
  }

  static func edit<Value>(
    _ path: VaultFilePath, with secret: VaultSecret, _ context: VaultContext, limits: Vault.Limits,
    _ work: BackgroundWork?, _ change: (inout UnlockedVault) throws -> Value
  ) throws -> Value {
    let vault = try EditedVault(path, limits: limits, work)
    var unlocked = try vault.file.unlock(with: secret, context, limits: limits, work)
    try vault.makeCopiesAlike(unlocked)
    // Spec: FORMAT.md, section 2: a vault keeps its salt.
    let salt = unlocked.header[16..<48]
    let value = try change(&unlocked)
    precondition(unlocked.header[16..<48] == salt, "the header of another vault would be stored")
    try vault.store(unlocked)
    return value
  }

  /// Unlocks a vault whose content is opened next. `laterSteps` are the steps of other work that follows.
  private static func opener(
    of vault: SealedFile, _ secret: VaultSecret, _ context: VaultContext, limits: Vault.Limits, _ work: BackgroundWork?,
    followedBy laterSteps: Double = 0
  ) throws -> VaultOpener {
    let laterSteps = Vault.steps(ofContent: try vault.input.remaining()) + laterSteps
    return VaultOpener(
      try vault.unlock(with: secret, context, limits: limits, work, followedBy: laterSteps), limits: limits)
  }

  /// Calls `body`, and throws the reason why a vault was refused.
  static func throwingReasons<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let refused as RefusedVault {
      throw refused.reason
    }
  }
}

extension BackgroundWork? {
  /// The result of `body`, or `CancellationError` if the work is cancelled, in place of any result or error.
  func uncancelled<Result>(_ body: () throws -> Result) throws -> Result {
    let result = Swift.Result(catching: body)
    try checkCancellation()
    return try result.get()
  }

  /// Reports bytes of content, ends cancelled work, and lets a computation go first.
  func advance(byContent byteCount: Int) throws(CancellationError) {
    try checkCancellation()
    self?.giveWay()
    self?.advance(by: Vault.steps(ofContent: UInt64(byteCount)))
  }
}

extension InputFile {
  convenience init(
    _ input: VaultFile.Input, for purpose: Purpose = .copying, _ background: BackgroundWork?
  ) throws(VaultFileError) {
    switch input {
    case .file(let path): try self.init(path, for: purpose, background)
    case .descriptor(let descriptor): try self.init(descriptor, for: purpose, background)
    }
  }
}

/// The destination of an output.
enum OutputDestination {
  case file(OutputFile)
  case descriptor(Int32)

  /// Checks the destination before any work is done.
  init(_ output: VaultFile.Output, _ input: InputFile?) throws(VaultFileError) {
    switch output {
    case .file(let path, let replacing):
      self = .file(try OutputFile(path, replaces: replacing) { $0 == input?.identity })
    case .descriptor(let descriptor): self = .descriptor(descriptor)
    }
  }

  /// Creates the temporary file of a file.
  func create() throws(VaultFileError) {
    if case .file(let file) = self { try file.create() }
  }

  func sink(for work: BackgroundWork?) -> Pipeline.Sink {
    switch self {
    case .file(let file): unsafe .file { try unsafe file.write($0, at: $1) }
    case .descriptor(let descriptor):
      unsafe .stream {
        let failure = unsafe Descriptor.write($0, to: descriptor, for: work)
        guard failure == 0 else { throw VaultFileError(.unwritable(failure), nil, outcome: .incomplete) }
      }
    }
  }

  /// Lets the complete file appear, unless `check` throws.
  func commit(_ check: () throws(VaultFileError) -> Void = {}) throws(VaultFileError) {
    if case .file(let file) = self { try file.commit(check) }
  }

  /// Removes the temporary file.
  func discard() {
    if case .file(let file) = self { file.discard() }
  }

  /// Calls `write` with the destination. A file appears when it returns, unless it replaces an `input` that was
  /// changed.
  func withSink(
    _ input: InputFile? = nil, for work: BackgroundWork?, _ write: (Pipeline.Sink) throws -> UInt64
  ) throws -> UInt64 {
    defer { discard() }
    try create()
    let byteCount = try write(sink(for: work))
    try commit { () throws(VaultFileError) in try input?.checkUnchanged() }
    return byteCount
  }
}
