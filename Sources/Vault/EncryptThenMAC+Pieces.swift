#if !hasFeature(Embedded)  // Embedded Swift has no errors of any type.
extension EncryptThenMAC {
  /// Encrypts a message that comes in pieces of any size, and authenticates it.
  ///
  /// The output is complete only when this call has returned.
  ///
  /// - Parameters:
  ///   - data: additional data, authenticated but not encrypted.
  ///   - iv: by default a random one, as in the form for a whole message.
  ///   - source: returns the next piece of the message. At its end it returns nil or no bytes.
  ///   - output: takes the next piece of IV ‖ ciphertext ‖ tag.
  /// - Throws: the error of `source` or `output`.
  public func seal<Piece: Collection<UInt8>>(
    authenticating data: some Sequence<UInt8> = [], iv: AES.IV = AES.IV(), from source: () throws -> Piece?,
    to output: ([UInt8]) throws -> Void
  ) throws {
    switch mode {
    case .cbc: try seal(AES.CBC.Encryptor(using: encryptionKey, iv: iv), data, iv, source, output)
    case .ctr: try seal(counter(iv), data, iv, source, output)
    }
  }

  /// Opens a sealed message in pieces, in two passes over its source. The first pass checks the tag, in constant time,
  /// and nothing is decrypted before. The second decrypts.
  ///
  /// A piece that the source returns otherwise in the second pass is noticed before it is decrypted. Memory for two
  /// pieces of 1 MiB is needed, and for a digest of each piece.
  ///
  /// - Parameters:
  ///   - byteCount: the size of the sealed message in bytes.
  ///   - data: the data that were authenticated with the message.
  ///   - source: returns a range of the sealed message IV ‖ ciphertext ‖ tag, at most 1 MiB, counted from the IV.
  ///   - output: takes the next piece of the message, which is overwritten afterwards unless `output` keeps it.
  /// - Throws: the error of `source` or `output`; ``EncryptThenMACError/sealedByteCount(_:minimum:)`` for a size that
  ///   is too small, or when `source` returns fewer bytes than the range has;
  ///   ``EncryptThenMACError/authenticationFailure`` when the message, the data or a key is wrong. The output has then
  ///   been called with nothing, unless the source has changed, or another program sealed a ciphertext that is not
  ///   valid in its mode.
  public func open<Piece: Sequence<UInt8>>(
    byteCount: UInt64, authenticating data: some Sequence<UInt8> = [], from source: (Range<UInt64>) throws -> Piece,
    to output: ([UInt8]) throws -> Void
  ) throws {
    guard byteCount >= UInt64(minimum) else {
      throw EncryptThenMACError.sealedByteCount(Int(byteCount), minimum: minimum)
    }
    let iv = try AES.IV(data: read(0..<16, source))
    switch mode {
    case .cbc: try open(AES.CBC.Decryptor(using: encryptionKey, iv: iv), byteCount, data, iv, source, output)
    case .ctr: try open(counter(iv), byteCount, data, iv, source, output)
    }
  }

  private func read<Piece: Sequence<UInt8>>(
    _ range: Range<UInt64>, _ source: (Range<UInt64>) throws -> Piece
  ) throws -> [UInt8] {
    let bytes = Array(try source(range))
    guard bytes.count == range.count else {
      throw EncryptThenMACError.sealedByteCount(
        Int(clamping: range.lowerBound) + bytes.count, minimum: Int(clamping: range.upperBound))
    }
    return bytes
  }

  private func counter(_ iv: AES.IV) throws(AESError) -> AES.CTR.Cipher {
    try AES.CTR.Cipher(using: encryptionKey, nonce: AES.CTR.Nonce(data: iv.bytes))
  }

  private func seal<Piece: Collection<UInt8>>(
    _ cipher: some PieceCipher, _ data: some Sequence<UInt8>, _ iv: AES.IV, _ source: () throws -> Piece?,
    _ output: ([UInt8]) throws -> Void
  ) throws {
    var (cipher, (function, byteCount)) = (cipher, begin(data, iv))
    defer {
      cipher.wipe()
      wipeIfBitwiseCopyable(&function)
      wipeStack()
    }
    try output(iv.bytes)
    func put(_ ciphertext: [UInt8]) throws {
      if ciphertext.isEmpty { return }
      function.update(data: ciphertext)
      try output(ciphertext)
    }
    while let piece = try source(), !piece.isEmpty { try put(cipher.update(piece)) }
    try put(cipher.finalize())
    try output(Array(end(&function, dataByteCount: byteCount).prefix(tagByteCount)))
  }

  private func open<Piece: Sequence<UInt8>>(
    _ cipher: some PieceCipher, _ byteCount: UInt64, _ data: some Sequence<UInt8>, _ iv: AES.IV,
    _ source: (Range<UInt64>) throws -> Piece, _ output: ([UInt8]) throws -> Void
  ) throws {
    let ciphertext = 16..<byteCount - UInt64(tagByteCount)
    func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
      for start in stride(from: ciphertext.lowerBound, to: ciphertext.upperBound, by: 1 << 20) {
        try body(read(start..<start + min(1 << 20, ciphertext.upperBound - start), source))
      }
    }
    var (start, dataByteCount) = begin(data, iv)
    // The tag of the message up to the end of each piece.
    var (cipher, function, tags) = (cipher, start, [UInt8]())
    defer {
      cipher.wipe()
      wipe(&tags)
      wipeIfBitwiseCopyable(&start)
      wipeIfBitwiseCopyable(&function)
      wipeStack()
    }
    try forEachPiece { piece in
      function.update(data: piece)
      tags.growWiping(to: tags.count + H.Digest.byteCount)
      tags += function.finalize()
    }
    var tag = end(&function, dataByteCount: dataByteCount)
    defer { wipe(&tag) }
    let stored = try read(ciphertext.upperBound..<byteCount, source)
    guard ConstantTime.areEqual(tag.prefix(tagByteCount), stored) else {
      throw EncryptThenMACError.authenticationFailure
    }
    function = start
    var tagCount = 0
    func put(_ message: consuming [UInt8]) throws {
      defer { wipe(&message) }
      if !message.isEmpty { try output(message) }
    }
    try forEachPiece { piece in
      function.update(data: piece)
      guard function.finalize() == tags.dropFirst(tagCount).prefix(H.Digest.byteCount) else {
        throw EncryptThenMACError.authenticationFailure
      }
      tagCount += H.Digest.byteCount
      try put(cipher.update(piece))
    }
    let last: [UInt8]
    do throws(AESError) {
      last = try cipher.finalize()
    } catch {
      throw EncryptThenMACError.authenticationFailure
    }
    try put(last)
  }

  /// HMAC that has taken the data and the IV, and the number of bytes of the data.
  private func begin(_ data: some Sequence<UInt8>, _ iv: AES.IV) -> (function: HMAC<H>, byteCount: UInt64) {
    var (function, byteCount) = begin(data)
    if macInput != .unauthenticatedIV { function.update(data: iv) }
    return (function, byteCount)
  }
}
#endif
