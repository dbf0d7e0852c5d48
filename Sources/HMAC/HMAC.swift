@_exported public import SHA

/// The keyed-hash message authentication code. Spec: FIPS 198-1; RFC 2104.
///
/// A tag proves that its author held the key. It neither hides the message nor prevents a replay. A key longer than a
/// block is replaced by its digest, and a shorter key is padded with zeros. So a long key and its digest give the same
/// tags, and so do a short key and the same key followed by zero bytes.
///
/// *Not* protected: a value of this type holds secrets derived from the key, and is not overwritten when its lifetime
/// ends. The static functions wipe theirs, except what a hash function of yours keeps in memory of its own.
public struct HMAC<H: HashFunction>: Sendable, Redacted {
  /// The type of the key, under CryptoKit's name.
  public typealias Key = SymmetricKey
  /// The type of the tag, under CryptoKit's name.
  public typealias MAC = HashedAuthenticationCode<H>

  /// The hash state after the block key ⊕ ipad.
  package private(set) var inner: H
  /// The hash state after the block key ⊕ opad.
  package let outer: H

  /// Starts the authentication of the empty message.
  @_specialize(where H == SHA256)
  @_specialize(where H == SHA512)
  public init(key: SymmetricKey) { self.init(key: key, startingFrom: H()) }

  /// Starts the authentication of the empty message; `hash` is the hash of the empty message on the given kernel.
  @_specialize(where H == SHA256)
  @_specialize(where H == SHA512)
  package init(key: SymmetricKey, startingFrom hash: H) {
    self = unsafe key.withUnsafeBytes { unsafe HMAC(keyBytes: $0, startingFrom: hash) }
  }

  /// Starts the authentication of the empty message. Spec: FIPS 198-1, section 4, steps 1 to 5 and 7 to 8.
  @_specialize(where H == SHA256)
  @_specialize(where H == SHA512)
  package init(keyBytes key: UnsafeRawBufferPointer, startingFrom hash: H) {
    (inner, outer) = unsafe H.keyed(with: key, startingFrom: hash)
    if key.count > H.blockByteCount { wipeStack() }
  }

  /// Appends bytes to the message. Contiguous ones are not copied.
  @inlinable
  public mutating func update(data: some Sequence<UInt8>) {
    unsafe data.forEachPiece { unsafe update(bufferPointer: $0) }
  }

