public import Vault

/// Files of the command `openssl enc`.
///
/// A salted file is the 8 bytes `Salted__`, a salt of 8 bytes or, with `-saltlen`, of another size, and the ciphertext.
/// A file without salt is the ciphertext alone, and so is one with the salt of `-S` (as OpenSSL 3 writes it) or with a
/// key (`-K`). With ECB and CBC the ciphertext is 1 to 16 bytes longer than the content, with the other modes as long.
/// The option `-a` writes the whole file in base 64, in lines of 64 digits; `-A` in one line without a newline. White
/// space in base 64 is ignored.
///
/// Key and IV are derived from the password and the salt: with `-pbkdf2` by PBKDF2, otherwise by EVP_BytesToKey with
/// one round. The file names neither the cipher nor the derivation, so opening it requires knowing both.
///
/// *Not* protected: the content against changes. Nothing authenticates the file, so a change gives wrong content and no
/// error. So do most wrong passwords with modes other than ECB and CBC, and about one wrong password in 256 with ECB
/// and CBC. The size of the content is visible. With EVP_BytesToKey, a guess costs an attacker next to nothing. Without
/// salt, equal passwords give equal keys. For new data, use `Vault`.
public enum OpenSSLFile {
  /// How key and IV are derived from the password.
  public enum KeyDerivation: Sendable {
    /// PBKDF2-HMAC with a hash function and a number of rounds: the options `-pbkdf2`, `-md` and `-iter`.
    case pbkdf2(OpenSSLHash, rounds: Int)
    /// EVP_BytesToKey with one round: files without `-pbkdf2`. The default of `-md` was MD5 before OpenSSL 1.1.0, and
    /// has been SHA-256 since.
    case bytesToKey(OpenSSLHash)
  }

  /// How a file is written. Reading takes both forms of base 64 alike.
  public enum Encoding: Sendable {
    package static let allCases = [Encoding.binary, .base64, .base64OneLine]

    /// Bytes.
    case binary
    /// Base 64 in lines of 64 digits: the option `-a`.
    case base64
    /// Base 64 in one line: the options `-a -A`.
    case base64OneLine
  }

  /// Where the salt of a file is.
  public enum Salt: Sendable {
    /// In the file, behind `Salted__`. The option `-saltlen` gives its size, 1 to 16 bytes.
    case header(byteCount: Int = 8)
    /// Not in the file: the bytes of the option `-S`, 1 to 16. OpenSSL pads a short salt with zeros to 8 bytes, or to
    /// the size of `-saltlen`.
    case known([UInt8])
    /// There is none: the option `-nosalt`.
    case none
  }

  static let magic = Array("Salted__".utf8)
  static let saltByteCount = 8

  /// Whether a file begins as a salted one, binary or in base 64.
  ///
  /// - Parameter beginning: the first 11 bytes of the file, or more; of a shorter file, all of it. White space in base
  ///   64 does not count.
  public static func recognizes(_ beginning: some Sequence<UInt8>) -> Bool {
    let beginning = Array(beginning)
    if beginning.starts(with: magic) { return true }
    let first = Array(beginning.lazy.filter { !Base64Decoder.isSpace($0) }.prefix(11))
    // The eleventh digit has the last bits of the 8 bytes and the first bits of the salt.
    return "89+/".utf8.contains { first.elementsEqual(Array("U2FsdGVkX1".utf8) + [$0]) }
  }

