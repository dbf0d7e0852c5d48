public import Vault

/// Vaults in files: sealed, opened and verified on all cores, in memory that does not grow with the file.
///
/// ```swift
/// try VaultFile.seal(.file(notes), to: .file(vault), password: password.utf8)
/// try VaultFile.open(.file(vault), to: .file(opened), password: password.utf8)
/// ```
///
/// An output file appears whole, under its name, or not at all, and only its owner may read it. Until it is complete and
/// stored on the disk, it has no name (Linux) or a temporary one. If the input is changed by somebody else meanwhile,
/// nothing is made of it.
public enum VaultFile {
  /// What is read.
  public enum Input: Sendable {
    /// A file.
    case file(VaultFilePath)
    /// What is left to be read from an open descriptor, which stays open.
    case descriptor(Int32)
  }

  /// What is written.
  public enum Output: Sendable {
    /// A file, which must not exist yet unless it is to be replaced. One that is replaced keeps its owner and its mode.
    case file(VaultFilePath, replacing: Bool = false)
    /// An open descriptor, which stays open; it gets the output bit by bit, and a part of it when there is an error.
    case descriptor(Int32)
  }

  /// Seals a file.
  ///
  /// - Parameters:
  ///   - input: the content.
  ///   - output: gets the vault.
  ///   - password: any bytes; for text, the UTF-8 form of its NFC normalisation.
  ///   - context: where the vault belongs; not stored, to be given again at opening.
  ///   - stretching: how the password is made into a key.
  ///   - limits: what the vault may cost a reader to open.
  /// - Returns: the size of the content in bytes.
  /// - Throws: ``VaultFileError``.
  @discardableResult
  public static func seal(
    _ input: Input, to output: Output, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try withTypedErrors {
      try seal(
        input, to: output, password: password, context: context, stretching: stretching, limits: limits,
        ProgressReporter())
    }
  }

  /// Opens a vault.
  ///
  /// A file appears when all of the content is authentic. A descriptor gets what is authentic as it comes, and only a
  /// call that returns vouches for its end.
  ///
  /// - Parameters:
  ///   - vault: the vault.
  ///   - output: gets the content.
  ///   - password: the bytes of any of its passwords.
  ///   - context: the context it was sealed with.
  ///   - limits: what the vault may cost to open.
  /// - Returns: the size of the content in bytes.
  /// - Throws: ``VaultFileError``.
  @discardableResult
  public static func open(
    _ vault: Input, to output: Output, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try withTypedErrors {
      try open(vault, to: output, password: password, context: context, limits: limits, ProgressReporter())
    }
  }

  /// Opens a vault and keeps nothing of it: when this returns, all of it is authentic.
  ///
  /// - Parameters:
  ///   - vault: the vault.
  ///   - password: the bytes of any of its passwords.
  ///   - context: the context it was sealed with.
  ///   - limits: what the vault may cost to open.
  /// - Returns: the size of the content in bytes.
  /// - Throws: ``VaultFileError``.
  @discardableResult
  public static func verify(
    _ vault: Input, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try withTypedErrors { try verify(vault, password: password, context: context, limits: limits, ProgressReporter()) }
  }

  /// Seals the content of a vault anew, under a new data key and one password, and replaces the file: for revoking all
  /// other passwords, whose holders may have kept the old data key.
  ///
  /// - Parameters:
  ///   - vault: the vault, which another process cannot change meanwhile by this library.
  ///   - password: the bytes of any of its passwords.
  ///   - newPassword: the only one that opens it afterwards.
  ///   - context: the context it was sealed with, which stays.
  ///   - stretching: how the new password is made into a key.
  ///   - limits: what the vault may cost to open, before and after.
  /// - Returns: the size of the content in bytes.
  /// - Throws: ``VaultFileError``; the file is as it was then.
  @discardableResult
  public static func reseal(
    _ vault: VaultFilePath, password: some Sequence<UInt8>, newPassword: some Sequence<UInt8>,
    context: some Sequence<UInt8> = [], stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try withTypedErrors {
      try reseal(
        vault, password: password, newPassword: newPassword, context: context, stretching: stretching, limits: limits,
        ProgressReporter())
    }
  }

