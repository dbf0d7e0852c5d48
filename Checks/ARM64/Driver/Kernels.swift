// The kernels of Checks/ARM64/Exports.

@_silgen_name("sha1_compress")
func sha1Compress(_ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, _ count: Int)

@_silgen_name("sha1_run_pbkdf2_rounds")
func sha1RunPBKDF2Rounds(
  _ inner: UnsafeRawPointer, _ outer: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ t: UnsafeMutableRawPointer,
  _ digestByteCount: Int, _ rounds: Int)

@_silgen_name("sha256_compress")
func sha256Compress(
  _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, _ count: Int, _ constants: UnsafePointer<UInt32>
)

@_silgen_name("sha256_run_pbkdf2_rounds")
func sha256RunPBKDF2Rounds(
  _ inner: UnsafeRawPointer, _ outer: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ t: UnsafeMutableRawPointer,
  _ digestByteCount: Int, _ rounds: Int, _ constants: UnsafePointer<UInt32>)

@_silgen_name("sha512_compress")
func sha512Compress(
  _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, _ count: Int, _ constants: UnsafePointer<UInt64>
)

@_silgen_name("sha512_run_pbkdf2_rounds")
func sha512RunPBKDF2Rounds(
  _ inner: UnsafeRawPointer, _ outer: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ t: UnsafeMutableRawPointer,
  _ digestByteCount: Int, _ rounds: Int, _ constants: UnsafePointer<UInt64>)

@_silgen_name("aes_schedule_byte_count")
func aesScheduleByteCount(_ rounds: Int) -> Int

@_silgen_name("aes_expand_key")
func aesExpandKey(_ key: UnsafeRawPointer, _ rounds: Int, _ schedule: UnsafeMutableRawPointer)

@_silgen_name("aes_process")
func aesProcess(
  _ mode: Int, _ schedule: UnsafeRawPointer, _ rounds: Int, _ iv: UnsafeMutableRawPointer, _ from: UnsafeRawPointer,
  _ to: UnsafeMutableRawPointer, _ count: Int)

@_silgen_name("aes_wrap_key")
func aesWrapKey(
  _ isUnwrapping: Bool, _ schedule: UnsafeRawPointer, _ rounds: Int, _ registers: UnsafeMutableRawPointer, _ count: Int)

@_silgen_name("aes_expand_hash_key")
func aesExpandHashKey(_ key: UnsafeRawPointer, _ hashKey: UnsafeMutableRawPointer, _ blockCount: Int)

@_silgen_name("aes_hash")
func aesHash(
  _ hashKey: UnsafeRawPointer, _ hash: UnsafeMutableRawPointer, _ from: UnsafeRawPointer, _ blockCount: Int)

@_silgen_name("aes_process_gcm")
func aesProcessGCM(
  _ isEncryption: Bool, _ schedule: UnsafeRawPointer, _ rounds: Int, _ counter: UnsafeRawPointer,
  _ hashKey: UnsafeRawPointer, _ hash: UnsafeMutableRawPointer, _ from: UnsafeRawPointer,
  _ to: UnsafeMutableRawPointer, _ blockCount: Int)

@_silgen_name("aes_process_whole_gcm")
func aesProcessWholeGCM(
  _ isEncryption: Bool, _ schedule: UnsafeRawPointer, _ rounds: Int, _ hashKey: UnsafeRawPointer,
  _ state: UnsafeMutableRawPointer, _ nonce: UnsafeRawPointer, _ data: UnsafeRawPointer, _ dataByteCount: Int,
  _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ byteCount: Int, _ tag: UnsafeMutableRawPointer)
