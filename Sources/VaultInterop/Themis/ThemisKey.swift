import Vault

/// The derivation of keys in Themis. Spec: Themis Secure Cell; RFC 6189, section 4.5.1.
enum ThemisKey {
  /// The first bytes of HMAC-SHA256 under a key over 00 00 00 01 ‖ the label ‖ 00 ‖ both contexts.
  static func derive(
    from key: SymmetricKey, _ label: String, _ first: [UInt8], _ second: [UInt8] = [], byteCount: Int
  ) -> SymmetricKey {
    wipingStack {
      var function = HMAC<SHA256>(key: key)
      defer { wipe(&function) }
      function.update(data: [0, 0, 0, 1] as [UInt8])
      function.update(data: label.utf8)
      function.update(data: [0] as [UInt8])
      function.update(data: first)
      function.update(data: second)
      // Not `finalize().prefix(byteCount)`: the iterator of that sequence would be copied to the stack.
      return unsafe function.finalize().withUnsafeBytes {
        unsafe SymmetricKey(data: UnsafeRawBufferPointer(rebasing: $0.prefix(byteCount)))
      }
    }
  }
}
