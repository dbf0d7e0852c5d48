internal import SwiftVaultComposedBytes
import SwiftVault

/// The bytes of a text: UTF-8 in Unicode's composed form, NFC, so that the same text typed on another system has the
/// same bytes. They are overwritten when the last copy of the value is gone.
/// Spec: FORMAT.md, section 3; NIST SP 800-63B-4, section 3.1.1.2.
///
/// *Not* protected: a `String` cannot be overwritten. The caller's string stays in memory, and so do single characters
/// with marks, letters of Hangul that were typed in parts, and letters of some rare scripts.
struct ComposedText: Sequence, Sendable {
  private let bytes: SymmetricKey

  init(_ text: String) {
    var count = 0
    _ = text.utf8.compose { count += $0.count }
    bytes = unsafe SymmetricKey(byteCount: count) { bytes in
      var end = 0
      _ = text.utf8.compose { piece in
        for byte in piece {
          unsafe bytes[end] = byte
          end += 1
        }
      }
    }
  }

  var underestimatedCount: Int { bytes.bitCount / 8 }

  func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try unsafe bytes.withUnsafeBytes { try unsafe $0.withMemoryRebound(to: UInt8.self, body) }
  }

  func makeIterator() -> Iterator { Iterator(bytes: bytes) }

  struct Iterator: IteratorProtocol {
    fileprivate let bytes: SymmetricKey
    private var position = 0

    fileprivate init(bytes: SymmetricKey) { self.bytes = bytes }

    mutating func next() -> UInt8? {
      guard position < bytes.bitCount / 8 else { return nil }
      defer { position += 1 }
      // SAFETY: the position is below the count of the bytes.
      return unsafe bytes.withUnsafeBytes { unsafe $0[position] }
    }
  }
}
