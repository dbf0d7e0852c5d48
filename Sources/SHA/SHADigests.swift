extension Insecure {
  /// An MD5 digest, 16 bytes.
  public struct MD5Digest: ChainingValueDigest {
    /// 16 bytes.
    public static var byteCount: Int { 16 }
    @usableFromInline package static var name: String { "MD5" }
    @usableFromInline package let words: SIMD8<UInt32>
    @usableFromInline package init(words: SIMD8<UInt32>) { self.words = words }
  }

  /// A SHA-1 digest, 20 bytes.
  public struct SHA1Digest: ChainingValueDigest {
    /// 20 bytes.
    public static var byteCount: Int { 20 }
    @usableFromInline package static var name: String { "SHA1" }
    @usableFromInline package let words: SIMD8<UInt32>
    @usableFromInline package init(words: SIMD8<UInt32>) { self.words = words }
  }
}

/// A SHA-224 digest, 28 bytes.
public struct SHA224Digest: ChainingValueDigest {
  /// 28 bytes.
  public static var byteCount: Int { 28 }
  @usableFromInline package static var name: String { "SHA224" }
  @usableFromInline package let words: SIMD8<UInt32>
  @usableFromInline package init(words: SIMD8<UInt32>) { self.words = words }
}

/// A SHA-256 digest, 32 bytes.
public struct SHA256Digest: ChainingValueDigest {
  /// 32 bytes.
  public static var byteCount: Int { 32 }
  @usableFromInline package static var name: String { "SHA256" }
  @usableFromInline package let words: SIMD8<UInt32>
  @usableFromInline package init(words: SIMD8<UInt32>) { self.words = words }
}

/// A SHA-384 digest, 48 bytes.
public struct SHA384Digest: ChainingValueDigest {
  /// 48 bytes.
  public static var byteCount: Int { 48 }
  @usableFromInline package static var name: String { "SHA384" }
  @usableFromInline package let words: SIMD8<UInt64>
  @usableFromInline package init(words: SIMD8<UInt64>) { self.words = words }
}

/// A SHA-512 digest, 64 bytes.
public struct SHA512Digest: ChainingValueDigest {
  /// 64 bytes.
  public static var byteCount: Int { 64 }
  @usableFromInline package static var name: String { "SHA512" }
  @usableFromInline package let words: SIMD8<UInt64>
  @usableFromInline package init(words: SIMD8<UInt64>) { self.words = words }
}

/// A SHA-512/224 digest, 28 bytes.
public struct SHA512_224Digest: ChainingValueDigest {
  /// 28 bytes.
  public static var byteCount: Int { 28 }
  @usableFromInline package static var name: String { "SHA512_224" }
  @usableFromInline package let words: SIMD8<UInt64>
  @usableFromInline package init(words: SIMD8<UInt64>) { self.words = words }
}

/// A SHA-512/256 digest, 32 bytes.
public struct SHA512_256Digest: ChainingValueDigest {
  /// 32 bytes.
  public static var byteCount: Int { 32 }
  @usableFromInline package static var name: String { "SHA512_256" }
  @usableFromInline package let words: SIMD8<UInt64>
  @usableFromInline package init(words: SIMD8<UInt64>) { self.words = words }
}
