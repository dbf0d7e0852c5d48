import SwiftVaultCPU

// See ARM64Crypto.swift.

/// See `SHA512ARM64.compress`.
@c(sha512_compress)
public func sha512Compress(
  _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, _ count: Int, _ constants: UnsafePointer<UInt64>
) {
  SHA512ARM64.compress(HasARM64SHA512.detected!, state, blocks, count: count, constants: constants)
}

/// See `SHA512ARM64.runPBKDF2Rounds`.
@c(sha512_run_pbkdf2_rounds)
public func sha512RunPBKDF2Rounds(
  _ inner: UnsafeRawPointer, _ outer: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ t: UnsafeMutableRawPointer,
  _ digestByteCount: Int, _ rounds: Int, _ constants: UnsafePointer<UInt64>
) {
  SHA512ARM64.runPBKDF2Rounds(
    HasARM64SHA512.detected!, inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds,
    constants: constants)
}
