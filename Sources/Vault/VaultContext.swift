/// Where a vault belongs, such as the name of a record or a purpose: any bytes. A vault opens only with the context
/// that it was sealed with. Spec: FORMAT.md, section 4.
///
/// The context is not stored in the vault, and its bytes are overwritten when the last copy of the value is gone.
public struct VaultContext: Sendable, Redacted {
  let bytes: SymmetricKey

  private static let noBytes = SymmetricKey(data: EmptyCollection())

  /// The context of these bytes, by default the empty one. For text, use the form for a `String` in
  /// SwiftVaultFoundation, or pass the UTF-8 form of its NFC normalisation.
  public init(_ bytes: some Sequence<UInt8> = []) {
    let key = SymmetricKey(data: bytes)
    self.bytes = key.bitCount == 0 ? Self.noBytes : key
  }
}
