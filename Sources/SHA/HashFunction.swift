@_exported public import SwiftVaultCryptoBytes

/// A cryptographic hash function: bytes of any length in, a digest of fixed length out.
///
/// The state is a value: a copy continues the hash independently. The functions of this library allocate nothing, and
/// do not print their state. A digest authenticates nothing: use an HMAC for that. *Not* protected: the state holds the
/// last bytes of the message, and is not overwritten when its lifetime ends.
public protocol HashFunction: Sendable {
  /// The digest that the function returns.
  associatedtype Digest: SHA.Digest

  /// The size in bytes of the function's block.
  static var blockByteCount: Int { get }

  /// Starts a hash of the empty message.
  init()

  /// Appends bytes to the message. Traps when the message reaches the function's limit: 2^61 bytes with words of 32
  /// bits, as in the standard; 2^64 bytes with words of 64 bits, which is below the limit of the standard.
  mutating func update(bufferPointer: UnsafeRawBufferPointer)

  /// The digest of the message so far. The state does not change, so the message can be continued.
  func finalize() -> Digest

  /// The digest of a whole message.
  static func hash(bufferPointer: UnsafeRawBufferPointer) -> Digest

  /// The HMAC of a message. It is a requirement so that the hash functions of this library compute it in code that is
  /// specialised for them, even if the caller is not specialised. Spec: FIPS 198-1.
  ///
  /// - Parameter empty: the hash of the empty message, which selects the kernel; nil selects the best one.
  static func _authenticationCode(
    of message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, startingFrom empty: UnsafePointer<Self>?
  ) -> Digest

  /// Fills `output` with HKDF's expand step, at most 255 digests. It is a requirement, like `_authenticationCode`, for
  /// the sake of specialised code. Spec: RFC 5869, section 2.3.
  static func _expand(
    _ info: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer,
    startingFrom empty: UnsafePointer<Self>?
  )
}

extension HashFunction {
  /// The size of the digest in bytes.
  @inlinable public static var byteCount: Int { Digest.byteCount }

  /// Appends bytes to the message.
  ///
  /// - Parameter data: any bytes. Contiguous ones (`[UInt8]`, `Data`, slices, `utf8`) are not copied.
  @inlinable
  public mutating func update(data: some Sequence<UInt8>) {
    unsafe data.forEachPiece { unsafe update(bufferPointer: $0) }
  }

  /// Appends the bytes of a span to the message.
  @inlinable
  public mutating func update(bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe update(bufferPointer: $0) }
  }

  /// The digest of a whole message.
  @inlinable
  public static func hash<Bytes: Sequence<UInt8>>(data: Bytes) -> Digest {
    #if !hasFeature(Embedded)
    // As in `withContiguousBytes`, but without an optional digest: unspecialised code looks up the type of the optional
    // at each call.
    if Bytes.self == [UInt8].self {
      return unsafe unsafeBitCast(data, to: [UInt8].self).withUnsafeBytes { unsafe hash(bufferPointer: $0) }
    }
    #endif
    if let digest = unsafe data.withContiguousBytes({ unsafe hash(bufferPointer: $0) }) { return digest }
    var function = Self()
    function.update(data: data)
    return function.finalize()
  }

  /// The digest of the bytes of a span.
  @inlinable
  public static func hash(bytes: RawSpan) -> Digest {
    unsafe bytes.withUnsafeBytes { unsafe hash(bufferPointer: $0) }
  }

  /// The digest of the bytes of a buffer.
  @inlinable
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> Digest {
    var function = Self()
    unsafe function.update(bufferPointer: bufferPointer)
    return function.finalize()
  }
}
