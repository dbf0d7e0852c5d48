import PBKDF2

/// The hash functions by the names they have on the command line.
enum BenchHash: String, CaseIterable {
  case sha1
  case sha224
  case sha256
  case sha384
  case sha512
  case sha512_224
  case sha512_256

  /// The type behind the name.
  ///
  /// A generic function called with it works with the type itself.
  var type: any PBKDF2HashFunction.Type {
    switch self {
    case .sha1: Insecure.SHA1.self
    case .sha224: SHA224.self
    case .sha256: SHA256.self
    case .sha384: SHA384.self
    case .sha512: SHA512.self
    case .sha512_224: SHA512_224.self
    case .sha512_256: SHA512_256.self
    }
  }

  /// The hash of that name.
  init(named name: String) throws(BenchError) {
    guard let hash = BenchHash(rawValue: name) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw BenchError(message: "unknown hash '\(name)'; there is \(known)")
    }
    self = hash
  }
}
