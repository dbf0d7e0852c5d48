import SwiftVaultCommandSupport
import Vault

/// A measured operation, with a name such as `sha256`, `aes-128-cbc-decrypt` or `pbkdf2-sha512-batch`.
enum BenchOperation {
  /// A message hashed in one call.
  case hash(NamedHash)
  /// Messages of one length hashed side by side with SHA-256. The size is that of one message.
  case sideBySide(Int)
  /// A message authenticated in one call, the key set up each time.
  case hmac(NamedHash)
  /// A message encrypted, decrypted or authenticated with AES.
  case aes(keyBits: Int, AESForm, AESCall)
  /// A message sealed in place with ChaCha20-Poly1305.
  case chaChaPoly
  /// A key wrapped under another, or unwrapped.
  case keyWrap(keyBits: Int, isUnwrapping: Bool)
  /// A message encrypted with AES-128 and authenticated with HMAC-SHA256, or opened, the keys set up each time.
  case encryptThenMAC(EncryptThenMAC<SHA256>.Mode, isOpening: Bool)
  /// Keys derived from a password, or from several.
  case pbkdf2(NamedHash, isBatch: Bool)
  /// A key derived from another.
  case hkdf(NamedHash)
  /// A key derived with Argon2id or scrypt. The size is that of the memory.
  case argon2id, scrypt
  /// A key agreement with X25519. The size is that of the secret, 32 bytes.
  case x25519
  /// A vault sealed with a key, or opened.
  case vault(isOpening: Bool)
  /// A password checked against a credential of one round.
  case verification

  /// A mode and a direction, or CMAC.
  enum AESForm: String, CaseIterable {
    case ecbEncrypt = "ecb-encrypt"
    case ecbDecrypt = "ecb-decrypt"
    case cbcEncrypt = "cbc-encrypt"
    case cbcDecrypt = "cbc-decrypt"
    case ctr
    case cfbEncrypt = "cfb-encrypt"
    case cfbDecrypt = "cfb-decrypt"
    case cfb8Encrypt = "cfb8-encrypt"
    case cfb8Decrypt = "cfb8-decrypt"
    case ofb
    case cmac
    case gcmEncrypt = "gcm-encrypt"
    case gcmDecrypt = "gcm-decrypt"
  }

  /// When the key is set up, and where the text goes.
  enum AESCall: String, CaseIterable {
    /// The next message in place, under a key that was set up before.
    case streaming = ""
    /// A message in one call, which sets up the key and returns a new array, for CMAC a value.
    case oneShot = "-oneshot"
    /// A message in one call, which sets up the key and works in place.
    case inPlace = "-inplace"
    /// A message in one call, under a key of `AES.expand` and in place.
    case expanded = "-expanded"

    /// Whether `form` is measured in such calls. A GCM message is always one call. In place makes no difference for
    /// CMAC, and hardly any for CFB8.
    func has(_ form: AESForm) -> Bool {
      switch (self, form) {
      case (.streaming, .gcmEncrypt), (.streaming, .gcmDecrypt): false
      case (.inPlace, .cmac), (.inPlace, .cfb8Encrypt), (.inPlace, .cfb8Decrypt): false
      case (.expanded, _): AESCall.inPlace.has(form)
      default: true
      }
    }
  }

  /// The derivations in a batch.
  static let batchCount = 32

  /// Every operation, in the order of the report.
  static let all: [BenchOperation] = {
    let hashes = NamedHash.allCases.map(BenchOperation.hash)
    let ciphers = AESCall.allCases.flatMap { call in
      [128, 256].flatMap { keyBits in
        AESForm.allCases.filter(call.has).map { BenchOperation.aes(keyBits: keyBits, $0, call) }
      }
    }
    let authenticated = EncryptThenMAC<SHA256>.Mode.allCases.flatMap { mode in
      [false, true].map { BenchOperation.encryptThenMAC(mode, isOpening: $0) }
    }
    let derivations = [NamedHash.sha1, .sha256, .sha512].flatMap {
      [BenchOperation.pbkdf2($0, isBatch: false), .pbkdf2($0, isBatch: true)]
    }
    let wraps = [128, 256].flatMap { keyBits in
      [false, true].map { BenchOperation.keyWrap(keyBits: keyBits, isUnwrapping: $0) }
    }
    let vaults: [BenchOperation] = [.vault(isOpening: false), .vault(isOpening: true), .verification]
    return hashes + [2, 16, 32].map(BenchOperation.sideBySide) + [.hmac(.sha256)] + ciphers + [.chaChaPoly] + wraps
      + authenticated
      + derivations + [.argon2id, .scrypt, .hkdf(.sha256), .x25519] + vaults
  }()

