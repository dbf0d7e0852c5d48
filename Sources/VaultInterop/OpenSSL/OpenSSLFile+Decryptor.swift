public import Vault

extension OpenSSLFile {
  /// Decrypts a file in pieces of any length. The content is *not* authenticated. A copy continues independently.
  ///
  /// *Not* protected: copies of the state that the compiler leaves on the stack. The static functions wipe theirs.
  public struct Decryptor: Sendable, Redacted {
    private enum State: Sendable {
      /// Within the header, of which `start` has been read.
      case header(saltByteCount: Int, Keys)
      case content(OpenSSLStream)
    }

    /// What the stream is made from, once the salt is known.
    private struct Keys: Sendable {
      let password: SymmetricKey
      let cipher: Cipher
      let derivation: KeyDerivation
      let iv: [UInt8]?

      func stream(salt: [UInt8]) throws(InteropError) -> OpenSSLStream {
        try derivation.stream(cipher, isEncryption: false, password, salt: salt, iv: iv)
      }
    }

    private var state: State
    /// Nil for a binary file, and while the encoding is unknown.
    private var decoder: Base64Decoder?
    private var isEncodingKnown: Bool
    private var start: [UInt8] = []

    /// Starts a decryption. The parameters are those of `open`.
    ///
    /// - Throws: ``InteropError/overLimit(rounds:limit:)``, or ``InteropError/argument(_:)`` for rounds, a salt or an
    ///   IV that OpenSSL does not accept.
    public init(
      password: some Sequence<UInt8>, mode: Mode = .cbc, keySize: SymmetricKeySize = .bits256,
      derivation: KeyDerivation = .pbkdf2(.sha256, rounds: 10_000), salt: Salt = .header(), iv: [UInt8]? = nil,
      encoding: Encoding = .binary, maximumRounds: Int = PasswordStretching.defaultMaximumRounds
    ) throws(InteropError) {
      let cipher = try Cipher(mode, keyBitCount: keySize.bitCount)
      if case .pbkdf2(_, let rounds) = derivation { try OpenSSLFile.check(rounds: rounds, maximumRounds) }
      if iv != nil { try cipher.check(iv: iv) }
      let keys = Keys(password: SymmetricKey(data: password), cipher: cipher, derivation: derivation, iv: iv)
      switch salt {
      case .header(let byteCount):
        try derivation.check(saltByteCount: byteCount)
        state = .header(saltByteCount: byteCount, keys)
        isEncodingKnown = false
        return
      case .known(let salt):
        try derivation.check(saltByteCount: salt.count)
        state = .content(try keys.stream(salt: salt))
      case .none: state = .content(try keys.stream(salt: []))
      }
      isEncodingKnown = true
      decoder = encoding == .binary ? nil : Base64Decoder()
    }

    /// Starts the decryption of a file made with the options `-K` and `-iv`. The parameters are those of `open`.
    ///
    /// - Throws: ``InteropError/argument(_:)`` for a key that AES does not have, or an IV of another size.
    public init(
      using key: SymmetricKey, mode: Mode = .cbc, iv: [UInt8]?, encoding: Encoding = .binary
    ) throws(InteropError) {
      let cipher = try Cipher(mode, keyBitCount: key.bitCount)
      try cipher.check(iv: iv)
      state = .content(
        try asInterop { () throws(AESError) in
          try OpenSSLStream(cipher, isEncryption: false, [key] + (iv.map { [SymmetricKey(data: $0)] } ?? []))
        })
      isEncodingKnown = true
      decoder = encoding == .binary ? nil : Base64Decoder()
    }

    /// Decrypts the next piece of the file. With ECB and CBC, the last block is kept back until `finalize()`.
    ///
    /// - Returns: the content that the piece completes. It is empty within the header.
    /// - Throws: ``InteropError/notThisFormat`` or ``InteropError/malformed(_:)``.
    public mutating func update(_ file: some Sequence<UInt8>) throws(InteropError) -> [UInt8] {
      if !isEncodingKnown {
        start += file
        try decideEncoding()
        guard isEncodingKnown else { return [] }
        let beginning = start
        start = []
        return try update(known: beginning)
      }
      return try unsafe file.withBytes { file throws(InteropError) in try unsafe update(known: file) }
    }

