public import ChaCha20Poly1305
public import Curve25519
public import SwiftVault

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Results as `Data`, where CryptoKit has `Data`. The libraries without Foundation return arrays; their calls are
// disfavoured, so that an array is returned only where one is asked for.

extension AES.GCM {
  /// Decrypts a sealed box, if its tag is right.
  ///
  /// - Parameters:
  ///   - sealedBox: nonce, ciphertext and tag.
  ///   - key: the key that it was sealed under.
  ///   - data: the data that were authenticated with the message.
  /// - Throws: ``/AES/AESError``, as the form that returns an array does.
  @inlinable
  public static func open(
    _ sealedBox: SealedBox, using key: SymmetricKey, authenticating data: some Sequence<UInt8> = []
  ) throws(AESError) -> Data {
    try unsafe data.withBytes { data throws(AESError) in
      try unsafe open(sealedBox, using: key, authenticatingBytes: data)
    }
  }

  @usableFromInline
  static func open(
    _ sealedBox: SealedBox, using key: SymmetricKey, authenticatingBytes data: UnsafeRawBufferPointer
  ) throws(AESError) -> Data {
    try unsafe opened(sealedBox, using: key, authenticating: data) { byteCount, decrypt in
      unsafe Data(byteCount: byteCount, initialize: decrypt)
    }
  }
}

extension AES.GCM.SealedBox {
  /// Nonce ‖ ciphertext ‖ tag, or nil unless the nonce has 12 bytes and the tag 16.
  public var combined: Data? { combinedBytes.map { unsafe $0.withUnsafeBytes { unsafe Data(copying: $0) } } }

  /// The ciphertext, as long as the message.
  public var ciphertext: Data { unsafe withParts { _, ciphertext, _ in unsafe Data(copying: ciphertext) } }

  /// The tag, 16 bytes unless the box was made from a shorter one.
  public var tag: Data { unsafe withParts { _, _, tag in unsafe Data(copying: tag) } }
}

extension ChaChaPoly {
  /// Decrypts a sealed box, if its tag is right.
  ///
  /// - Parameters:
  ///   - sealedBox: nonce, ciphertext and tag.
  ///   - key: the key that it was sealed under.
  ///   - data: the data that were authenticated with the message.
  /// - Throws: ``/ChaCha20Poly1305/ChaChaPolyError``, as the form that returns an array does.
  @inlinable
  public static func open(
    _ sealedBox: SealedBox, using key: SymmetricKey, authenticating data: some Sequence<UInt8> = []
  ) throws(ChaChaPolyError) -> Data {
    try unsafe data.withBytes { data throws(ChaChaPolyError) in
      try unsafe open(sealedBox, using: key, authenticatingBytes: data)
    }
  }

  @usableFromInline
  static func open(
    _ sealedBox: SealedBox, using key: SymmetricKey, authenticatingBytes data: UnsafeRawBufferPointer
  ) throws(ChaChaPolyError) -> Data {
    try unsafe opened(sealedBox, using: key, authenticating: data) { byteCount, decrypt in
      unsafe Data(byteCount: byteCount, initialize: decrypt)
    }
  }
}

extension ChaChaPoly.SealedBox {
  /// Nonce ‖ ciphertext ‖ tag.
  public var combined: Data { data(0..<byteCount) }

  /// The ciphertext, as long as the message.
  public var ciphertext: Data { data(ChaChaPoly.nonceByteCount..<byteCount - ChaChaPoly.tagByteCount) }

  /// The tag, 16 bytes.
  public var tag: Data { data(byteCount - ChaChaPoly.tagByteCount..<byteCount) }

  private var byteCount: Int { combinedBytes.count }

  private func data(_ range: Range<Int>) -> Data {
    unsafe combinedBytes.withUnsafeBytes { unsafe Data(copying: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}

extension AES.KeyWrap {
  /// Wraps a key. The result is 8 bytes longer than the key.
  ///
  /// - Parameters:
  ///   - keyToWrap: a multiple of 8 bytes, at least 16.
  ///   - kek: the key encryption key, 16, 24 or 32 bytes.
  /// - Throws: ``/AES/AESError``, as the form that returns an array does.
  public static func wrap(_ keyToWrap: SymmetricKey, using kek: SymmetricKey) throws(AESError) -> Data {
    let wrapped: [UInt8] = try wrap(keyToWrap, using: kek)
    return unsafe wrapped.withUnsafeBytes { unsafe Data(copying: $0) }
  }
}

extension Curve25519.KeyAgreement.PublicKey {
  /// The 32 bytes.
  public var rawRepresentation: Data { unsafe withUnsafeBytes { unsafe Data(copying: $0) } }
}

extension Curve25519.KeyAgreement.PrivateKey {
  /// The 32 bytes. They are *not* overwritten when their lifetime ends; `withUnsafeBytes(_:)` makes no copy.
  public var rawRepresentation: Data { unsafe withUnsafeBytes { unsafe Data(copying: $0) } }
}

extension Data {
  /// The bytes of a key. They are *not* overwritten when their lifetime ends; `withUnsafeBytes(_:)` makes no copy.
  public init(_ key: SymmetricKey) { self = unsafe key.withUnsafeBytes { unsafe Data(copying: $0) } }

  /// A copy of `bytes`. The initialiser for sequences looks for a conformance at run time, which takes longer than the
  /// encryption of a short message.
  fileprivate init(copying bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else {
      self.init()
      return
    }
    unsafe self.init(bytes: start, count: bytes.count)
  }

  /// Data of `byteCount` bytes, all written by `initialize`, which is called once.
  fileprivate init(byteCount: Int, initialize: (UnsafeMutableRawPointer?) -> Void) {
    guard byteCount > 0 else {
      self.init()
      initialize(nil)
      return
    }
    // Up to here, a copy takes less time than a deallocator.
    guard byteCount > 256 else {
      self = unsafe withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) { memory in
        unsafe initialize(memory.baseAddress)
        defer { unsafe wipe(memory.baseAddress!, byteCount: byteCount) }
        return unsafe Data(copying: UnsafeRawBufferPointer(memory))
      }
      return
    }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    unsafe initialize(memory)
    unsafe self.init(
      bytesNoCopy: memory, count: byteCount, deallocator: .custom { memory, _ in unsafe memory.deallocate() })
  }
}
