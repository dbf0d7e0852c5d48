#if arch(x86_64)
import _Builtin_intrinsics.intel

extension SHA512X86AVX2Lanes {
  /// Sixteen consecutive words of the message schedules. Spec: FIPS 180-4, section 6.4.2, step 1.
  struct Schedule {
    var (w0, w1, w2, w3) = (Vector(), Vector(), Vector(), Vector())
    var (w4, w5, w6, w7) = (Vector(), Vector(), Vector(), Vector())
    var (w8, w9, w10, w11) = (Vector(), Vector(), Vector(), Vector())
    var (w12, w13, w14, w15) = (Vector(), Vector(), Vector(), Vector())

    @inline(__always)
    init() {}

    /// The blocks that hold digests of 64 bytes, after a block of key. Spec: FIPS 180-4, section 5.1.
    @inline(__always)
    init(_ digest: State) {
      (w0, w1, w2, w3) = (digest.a, digest.b, digest.c, digest.d)
      (w4, w5, w6, w7) = (digest.e, digest.f, digest.g, digest.h)
      w8 = repeated(1 &<< 63)
      w15 = repeated(1536)
    }

    /// The same for digests of `byteCount` bytes, less than 64.
    @inline(never)
    mutating func pad(_ digest: State, byteCount: Int) {
      self = Schedule(digest)
      w8 = Vector()
      w15 = repeated(UInt64(truncatingIfNeeded: 8 &* (128 &+ byteCount)))
      // SAFETY: `self` is 16 vectors.
      withUnsafeMutablePointer(to: &self) { schedule in
        let words = UnsafeMutableRawPointer(schedule).assumingMemoryBound(to: Vector.self)
        let (word, byte) = (byteCount / 8, byteCount % 8)
        let end: UInt64 = 1 &<< UInt64(truncatingIfNeeded: 63 &- 8 &* byte)
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
        for column in 0..<8 {
          let at = offset &+ 16 &* column
          let r0 = Self.rows(blocks, 0, at: at)
          let r1 = Self.rows(blocks, 1, at: at)
          words.storeBytes(of: _mm256_unpacklo_epi64(r0, r1), toByteOffset: 32 &* (2 &* column), as: SIMD4<Int64>.self)
          words.storeBytes(
            of: _mm256_unpackhi_epi64(r0, r1), toByteOffset: 32 &* (2 &* column) &+ 32, as: SIMD4<Int64>.self)
        }
      }
    }

    /// Sixteen bytes, in big-endian words, of each of rows `row` and `row + 2`.
    @inline(__always)
    private static func rows(_ blocks: UnsafePointer<UnsafeRawPointer>, _ row: Int, at offset: Int) -> SIMD4<Int64> {
      func load(_ row: Int) -> SIMD2<Int64> {
        blocks[row].loadUnaligned(fromByteOffset: offset, as: SIMD2<Int64>.self)
      }
      let bytes = SIMD4<Int64>(lowHalf: load(row), highHalf: load(row &+ 2))
      return _mm256_shuffle_epi8(
        bytes,
        SIMD4<Int64>(0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f))
    }

    /// The word sixteen after `w`, from those after it by 1, 9 and 14.
    @inline(__always)
    static func next(_ w: Vector, _ w1: Vector, _ w9: Vector, _ w14: Vector) -> Vector {
      sum(sum(sum(w, w9), sigma0(w1)), sigma1(w14))
    }

    /// Spec: FIPS 180-4, section 4.1.3, equation 4.12.
    @inline(__always)
    private static func sigma0(_ x: Vector) -> Vector { rotated(x, 1) ^ rotated(x, 8) ^ _mm256_srli_epi64(x, 7) }

    /// Spec: FIPS 180-4, section 4.1.3, equation 4.13.
    @inline(__always)
    private static func sigma1(_ x: Vector) -> Vector { rotated(x, 19) ^ rotated(x, 61) ^ _mm256_srli_epi64(x, 6) }
  }
}
#endif
