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
  func authenticate(_ header: some Sequence<UInt8>, _ context: VaultContext) -> HashedAuthenticationCode<SHA256> {
    wipingStack {
      var function = HMAC<SHA256>(key: self.header)
      function.update(data: header)
      unsafe context.bytes.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
      defer { wipe(&function) }
      return function.finalize()
    }
  }

  /// Whether the tag of a vault's first chunk is right, either as the last chunk or as one before others.
  /// Spec: FORMAT.md, section 5, step 5.
  func authenticate(firstChunk chunk: [UInt8]) -> Bool {
    guard chunk.count >= VaultChunks.tagByteCount else { return false }
    return wipingStack {
      var function = HMAC<SHA256>(key: authentication)
      defer { wipe(&function) }
      function.update(data: chunk.dropLast(VaultChunks.tagByteCount))
      function.update(data: (0 as UInt64).bigEndianBytes)
      func isTagged(isLast: UInt8) -> Bool {
        var function = function
        defer { wipe(&function) }
        function.update(data: [isLast])
        return function.finalize() == chunk.suffix(VaultChunks.tagByteCount)
      }
      return isTagged(isLast: 0) || isTagged(isLast: 1)
    }
  }

  /// The first 1,440 bytes of a vault: the header and its tag, twice.
  func copies(of header: VaultHeader, _ context: VaultContext) -> [UInt8] {
    let bytes = header.bytes
    let copy = bytes + authenticate(bytes, context)
    return copy + copy
  }
}
