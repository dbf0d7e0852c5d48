import AES
import ChaCha20Poly1305
import Curve25519

/// The largest message, in bytes. Spec: Noise revision 34, section 3.
let maximumNoiseByteCount = 65535

/// The hash function of a protocol.
enum NoiseHash: Sendable {
  case sha256, sha512

  var byteCount: Int { self == .sha256 ? 32 : 64 }

  func digest(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    switch self {
    case .sha256: digest(SHA256(), first, second)
    case .sha512: digest(SHA512(), first, second)
    }
  }

  private func digest<H: HashFunction>(_ function: H, _ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    var function = function
    function.update(data: first)
    function.update(data: second)
    return Array(function.finalize())
  }

  /// The outputs of HKDF, each as long as the hash. Spec: Noise revision 34, section 4.3.
  func derive(_ count: Int, from material: SymmetricKey, chainingKey: SymmetricKey) -> [SymmetricKey] {
    let size = byteCount
    let all = unsafe chainingKey.withUnsafeBytes { salt in
      switch self {
      case .sha256:
        unsafe HKDF<SHA256>.deriveKey(
          inputKeyMaterial: material, salt: salt, info: EmptyCollection(), outputByteCount: count * size)
      case .sha512:
        unsafe HKDF<SHA512>.deriveKey(
          inputKeyMaterial: material, salt: salt, info: EmptyCollection(), outputByteCount: count * size)
      }
    }
    return (0..<count).map { all.part(size * $0, byteCount: size) }
  }
}

extension SymmetricKey {
  /// A key made of a range of the bytes. Traps if the key is too short.
  func part(_ start: Int, byteCount: Int) -> SymmetricKey {
    unsafe withUnsafeBytes {
      unsafe SymmetricKey(data: UnsafeRawBufferPointer(rebasing: $0[start..<start + byteCount]))
    }
  }
}

/// The cipher of a protocol. Both have nonces of 12 bytes and tags of 16. Spec: Noise revision 34, sections 12.3 and
/// 12.4.
enum NoiseAlgorithm: Sendable {
  case aesGCM, chaChaPoly

  static var tagByteCount: Int { 16 }

  /// Encrypts a text in place, and returns its tag. The sizes are correct, so it cannot fail.
  func seal(_ text: inout [UInt8], using key: SymmetricKey, number: UInt64, authenticating data: [UInt8]) -> [UInt8] {
    let tag =
      switch self {
      case .aesGCM:
        try? AES.GCM.seal(
          inPlace: &text, using: key, nonce: AES.GCM.Nonce(data: Self.zeros + number.bigEndianBytes),
          authenticating: data)
      case .chaChaPoly:
        try? ChaChaPoly.seal(
          inPlace: &text, using: key, nonce: ChaChaPoly.Nonce(data: Self.zeros + number.bigEndianBytes.reversed()),
          authenticating: data)
      }
    guard let tag else { preconditionFailure("a key or a message of a wrong size") }
    return tag
  }

  /// Decrypts a ciphertext in place. Returns false if its tag is wrong.
  func open(
    _ text: inout [UInt8], tag: ArraySlice<UInt8>, using key: SymmetricKey, number: UInt64, authenticating data: [UInt8]
  ) -> Bool {
    let opened: Void? =
      switch self {
      case .aesGCM:
        try? AES.GCM.open(
          inPlace: &text, tag: tag, using: key, nonce: AES.GCM.Nonce(data: Self.zeros + number.bigEndianBytes),
          authenticating: data)
      case .chaChaPoly:
        try? ChaChaPoly.open(
          inPlace: &text, tag: tag, using: key,
          nonce: ChaChaPoly.Nonce(data: Self.zeros + number.bigEndianBytes.reversed()), authenticating: data)
      }
    return opened != nil
  }

  private static var zeros: [UInt8] { [0, 0, 0, 0] }
}

/// A key, and the number of the next message under it. Spec: Noise revision 34, section 5.1.
struct NoiseCipher: Sendable {
  private var key: SymmetricKey
  private(set) var nonce: UInt64 = 0
  private let algorithm: NoiseAlgorithm
  private let isExpanded: Bool

  /// A cipher with the first 32 bytes of a key. Expanding a key of AES makes it faster from the second message on.
  init(_ key: SymmetricKey, _ algorithm: NoiseAlgorithm, isExpanded: Bool = false, nonce: UInt64 = 0) {
    (self.algorithm, self.isExpanded, self.nonce) = (algorithm, isExpanded && algorithm == .aesGCM, nonce)
    self.key = Self.prepared(key.part(0, byteCount: 32), isExpanded: self.isExpanded)
  }

  private static func prepared(_ key: SymmetricKey, isExpanded: Bool) -> SymmetricKey {
    do { return isExpanded ? try AES.expand(key) : key } catch { preconditionFailure(error.description) }
  }

  /// Appends the ciphertext and its tag to `output`.
  ///
  /// - Throws: ``NoiseError/nonceExhausted``.
  mutating func seal(
    _ text: UnsafeRawBufferPointer, authenticating data: [UInt8], to output: inout [UInt8]
  ) throws(NoiseError) {
    guard nonce < .max else { throw .nonceExhausted }
    output += unsafe seal(text, authenticating: data, number: nonce)
    nonce += 1
  }

