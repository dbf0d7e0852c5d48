import HMAC

/// HMAC-SHA-256 of a message under a key of 32 bytes; its size is measured.
@c(entry)
public func entry(_ message: UnsafePointer<UInt8>, _ byteCount: Int, _ output: UnsafeMutablePointer<UInt8>) -> Int32 {
  let bytes = UnsafeBufferPointer(start: message, count: byteCount)
  let key = SymmetricKey(data: bytes.prefix(32))
  for (index, byte) in HMAC<SHA256>.authenticationCode(for: bytes, using: key).enumerated() { output[index] = byte }
  return 0
}
