/// The word rotated to the right by `count` bits. Spec: FIPS 180-4, section 3.2, ROTR.
@inlinable @inline(__always)
package func rotated<Word: FixedWidthInteger>(_ word: Word, _ count: Int) -> Word {
  (word &>> Word(truncatingIfNeeded: count)) | (word &<< Word(truncatingIfNeeded: Word.bitWidth &- count))
}
