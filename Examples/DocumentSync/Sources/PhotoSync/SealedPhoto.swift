import SecretComparison
import Vault

/// A photo under a password of its own, in the context of its name. Only this form is stored and sent.
package struct SealedPhoto: Sendable {
  package let name: PhotoName
  package let vault: [UInt8]

  /// The sizes of the vaults that are stored and sent.
  static let byteCounts = Vault.headerByteCount + 32...64 << 20

  init(name: PhotoName, vault: [UInt8]) { (self.name, self.vault) = (name, vault) }

  package init(
    sealing content: [UInt8], name: PhotoName, under secret: VaultSecret,
    stretching: PasswordStretching = .recommended
  ) throws {
    guard content.count <= Self.byteCounts.upperBound else { throw SyncError.tooLarge }
    vault = try Vault.seal(content, under: secret, context: name.context, stretching: stretching)
    self.name = name
    guard Self.byteCounts ~= vault.count else { throw SyncError.tooLarge }
  }

  package func open(with secret: VaultSecret) throws(VaultError) -> [UInt8] {
    try Vault.open(vault, with: secret, context: name.context)
  }

  var receipt: Receipt { Receipt(byteCount: vault.count, digest: Array(SHA256.hash(data: vault))) }
}

/// What both sides know of a transfer: the size of the vault and its hash.
struct Receipt: Equatable, Sendable {
  let byteCount: Int
  let digest: [UInt8]

  init(byteCount: Int, digest: [UInt8]) { (self.byteCount, self.digest) = (byteCount, digest) }

  init?(bytes: [UInt8]) {
    guard bytes.count == 40, let byteCount = Int(bigEndian: bytes.prefix(8)), SealedPhoto.byteCounts ~= byteCount
    else { return nil }
    self.init(byteCount: byteCount, digest: Array(bytes[8...]))
  }

  var bytes: [UInt8] { byteCount.bigEndianBytes + digest }

  /// What a server proves by which it still has the photo.
  func secret(_ name: PhotoName) -> SymmetricKey {
    SecretComparison.secret(of: Array("receipt".utf8), Array(name.description.utf8), bytes)
  }
}

extension Int {
  /// The number in eight bytes, or nil for another number of bytes or a larger value.
  init?(bigEndian bytes: some Collection<UInt8>) {
    guard bytes.count == 8 else { return nil }
    self.init(exactly: bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
  }

  var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) } }
}
