/// Collects a stream into pieces of one size. It holds the last piece back until more data comes, because the tag of a
/// chunk depends on whether it is the last.
@safe
final class ChunkBuffer {
  // SAFETY: passed on only within `process` and while `end` is used.
  private let memory: SecretMemory
  private var count = 0

  init(pieceByteCount: Int) { memory = SecretMemory(byteCount: pieceByteCount) }

  private var bytes: UnsafeMutableRawBufferPointer { unsafe memory.bytes }

  /// Calls `process` with one or more whole pieces of the bytes so far and `data`, but never with the last bytes.
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
      // SAFETY: the buffer has room for `taken` bytes after the `count` in use.
      unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[count..<count + taken])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<taken]))
      count += taken
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
    }
  }

  /// Whether a piece lies in this buffer, and not in the caller's memory.
  func holds(_ piece: UnsafeRawBufferPointer) -> Bool {
    unsafe piece.baseAddress == UnsafeRawPointer(bytes.baseAddress)
  }

  /// The bytes that are left at the end of the stream. They are empty only if the whole stream is.
  var end: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count]) }
}