    /// Decides whether the file is binary or base 64 as soon as enough has been read. White space in base 64 does not
    /// count.
    private mutating func decideEncoding() throws(InteropError) {
      if decoder == nil {
        if start.starts(with: OpenSSLFile.magic) { isEncodingKnown = true }
        if OpenSSLFile.magic.starts(with: start.prefix(OpenSSLFile.magic.count)) { return }
        decoder = Base64Decoder()
      }
      start.removeAll(where: Base64Decoder.isSpace)
      let digits = Array("U2FsdGVk".utf8)
      guard digits.starts(with: start.prefix(digits.count)) else { throw .notThisFormat }
      isEncodingKnown = start.count >= digits.count
    }

    private mutating func update(known file: some Sequence<UInt8>) throws(InteropError) -> [UInt8] {
      if decoder != nil {
        let bytes = try decoder!.update(file)
        return try update(bytes: bytes)
      }
      return try update(bytes: file)
    }

    private mutating func update(bytes: some Sequence<UInt8>) throws(InteropError) -> [UInt8] {
      if case .header(let saltByteCount, let keys) = state {
        start += bytes
        let headerByteCount = OpenSSLFile.magic.count + saltByteCount
        guard start.count >= headerByteCount else { return [] }
        guard start.starts(with: OpenSSLFile.magic) else { throw .notThisFormat }
        state = .content(try keys.stream(salt: Array(start[OpenSSLFile.magic.count..<headerByteCount])))
        let ciphertext = start[headerByteCount...]
        start = []
        return try decrypt(ciphertext)
      }
      return try decrypt(bytes)
    }

    private mutating func decrypt(_ ciphertext: some Sequence<UInt8>) throws(InteropError) -> [UInt8] {
      guard case .content(var stream) = state else { return [] }
      defer { state = .content(stream) }
      return try asInterop { () throws(AESError) in try stream.update(ciphertext) }
    }

    /// Returns the rest of the content, without its padding. Call it once.
    ///
    /// - Throws: ``InteropError/invalidPadding``, or ``InteropError/malformed(_:)`` when the file is truncated.
    public mutating func finalize() throws(InteropError) -> [UInt8] {
      try decoder?.finalize()
      switch state {
      case .header(let saltByteCount, _):
        guard OpenSSLFile.magic.starts(with: start.prefix(8)) || decoder != nil else { throw .notThisFormat }
        throw .malformed("the file ends within its first \(OpenSSLFile.magic.count + saltByteCount) bytes")
      case .content(var stream):
        defer { state = .content(stream) }
        return try asInterop { () throws(AESError) in try stream.finalize() }
      }
    }
  }
}

extension OpenSSLFile.Cipher {
  /// Refuses an IV that the cipher does not take.
  fileprivate func check(iv: [UInt8]?) throws(InteropError) {
    if mode == .ecb {
      guard iv == nil else { throw .argument("an IV, which \(rawValue) does not have") }
    } else {
      guard let iv else { throw .argument("no IV (-iv); \(rawValue) has one of 16 bytes") }
      guard iv.count == 16 else { throw .argument("an IV of \(iv.count.units("byte")); \(rawValue) has 16") }
    }
  }
}

extension OpenSSLFile.KeyDerivation {
  /// Refuses a salt of a size that OpenSSL does not accept.
  fileprivate func check(saltByteCount: Int) throws(InteropError) {
    switch self {
    case .pbkdf2:
      guard 1...16 ~= saltByteCount else {
        throw .argument("a salt of \(saltByteCount.units("byte")); OpenSSL takes 1 to 16")
      }
    case .bytesToKey:
      guard saltByteCount == 8 else {
        throw .argument("a salt of \(saltByteCount.units("byte")); without -pbkdf2 it has 8, whatever -saltlen says")
      }
    }
  }

  /// The stream of a message under a password, with the given IV instead of a derived one, if there is one.
  func stream(
    _ cipher: OpenSSLFile.Cipher, isEncryption: Bool, _ password: SymmetricKey, salt: [UInt8], iv: [UInt8]?
  ) throws(InteropError) -> OpenSSLStream {
    var keys =
      switch self {
      case .pbkdf2(let hash, let rounds): hash.keys(password, salt: salt, rounds: rounds, byteCounts: cipher.byteCounts)
      case .bytesToKey(let hash): hash.keys(password, salt: salt, rounds: nil, byteCounts: cipher.byteCounts)
      }
    if let iv { keys[1] = SymmetricKey(data: iv) }
    return try asInterop { () throws(AESError) in try OpenSSLStream(cipher, isEncryption: isEncryption, keys) }
  }
}
