package import PBKDF2

/// The hash functions, by their names on the command line.
package enum NamedHash: String, CaseIterable, Sendable {
  case md5
  case sha1
  case sha224
  case sha256
  case sha384
  case sha512
  case sha512_224
  case sha512_256

  /// All names, for a line of help.
  package static let list = allCases.map(\.rawValue).joined(separator: " ")

  /// The hash of that name.
  package init(named name: String) throws(ArgumentError) {
    guard let hash = NamedHash(rawValue: name) else {
      throw .unknownName(what: "hash", name, known: Self.allCases.map(\.rawValue))
    }
    self = hash
  }

  /// A new hash on the named kernel; on the default one for `nil`.
  package func start(kernel: String? = nil) throws(ArgumentError) -> any PBKDF2HashFunction {
    switch self {
    case .md5: Insecure.MD5(kernel: try .named(kernel))
    case .sha1: Insecure.SHA1(kernel: try .named(kernel))
    case .sha224: SHA224(kernel: try .named(kernel))
    case .sha256: SHA256(kernel: try .named(kernel))
    case .sha384: SHA384(kernel: try .named(kernel))
    case .sha512: SHA512(kernel: try .named(kernel))
    case .sha512_224: SHA512_224(kernel: try .named(kernel))
    case .sha512_256: SHA512_256(kernel: try .named(kernel))
    }
  }

  /// The type of the named hash; passed to a generic function, it is opened as the concrete type.
  package var type: any PBKDF2HashFunction.Type {
    // Only a named kernel could be unknown.
    Swift.type(of: try! start())
  }
}
