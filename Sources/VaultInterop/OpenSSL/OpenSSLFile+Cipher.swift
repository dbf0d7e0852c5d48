package import Vault

extension OpenSSLFile {
  /// A mode of operation of `openssl enc`.
  public enum Mode: Sendable {
    /// CBC, with PKCS #7 padding.
    case cbc
    /// CTR.
    case ctr
    /// CFB with segments of 128 bits.
    case cfb
    /// CFB with segments of 8 bits.
    case cfb8
    /// OFB.
    case ofb
    /// ECB, with PKCS #7 padding, which reveals equal blocks.
    case ecb

    /// The end of OpenSSL's name.
    fileprivate var name: String {
      switch self {
      case .cbc: "cbc"
      case .ctr: "ctr"
      case .cfb: "cfb"
      case .cfb8: "cfb8"
      case .ofb: "ofb"
      case .ecb: "ecb"
      }
    }
  }

  /// A cipher of `openssl enc`: AES with a size of the key, in a mode.
  package struct Cipher: Hashable, Sendable, CaseIterable, RawRepresentable {
    package let mode: Mode
    /// The size of the key in bytes.
    package let keyByteCount: Int

    /// - Throws: ``InteropError/argument(_:)`` for a size that AES does not have.
    init(_ mode: Mode, keyBitCount: Int) throws(InteropError) {
      guard [128, 192, 256].contains(keyBitCount) else {
        throw .argument("a key of \((keyBitCount / 8).units("byte")); AES has 16, 24 or 32")
      }
      (self.mode, keyByteCount) = (mode, keyBitCount / 8)
    }

    private init(_ mode: Mode, keyByteCount: Int) { (self.mode, self.keyByteCount) = (mode, keyByteCount) }

    /// The cipher with OpenSSL's name, such as "aes-256-cbc".
    package init?(rawValue: String) {
      guard let cipher = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = cipher
    }

    package static let allCases = [16, 24, 32].flatMap { byteCount in
      [Mode.cbc, .ctr, .cfb, .cfb8, .ofb, .ecb].map { Cipher($0, keyByteCount: byteCount) }
    }

    /// OpenSSL's name.
    package var rawValue: String { "aes-\(8 * keyByteCount)-\(mode.name)" }

    package var keySize: SymmetricKeySize { SymmetricKeySize(bitCount: 8 * keyByteCount) }
  }
}

extension OpenSSLFile.Cipher {
  /// Whether the content is padded. Otherwise a wrong password is never noticed.
  package var isPadded: Bool { mode == .cbc || mode == .ecb }

  /// The sizes in bytes of the key and the IV, which are derived from the password. ECB has no IV.
  var byteCounts: [Int] { mode == .ecb ? [keyByteCount] : [keyByteCount, 16] }
}

/// Runs AES, and converts its errors to ``InteropError``.
func asInterop<Result>(_ body: () throws(AESError) -> Result) throws(InteropError) -> Result {
  do throws(AESError) {
    return try body()
  } catch {
    throw error == .invalidPadding ? .invalidPadding : .malformed("\(error)")
  }
}

/// Runs AES on what a tag authenticates. Every error is that of a wrong tag, so that it reveals nothing: if the tag is
/// right, another program sealed invalid padding.
func asAuthentic<Result>(_ body: () throws(AESError) -> Result) throws(InteropError) -> Result {
  do throws(AESError) { return try body() } catch { throw .authenticationFailure }
}

/// A message in one of the modes that comes in pieces.
enum OpenSSLStream: Sendable {
  case encryptCBC(AES.CBC.Encryptor)
  case decryptCBC(AES.CBC.Decryptor)
  case encryptECB(AES.ECB.Encryptor)
  case decryptECB(AES.ECB.Decryptor)
  case ctr(AES.CTR.Cipher)
  case encryptCFB(AES.CFB.Encryptor)
  case decryptCFB(AES.CFB.Decryptor)
  case ofb(AES.OFB.Cipher)

  /// Starts a message.
  ///
  /// - Parameter keys: the key and, except for ECB, the IV.
  init(_ cipher: OpenSSLFile.Cipher, isEncryption: Bool, _ keys: [SymmetricKey]) throws(AESError) {
    let key = keys[0]
    func iv() throws(AESError) -> AES.IV {
      try unsafe keys[1].withUnsafeBytes { bytes throws(AESError) in try unsafe AES.IV(data: bytes) }
    }
    switch cipher.mode {
    case .cbc where isEncryption: self = .encryptCBC(try AES.CBC.Encryptor(using: key, iv: try iv()))
    case .cbc: self = .decryptCBC(try AES.CBC.Decryptor(using: key, iv: try iv()))
    case .ecb where isEncryption: self = .encryptECB(try AES.ECB.Encryptor(using: key))
    case .ecb: self = .decryptECB(try AES.ECB.Decryptor(using: key))
    case .ctr: self = .ctr(try AES.CTR.Cipher(using: key, nonce: try AES.CTR.Nonce(data: try iv())))
    case .cfb, .cfb8:
      let segment = cipher.mode == .cfb ? AES.CFB.SegmentSize.bits128 : .bits8
      self =
        isEncryption
        ? .encryptCFB(try AES.CFB.Encryptor(using: key, iv: try iv(), segment: segment))
        : .decryptCFB(try AES.CFB.Decryptor(using: key, iv: try iv(), segment: segment))
    case .ofb: self = .ofb(try AES.OFB.Cipher(using: key, iv: try iv()))
    }
  }

  mutating func update(_ data: some Sequence<UInt8>) throws(AESError) -> [UInt8] {
    try unsafe data.withBytes { data throws(AESError) in try unsafe perform(.update(data)) }
  }

  /// The rest of the message. The stream is at its end.
  mutating func finalize() throws(AESError) -> [UInt8] { try perform(.finalize) }

  /// Overwrites what depends on the content. The stream is at its end.
  mutating func wipe() { _ = try? perform(.wipe) }

  @safe
  private enum Step {
    case update(UnsafeRawBufferPointer)
    case finalize
    case wipe

    func perform(on cipher: inout some PieceCipher) throws(AESError) -> [UInt8] {
      switch self {
      case .update(let data): return try unsafe cipher.update(data)
      case .finalize: return try cipher.finalize()
      case .wipe:
        cipher.wipe()
        return []
      }
    }
  }

  private mutating func perform(_ step: Step) throws(AESError) -> [UInt8] {
    switch self {
    case .encryptCBC(var cipher):
      defer { self = .encryptCBC(cipher) }
      return try step.perform(on: &cipher)
    case .decryptCBC(var cipher):
      defer { self = .decryptCBC(cipher) }
      return try step.perform(on: &cipher)
    case .encryptECB(var cipher):
      defer { self = .encryptECB(cipher) }
      return try step.perform(on: &cipher)
    case .decryptECB(var cipher):
      defer { self = .decryptECB(cipher) }
      return try step.perform(on: &cipher)
    case .ctr(var cipher):
      defer { self = .ctr(cipher) }
      return try step.perform(on: &cipher)
    case .encryptCFB(var cipher):
      defer { self = .encryptCFB(cipher) }
      return try step.perform(on: &cipher)
    case .decryptCFB(var cipher):
      defer { self = .decryptCFB(cipher) }
      return try step.perform(on: &cipher)
    case .ofb(var cipher):
      defer { self = .ofb(cipher) }
      return try step.perform(on: &cipher)
    }
  }
}
