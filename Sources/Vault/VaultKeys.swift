/// The three keys that are derived from a vault's data key. Spec: FORMAT.md, section 4.
struct VaultKeys {
  let header: SymmetricKey
  let encryption: SymmetricKey
  let authentication: SymmetricKey

  init(dataKey: SymmetricKey, salt: [UInt8]) {
    let keys = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: dataKey, salt: salt, info: "swift-vault v1 keys".utf8, outputByteCount: 96)
    (header, encryption, authentication) = unsafe keys.withUnsafeBytes {
      unsafe (SymmetricKey(data: $0[..<32]), SymmetricKey(data: $0[32..<64]), SymmetricKey(data: $0[64...]))
    }
  }

  /// The header's tag: HMAC-SHA-256 over the header without the tag, followed by the context.
  func authenticate(_ header: some Sequence<UInt8>, context: [UInt8]) -> HashedAuthenticationCode<SHA256> {
    wipingStack {
      var function = HMAC<SHA256>(key: self.header)
      function.update(data: header)
      function.update(data: context)
      defer { wipe(&function) }
      return function.finalize()
    }
  }

  /// The first 1,440 bytes of a vault: the header and its tag, twice.
  func copies(of header: VaultHeader, context: [UInt8]) -> [UInt8] {
    let bytes = header.bytes
    let copy = bytes + authenticate(bytes, context: context)
    return copy + copy
  }
}
