import AES
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

/// A key, and the number of the next message under it. Spec: Noise revision 34, section 5.1.
struct NoiseCipher: Sendable {
  private var key: SymmetricKey
  private(set) var nonce: UInt64 = 0
  private let isExpanded: Bool

  /// A cipher with the first 32 bytes of a key. Expanding the key makes it faster from the second message on.
  init(_ key: SymmetricKey, isExpanded: Bool = false, nonce: UInt64 = 0) {
    self.isExpanded = isExpanded
    self.nonce = nonce
    self.key = Self.prepared(key.part(0, byteCount: 32), isExpanded: isExpanded)
  }

  private static func prepared(_ key: SymmetricKey, isExpanded: Bool) -> SymmetricKey {
    isExpanded ? Self.always { () throws(AESError) in try AES.expand(key) } : key
  }

  /// The result of an AES call with correct sizes, which cannot fail.
  private static func always<Result>(_ body: () throws(AESError) -> Result) -> Result {
    do { return try body() } catch { preconditionFailure(error.description) }
  }

  /// Four zero bytes and the number. Spec: Noise revision 34, section 12.4.
  private static func bytes(of nonce: UInt64) -> AES.GCM.Nonce {
    always { () throws(AESError) in try AES.GCM.Nonce(data: [0, 0, 0, 0] + nonce.bigEndianBytes) }
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
    sealed.reserveCapacity(text.count + AES.GCM.tagByteCount)
    unsafe sealed.append(contentsOf: text)
    sealed += Self.always { () throws(AESError) in
      try AES.GCM.seal(inPlace: &sealed, using: key, nonce: Self.bytes(of: number), authenticating: data)
    }
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
  func open(
    _ sealed: ArraySlice<UInt8>, authenticating data: [UInt8], number: UInt64
  ) throws(NoiseError) -> [UInt8] {
    guard number < .max else { throw .nonceExhausted }
    guard sealed.count >= AES.GCM.tagByteCount else { throw .messageTooShort(byteCount: sealed.count) }
    var text = Array(sealed.dropLast(AES.GCM.tagByteCount))
    do {
      try AES.GCM.open(
        inPlace: &text, tag: sealed.suffix(AES.GCM.tagByteCount), using: key, nonce: Self.bytes(of: number),
        authenticating: data)
    } catch {
      throw .authenticationFailure
    }
    return text
  }

  /// Replaces the key with one from which it cannot be computed. The message number stays. Spec: Noise revision 34,
  /// sections 4.2 and 11.3.
  mutating func rekey() {
    var sealed = unsafe [UInt8](repeating: 0, count: 32).withBytes {
      unsafe seal($0, authenticating: [], number: .max)
    }
    defer { wipe(&sealed) }
    key = Self.prepared(SymmetricKey(data: sealed.prefix(32)), isExpanded: isExpanded)
  }
}

/// The state that both parties derive from the messages of a handshake. Spec: Noise revision 34, section 5.2.
struct NoiseSymmetricState: Sendable {
  private let hash: NoiseHash
  private var chainingKey: SymmetricKey
  private(set) var transcript: [UInt8]
  private var cipher: NoiseCipher?

  init(_ name: String, hash: NoiseHash) {
    self.hash = hash
    var bytes = Array(name.utf8)
    if bytes.count > hash.byteCount {
      bytes = hash.digest(bytes, [])
    } else {
      bytes += [UInt8](repeating: 0, count: hash.byteCount - bytes.count)
    }
    (transcript, chainingKey) = (bytes, SymmetricKey(data: bytes))
  }

  /// The number of bytes that encryption adds: 0 before there is a key.
  var tagByteCount: Int { cipher == nil ? 0 : AES.GCM.tagByteCount }

  mutating func mixHash(_ data: [UInt8]) { transcript = hash.digest(transcript, data) }

  mutating func mixKey(_ material: SymmetricKey) {
    let keys = hash.derive(2, from: material, chainingKey: chainingKey)
    chainingKey = keys[0]
    cipher = NoiseCipher(keys[1])
  }

  /// Mixes in a pre-shared key.
  mutating func mixKeyAndHash(_ material: SymmetricKey) {
    let keys = hash.derive(3, from: material, chainingKey: chainingKey)
    chainingKey = keys[0]
    var bytes = unsafe keys[1].withUnsafeBytes { unsafe Array($0) }
    defer { wipe(&bytes) }
    mixHash(bytes)
    cipher = NoiseCipher(keys[2])
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
    return (NoiseCipher(keys[0], isExpanded: true), NoiseCipher(keys[1], isExpanded: true))
  }
}