  /// Changes the passwords of a vault in the file itself, whose content stays where it is. Interrupted at any moment, even
  /// by a loss of power, it opens with the passwords it had or with those it was to have.
  ///
  /// ```swift
  /// try VaultFile.changePasswords(of: vault, password: password.utf8) { vault throws(VaultError) in
  ///   try vault.changePassword(to: newPassword.utf8)
  /// }
  /// ```
  ///
  /// If the two copies of the header differ, they are made alike first; a change that does nothing does that alone.
  ///
  /// - Parameters:
  ///   - path: the vault, which another process cannot change meanwhile by this library.
  ///   - password: the bytes of any of its passwords.
  ///   - context: the context it was sealed with.
  ///   - limits: what the vault may cost to open.
  ///   - change: adds, changes or removes passwords; to assign another vault traps.
  /// - Throws: ``VaultFileError``, with what `change` throws as the reason.
  public static func changePasswords(
    of path: VaultFilePath, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    limits: Vault.Limits = Vault.Limits(), _ change: (inout UnlockedVault) throws(VaultError) -> Void
  ) throws(VaultFileError) {
    let vault = try EditedVault(path, limits: limits)
    var unlocked = try vault.file.unlock(password, context: context, limits: limits)
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
}

extension VaultFile {
  static func seal(
    _ input: Input, to output: Output, password: some Sequence<UInt8>, context: some Sequence<UInt8>,
    stretching: PasswordStretching, limits: Vault.Limits, _ reporter: ProgressReporter
  ) throws -> UInt64 {
    let input = try InputFile(input)
    let destination = try OutputDestination(output, input)
    let sealer = try sealer(password, context, stretching, limits, for: input)
    reporter.total = try input.remaining()
    return try destination.withSink { try sealer.seal(input, to: $0, progress: reporter.advance) }
  }

  static func open(
    _ vault: Input, to output: Output, password: some Sequence<UInt8>, context: some Sequence<UInt8>,
    limits: Vault.Limits, _ reporter: ProgressReporter
  ) throws -> UInt64 {
    let input = try InputFile(vault)
    let destination = try OutputDestination(output, input)
    let opener = try opener(input, password, context, limits)
    reporter.total = try input.remaining()
    return try destination.withSink { try opener.open(input, to: $0, progress: reporter.advance) }
  }

  static func verify(
    _ vault: Input, password: some Sequence<UInt8>, context: some Sequence<UInt8>, limits: Vault.Limits,
    _ reporter: ProgressReporter
  ) throws -> UInt64 {
    let input = try InputFile(vault, for: .checking)
    let opener = try opener(input, password, context, limits)
    reporter.total = try input.remaining()
    let byteCount = try unsafe opener.open(input, to: .file { _, _ in }, progress: reporter.advance)
    try input.checkUnchanged()
    return byteCount
  }

  static func reseal(
    _ path: VaultFilePath, password: some Sequence<UInt8>, newPassword: some Sequence<UInt8>,
    context: some Sequence<UInt8>, stretching: PasswordStretching, limits: Vault.Limits, _ reporter: ProgressReporter
  ) throws -> UInt64 {
    let context = Array(context)
    let vault = try EditedVault(path, limits: limits)
    let input = vault.file.input
    let destination = try OutputDestination(.file(path, replacing: true), nil)
    let opener = VaultOpener(try vault.file.unlock(password, context: context, limits: limits), limits: limits)
    let sealer = try sealer(newPassword, context, stretching, limits, for: input)
    reporter.total = try input.remaining()
    return try destination.withSink(input) { try opener.reseal(input, as: sealer, to: $0, progress: reporter.advance) }
  }

  private static func sealer(
    _ password: some Sequence<UInt8>, _ context: some Sequence<UInt8>, _ stretching: PasswordStretching,
    _ limits: Vault.Limits, for input: InputFile
  ) throws(VaultFileError) -> VaultSealer {
    do throws(VaultError) {
      return try VaultSealer(password: password, context: context, stretching: stretching, limits: limits)
    } catch {
      throw input.failure(.vault(error))
    }
  }

  private static func opener(
    _ input: InputFile, _ password: some Sequence<UInt8>, _ context: some Sequence<UInt8>, _ limits: Vault.Limits
  ) throws(VaultFileError) -> VaultOpener {
    let vault = try SealedFile(input, limits: limits)
    return VaultOpener(try vault.unlock(password, context: context, limits: limits), limits: limits)
  }

  /// Without a report, nothing but the errors of files is thrown.
  private static func withTypedErrors<Result>(_ body: () throws -> Result) throws(VaultFileError) -> Result {
    do {
      return try body()
    } catch let error as VaultFileError {
      throw error
    } catch {
      preconditionFailure("no error of a file: \(error)")
    }
  }
}

extension InputFile {
  convenience init(_ input: VaultFile.Input, for purpose: Purpose = .copying) throws(VaultFileError) {
    switch input {
    case .file(let path): try self.init(path, for: purpose)
    case .descriptor(let descriptor): try self.init(descriptor, for: purpose)
    }
  }
}

/// Where an output goes.
private enum OutputDestination {
  case file(OutputFile)
  case descriptor(Int32)

  /// Checks what can be checked before any work is done.
  init(_ output: VaultFile.Output, _ input: InputFile?) throws(VaultFileError) {
    switch output {
    case .file(let path, let replacing):
      self = .file(try OutputFile(path, replaces: replacing) { $0 == input?.identity })
    case .descriptor(let descriptor): self = .descriptor(descriptor)
    }
  }

  /// Hands `write` the place; a file appears when it returns, unless an `input` that is replaced was changed.
  func withSink(
    _ input: InputFile? = nil, _ write: (Pipeline.Sink) throws -> UInt64
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
          let failure = unsafe Descriptor.write($0, to: descriptor)
          guard failure == 0 else { throw VaultFileError(.unwritable(failure), nil, outcome: .incomplete) }
        })
    }
  }
}
