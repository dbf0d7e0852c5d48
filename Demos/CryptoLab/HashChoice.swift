import PBKDF2
import SwiftVaultCommandSupport

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
    let hash = try parameters.requiredChoice("hash", of: NamedHash.self)
    prototype = try LabError.reading { () throws(ArgumentError) in try hash.start(kernel: kernel) }
    hasNamedKernel = kernel != nil
  }
}
