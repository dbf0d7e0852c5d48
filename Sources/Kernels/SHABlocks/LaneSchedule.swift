/// Sixteen consecutive words of the message schedules. Spec: FIPS 180-4, sections 6.2.2 and 6.4.2, step 1.
@frozen
public struct LaneSchedule<Lanes: LaneWord>: BitwiseCopyable {
  @usableFromInline typealias Word = Lanes.Word

  @usableFromInline var (w0, w1, w2, w3) = (Lanes(), Lanes(), Lanes(), Lanes())
  @usableFromInline var (w4, w5, w6, w7) = (Lanes(), Lanes(), Lanes(), Lanes())
  @usableFromInline var (w8, w9, w10, w11) = (Lanes(), Lanes(), Lanes(), Lanes())
  @usableFromInline var (w12, w13, w14, w15) = (Lanes(), Lanes(), Lanes(), Lanes())

  @inlinable @inline(__always)
  init() {}

  @inlinable @inline(__always)
  init(
    _ w0: Lanes, _ w1: Lanes, _ w2: Lanes, _ w3: Lanes, _ w4: Lanes, _ w5: Lanes, _ w6: Lanes, _ w7: Lanes,
    _ w8: Lanes, _ w9: Lanes, _ w10: Lanes, _ w11: Lanes, _ w12: Lanes, _ w13: Lanes, _ w14: Lanes, _ w15: Lanes
  ) {
    (self.w0, self.w1, self.w2, self.w3) = (w0, w1, w2, w3)
    (self.w4, self.w5, self.w6, self.w7) = (w4, w5, w6, w7)
    (self.w8, self.w9, self.w10, self.w11) = (w8, w9, w10, w11)
    (self.w12, self.w13, self.w14, self.w15) = (w12, w13, w14, w15)
  }

  /// Ends digests of `byteCount` bytes with a one bit and zeros, as far as they take the first half.
  /// Spec: FIPS 180-4, section 5.1.
  @inlinable @inline(__always)
  public mutating func end(byteCount: Int) {
    let size = MemoryLayout<Word>.size
    let (last, byte) = (byteCount / size, byteCount % size)
    let end: Word = 1 &<< Word(truncatingIfNeeded: Word.bitWidth &- 1 &- 8 &* byte)
    let kept = 0 &- (end &<< 1)  // byte == 0 ? 0 : the bits before `end`
    // SAFETY: `self` is 16 registers, and a digest has at most eight words.
    withUnsafeMutablePointer(to: &self) { schedule in
      let words = UnsafeMutableRawPointer(schedule).assumingMemoryBound(to: Lanes.self)
      words[last] = (words[last] & Lanes(repeating: kept)) | Lanes(repeating: end)
      var later = last &+ 1
      while later < 8 {
        words[later] = Lanes()
        later &+= 1
      }
    }
  }

  /// Gathers the words of a block of each message, `offset` bytes from its pointer.
  @inlinable @inline(__always)
  public mutating func load(_ blocks: UnsafePointer<UnsafeRawPointer>, at offset: Int) {
    // SAFETY: the caller guarantees for each message a pointer to a whole block; `self` is 16 registers.
    withUnsafeMutablePointer(to: &self) { schedule in
      let words = UnsafeMutableRawPointer(schedule).assumingMemoryBound(to: Lanes.self)
      let lineCount = MemoryLayout<Word>.size / 4
      for line in 0..<lineCount {
        Lanes.gather(blocks, at: offset &+ 64 &* line, to: words + 16 / lineCount &* line)
      }
    }
  }

  /// The word sixteen after `w`, from those after it by 1, 9 and 14.
  @inlinable @inline(__always)
  static func next(_ w: Lanes, _ w1: Lanes, _ w9: Lanes, _ w14: Lanes) -> Lanes {
    w &+ w9 &+ sigma(w1, Word.parameters.sigma0) &+ sigma(w14, Word.parameters.sigma1)
  }

  /// σ0 and σ1.
  @inlinable @inline(__always)
  static func sigma(_ x: Lanes, _ counts: (Int, Int, Int)) -> Lanes {
    x.rotatedRight(by: counts.0) ^ x.rotatedRight(by: counts.1) ^ x.shiftedRight(by: counts.2)
  }
}