  /// The operation of that name.
  init(named name: String) throws(BenchError) {
    guard let operation = Self.all.first(where: { $0.name == name }) else {
      throw BenchError(message: "unknown operation '\(name)'")
    }
    self = operation
  }

  /// The name in reports and requests.
  var name: String {
    switch self {
    case .hash(let hash): hash.rawValue
    case .sideBySide(let count): "sha256-x\(count)"
    case .hmac(let hash): "hmac-\(hash.rawValue)"
    case .aes(let keyBits, let form, let call): "aes-\(keyBits)-\(form.rawValue)\(call.rawValue)"
    case .chaChaPoly: "chachapoly"
    case .encryptThenMAC(let mode, let isOpening): "encrypt-then-mac-\(mode)-\(isOpening ? "open" : "seal")"
    case .keyWrap(let keyBits, let isUnwrapping): "aes-\(keyBits)-key-\(isUnwrapping ? "unwrap" : "wrap")"
    case .pbkdf2(let hash, let isBatch): "pbkdf2-\(hash.rawValue)\(isBatch ? "-batch" : "")"
    case .hkdf(let hash): "hkdf-\(hash.rawValue)"
    case .argon2id: "argon2id"
    case .scrypt: "scrypt"
    case .x25519: "x25519"
    case .vault(let isOpening): "vault-\(isOpening ? "open" : "seal")"
    case .verification: "credential-verify"
    }
  }

  /// The family whose kernels it can run on; nil if it runs on default kernels only, because it uses several or its
  /// calls take no kernel.
  var kernelFamily: KernelFamily? {
    switch self {
    case .hash(let hash), .hmac(let hash), .pbkdf2(let hash, _), .hkdf(let hash): hash.kernelFamily
    case .sideBySide: .sha256
    case .aes(_, let form, .inPlace), .aes(_, let form, .expanded): form == .gcmEncrypt ? .aes : nil
    case .aes, .keyWrap, .encryptThenMAC: .aes
    case .chaChaPoly: .chacha20
    case .argon2id: .argon2id
    case .scrypt, .x25519, .vault, .verification: nil
    }
  }

  /// Whether it is measured by the round. Its size is then that of the derived key.
  var isByRound: Bool {
    if case .pbkdf2 = self { true } else { false }
  }

  /// The sizes in bytes that it is measured with: of the message, the password, the memory, or the key that is wrapped
  /// or derived.
  var sizes: [Int] {
    switch self {
    case .sideBySide: [64, 1 << 10, 16 << 10, 1 << 20]
    // A block for each byte: 1 MiB would take seconds.
    case .aes(_, .cfb8Encrypt, _), .aes(_, .cfb8Decrypt, _): [16, 64, 256, 1 << 10, 16 << 10]
    case .hash, .hmac, .aes, .chaChaPoly, .encryptThenMAC: [16, 64, 256, 1 << 10, 16 << 10, 1 << 20]
    case .keyWrap, .hkdf, .x25519: [32]
    case .argon2id, .scrypt: [1 << 20, 64 << 20]
    case .vault: [16, 4 << 10]
    case .verification: [16]
    case .pbkdf2(_, isBatch: false): [32, 64]
    case .pbkdf2(let hash, isBatch: true): [hash.digestByteCount]
    }
  }

  /// Whether `size` is one it can be measured with.
  func check(size: Int) throws(BenchError) {
    let largest =
      switch self {
      case .hkdf(let hash): 255 * hash.digestByteCount
      case .argon2id, .scrypt: 1 << 30
      default: isByRound ? 1 << 10 : 64 << 20
      }
    guard 1...largest ~= size else { throw BenchError(message: "a size of \(size); it must be from 1 to \(largest)") }
    if case .sideBySide = self, size % 64 > 0 {
      throw BenchError(message: "a size of \(size); messages side by side need a multiple of 64")
    }
    if case .argon2id = self, size % 1024 > 0 || size < 8192 {
      throw BenchError(message: "a size of \(size); Argon2id needs a multiple of 1024, and 8192 at least")
    }
    if case .scrypt = self, size.nonzeroBitCount > 1 || size < 2048 {
      throw BenchError(message: "a size of \(size); scrypt needs a power of two, and 2048 at least")
    }
    if case .x25519 = self, size != 32 { throw BenchError(message: "a size of \(size); the secret of X25519 has 32") }
    if case .aes = self, size % 16 > 0 { throw BenchError(message: "a size of \(size); AES needs a multiple of 16") }
    if case .keyWrap = self, size % 16 > 0 {
      throw BenchError(message: "a size of \(size); a key that is wrapped needs a multiple of 16 here")
    }
  }
}

extension NamedHash {
  /// The size of the digest in bytes.
  var digestByteCount: Int { type.digestByteCount }
}
