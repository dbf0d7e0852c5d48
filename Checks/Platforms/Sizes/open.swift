import Vault

/// A vault opened with a password of 32 bytes; its size is measured.
@c(entry)
public func entry(_ message: UnsafePointer<UInt8>, _ byteCount: Int, _ output: UnsafeMutablePointer<UInt8>) -> Int32 {
  let bytes = UnsafeBufferPointer(start: message, count: byteCount)
  guard let content = try? Vault.open(bytes, with: .password(bytes.prefix(32))) else { return 1 }
  for (index, byte) in content.enumerated() { output[index] = byte }
  return 0
}
