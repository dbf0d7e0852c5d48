/// The words in big-endian order, as a digest has them in memory. Spec: FIPS 180-4, section 3.1.
@inlinable @inline(__always)
package func bigEndian<Words: SIMD>(_ words: Words) -> Words where Words.Scalar: FixedWidthInteger {
  var result = words
  for index in 0..<Words.scalarCount { result[index] = words[index].bigEndian }
  return result
}