  /// Decrypts a file.
  ///
  /// - Parameters:
  ///   - file: the whole file. A salted file shows whether it is in base 64.
  ///   - password: any bytes. OpenSSL takes the first line of its input, without the newline.
  ///   - mode: the mode of the encryption.
  ///   - keySize: the size of its key: 128, 192 or 256 bits.
  ///   - derivation: the derivation of the encryption. The default is that of `-pbkdf2`.
  ///   - salt: where the salt is.
  ///   - iv: the option `-iv`, 16 bytes, instead of a derived IV.
  ///   - encoding: how a file is written that does not begin with its salt.
  ///   - maximumRounds: the maximum number of rounds.
  /// - Returns: the content, which is *not* authenticated.
  /// - Throws: ``InteropError``. `.invalidPadding` means that the password, the mode, the size of the key or the
  ///   derivation is wrong, or that the file was changed.
  public static func open(
    _ file: some Sequence<UInt8>, password: some Sequence<UInt8>, mode: Mode = .cbc,
    keySize: SymmetricKeySize = .bits256, derivation: KeyDerivation = .pbkdf2(.sha256, rounds: 10_000),
    salt: Salt = .header(), iv: [UInt8]? = nil, encoding: Encoding = .binary,
    maximumRounds: Int = PasswordStretching.defaultMaximumRounds
  ) throws(InteropError) -> [UInt8] {
    try wipingStack(byteCount: StackByteCount.lanes) { () throws(InteropError) in
      try open(
        file,
        try Decryptor(
          password: password, mode: mode, keySize: keySize, derivation: derivation, salt: salt, iv: iv,
          encoding: encoding, maximumRounds: maximumRounds))
    }
  }

  /// Decrypts a file made with the options `-K` and `-iv`, which is the ciphertext alone.
  ///
  /// - Parameters:
  ///   - file: the whole file.
  ///   - key: the option `-K`: 16, 24 or 32 bytes.
  ///   - mode: the mode of the encryption.
  ///   - iv: the option `-iv`, 16 bytes; nil for ECB, which has none.
  ///   - encoding: how the file is written.
  /// - Returns: the content, which is *not* authenticated.
  /// - Throws: ``InteropError``; for a key or an IV of another size, ``InteropError/argument(_:)``.
  public static func open(
    _ file: some Sequence<UInt8>, using key: SymmetricKey, mode: Mode = .cbc, iv: [UInt8]?,
    encoding: Encoding = .binary
  ) throws(InteropError) -> [UInt8] {
    try wipingStack(byteCount: StackByteCount.lanes) { () throws(InteropError) in
      try open(file, try Decryptor(using: key, mode: mode, iv: iv, encoding: encoding))
    }
  }

  private static func open(_ file: some Sequence<UInt8>, _ decryptor: Decryptor) throws(InteropError) -> [UInt8] {
    var decryptor = decryptor
    var content = try decryptor.update(file)
    do throws(InteropError) {
      var last = try decryptor.finalize()
      content.growWiping(to: content.count + last.count)
      content += last
      wipe(&last)
    } catch {
      wipe(&content)
      throw error
    }
    return content
  }

  /// Encrypts content as `openssl enc -pbkdf2` does, with a new random salt.
  ///
  /// - Parameters:
  ///   - content: any number of bytes.
  ///   - password: any bytes. OpenSSL cannot read one with a newline.
  ///   - mode: the mode: CBC is the option `-aes-256-cbc`.
  ///   - keySize: the size of the key: 128, 192 or 256 bits.
  ///   - hash: the option `-md`.
  ///   - rounds: the option `-iter`. The default is OpenSSL's; ``OpenSSLHash/recommendedRounds`` is much higher.
  ///   - encoding: the options `-a` and `-A`.
  ///   - maximumRounds: the maximum number of rounds of the file's readers.
  /// - Throws: ``InteropError/overLimit(rounds:limit:)``, or ``InteropError/argument(_:)`` for rounds outside OpenSSL's
  ///   range of 1 to 2^31 - 1, or a size that AES does not have.
  public static func seal(
    _ content: some Sequence<UInt8>, password: some Sequence<UInt8>, mode: Mode = .cbc,
    keySize: SymmetricKeySize = .bits256, hash: OpenSSLHash = .sha256, rounds: Int = 10_000,
    encoding: Encoding = .binary,
    maximumRounds: Int = PasswordStretching.defaultMaximumRounds
  ) throws(InteropError) -> [UInt8] {
    try seal(
      content, password: password, salt: SystemRandom.bytes(count: saltByteCount),
      cipher: try Cipher(mode, keyBitCount: keySize.bitCount), hash: hash, rounds: rounds, encoding: encoding,
      maximumRounds: maximumRounds)
  }

