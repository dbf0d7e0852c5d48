// The functions of a C library that the compiler needs on WebAssembly, in a WASI host and in a page.

/// C's memcmp.
@c(memcmp)
public func compare(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ byteCount: Int) -> Int32 {
  for index in 0..<byteCount where left[index] != right[index] {
    return left[index] < right[index] ? -1 : 1
  }
  return 0
}

/// The lower half of a product of 128-bit integers. The compiler calls it by this name.
@c(__multi3)
public func multiply(_ result: UnsafeMutablePointer<UInt64>, _ a0: UInt64, _ a1: UInt64, _ b0: UInt64, _ b1: UInt64) {
  let (high, low) = fullProduct(a0, b0)
  result[0] = low
  result[1] = high &+ a0 &* b1 &+ a1 &* b0
}

private func fullProduct(_ a: UInt64, _ b: UInt64) -> (high: UInt64, low: UInt64) {
  let (a1, a0, b1, b0) = (a >> 32, a & 0xffff_ffff, b >> 32, b & 0xffff_ffff)
  let middle = a1 &* b0 &+ (a0 &* b0) >> 32
  let other = a0 &* b1 &+ middle & 0xffff_ffff
  return (a1 &* b1 &+ middle >> 32 &+ other >> 32, a &* b)
}
