import SHA

// The SHA functions run the whole loop inside their kernel. Each says so itself: a public member cannot stand in an
// extension whose constraint, that there is a kernel, is known inside the package alone.
//
// Rounds: OWASP Password Storage Cheat Sheet, June 2026, for SHA-1, SHA-256 and SHA-512; a truncated function costs the
// same as the one it is cut from.

extension Insecure.SHA1: PBKDF2HashFunction {
  /// 1,400,000.
  public static var recommendedPBKDF2Rounds: Int { 1_400_000 }

  /// Runs rounds of PBKDF2 inside the kernel.
  public static func iterate(
    inner: UnsafePointer<Self>, outer: UnsafePointer<Self>, u: UnsafeMutableRawPointer, t: UnsafeMutableRawPointer,
    laneCount: Int, rounds: Int
  ) {
    unsafe MerkleDamgard.iterate(
      inner: inner, outer: outer, core: { $0.core }, u: u, t: t, laneCount: laneCount,
      digestByteCount: Digest.byteCount, rounds: rounds)
  }
}

extension SHA224: PBKDF2HashFunction {
  /// 600,000.
  public static var recommendedPBKDF2Rounds: Int { 600_000 }

  /// Runs rounds of PBKDF2 inside the kernel.
  public static func iterate(
    inner: UnsafePointer<Self>, outer: UnsafePointer<Self>, u: UnsafeMutableRawPointer, t: UnsafeMutableRawPointer,
    laneCount: Int, rounds: Int
  ) {
    unsafe MerkleDamgard.iterate(
      inner: inner, outer: outer, core: { $0.core }, u: u, t: t, laneCount: laneCount,
      digestByteCount: Digest.byteCount, rounds: rounds)
  }
}

extension SHA256: PBKDF2HashFunction {
  /// 600,000.
  public static var recommendedPBKDF2Rounds: Int { 600_000 }

  /// Runs rounds of PBKDF2 inside the kernel.
  public static func iterate(
    inner: UnsafePointer<Self>, outer: UnsafePointer<Self>, u: UnsafeMutableRawPointer, t: UnsafeMutableRawPointer,
    laneCount: Int, rounds: Int
  ) {
    unsafe MerkleDamgard.iterate(
      inner: inner, outer: outer, core: { $0.core }, u: u, t: t, laneCount: laneCount,
      digestByteCount: Digest.byteCount, rounds: rounds)
  }
}

extension SHA384: PBKDF2HashFunction {
  /// 220,000.
  public static var recommendedPBKDF2Rounds: Int { 220_000 }

  /// Runs rounds of PBKDF2 inside the kernel.
  public static func iterate(
    inner: UnsafePointer<Self>, outer: UnsafePointer<Self>, u: UnsafeMutableRawPointer, t: UnsafeMutableRawPointer,
    laneCount: Int, rounds: Int
  ) {
    unsafe MerkleDamgard.iterate(
      inner: inner, outer: outer, core: { $0.core }, u: u, t: t, laneCount: laneCount,
      digestByteCount: Digest.byteCount, rounds: rounds)
  }
}

extension SHA512: PBKDF2HashFunction {
  /// 220,000.
  public static var recommendedPBKDF2Rounds: Int { 220_000 }

  /// Runs rounds of PBKDF2 inside the kernel.
  public static func iterate(
    inner: UnsafePointer<Self>, outer: UnsafePointer<Self>, u: UnsafeMutableRawPointer, t: UnsafeMutableRawPointer,
    laneCount: Int, rounds: Int
  ) {
    unsafe MerkleDamgard.iterate(
      inner: inner, outer: outer, core: { $0.core }, u: u, t: t, laneCount: laneCount,
      digestByteCount: Digest.byteCount, rounds: rounds)
  }
}

extension SHA512_224: PBKDF2HashFunction {
  /// 220,000.
  public static var recommendedPBKDF2Rounds: Int { 220_000 }

  /// Runs rounds of PBKDF2 inside the kernel.
  public static func iterate(
    inner: UnsafePointer<Self>, outer: UnsafePointer<Self>, u: UnsafeMutableRawPointer, t: UnsafeMutableRawPointer,
    laneCount: Int, rounds: Int
  ) {
    unsafe MerkleDamgard.iterate(
      inner: inner, outer: outer, core: { $0.core }, u: u, t: t, laneCount: laneCount,
      digestByteCount: Digest.byteCount, rounds: rounds)
  }
}

extension SHA512_256: PBKDF2HashFunction {
  /// 220,000.
  public static var recommendedPBKDF2Rounds: Int { 220_000 }

  /// Runs rounds of PBKDF2 inside the kernel.
  public static func iterate(
    inner: UnsafePointer<Self>, outer: UnsafePointer<Self>, u: UnsafeMutableRawPointer, t: UnsafeMutableRawPointer,
    laneCount: Int, rounds: Int
  ) {
    unsafe MerkleDamgard.iterate(
      inner: inner, outer: outer, core: { $0.core }, u: u, t: t, laneCount: laneCount,
      digestByteCount: Digest.byteCount, rounds: rounds)
  }
}
