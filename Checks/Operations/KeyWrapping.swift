import SwiftVault

/// Key wrap, with padding or without.
package struct KeyWrapping: Sendable {
  package let name: String
  package let wrap: @Sendable (SymmetricKey, _ kek: SymmetricKey, AESKernel) throws -> [UInt8]
  package let unwrap: @Sendable ([UInt8], _ kek: SymmetricKey, AESKernel) throws -> SymmetricKey

  package static let all = [
    KeyWrapping(
      name: "", wrap: { try AES.KeyWrap.wrap($0, using: $1, kernel: $2) },
      unwrap: { try AES.KeyWrap.unwrap($0, using: $1, kernel: $2) }),
    KeyWrapping(
      name: "-padding", wrap: { try AES.KeyWrap.wrapPadded($0, using: $1, kernel: $2) },
      unwrap: { try AES.KeyWrap.unwrapPadded($0, using: $1, kernel: $2) }),
  ]
}