  /// Appends the bytes of a span to the message.
  @inlinable
  public mutating func update(bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe update(bufferPointer: $0) }
  }

  /// Appends the bytes of a buffer to the message.
  @_specialize(where H == SHA256)
  @_specialize(where H == SHA512)
  @usableFromInline
  package mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    unsafe inner.update(bufferPointer: bufferPointer)
  }

  /// The tag of the message so far, which can be continued. Spec: FIPS 198-1, section 4, steps 6 and 9.
  @_specialize(where H == SHA256)
  @_specialize(where H == SHA512)
  public func finalize() -> HashedAuthenticationCode<H> {
    var outer = outer
    defer { wipeIfBitwiseCopyable(&outer) }
    unsafe inner.finalize().withUnsafeBytes { unsafe outer.update(bufferPointer: $0) }
    return HashedAuthenticationCode(digest: outer.finalize())
  }

  /// The tag of a whole message. Bytes that are not contiguous are copied first; `update(data:)` takes them in pieces.
  @inlinable
  public static func authenticationCode(
    for data: some Sequence<UInt8>, using key: SymmetricKey
  ) -> HashedAuthenticationCode<H> {
    unsafe data.withBytes { unsafe authenticationCode(of: $0, using: key) }
  }

  /// The tag of a whole message in a span.
  @inlinable
  public static func authenticationCode(
    for data: RawSpan, using key: SymmetricKey
  ) -> HashedAuthenticationCode<H> {
    unsafe data.withUnsafeBytes { unsafe authenticationCode(for: $0, using: key) }
  }

  /// The tag of a whole message; `hash` is the hash of the empty message on the given kernel.
  package static func authenticationCode(
    for data: some Sequence<UInt8>, using key: SymmetricKey, startingFrom hash: H
  ) -> HashedAuthenticationCode<H> {
    unsafe data.withBytes { bytes in
      unsafe key.withUnsafeBytes { key in
        unsafe withUnsafePointer(to: hash) {
          unsafe authenticationCode(of: bytes, keyBytes: key, startingFrom: $0)
        }
      }
    }
  }

  // Specialised, because looking up the type of a digest takes 15 ns on AMD Zen 5.
  @_specialize(where H == SHA256)
  @_specialize(where H == SHA512)
  @usableFromInline
  static func authenticationCode(
    of bytes: UnsafeRawBufferPointer, using key: SymmetricKey
  ) -> HashedAuthenticationCode<H> {
    unsafe key.withUnsafeBytes { unsafe authenticationCode(of: bytes, keyBytes: $0, startingFrom: nil) }
  }

  /// The tag of a whole message.
  ///
  /// - Parameter empty: the hash of the empty message, which selects the kernel; nil selects the best one.
  @inline(__always)
  static func authenticationCode(
    of bytes: UnsafeRawBufferPointer, keyBytes key: UnsafeRawBufferPointer, startingFrom empty: UnsafePointer<H>?
  ) -> HashedAuthenticationCode<H> {
    defer { wipeStackOfKernel() }
    return unsafe HashedAuthenticationCode(digest: H._authenticationCode(of: bytes, key: key, startingFrom: empty))
  }

  /// Overwrites the stack that HMAC on a kernel used. Hash functions with blocks of 128 bytes have frames twice as
  /// large.
  @inline(__always)
  static func wipeStackOfKernel() {
    wipeStack(byteCount: H.blockByteCount > 64 ? StackByteCount.wideMessage : StackByteCount.message)
  }

  /// Whether `authenticationCode` is the tag of the message, compared in constant time.
  ///
  /// A truncated tag is not valid.
  @inlinable
  public static func isValidAuthenticationCode(
    _ authenticationCode: some Sequence<UInt8>, authenticating data: some Sequence<UInt8>, using key: SymmetricKey
  ) -> Bool {
    wipingStack { self.authenticationCode(for: data, using: key) == authenticationCode }
  }

  /// Whether `authenticationCode` is the tag of the message, compared in constant time.
  @inlinable
  public static func isValidAuthenticationCode(
    _ authenticationCode: MAC, authenticating data: some Sequence<UInt8>, using key: SymmetricKey
  ) -> Bool {
    wipingStack { self.authenticationCode(for: data, using: key) == authenticationCode }
  }

  /// Whether `authenticationCode` is the tag of the message in a span, compared in constant time.
  ///
  /// A truncated tag is not valid.
  @inlinable
  public static func isValidAuthenticationCode(
    _ authenticationCode: some Sequence<UInt8>, authenticating data: RawSpan, using key: SymmetricKey
  ) -> Bool {
    wipingStack { self.authenticationCode(for: data, using: key) == authenticationCode }
  }

}

extension HMAC: BitwiseCopyable where H: BitwiseCopyable {}

extension HMAC where H == SHA256 {
  /// Appends `byteCount` bytes to each of 1 to `SHA256.laneCapacity` messages, in parallel lanes. Traps unless
  /// `byteCount` and the length of each message so far are multiples of the block size.
  package static func update(
    _ functions: inout [HMAC], messages: UnsafeBufferPointer<UnsafeRawPointer>, byteCount: Int
  ) {
    var inner = functions.map { $0.inner }
    unsafe SHA256.update(&inner, messages: messages, byteCount: byteCount)
    for lane in inner.indices {
      functions[lane].inner = inner[lane]
      wipe(&inner[lane])
    }
  }
}

/// An HMAC tag, of the size of the hash function's digest. Tags compare in constant time.
public struct HashedAuthenticationCode<H: HashFunction>: MessageAuthenticationCode {
  @usableFromInline let digest: H.Digest

  init(digest: H.Digest) { self.digest = digest }

  /// The size in bytes.
  public var byteCount: Int { H.Digest.byteCount }

  /// Calls `body` with the tag's bytes. The pointer is valid only during the call.
  @inlinable
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe digest.withUnsafeBytes(body)
  }

  /// The name of the function and the tag in hexadecimal.
  public var description: String { "HMAC with \(H.self): \(Hex.encode(self))" }
}
