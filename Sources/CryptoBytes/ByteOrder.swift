extension UnsafeRawPointer {
  /// The big-endian integer `offset` bytes from here; the address need not be aligned.
  @inlinable @inline(__always)
  package func loadBigEndian<Word: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Word.Type) -> Word {
    // SAFETY: the caller guarantees that the integer's bytes lie inside the memory pointed to.
    unsafe Word(bigEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}

extension UnsafeMutableRawPointer {
  /// Stores `value` in big-endian order `offset` bytes from here; the address need not be aligned.
  @inlinable @inline(__always)
  package func storeBigEndian<Word: FixedWidthInteger & BitwiseCopyable>(_ value: Word, at offset: Int) {
    // SAFETY: the caller guarantees that the integer's bytes lie inside the memory pointed to.
    unsafe storeBytes(of: value.bigEndian, toByteOffset: offset, as: Word.self)
  }
}

extension FixedWidthInteger {
  /// The bytes of the integer, most significant first. Inlinable, because the unspecialised code takes a microsecond.
  @inlinable
  package var bigEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }
}
