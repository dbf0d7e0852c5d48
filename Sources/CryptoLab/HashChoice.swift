import PBKDF2
import SwiftVaultCommandSupport

/// The hash that an operation was asked to use.
struct HashChoice {
  /// The chosen hash function, before any input.
  ///
  /// Passing it to a generic method opens the existential type.
  let prototype: any PBKDF2HashFunction
  /// Whether a kernel was named. The one-shot calls select the kernel themselves, so they cannot be used then.
  let hasNamedKernel: Bool

  /// Reads the parameters `hash` and `kernel`.
  init(_ parameters: some Parameters) throws(LabError) {
    let kernel = try parameters.text("kernel")
    let hash = try parameters.requiredChoice("hash", of: NamedHash.self)
    prototype = try LabError.reading { () throws(ArgumentError) in try hash.start(kernel: kernel) }
    hasNamedKernel = kernel != nil
  }
}
