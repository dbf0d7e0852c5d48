public import SwiftVault

extension Credential {
  /// Creates a credential for a password that is text.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  public static func create(password: String, policy: PasswordStretching = .recommended) -> Credential {
    create(password: ComposedText(password), policy: policy)
  }

  /// Checks a password that is text, and compares in constant time.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes. Another system
  /// may have created its credential from a password that was not normalised. If the result is `invalid`, check the
  /// password's `utf8` as it is.
  public func verify(_ password: String, policy: PasswordStretching = .recommended) -> Verification {
    verify(ComposedText(password), policy: policy)
  }

  /// Checks several passwords that are text at once.
  ///
  /// The passwords stand for the UTF-8 forms of their NFC normalisation. Everything else is as with bytes.
  public static func verify(
    _ logins: [(credential: Credential, password: String)], policy: PasswordStretching = .recommended
  ) -> [Verification] {
    verify(logins.map { ($0.credential, ComposedText($0.password)) }, policy: policy)
  }
}
