/// The size of a symmetric key.
public struct SymmetricKeySize: Sendable, Equatable {
  /// The size in bits.
  public let bitCount: Int

  /// A size of `bitCount` bits. Traps unless `bitCount` is a positive multiple of 8.
  public init(bitCount: Int) {
    precondition(bitCount > 0 && bitCount % 8 == 0, "a key of \(bitCount) bits; it needs a positive multiple of 8")
    self.bitCount = bitCount
  }

  /// 128 bits, 16 bytes.
  public static let bits128 = SymmetricKeySize(bitCount: 128)
  /// 192 bits, 24 bytes.
  public static let bits192 = SymmetricKeySize(bitCount: 192)
  /// 256 bits, 32 bytes.
  public static let bits256 = SymmetricKeySize(bitCount: 256)
}

/// A secret key of any length. Its memory is overwritten with zeros when the last copy of the value is gone.
///
/// It prints as `SymmetricKey (redacted)`.
///
/// *Not* protected: the bytes the key was made from, swap, and copies the compiler left in registers or on the stack.
public struct SymmetricKey: Sendable, Redacted {
  @usableFromInline
  package let storage: SecretStorage

  /// A new random key from the operating system's cryptographic generator.
  public init(size: SymmetricKeySize) {
    unsafe self.init(byteCount: size.bitCount / 8) { unsafe SystemRandom.fill($0) }
  }

  /// A key that copies the given bytes. Any length is accepted, including 0.
  public init(data: some Sequence<UInt8>) {
    self = unsafe data.withBytes { bytes in
      unsafe SymmetricKey(byteCount: bytes.count) { unsafe $0.copyMemory(from: bytes) }
    }
  }

  /// A key that copies the bytes of a span. Any length is accepted, including 0.
  public init(copying bytes: RawSpan) {
    self = unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
  }

  /// A key that copies the bytes of a span, which are then overwritten with zeros. Any length is accepted, including 0.
  public init(copyingWithZeroing bytes: inout MutableRawSpan) {
    self = unsafe bytes.withUnsafeMutableBytes { bytes in
      defer { if let start = bytes.baseAddress { unsafe wipe(start, byteCount: bytes.count) } }
      return unsafe SymmetricKey(data: UnsafeRawBufferPointer(bytes))
    }
  }

  /// A key that `initialize` writes in place, so that no copy of it is left anywhere. Traps unless it writes all bytes.
  public init<Failure: Error>(
    size: SymmetricKeySize, initializingWith initialize: (inout OutputRawSpan) throws(Failure) -> Void
  ) throws(Failure) {
    try unsafe self.init(byteCount: size.bitCount / 8) { bytes throws(Failure) in
      var output = unsafe OutputRawSpan(buffer: bytes, initializedCount: 0)
      try initialize(&output)
      let count = unsafe output.finalize(for: bytes)
      precondition(count == bytes.count, "\(count.units("byte")) of a key of \(bytes.count)")
    }
  }

  package init(storage: SecretStorage) { self.storage = storage }

  /// A key of `byteCount` bytes, written in place by `initialize`.
  package init<Failure: Error>(
    byteCount: Int, initialize: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    storage = try unsafe SecretStorage.make(byteCount: byteCount, initialize: initialize)
  }

  /// The length in bits, a multiple of 8.
  @inlinable
  public var bitCount: Int { 8 * storage.byteCount }

  /// The key's bytes, while the key lives.
  @_disfavoredOverload
  public var bytes: RawSpan {
    @_lifetime(borrow self)
    get { unsafe _overrideLifetime(storage.bytes.bytes, borrowing: self) }
  }

  /// Calls `body` with the key's bytes. The pointer is valid only during the call.
  @inlinable
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(storage) {} }
    return try unsafe body(storage.bytes)
  }
}

extension SymmetricKey: Hashable {
  /// Compares two keys in constant time: the time depends only on their lengths.
  public static func == (left: SymmetricKey, right: SymmetricKey) -> Bool {
    unsafe left.withUnsafeBytes { leftBytes in
      unsafe right.withUnsafeBytes { unsafe constantTimeEqual(leftBytes, $0) }
    }
  }

  /// Feeds the key's bytes to a hasher, whose state is *not* overwritten. Use an identifier as the key of a dictionary
  /// instead.
  public func hash(into hasher: inout Hasher) {
    unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}
