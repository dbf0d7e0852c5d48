public import SwiftVault
public import VaultFiles

extension VaultFile {
  /// Seals a file under a password and a context that are text.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultFileError``, as with bytes.
  @discardableResult
  public static func seal(
    _ input: Input, to output: Output, password: String, context: String = "",
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try seal(
      input, to: output, password: ComposedText(password), context: ComposedText(context), stretching: stretching,
      limits: limits)
  }

  /// Seals a file under a password that is text and a context of bytes.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError``, as with bytes.
  @discardableResult
  public static func seal(
    _ input: Input, to output: Output, password: String, context: some Sequence<UInt8>,
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try seal(
      input, to: output, password: ComposedText(password), context: context, stretching: stretching, limits: limits)
  }

  /// Opens a vault with a password and a context that are text.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultFileError``, as with bytes.
  @discardableResult
  public static func open(
    _ vault: Input, to output: Output, password: String, context: String = "", limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try open(vault, to: output, password: ComposedText(password), context: ComposedText(context), limits: limits)
  }

  /// Opens a vault with a password that is text and a context of bytes.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError``, as with bytes.
  @discardableResult
  public static func open(
    _ vault: Input, to output: Output, password: String, context: some Sequence<UInt8>,
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try open(vault, to: output, password: ComposedText(password), context: context, limits: limits)
  }

  /// Verifies a vault with a password and a context that are text.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultFileError``, as with bytes.
  @discardableResult
  public static func verify(
    _ vault: Input, password: String, context: String = "", limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try verify(vault, password: ComposedText(password), context: ComposedText(context), limits: limits)
  }

  /// Verifies a vault with a password that is text and a context of bytes.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError``, as with bytes.
  @discardableResult
  public static func verify(
    _ vault: Input, password: String, context: some Sequence<UInt8>, limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try verify(vault, password: ComposedText(password), context: context, limits: limits)
  }

  /// Seals the content of a vault again under a password and a context that are text.
  ///
  /// The passwords and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultFileError``, as with bytes.
  @discardableResult
  public static func reseal(
    _ vault: VaultFilePath, password: String, newPassword: String, context: String = "",
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try reseal(
      vault, password: ComposedText(password), newPassword: ComposedText(newPassword),
      context: ComposedText(context), stretching: stretching, limits: limits)
  }

  /// Seals the content of a vault again under a password that is text and a context of bytes.
  ///
  /// The passwords stand for the UTF-8 forms of their NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError``, as with bytes.
  @discardableResult
  public static func reseal(
    _ vault: VaultFilePath, password: String, newPassword: String, context: some Sequence<UInt8>,
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try reseal(
      vault, password: ComposedText(password), newPassword: ComposedText(newPassword), context: context,
      stretching: stretching, limits: limits)
  }

  /// Changes the passwords of a vault, opened with a password and a context that are text.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultFileError``, as with bytes.
  public static func changePasswords(
    of path: VaultFilePath, password: String, context: String = "", limits: Vault.Limits = Vault.Limits(),
    _ change: (inout UnlockedVault) throws(VaultError) -> Void
  ) throws(VaultFileError) {
    try changePasswords(
      of: path, password: ComposedText(password), context: ComposedText(context), limits: limits, change)
  }

  /// Changes the passwords of a vault, opened with a password that is text and a context of bytes.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError``, as with bytes.
  public static func changePasswords(
    of path: VaultFilePath, password: String, context: some Sequence<UInt8>, limits: Vault.Limits = Vault.Limits(),
    _ change: (inout UnlockedVault) throws(VaultError) -> Void
  ) throws(VaultFileError) {
    try changePasswords(of: path, password: ComposedText(password), context: context, limits: limits, change)
  }

  /// Seals a file under a key and a context that is text.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError``, as with bytes.
  @discardableResult
  public static func seal(
    _ input: Input, to output: Output, using key: SymmetricKey, context: String
  ) throws(VaultFileError) -> UInt64 {
    try seal(input, to: output, using: key, context: ComposedText(context))
  }

  /// Opens a vault with a key and a context that is text.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError``, as with bytes.
  @discardableResult
  public static func open(
    _ vault: Input, to output: Output, using key: SymmetricKey, context: String,
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try open(vault, to: output, using: key, context: ComposedText(context), limits: limits)
  }

  /// Verifies a vault with a key and a context that is text.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError``, as with bytes.
  @discardableResult
  public static func verify(
    _ vault: Input, using key: SymmetricKey, context: String, limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try verify(vault, using: key, context: ComposedText(context), limits: limits)
  }

  /// Seals the content of a vault again under a key, with a context that is text.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError``, as with bytes.
  @discardableResult
  public static func reseal(
    _ vault: VaultFilePath, using key: SymmetricKey, newKey: SymmetricKey, context: String,
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try reseal(vault, using: key, newKey: newKey, context: ComposedText(context), limits: limits)
  }

  /// Changes the passwords and keys of a vault in place, which a key and a context that is text unlock.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError``, as with bytes.
  public static func changePasswords(
    of path: VaultFilePath, using key: SymmetricKey, context: String,
    limits: Vault.Limits = Vault.Limits(), _ change: (inout UnlockedVault) throws(VaultError) -> Void
  ) throws(VaultFileError) {
    try changePasswords(of: path, using: key, context: ComposedText(context), limits: limits, change)
  }
}
