#if arch(x86_64)
import _Builtin_intrinsics.intel

extension SHA256X86AVX2Lanes {
  /// Sixteen consecutive words of the message schedules. Spec: FIPS 180-4, section 6.2.2, step 1.
  struct Schedule {
    var (w0, w1, w2, w3) = (Vector(), Vector(), Vector(), Vector())
    var (w4, w5, w6, w7) = (Vector(), Vector(), Vector(), Vector())
    var (w8, w9, w10, w11) = (Vector(), Vector(), Vector(), Vector())
    var (w12, w13, w14, w15) = (Vector(), Vector(), Vector(), Vector())

    @inline(__always)
    init() {}

    /// The blocks that hold digests of 32 bytes, after a block of key. Spec: FIPS 180-4, section 5.1.
    @inline(__always)
    init(_ digest: State) {
      (w0, w1, w2, w3) = (digest.a, digest.b, digest.c, digest.d)
      (w4, w5, w6, w7) = (digest.e, digest.f, digest.g, digest.h)
      w8 = repeated(1 &<< 31)
      w15 = repeated(768)
    }

    /// The same for digests of `byteCount` bytes, less than 32.
    @inline(never)
    mutating func pad(_ digest: State, byteCount: Int) {
      self = Schedule(digest)
      w8 = Vector()
      w15 = repeated(UInt32(truncatingIfNeeded: 8 &* (64 &+ byteCount)))
      // SAFETY: `self` is 16 vectors.
      withUnsafeMutablePointer(to: &self) { schedule in
        let words = UnsafeMutableRawPointer(schedule).assumingMemoryBound(to: Vector.self)
        let (word, byte) = (byteCount / 4, byteCount % 4)
        let end: UInt32 = 1 &<< UInt32(truncatingIfNeeded: 31 &- 8 &* byte)
        let mask = 0 &- (end &<< 1)  // byte == 0 ? 0 : the bits before `end`
        words[word] = (words[word] & repeated(mask)) | repeated(end)
        for later in (word &+ 1)..<8 { words[later] = Vector() }
      }
    }

    /// Gathers the words of a block of each message, `offset` bytes from its pointer.
    @inline(never)
    mutating func load(_ blocks: UnsafePointer<UnsafeRawPointer>, at offset: Int) {
      // SAFETY: the caller guarantees for each message a pointer to a whole block; `self` is 16 vectors.
      withUnsafeMutablePointer(to: &self) { schedule in
        let words = UnsafeMutableRawPointer(schedule)
        for column in 0..<4 {
          let at = offset &+ 16 &* column
          let r0 = Self.rows(blocks, 0, at: at)
          let r1 = Self.rows(blocks, 1, at: at)
          let r2 = Self.rows(blocks, 2, at: at)
          let r3 = Self.rows(blocks, 3, at: at)
          let (low01, high01) = (_mm256_unpacklo_epi32(r0, r1), _mm256_unpackhi_epi32(r0, r1))
          let (low23, high23) = (_mm256_unpacklo_epi32(r2, r3), _mm256_unpackhi_epi32(r2, r3))
          words.storeBytes(
            of: _mm256_unpacklo_epi64(low01, low23), toByteOffset: 32 &* (4 &* column), as: SIMD4<Int64>.self)
          words.storeBytes(
            of: _mm256_unpackhi_epi64(low01, low23), toByteOffset: 32 &* (4 &* column) &+ 32, as: SIMD4<Int64>.self)
          words.storeBytes(
            of: _mm256_unpacklo_epi64(high01, high23), toByteOffset: 32 &* (4 &* column) &+ 64, as: SIMD4<Int64>.self)
          words.storeBytes(
            of: _mm256_unpackhi_epi64(high01, high23), toByteOffset: 32 &* (4 &* column) &+ 96, as: SIMD4<Int64>.self)
        }
      }
    }

    /// Sixteen bytes, in big-endian words, of each of rows `row` and `row + 4`.
    @inline(__always)
    private static func rows(_ blocks: UnsafePointer<UnsafeRawPointer>, _ row: Int, at offset: Int) -> SIMD4<Int64> {
      func load(_ row: Int) -> SIMD2<Int64> {
        blocks[row].loadUnaligned(fromByteOffset: offset, as: SIMD2<Int64>.self)
      }
      let bytes = SIMD4<Int64>(lowHalf: load(row), highHalf: load(row &+ 4))
      return _mm256_shuffle_epi8(
        bytes,
        SIMD4<Int64>(0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b))
    }

    /// The word sixteen after `w`, from those after it by 1, 9 and 14.
    @inline(__always)
    static func next(_ w: Vector, _ w1: Vector, _ w9: Vector, _ w14: Vector) -> Vector {
      sum(sum(sum(w, w9), sigma0(w1)), sigma1(w14))
    }

    /// Spec: FIPS 180-4, section 4.1.2, equation 4.6.
    @inline(__always)
    private static func sigma0(_ x: Vector) -> Vector { rotated(x, 7) ^ rotated(x, 18) ^ _mm256_srli_epi32(x, 3) }

    /// Spec: FIPS 180-4, section 4.1.2, equation 4.7.
    @inline(__always)
    private static func sigma1(_ x: Vector) -> Vector { rotated(x, 17) ^ rotated(x, 19) ^ _mm256_srli_epi32(x, 10) }
  }
}
#endif