  /// Encrypts content with a salt of 8 bytes.
  package static func seal(
    _ content: some Sequence<UInt8>, password: some Sequence<UInt8>, salt: [UInt8], cipher: Cipher,
    hash: OpenSSLHash, rounds: Int, encoding: Encoding, maximumRounds: Int
  ) throws(InteropError) -> [UInt8] {
    try wipingStack(byteCount: StackByteCount.lanes) { () throws(InteropError) in
      var encryptor = try Encryptor(
        password: password, salt: salt, cipher: cipher, hash: hash, rounds: rounds, encoding: encoding,
        maximumRounds: maximumRounds)
      return try encryptor.update(content) + encryptor.finalize()
    }
  }

  /// Refuses rounds outside 1 to 2^31 - 1, or above the limit.
  static func check(rounds: Int, _ maximumRounds: Int) throws(InteropError) {
    guard 1...Int(Int32.max) ~= rounds else {
      throw .argument("\(rounds.units("round")); OpenSSL takes 1 to 2147483647")
    }
    guard rounds <= maximumRounds else { throw .overLimit(rounds: rounds, limit: maximumRounds) }
  }
}

extension OpenSSLFile {
  /// Encrypts content in pieces of any length, as `openssl enc -pbkdf2` does. A copy continues independently.
  ///
  /// *Not* protected: copies of the state that the compiler leaves on the stack. The static functions wipe theirs.
  public struct Encryptor: Sendable, Redacted {
    private var stream: OpenSSLStream
    private var encoder: Base64Encoder?
    private var header: [UInt8]

    /// Starts an encryption with a new random salt. The parameters are those of `seal`.
    ///
    /// - Throws: ``InteropError/overLimit(rounds:limit:)``, or ``InteropError/argument(_:)`` for rounds that OpenSSL
    ///   does not accept.
    public init(
      password: some Sequence<UInt8>, mode: Mode = .cbc, keySize: SymmetricKeySize = .bits256,
      hash: OpenSSLHash = .sha256, rounds: Int = 10_000, encoding: Encoding = .binary,
      maximumRounds: Int = PasswordStretching.defaultMaximumRounds
    ) throws(InteropError) {
      try self.init(
        password: password, salt: SystemRandom.bytes(count: saltByteCount),
        cipher: try Cipher(mode, keyBitCount: keySize.bitCount), hash: hash, rounds: rounds, encoding: encoding,
        maximumRounds: maximumRounds)
    }

    init(
      password: some Sequence<UInt8>, salt: [UInt8], cipher: Cipher, hash: OpenSSLHash, rounds: Int,
      encoding: Encoding, maximumRounds: Int
    ) throws(InteropError) {
      try OpenSSLFile.check(rounds: rounds, maximumRounds)
      stream = try KeyDerivation.pbkdf2(hash, rounds: rounds)
        .stream(cipher, isEncryption: true, SymmetricKey(data: password), salt: salt, iv: nil)
      encoder = encoding == .binary ? nil : Base64Encoder(isOneLine: encoding == .base64OneLine)
      header = OpenSSLFile.magic + salt
    }

    /// Encrypts the next piece of the content. The result for the first piece begins with the header.
    ///
    /// - Throws: ``InteropError/malformed(_:)`` after 2^64 - 1 bytes in a mode with a counter.
    public mutating func update(_ content: some Sequence<UInt8>) throws(InteropError) -> [UInt8] {
      let ciphertext = try unsafe content.withBytes { bytes throws(InteropError) in
        try asInterop { () throws(AESError) in try unsafe stream.update(bytes) }
      }
      return encoded(ciphertext)
    }

    /// Returns the rest of the file. Call it once.
    ///
    /// - Throws: no error, because the padding fits any content.
    public mutating func finalize() throws(InteropError) -> [UInt8] {
      let last = try asInterop { () throws(AESError) in try stream.finalize() }
      let file = encoded(last)
      return encoder == nil ? file : file + encoder!.finalize()
    }

    /// Overwrites the buffered content.
    package mutating func wipe() { stream.wipe() }

    private mutating func encoded(_ ciphertext: [UInt8]) -> [UInt8] {
      let file = header + ciphertext
      header = []
      return encoder == nil ? file : encoder!.update(file)
    }
  }
}
