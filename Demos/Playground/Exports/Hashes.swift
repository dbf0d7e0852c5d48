import HMAC
import PBKDF2
import SHA
import SwiftVaultSHABlocks

/// Work with a hash function that the page chooses by a number.
private protocol HashWork {
  func run<H: PBKDF2HashFunction>(with hash: H.Type) throws(PBKDF2Error) -> [UInt8]
}

extension HashWork {
  /// The work's result for the hash functions as the page numbers them.
  fileprivate func result(_ hash: Int32) -> Int32 {
    do throws(PBKDF2Error) {
      switch hash {
      case 0: return Answer.success(try run(with: Insecure.SHA1.self))
      case 1: return Answer.success(try run(with: SHA256.self))
      case 2: return Answer.success(try run(with: SHA384.self))
      case 3: return Answer.success(try run(with: SHA512.self))
      default: return Answer.failure("no hash function has the number \(hash)")
      }
    } catch {
      return Answer.failure(error.description)
    }
  }
}

private struct Digest: HashWork {
  let message: Bytes

  func run<H: PBKDF2HashFunction>(with hash: H.Type) -> [UInt8] { Array(H.hash(data: message.buffer)) }
}

private struct Authentication: HashWork {
  let (key, message): (Bytes, Bytes)

  func run<H: PBKDF2HashFunction>(with hash: H.Type) -> [UInt8] {
    Array(HMAC<H>.authenticationCode(for: message.buffer, using: SymmetricKey(data: key.buffer)))
  }
}

private struct Derivation: HashWork {
  let (password, salt): (Bytes, Bytes)
  let (rounds, byteCount): (Int, Int)

  func run<H: PBKDF2HashFunction>(with hash: H.Type) throws(PBKDF2Error) -> [UInt8] {
    let key = try PBKDF2<H>.deriveKey(
      password: password.buffer, salt: PasswordSalt(unchecked: salt.buffer), rounds: .exactly(rounds),
      outputByteCount: byteCount)
    return key.withUnsafeBytes { Array($0) }
  }
}

/// The digest of a message.
@c(digest)
public func digest(_ hash: Int32, _ message: UnsafeRawPointer?, _ messageCount: Int32) -> Int32 {
  Digest(message: Bytes(message, messageCount)).result(hash)
}

/// The HMAC of a message.
@c(hmac)
public func hmac(
  _ hash: Int32, _ key: UnsafeRawPointer?, _ keyCount: Int32, _ message: UnsafeRawPointer?, _ messageCount: Int32
) -> Int32 {
  Authentication(key: Bytes(key, keyCount), message: Bytes(message, messageCount)).result(hash)
}

/// `byteCount` bytes derived with PBKDF2.
@c(pbkdf2)
public func pbkdf2(
  _ hash: Int32, _ password: UnsafeRawPointer?, _ passwordCount: Int32, _ salt: UnsafeRawPointer?, _ saltCount: Int32,
  _ rounds: Int32, _ byteCount: Int32
) -> Int32 {
  Derivation(
    password: Bytes(password, passwordCount), salt: Bytes(salt, saltCount), rounds: Int(rounds),
    byteCount: Int(byteCount)
  ).result(hash)
}

/// The SHA-256 digest of a longer message: `digest` is the state after `byteCount` bytes, whole blocks, and `suffix`
/// follows them. Length extension.
@c(sha256_extend)
public func sha256Extend(
  _ digest: UnsafeRawPointer?, _ digestCount: Int32, _ byteCount: Int32, _ suffix: UnsafeRawPointer?,
  _ suffixCount: Int32
) -> Int32 {
  let digest = Bytes(digest, digestCount).array
  guard digest.count == 32 else { return Answer.failure("\(digest.count) bytes; a SHA-256 digest has 32") }
  guard byteCount >= 0, byteCount % 64 == 0 else {
    return Answer.failure("\(byteCount) bytes are not whole blocks of 64")
  }
  var hash = SHA256(kernel: .best, afterByteCount: UInt64(byteCount))
  for index in 0..<8 {
    hash.core.state[index] = digest[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
  hash.update(data: Bytes(suffix, suffixCount).buffer)
  return Answer.success(Array(hash.finalize()))
}
