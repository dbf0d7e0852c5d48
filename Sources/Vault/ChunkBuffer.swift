/// Collects a stream into pieces of one size, and holds the last back until more comes: whether a chunk is the last is
/// part of its tag.
@safe
final class ChunkBuffer {
  // SAFETY: handed out only within `process` and for as long as `end` is used.
  private let memory: SecretMemory
  private var count = 0

  init(pieceByteCount: Int) { memory = SecretMemory(byteCount: pieceByteCount) }

  private var bytes: UnsafeMutableRawBufferPointer { unsafe memory.bytes }

  /// Calls `process` with whole pieces, or several at once, of what has come so far and `data`; never with the very end.
  func append(
    _ data: UnsafeRawBufferPointer, process: (UnsafeRawBufferPointer) throws(VaultError) -> Void
  ) throws(VaultError) {
    var rest = unsafe data
    while unsafe !rest.isEmpty {
      if unsafe count == bytes.count {
        try unsafe process(UnsafeRawBufferPointer(bytes))
        count = 0
      }
      if unsafe count == 0 && rest.count > bytes.count {
        let whole = unsafe (rest.count - 1) / bytes.count * bytes.count
        try unsafe process(UnsafeRawBufferPointer(rebasing: rest[..<whole]))
        unsafe rest = UnsafeRawBufferPointer(rebasing: rest[whole...])
      }
      let taken = unsafe min(rest.count, bytes.count - count)
      // SAFETY: `taken` bytes lie behind the `count` in use.
      unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[count..<count + taken])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<taken]))
      count += taken
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
    }
  }

  /// What is left at the end of the stream: nothing only if nothing came.
  var end: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count]) }
}
