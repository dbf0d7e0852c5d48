import Foundation
import Vault

/// The name of a photo. It is the context of its vault, which opens under no other name.
package struct PhotoName: Hashable, Sendable, CustomStringConvertible {
  /// In Unicode's composed form, so that the same name typed on another system is the same.
  package let description: String

  package init(_ text: String) throws(SyncError) {
    description = text.precomposedStringWithCanonicalMapping
    guard 1...255 ~= description.utf8.count,
      description.unicodeScalars.allSatisfy({ $0 != "/" && $0.properties.generalCategory != .control })
    else { throw .name }
  }

  /// The name in a message or a file, which has one form only.
  init(bytes: some Collection<UInt8>) throws(SyncError) {
    guard let text = String(bytes: bytes, encoding: .utf8) else { throw .name }
    try self.init(text)
    guard description.utf8.elementsEqual(bytes) else { throw .name }
  }

  var context: VaultContext { VaultContext(description.utf8) }

  /// The name of its file. It leads out of no folder, and names that differ only in case have two.
  var file: String { Hex.encode(SHA256.hash(data: description.utf8)) }
}
