import Credentials
import Vault

/// The bytes of a token, with the fields of the format.
struct FernetToken {
  static let version: UInt8 = 0x80
  // The sizes of the fields before and after the ciphertext.
  private static let (headByteCount, tagByteCount) = (25, 32)

  private let bytes: [UInt8]

  /// Parses the characters of a token.
  init(_ text: some Sequence<UInt8>) throws(InteropError) {
    guard let bytes = Base64.paddedURL.decode(Array(text).trimmedText) else {
      throw .malformed("base 64: not the digits of one token, with their padding")
    }
    guard bytes.first == Self.version else { throw .notThisFormat }
    let ciphertextByteCount = bytes.count - Self.headByteCount - Self.tagByteCount
    guard ciphertextByteCount >= 16 else {
      throw .malformed(
        "\(bytes.count.units("byte")); there are at least \(Self.headByteCount + 16 + Self.tagByteCount)")
    }
    guard ciphertextByteCount % 16 == 0 else {
      throw .malformed("a ciphertext of \(ciphertextByteCount.units("byte")); it has a multiple of 16")
    }
    self.bytes = bytes
  }

  /// The characters of a token with these bytes.
  static func text(of bytes: [UInt8]) -> [UInt8] { Base64.paddedURL.digits(bytes[...]) }

  /// The time when the token was made, in seconds since 1970.
  var timestamp: UInt64 { bytes[1..<9].reduce(0) { $0 << 8 | UInt64($1) } }
  var iv: ArraySlice<UInt8> { bytes[9..<Self.headByteCount] }
  var ciphertext: ArraySlice<UInt8> { bytes[Self.headByteCount..<authenticated.endIndex] }
  /// The bytes that the tag authenticates.
  var authenticated: ArraySlice<UInt8> { bytes.dropLast(Self.tagByteCount) }
  var tag: ArraySlice<UInt8> { bytes.suffix(Self.tagByteCount) }
}

/// The two halves of a key.
struct FernetKeys {
  private let authentication: SymmetricKey
  private let encryption: SymmetricKey

  init(_ key: SymmetricKey) throws(InteropError) {
    guard key.bitCount == 256 else { throw .argument("a key of \((key.bitCount / 8).units("byte")); it has 32") }
    (authentication, encryption) = key.halves
  }

  func encrypt(_ content: some Sequence<UInt8>, _ iv: AES.IV) -> [UInt8] {
    // The key has 16 bytes.
    try! AES.CBC.encrypt(content, using: encryption, iv: iv)
  }

  func tag(of bytes: [UInt8]) -> [UInt8] {
    wipingStack { Array(HMAC<SHA256>.authenticationCode(for: bytes, using: authentication)) }
  }

  /// The token with these characters, if its tag is right.
  func authentic(_ text: some Sequence<UInt8>) throws(InteropError) -> FernetToken {
    let token = try FernetToken(text)
    let isTag = HMAC<SHA256>.isValidAuthenticationCode(
      token.tag, authenticating: token.authenticated, using: authentication)
    guard isTag else { throw .authenticationFailure }
    return token
  }

  /// The content of an authentic token.
  func decrypt(_ token: FernetToken) throws(InteropError) -> [UInt8] {
    try asAuthentic { () throws(AESError) in
      try AES.CBC.decrypt(token.ciphertext, using: encryption, iv: AES.IV(data: token.iv))
    }
  }
}
