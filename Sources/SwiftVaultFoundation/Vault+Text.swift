public import SwiftVault

extension VaultSecret {
  /// A password that is text. Its bytes are the UTF-8 form of its NFC normalisation, so that the same text typed on
  /// another system is the same password.
  ///
  /// *Not* protected: the `String`, which cannot be overwritten.
  public static func password(_ text: String) -> VaultSecret { .password(ComposedText(text)) }
}

extension VaultContext: ExpressibleByStringInterpolation {
  /// The context of a text. It stands for the UTF-8 form of its NFC normalisation.
  public init(_ text: String) { self.init(ComposedText(text)) }

  /// The context of a text. It stands for the UTF-8 form of its NFC normalisation.
  public init(stringLiteral text: String) { self.init(text) }
}
