import PBKDF2

/// The hash functions by the names they have in the lab.
enum HashName: String, CaseIterable {
  case sha1
  case sha224
  case sha256
  case sha384
  case sha512
  case sha512_224
  case sha512_256

  /// All names, for a line of help.
  static let list = allCases.map(\.rawValue).joined(separator: " ")

  /// A hash of nothing yet, computed by the named kernel, or by the best one here for `nil`.
  ///
  /// This is the only place that knows which name is which type: everything else is generic.
  fileprivate func prototype(kernel: String?) throws(LabError) -> any PBKDF2HashFunction {
    switch self {
    case .sha1: Insecure.SHA1(kernel: try .named(kernel))
    case .sha224: SHA224(kernel: try .named(kernel))
    case .sha256: SHA256(kernel: try .named(kernel))
    case .sha384: SHA384(kernel: try .named(kernel))
    case .sha512: SHA512(kernel: try .named(kernel))
    case .sha512_224: SHA512_224(kernel: try .named(kernel))
    case .sha512_256: SHA512_256(kernel: try .named(kernel))
    }
  }
}

/// The hash an operation was asked to work with.
struct HashChoice {
  /// A hash of nothing yet.
  ///
  /// A call of one of the lab's generic methods on it opens the type inside.
  let prototype: any PBKDF2HashFunction
  /// Whether a kernel was asked for by name; the library's short calls, which choose for themselves, are then of no use.
  let hasNamedKernel: Bool

  /// Reads the parameters `hash` and `kernel`.
  init(_ parameters: some Parameters) throws(LabError) {
    let kernel = try parameters.text("kernel")
    prototype = try parameters.requiredChoice("hash", of: HashName.self).prototype(kernel: kernel)
    hasNamedKernel = kernel != nil
  }
}
