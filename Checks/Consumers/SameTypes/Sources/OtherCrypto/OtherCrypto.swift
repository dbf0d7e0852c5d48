// Another library with the same names, like CryptoKit and swift-crypto. It has only the names, and its results show
// which library was called.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public protocol HashFunction {
  static func hash(data: some Sequence<UInt8>) -> [UInt8]
}

extension HashFunction {
  public static func hash(data: some Sequence<UInt8>) -> [UInt8] { [0] }
}

public enum SHA256: HashFunction {}
public enum SHA384: HashFunction {}
public enum SHA512: HashFunction {}

public enum Insecure {
  public enum SHA1: HashFunction {}
}

public struct SymmetricKey {
  public init(data: some Sequence<UInt8>) {}
}

public struct HMAC<H: HashFunction> {
  public static func authenticationCode(for data: some Sequence<UInt8>, using key: SymmetricKey) -> [UInt8] { [1] }
}

public struct HKDF<H: HashFunction> {
  public static func deriveKey(
    inputKeyMaterial: SymmetricKey, salt: some Sequence<UInt8>, info: some Sequence<UInt8>, outputByteCount: Int
  ) -> SymmetricKey { SymmetricKey(data: []) }
}

public enum PBKDF2<H: HashFunction> {
  public static func deriveKey(
    password: some Sequence<UInt8>, salt: some Sequence<UInt8>, rounds: Int, outputByteCount: Int
  ) throws -> SymmetricKey { SymmetricKey(data: []) }
}

public enum AES {
  public enum GCM {
    public static func seal(_ message: some Sequence<UInt8>, using key: SymmetricKey) throws -> [UInt8] { [2] }
  }

  public enum CBC {
    public struct IV {
      public init() {}
    }

    public static func encrypt(_ message: some Sequence<UInt8>, using key: SymmetricKey, iv: IV) throws -> [UInt8] {
      [3]
    }
  }

  public enum KeyWrap {
    public static func wrap(_ key: SymmetricKey, using kek: SymmetricKey) throws -> [UInt8] { [4] }
  }
}

public enum Vault {
  public static func seal(_ content: some Sequence<UInt8>, password: some Sequence<UInt8>) throws -> [UInt8] { [5] }
}
