import PBKDF2
import SwiftVaultCommandSupport
import SwiftVaultReference

/// Each hash on each kernel, in pieces, in parallel lanes and inside HMAC, gives the result of the portable kernel. The
/// digest of a short message is that of a direct implementation of FIPS 180-4.
enum HashKernels: Target {
  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let kind = input.number(below: 9)
    let message = input.flag() ? input.sample(below: 4096) : input.bytes(input.number(below: 300))
    let key = SymmetricKey(data: input.sample(below: 300))
    if kind == 7 { return checkLanes(&input) }
    let hash = NamedHash.allCases[(kind + 1) % 9]
    check(try! hash.start(kernel: "portable"), hash, message, key, &input)
    guard message.count < 300 else { return }
    if hash == .sha256 {
      expect(Array(SHA256.hash(data: message)) == SHA256Reference.hash(message), "SHA-256 of \(message.count) bytes")
    }
    if hash == .sha512 {
      expect(Array(SHA512.hash(data: message)) == SHA512Reference.hash(message), "SHA-512 of \(message.count) bytes")
    }
  }

  private static func check<H: PBKDF2HashFunction>(
    _ portable: H, _ hash: NamedHash, _ message: [UInt8], _ key: SymmetricKey, _ input: inout FuzzInput
  ) {
    let pieces = input.pieces(of: message)
    let expected = digest(portable, [message[...]])
    let expectedTag = tag(HMAC(key: key, startingFrom: portable), [message[...]])
    expect(Array(H.hash(data: message)) == expected, "\(H.self) in one call")
    expect(Array(HMAC<H>.authenticationCode(for: message, using: key)) == expectedTag, "HMAC in one call")
    for kernel in hash.kernelFamily.kernels {
      let start = try! hash.start(kernel: kernel) as! H
      expect(digest(start, pieces) == expected, "\(H.self) on \(kernel)")
      expect(tag(HMAC(key: key, startingFrom: start), pieces) == expectedTag, "HMAC on \(kernel)")
    }
    expect(HMAC<H>.isValidAuthenticationCode(expectedTag, authenticating: message, using: key), "its own tag")
    var changed = expectedTag
    changed[input.number(below: changed.count)] ^= 1 << UInt8(input.number(below: 8))
    expect(!HMAC<H>.isValidAuthenticationCode(changed, authenticating: message, using: key), "a changed tag")
    checkHKDF(H.self, key, &input)
    let shorter = expectedTag.dropLast(1 + input.number(below: expectedTag.count))
    expect(!HMAC<H>.isValidAuthenticationCode(shorter, authenticating: message, using: key), "a shorter tag")
  }

  /// Spec: RFC 5869, sections 2.2 and 2.3.
  private static func checkHKDF<H: HashFunction>(_: H.Type, _ secret: SymmetricKey, _ input: inout FuzzInput) {
    let (salt, info) = (input.sample(below: 80), input.sample(below: 80))
    let count = 1 + input.number(below: 3 * H.Digest.byteCount)
    let found = HKDF<H>.deriveKey(inputKeyMaterial: secret, salt: salt, info: info, outputByteCount: count)
    let key = SymmetricKey(data: HMAC<H>.authenticationCode(for: secret.bytes, using: SymmetricKey(data: salt)))
    var (expected, last): ([UInt8], [UInt8]) = ([], [])
    for block in 1...(count - 1) / H.Digest.byteCount + 1 {
      last = Array(HMAC<H>.authenticationCode(for: last + info + [UInt8(block)], using: key))
      expected += last
    }
    expect(found.bytes == Array(expected.prefix(count)), "HKDF of \(count) bytes")
  }

  private static func digest<H: HashFunction>(_ start: H, _ pieces: [ArraySlice<UInt8>]) -> [UInt8] {
    var hash = start
    for piece in pieces { hash.update(data: Array(piece)) }
    return Array(hash.finalize())
  }

  private static func tag<H: HashFunction>(_ start: HMAC<H>, _ pieces: [ArraySlice<UInt8>]) -> [UInt8] {
    var function = start
    for piece in pieces { function.update(data: Array(piece)) }
    return Array(function.finalize())
  }

  /// SHA-256 of several messages in parallel lanes.
  private static func checkLanes(_ input: inout FuzzInput) {
    let laneCount = 1 + input.number(below: SHA256.laneCapacity)
    let blockCount = input.number(below: 20)
    let end = input.sample(below: 100)
    let messages = (0..<laneCount).map { lane in
      (0..<64 * blockCount).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ lane &* 29) ^ UInt8(truncatingIfNeeded: $0 >> 8) }
    }
    let expected = messages.map { Array(SHA256.hash(data: $0 + end)) }
    for kernel in SHA256Kernel.available {
      var functions = messages.map { _ in SHA256(kernel: kernel) }
      // No byte after a message may be read, so each message has its own allocation.
      let places = messages.map { message -> UnsafeRawPointer in
        let place = UnsafeMutableRawPointer.allocate(byteCount: message.count, alignment: 1)
        place.copyMemory(from: message, byteCount: message.count)
        return UnsafeRawPointer(place)
      }
      defer { places.forEach { $0.deallocate() } }
      places.withUnsafeBufferPointer { SHA256.update(&functions, messages: $0, byteCount: 64 * blockCount) }
      let digests = functions.map { digest($0, [end[...]]) }
      expect(digests == expected, "\(laneCount) lanes of \(blockCount) blocks on \(kernel.rawValue)")
    }
  }
}
