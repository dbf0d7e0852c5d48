public import SwiftVault

extension UnlockedVault {
  /// Unlocks a vault with a password and a context that are text.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public init(
    header: some Sequence<UInt8>, password: String, context: String = "", limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    try self.init(header: header, password: ComposedText(password), context: ComposedText(context), limits: limits)
  }

  /// Unlocks a vault with a password that is text and a context of bytes.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public init(
    header: some Sequence<UInt8>, password: String, context: some Sequence<UInt8>,
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    try self.init(header: header, password: ComposedText(password), context: context, limits: limits)
  }

  /// Unlocks a vault with a key of 32 bytes and a context that is text.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public init(
    header: some Sequence<UInt8>, using key: SymmetricKey, context: String, limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    try self.init(header: header, using: key, context: ComposedText(context), limits: limits)
  }

  /// Adds a password that is text.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  @discardableResult
  public mutating func addPassword(
    _ password: String, stretching: PasswordStretching = .recommended
  ) throws(VaultError) -> Int {
    try addPassword(ComposedText(password), stretching: stretching)
  }

  /// Replaces the password or the key that opened the vault by a password that is text.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public mutating func changePassword(
    to password: String, stretching: PasswordStretching = .recommended
  ) throws(VaultError) {
    try changePassword(to: ComposedText(password), stretching: stretching)
  }
}

extension VaultSealer {
  /// Makes the keys and the header of a vault with a password and a context that are text.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public init(
    password: String, context: String = "", stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    try self.init(
      password: ComposedText(password), context: ComposedText(context), stretching: stretching, limits: limits)
  }

  /// Makes the keys and the header of a vault with a password that is text and a context of bytes.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public init(
    password: String, context: some Sequence<UInt8>, stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    try self.init(password: ComposedText(password), context: context, stretching: stretching, limits: limits)
  }

  /// Makes the header of a vault with a key of 32 bytes and a context that is text.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public init(using key: SymmetricKey, context: String) throws(VaultError) {
    try self.init(using: key, context: ComposedText(context))
  }
}

extension VaultOpener {
  /// Starts with the header of a vault and a password and a context that are text.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public init(
    header: some Sequence<UInt8>, password: String, context: String = "", limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    try self.init(header: header, password: ComposedText(password), context: ComposedText(context), limits: limits)
  }

  /// Starts with the header of a vault and a password that is text and a context of bytes.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public init(
    header: some Sequence<UInt8>, password: String, context: some Sequence<UInt8>,
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    try self.init(header: header, password: ComposedText(password), context: context, limits: limits)
  }

  /// Starts with the header of a vault and a key of 32 bytes and a context that is text.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public init(
    header: some Sequence<UInt8>, using key: SymmetricKey, context: String, limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    try self.init(header: header, using: key, context: ComposedText(context), limits: limits)
  }
}

extension VaultWriter {
  /// Starts a vault with a password and a context that are text.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public init(
    password: String, context: String = "", stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits(), cores: Int = 1
  ) throws(VaultError) {
    try self.init(
      password: ComposedText(password), context: ComposedText(context), stretching: stretching, limits: limits,
      cores: cores)
  }

  /// Starts a vault with a password that is text and a context of bytes.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public init(
    password: String, context: some Sequence<UInt8>, stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits(), cores: Int = 1
  ) throws(VaultError) {
    try self.init(
      password: ComposedText(password), context: context, stretching: stretching, limits: limits, cores: cores)
  }

  /// Starts a vault with a key of 32 bytes and a context that is text.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public init(using key: SymmetricKey, context: String, cores: Int = 1) throws(VaultError) {
    try self.init(using: key, context: ComposedText(context), cores: cores)
  }
}

extension VaultReader {
  /// Starts with the header of a vault and a password and a context that are text.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public init(
    header: some Sequence<UInt8>, password: String, context: String = "", limits: Vault.Limits = Vault.Limits(),
    cores: Int = 1
  ) throws(VaultError) {
    try self.init(
      header: header, password: ComposedText(password), context: ComposedText(context), limits: limits, cores: cores)
  }

  /// Starts with the header of a vault and a password that is text and a context of bytes.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public init(
    header: some Sequence<UInt8>, password: String, context: some Sequence<UInt8>,
    limits: Vault.Limits = Vault.Limits(), cores: Int = 1
  ) throws(VaultError) {
    try self.init(header: header, password: ComposedText(password), context: context, limits: limits, cores: cores)
  }

  /// Starts with the header of a vault and a key of 32 bytes and a context that is text.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError``, as with bytes.
  public init(
    header: some Sequence<UInt8>, using key: SymmetricKey, context: String, limits: Vault.Limits = Vault.Limits(),
    cores: Int = 1
  ) throws(VaultError) {
    try self.init(header: header, using: key, context: ComposedText(context), limits: limits, cores: cores)
  }
}
