import SHA

/// SHA-256 of a message; its size is measured.
@c(entry)
public func entry(_ message: UnsafePointer<UInt8>, _ byteCount: Int, _ output: UnsafeMutablePointer<UInt8>) -> Int32 {
  let digest = SHA256.hash(data: UnsafeBufferPointer(start: message, count: byteCount))
  for (index, byte) in digest.enumerated() { output[index] = byte }
  return 0
}
