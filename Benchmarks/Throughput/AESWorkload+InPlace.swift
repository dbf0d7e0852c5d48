import AES

extension AESWorkload {
  /// A message in one call in place, which sets up the key or uses one of `AES.expand`. Only GCM's encryption takes a
  /// kernel.
  ///
  /// A message opened in place cannot be opened again, so GCM's decryption copies the sealed text there before each
  /// call.
  func inPlace(_ form: BenchOperation.AESForm, isExpanded: Bool, _ count: Int) {
    // Local variables, as in an app.
    let (key, iv, nonce, gcmNonce) = (isExpanded ? expandedKey : key, iv, nonce, gcmNonce)
    let bytes = message.bytes
    var span = bytes.mutableBytes
    switch form {
    case .ecbEncrypt: for _ in 0..<count { try! AES.ECB.encrypt(inPlace: &span, using: key) }
    case .ecbDecrypt: for _ in 0..<count { try! AES.ECB.decrypt(inPlace: &span, using: key) }
    case .cbcEncrypt: for _ in 0..<count { try! AES.CBC.encrypt(inPlace: &span, using: key, iv: iv) }
    case .cbcDecrypt: for _ in 0..<count { try! AES.CBC.decrypt(inPlace: &span, using: key, iv: iv) }
    case .ctr: for _ in 0..<count { try! AES.CTR.encrypt(inPlace: &span, using: key, nonce: nonce) }
    case .cfbEncrypt: for _ in 0..<count { try! AES.CFB.encrypt(inPlace: &span, using: key, iv: iv) }
    case .cfbDecrypt: for _ in 0..<count { try! AES.CFB.decrypt(inPlace: &span, using: key, iv: iv) }
    case .ofb: for _ in 0..<count { try! AES.OFB.encrypt(inPlace: &span, using: key, iv: iv) }
    case .gcmEncrypt:
      let place = tagPlace.bytes
      for _ in 0..<count {
        var tag = OutputRawSpan(buffer: place, initializedCount: 0)
        isNamed
          ? try! AES.GCM.seal(
            inPlace: &span, using: key, nonce: gcmNonce, authenticating: RawSpan(), tag: &tag, kernel: kernel)
          : try! AES.GCM.seal(inPlace: &span, using: key, nonce: gcmNonce, authenticating: RawSpan(), tag: &tag)
      }
    case .gcmDecrypt:
      let text = UnsafeRawBufferPointer(rebasing: sealed.contents.prefix(bytes.count))
      let tag = UnsafeRawBufferPointer(rebasing: sealed.contents.suffix(AES.GCM.tagByteCount))
      for _ in 0..<count {
        bytes.copyMemory(from: text)
        try! AES.GCM.open(
          inPlace: &span, tag: tag.bytes, using: key, nonce: gcmNonce, authenticating: RawSpan())
      }
    case .cfb8Encrypt, .cfb8Decrypt, .cmac: preconditionFailure("not measured in place")
    }
  }
}
