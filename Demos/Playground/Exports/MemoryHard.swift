import MemoryHard
import SwiftVaultReference

/// The maximum memory of a derivation in the page, in KiB.
private let mostKibibytes: Int32 = 1024
/// The maximum memory for which reads are shown, in KiB: the reference implementation is slow.
private let mostShownKibibytes: Int32 = 64
/// The maximum number of passes of a derivation in the page.
private let mostPasses: Int32 = 10

/// 32 bytes derived with Argon2id in one lane.
@c(argon2id)
public func argon2id(
  _ password: UnsafeRawPointer?, _ passwordCount: Int32, _ salt: UnsafeRawPointer?, _ saltCount: Int32,
  _ kibibytes: Int32, _ passes: Int32
) -> Int32 {
  guard 1...mostPasses ~= passes else { return Answer.failure("\(passes) passes; the page has 1 to \(mostPasses)") }
  guard kibibytes <= mostKibibytes else {
    return Answer.failure("\(kibibytes) KiB of memory; the page has at most \(mostKibibytes)")
  }
  do throws(MemoryHardError) {
    let key = try Argon2id(memoryByteCount: 1024 * Int(kibibytes), passes: Int(passes), lanes: 1).deriveKey(
      password: Bytes(password, passwordCount).buffer, salt: .init(unchecked: Bytes(salt, saltCount).buffer),
      outputByteCount: 32)
    return Answer.success(key.withUnsafeBytes { Array($0) })
  } catch {
    return Answer.failure(error.description)
  }
}

/// The reads of the same derivation, from the reference implementation. Each filled block takes four bytes: the pass,
/// the number of the block, the number of the block read besides the preceding one, and 1 if the password chose that
/// block. The key follows in 32 bytes.
@c(argon2id_reads)
public func argon2idReads(
  _ password: UnsafeRawPointer?, _ passwordCount: Int32, _ salt: UnsafeRawPointer?, _ saltCount: Int32,
  _ kibibytes: Int32, _ passes: Int32
) -> Int32 {
  guard 8...mostShownKibibytes ~= kibibytes, 1...mostPasses ~= passes else {
    return Answer.failure("8 to \(mostShownKibibytes) KiB of memory and 1 to \(mostPasses) passes can be shown")
  }
  var reads: [UInt8] = []
  let key = Argon2Reference(blockCount: Int(kibibytes), passes: Int(passes)).key(
    password: Bytes(password, passwordCount).array, salt: Bytes(salt, saltCount).array, byteCount: 32
  ) { step in
    reads += [
      UInt8(step.pass), UInt8(step.place.column), UInt8(step.reference.column), step.dependsOnPassword ? 1 : 0,
    ]
  }
  return Answer.success(reads + key)
}
