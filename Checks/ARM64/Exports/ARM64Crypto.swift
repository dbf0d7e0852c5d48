import SwiftVaultAESBlocks
import SwiftVaultCPU

// The kernels under C names. The importers of an Embedded Swift module compile its code again. The driver is compiled
// without the kernels' options, so it must see names only.

/// See `KeySchedule.byteCount`.
@c(aes_schedule_byte_count)
public func aesScheduleByteCount(_ rounds: Int) -> Int { KeySchedule.byteCount(rounds: rounds) }

/// See `AESARM64.expandKey`.
@c(aes_expand_key)
public func aesExpandKey(_ key: UnsafeRawPointer, _ rounds: Int, _ schedule: UnsafeMutableRawPointer) {
  AESARM64.expandKey(HasARM64AES.detected!, key, rounds: rounds, into: schedule, bothHalves: true)
}

/// Modes 0 and 1: ECB, encryption and decryption; 2 and 3: CBC; 4: CTR; 5 and 6: CFB, decryption and encryption; 7:
/// OFB; 8: encryption in CFB8, of the bytes of whole blocks.
@c(aes_process)
public func aesProcess(
  _ mode: Int, _ schedule: UnsafeRawPointer, _ rounds: Int, _ iv: UnsafeMutableRawPointer, _ from: UnsafeRawPointer,
  _ to: UnsafeMutableRawPointer, _ count: Int
) {
  let has = HasARM64AES.detected!
  let schedule = KeySchedule(schedule, rounds: rounds)
  let text = TextSegments(from: from, to: to, count: count)
  let block = iv.loadUnaligned(as: SIMD2<Int64>.self)
  let next =
    switch mode {
    case 2: AESARM64.encryptCBC(has, schedule, iv: block, padding: nil, text)
    case 3: AESARM64.decryptCBC(has, schedule, iv: block, text)
    case 4: AESARM64.processCTR(has, schedule, counter: block, text)
    case 5: AESARM64.decryptCFB(has, schedule, iv: block, text)
    case 6: AESARM64.encryptCFB(has, schedule, iv: block, text)
    case 7: AESARM64.processOFB(has, schedule, iv: block, text)
    case 8: AESARM64.encryptCFB8(has, schedule, iv: block, text)
    default: block
    }
  if mode == 0 { AESARM64.encryptECB(has, schedule, padding: nil, text) }
  if mode == 1 { AESARM64.decryptECB(has, schedule, text) }
  iv.storeBytes(of: next, as: SIMD2<Int64>.self)
}

/// See `AESARM64.wrapKey` and `AESARM64.unwrapKey`.
@c(aes_wrap_key)
public func aesWrapKey(
  _ isUnwrapping: Bool, _ schedule: UnsafeRawPointer, _ rounds: Int, _ registers: UnsafeMutableRawPointer, _ count: Int
) {
  let has = HasARM64AES.detected!
  let schedule = KeySchedule(schedule, rounds: rounds)
  if isUnwrapping {
    AESARM64.unwrapKey(has, schedule, registers: registers, count: count)
  } else {
    AESARM64.wrapKey(has, schedule, registers: registers, count: count)
  }
}

/// See `AESARM64.expandHashKey`.
@c(aes_expand_hash_key)
public func aesExpandHashKey(_ key: UnsafeRawPointer, _ hashKey: UnsafeMutableRawPointer, _ blockCount: Int) {
  AESARM64.expandHashKey(HasARM64AES.detected!, key, into: hashKey, blockCount: blockCount)
}

/// See `AESARM64.hash`.
@c(aes_hash)
public func aesHash(
  _ hashKey: UnsafeRawPointer, _ hash: UnsafeMutableRawPointer, _ from: UnsafeRawPointer, _ blockCount: Int
) {
  AESARM64.hash(HasARM64AES.detected!, hashKey, hash: hash, from: from, blockCount: blockCount)
}

/// See `AESARM64.encryptGCM` and `AESARM64.decryptGCM`.
@c(aes_process_gcm)
public func aesProcessGCM(
  _ isEncryption: Bool, _ schedule: UnsafeRawPointer, _ rounds: Int, _ counter: UnsafeRawPointer,
  _ hashKey: UnsafeRawPointer, _ hash: UnsafeMutableRawPointer, _ from: UnsafeRawPointer,
  _ to: UnsafeMutableRawPointer, _ blockCount: Int
) {
  let has = HasARM64AES.detected!
  let schedule = KeySchedule(schedule, rounds: rounds)
  let text = TextSegments(from: from, to: to, count: blockCount)
  if isEncryption {
    AESARM64.encryptGCM(has, schedule, counter: counter, powers: hashKey, hash: hash, text)
  } else {
    AESARM64.decryptGCM(has, schedule, counter: counter, powers: hashKey, hash: hash, text)
  }
}

/// See `AESARM64.processGCM`.
@c(aes_process_whole_gcm)
public func aesProcessWholeGCM(
  _ isEncryption: Bool, _ schedule: UnsafeRawPointer, _ rounds: Int, _ hashKey: UnsafeRawPointer,
  _ state: UnsafeMutableRawPointer, _ nonce: UnsafeRawPointer, _ data: UnsafeRawPointer, _ dataByteCount: Int,
  _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ byteCount: Int, _ tag: UnsafeMutableRawPointer
) {
  let own = AESARM64.processGCM(
    HasARM64AES.detected!, KeySchedule(schedule, rounds: rounds), powers: hashKey, state: state,
    GaloisMessage(
      nonce: nonce, data: (data, dataByteCount), from: from, to: to, byteCount: byteCount, encrypts: isEncryption))
  tag.storeBytes(of: own, as: SIMD2<Int64>.self)
}

/// See `SHA1ARM64.compress`.
@c(sha1_compress)
public func sha1Compress(_ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, _ count: Int) {
  SHA1ARM64.compress(HasARM64SHA2.detected!, state, blocks, count: count)
}

/// See `SHA1ARM64.runPBKDF2Rounds`.
@c(sha1_run_pbkdf2_rounds)
public func sha1RunPBKDF2Rounds(
  _ inner: UnsafeRawPointer, _ outer: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ t: UnsafeMutableRawPointer,
  _ digestByteCount: Int, _ rounds: Int
) {
  SHA1ARM64.runPBKDF2Rounds(
    HasARM64SHA2.detected!, inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds)
}

/// See `SHA256ARM64.compress`.
@c(sha256_compress)
public func sha256Compress(
  _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, _ count: Int, _ constants: UnsafePointer<UInt32>
) {
  SHA256ARM64.compress(HasARM64SHA2.detected!, state, blocks, count: count, constants: constants)
}

/// See `SHA256ARM64.runPBKDF2Rounds`.
@c(sha256_run_pbkdf2_rounds)
public func sha256RunPBKDF2Rounds(
  _ inner: UnsafeRawPointer, _ outer: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ t: UnsafeMutableRawPointer,
  _ digestByteCount: Int, _ rounds: Int, _ constants: UnsafePointer<UInt32>
) {
  SHA256ARM64.runPBKDF2Rounds(
    HasARM64SHA2.detected!, inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds,
    constants: constants)
}