  private func seal(_ text: UnsafeRawBufferPointer, authenticating data: [UInt8], number: UInt64) -> [UInt8] {
    // With the capacity for the tag, no plaintext is left in a smaller array.
    var sealed: [UInt8] = []
    sealed.reserveCapacity(text.count + NoiseAlgorithm.tagByteCount)
    unsafe sealed.append(contentsOf: text)
    sealed += algorithm.seal(&sealed, using: key, number: number, authenticating: data)
    return sealed
  }

  /// The plaintext of a ciphertext and its tag. The number changes only if the tag is right.
  ///
  /// - Throws: ``NoiseError/nonceExhausted``, ``NoiseError/messageTooShort(byteCount:)``,
  ///   ``NoiseError/authenticationFailure``.
  mutating func open(_ sealed: ArraySlice<UInt8>, authenticating data: [UInt8]) throws(NoiseError) -> [UInt8] {
    guard nonce < .max else { throw .nonceExhausted }
    let text = try open(sealed, authenticating: data, number: nonce)
    nonce += 1
    return text
  }

  /// The plaintext of the message with a number.
  func open(_ sealed: ArraySlice<UInt8>, authenticating data: [UInt8], number: UInt64) throws(NoiseError) -> [UInt8] {
    guard number < .max else { throw .nonceExhausted }
    let tagByteCount = NoiseAlgorithm.tagByteCount
    guard sealed.count >= tagByteCount else { throw .messageTooShort(byteCount: sealed.count) }
    var text = Array(sealed.dropLast(tagByteCount))
    guard
      algorithm.open(&text, tag: sealed.suffix(tagByteCount), using: key, number: number, authenticating: data)
    else { throw .authenticationFailure }
    return text
  }

  /// Replaces the key with one from which it cannot be computed. The message number stays. Spec: Noise revision 34,
  /// sections 4.2 and 11.3.
  mutating func rekey() {
    var sealed = unsafe [UInt8](repeating: 0, count: 32).withBytes { unsafe seal($0, authenticating: [], number: .max) }
    defer { wipe(&sealed) }
    key = Self.prepared(SymmetricKey(data: sealed.prefix(32)), isExpanded: isExpanded)
  }
}

/// The state that both parties derive from the messages of a handshake. Spec: Noise revision 34, section 5.2.
struct NoiseSymmetricState: Sendable {
  private let algorithm: NoiseAlgorithm
  private let hash: NoiseHash
  private var chainingKey: SymmetricKey
  private(set) var transcript: [UInt8]
  private var cipher: NoiseCipher?

  init(_ noise: NoiseProtocol) {
    (algorithm, hash) = (noise.algorithm, noise.hash)
    var bytes = Array(noise.name.utf8)
    if bytes.count > hash.byteCount {
      bytes = hash.digest(bytes, [])
    } else {
      bytes += [UInt8](repeating: 0, count: hash.byteCount - bytes.count)
    }
    (transcript, chainingKey) = (bytes, SymmetricKey(data: bytes))
  }

  /// The number of bytes that encryption adds: 0 before there is a key.
  var tagByteCount: Int { cipher == nil ? 0 : NoiseAlgorithm.tagByteCount }

  mutating func mixHash(_ data: [UInt8]) { transcript = hash.digest(transcript, data) }

  mutating func mixKey(_ material: SymmetricKey) {
    let keys = hash.derive(2, from: material, chainingKey: chainingKey)
    chainingKey = keys[0]
    cipher = NoiseCipher(keys[1], algorithm)
  }

  /// Mixes in a pre-shared key.
  mutating func mixKeyAndHash(_ material: SymmetricKey) {
    let keys = hash.derive(3, from: material, chainingKey: chainingKey)
    chainingKey = keys[0]
    var bytes = unsafe keys[1].withUnsafeBytes { unsafe Array($0) }
    defer { wipe(&bytes) }
    mixHash(bytes)
    cipher = NoiseCipher(keys[2], algorithm)
  }

  /// Appends the ciphertext to `message`, or the text itself before there is a key.
  mutating func encryptAndHash(_ text: UnsafeRawBufferPointer, to message: inout [UInt8]) throws(NoiseError) {
    let start = message.count
    if cipher == nil {
      unsafe message.append(contentsOf: text)
    } else {
      try unsafe cipher!.seal(text, authenticating: transcript, to: &message)
    }
    mixHash(Array(message[start...]))
  }

  mutating func decryptAndHash(_ data: ArraySlice<UInt8>) throws(NoiseError) -> [UInt8] {
    let text = cipher == nil ? Array(data) : try cipher!.open(data, authenticating: transcript)
    mixHash(Array(data))
    return text
  }

  /// The ciphers of the two directions, of which the first is for the initiator's messages.
  func split() -> (NoiseCipher, NoiseCipher) {
    let keys = hash.derive(2, from: SymmetricKey(data: []), chainingKey: chainingKey)
    return (NoiseCipher(keys[0], algorithm, isExpanded: true), NoiseCipher(keys[1], algorithm, isExpanded: true))
  }
}
