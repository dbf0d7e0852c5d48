/// The bytes of a test's file. No two chunks, pieces or units of them are alike.
///
/// This module is optimised: millions of bytes take milliseconds, and in the module of a test they would take seconds.
package func testContent(_ byteCount: Int) -> [UInt8] {
  (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 12 ^ $0 >> 20) }
}
