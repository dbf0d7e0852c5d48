import PBKDF2
import SwiftVaultCommandSupport

/// A loop around a hash function.
///
/// Without a start value, the hash is the default one; with one, it is that of a chosen kernel.
protocol HashWork {
  associatedtype Result

  func callAsFunction<H: PBKDF2HashFunction>(_ type: H.Type, _ start: H?) -> Result
}

extension NamedHash {
  /// Runs the work with a concrete type, so that the loop is specialised for it, as in an app. With `type`, the loop
  /// would call each function through the protocol.
  func perform<Work: HashWork>(_ work: Work, kernel: String?) throws(ArgumentError) -> Work.Result {
    let start = kernel == nil ? nil : try start(kernel: kernel)
    func perform<H: PBKDF2HashFunction>(_ type: H.Type) -> Work.Result { work(type, start.map { $0 as! H }) }
    return switch self {
    case .md5: perform(Insecure.MD5.self)
    case .sha1: perform(Insecure.SHA1.self)
    case .sha224: perform(SHA224.self)
    case .sha256: perform(SHA256.self)
    case .sha384: perform(SHA384.self)
    case .sha512: perform(SHA512.self)
    case .sha512_224: perform(SHA512_224.self)
    case .sha512_256: perform(SHA512_256.self)
    }
  }
}

/// A message hashed in one call.
struct Hashing: HashWork {
  let byteCount: Int

  func callAsFunction<H: PBKDF2HashFunction>(_ type: H.Type, _ start: H?) -> Workload {
    let message = Message(byteCount: byteCount)
    func checked() -> [UInt8] {
      var hash = start ?? H()
      hash.update(bufferPointer: message.contents)
      return Array(hash.finalize().prefix(16))
    }
    guard let start else {
      return Workload(checked: checked) { count in
        for _ in 0..<count { keep(H.hash(bufferPointer: message.contents)) }
      }
    }
    return Workload(checked: checked) { count in
      for _ in 0..<count {
        var hash = start
        hash.update(bufferPointer: message.contents)
        keep(hash.finalize())
      }
    }
  }
}

/// A message authenticated in one call, the key of 32 bytes set up each time.
struct Authenticating: HashWork {
  let byteCount: Int

  func callAsFunction<H: PBKDF2HashFunction>(_ type: H.Type, _ start: H?) -> Workload {
    let message = Message(byteCount: byteCount)
    let key = SymmetricKey(data: benchKey)
    func checked() -> [UInt8] {
      var authentication = HMAC(key: key, startingFrom: start ?? H())
      authentication.update(bufferPointer: message.contents)
      return Array(authentication.finalize().prefix(16))
    }
    guard let start else {
      return Workload(checked: checked) { count in
        for _ in 0..<count { keep(HMAC<H>.authenticationCode(for: message.contents, using: key)) }
      }
    }
    return Workload(checked: checked) { count in
      for _ in 0..<count {
        var authentication = HMAC(key: key, startingFrom: start)
        authentication.update(bufferPointer: message.contents)
        keep(authentication.finalize())
      }
    }
  }
}

/// The rounds of each derivation: enough that setting up the password does not count.
private let rounds = 1000

/// A key derived from a password.
struct Deriving: HashWork {
  let byteCount: Int

  func callAsFunction<H: PBKDF2HashFunction>(_ type: H.Type, _ start: H?) -> Workload {
    let (password, salt) = (Array("correct horse 0".utf8), PasswordSalt(unchecked: repeatElement(0x5A, count: 16)))
    func checked() -> [UInt8] {
      let key = try! PBKDF2<H>.deriveKey(
        password: password, salt: salt, rounds: .exactly(rounds), outputByteCount: byteCount,
        startingFrom: start ?? H())
      return key.withUnsafeBytes { Array($0.prefix(16)) }
    }
    return Workload(unitsPerCall: rounds, checked: checked) { count in
      for _ in 0..<count {
        // At least one round, and an output of at least one byte: the library has nothing to refuse.
        if let start {
          keep(
            try! PBKDF2<H>.deriveKey(
              password: password, salt: salt, rounds: .exactly(rounds), outputByteCount: byteCount,
              startingFrom: start))
        } else {
          keep(
            try! PBKDF2<H>.deriveKey(
              password: password, salt: salt, rounds: .exactly(rounds), outputByteCount: byteCount))
        }
      }
    }
  }
}

/// A key derived from each of several passwords in one call.
struct DerivingBatch: HashWork {
  let byteCount: Int

  func callAsFunction<H: PBKDF2HashFunction>(_ type: H.Type, _ start: H?) -> Workload {
    let requests = (0..<BenchOperation.batchCount).map { index in
      try! PBKDF2<H>.Request(
        password: "correct horse \(index)".utf8, salt: .init(unchecked: repeatElement(UInt8(index), count: 16)),
        rounds: .exactly(rounds), outputByteCounts: [byteCount])
    }
    return Workload(unitsPerCall: rounds * requests.count) { count in
      for _ in 0..<count {
        if let start {
          keep(PBKDF2<H>.deriveKeys(requests, startingFrom: start))
        } else {
          keep(PBKDF2<H>.deriveKeys(requests))
        }
      }
    }
  }
}

extension Workload {
  /// Messages hashed side by side. The time is that of one message.
  static func sideBySide(_ laneCount: Int, _ byteCount: Int, _ start: SHA256) -> Workload {
    let messages = (0..<laneCount).map { _ in Message(byteCount: byteCount) }
    return Workload(unitsPerCall: laneCount) { count in
      let starts = messages.map { UnsafeRawPointer($0.bytes.baseAddress!) }
      for _ in 0..<count {
        var functions = Array(repeating: start, count: laneCount)
        starts.withUnsafeBufferPointer { SHA256.update(&functions, messages: $0, byteCount: byteCount) }
        for function in functions { keep(function.finalize()) }
      }
    }
  }
}

extension HashFunction {
  /// The size of the digest in bytes.
  static var digestByteCount: Int { Digest.byteCount }
}
