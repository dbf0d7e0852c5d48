internal import Vault

extension VaultFile {
  static func seal(
    _ input: Input, to output: Output, _ secret: VaultSecret, _ others: [VaultSecret],
    _ context: VaultContext, _ stretching: PasswordStretching, limits: Vault.Limits, _ reporter: ProgressReporter
  ) throws -> UInt64 {
    let input = try InputFile(input, reporter.background)
    let destination = try OutputDestination(output, input)
    let draft = try Self.draft(secret, others, context, stretching, limits: limits, for: input)
    reporter.total = try input.remaining()
    return try destination.withSink(for: reporter.background) {
      try draft.seal(input, to: $0, progress: reporter.advance) {
        try reporter.uncancelled { try draft.header(reporter.background) }
      }
    }
  }

  static func open(
    _ vault: Input, to output: Output, with secret: VaultSecret, _ context: VaultContext, limits: Vault.Limits,
    _ reporter: ProgressReporter
  ) throws -> UInt64 {
    let input = try InputFile(vault, reporter.background)
    let destination = try OutputDestination(output, input)
    let sealed = try SealedFile(input, limits: limits)
    let opener = VaultOpener(try sealed.unlock(with: secret, context, limits: limits, reporter), limits: limits)
    reporter.total = try input.remaining()
    return try destination.withSink(for: reporter.background) {
      try opener.open(input, to: $0, progress: reporter.advance)
    }
  }

  static func verify(
    _ vault: Input, with secret: VaultSecret, _ context: VaultContext, limits: Vault.Limits,
    _ reporter: ProgressReporter
  ) throws -> UInt64 {
    let input = try InputFile(vault, for: .checking, reporter.background)
    let sealed = try SealedFile(input, limits: limits)
    let opener = VaultOpener(try sealed.unlock(with: secret, context, limits: limits, reporter), limits: limits)
    reporter.total = try input.remaining()
    let byteCount = try unsafe opener.open(input, to: .file { _, _ in }, progress: reporter.advance)
    try input.checkUnchanged()
    return byteCount
  }

  static func reseal(
    _ path: VaultFilePath, with secret: VaultSecret, _ newSecret: VaultSecret, _ others: [VaultSecret],
    _ context: VaultContext, _ stretching: PasswordStretching, limits: Vault.Limits, _ reporter: ProgressReporter
  ) throws -> UInt64 {
    let vault = try EditedVault(path, limits: limits, reporter.background)
    let input = vault.file.input
    let destination = try OutputDestination(.file(path, replacing: true), nil)
    let opener = VaultOpener(try vault.file.unlock(with: secret, context, limits: limits, reporter), limits: limits)
    let draft = try Self.draft(newSecret, others, context, stretching, limits: limits, for: input)
    reporter.total = try input.remaining()
    return try destination.withSink(input, for: reporter.background) {
      try opener.reseal(input, as: draft, to: $0, progress: reporter.advance) {
        try reporter.uncancelled { try draft.header(reporter.background) }
      }
    }
  }

  static func edit(
    _ path: VaultFilePath, with secret: VaultSecret, _ context: VaultContext, limits: Vault.Limits,
    _ reporter: ProgressReporter, _ change: (inout UnlockedVault) throws(VaultError) -> Void
  ) throws {
    let vault = try EditedVault(path, limits: limits, reporter.background)
    var unlocked = try vault.file.unlock(with: secret, context, limits: limits, reporter)
    try vault.makeCopiesAlike(unlocked)
    // Spec: FORMAT.md, section 2: a vault keeps its salt.
    let salt = unlocked.header[16..<48]
    do throws(VaultError) {
      try change(&unlocked)
    } catch {
      throw try vault.file.input.failure(error)
    }
    precondition(unlocked.header[16..<48] == salt, "the header of another vault would be stored")
    try vault.store(unlocked)
  }

  private static func draft(
    _ secret: VaultSecret, _ others: [VaultSecret], _ context: VaultContext,
    _ stretching: PasswordStretching, limits: Vault.Limits, for input: InputFile
  ) throws(VaultFileError) -> VaultDraft {
    do throws(VaultError) {
      return try VaultDraft(secret, and: others, context, stretching: stretching, limits: limits)
    } catch {
      throw input.failure(.vault(error))
    }
  }

  /// Calls `body`, which throws only `VaultFileError` when there is no progress to report.
  static func withTypedErrors<Result>(_ body: () throws -> Result) throws(VaultFileError) -> Result {
    do {
      return try body()
    } catch let error as VaultFileError {
      throw error
    } catch {
      preconditionFailure("no error of a file: \(error)")
    }
  }
}

extension SealedFile {
  fileprivate func unlock(
    with secret: VaultSecret, _ context: VaultContext, limits: Vault.Limits, _ reporter: ProgressReporter
  ) throws -> UnlockedVault {
    try reporter.uncancelled { try unlock(with: secret, context, limits: limits, reporter.background) }
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
private enum OutputDestination {
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

  /// Calls `write` with the destination. A file appears when it returns, unless it replaces an `input` that was
  /// changed.
  func withSink(
    _ input: InputFile? = nil, for background: BackgroundWork?, _ write: (Pipeline.Sink) throws -> UInt64
  ) throws -> UInt64 {
    switch self {
    case .file(let file):
      defer { file.discard() }
      try file.create()
      let byteCount = try unsafe write(.file { try unsafe file.write($0, at: $1) })
      try file.commit { () throws(VaultFileError) in try input?.checkUnchanged() }
      return byteCount
    case .descriptor(let descriptor):
      return try unsafe write(
        .stream {
          let failure = unsafe Descriptor.write($0, to: descriptor, for: background)
          guard failure == 0 else { throw VaultFileError(.unwritable(failure), nil, outcome: .incomplete) }
        })
    }
  }
}
