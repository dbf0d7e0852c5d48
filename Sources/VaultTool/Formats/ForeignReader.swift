import SwiftVaultCommandSupport
import Vault
import VaultFiles
import VaultInterop

/// Decrypts a file of another program piece by piece. A file that is opened as a whole is collected first.
/// After an error, it cannot be used again.
final class ForeignReader {
  private enum State: ~Copyable {
    case openSSL(OpenSSLFile.Decryptor)
    case rnCryptor(RNCryptor.Decryptor)
    case age(AgeFile.Decryptor)
    case whole([UInt8], open: ([UInt8]) throws(InteropError) -> [UInt8])
  }

  /// Nil after the end, and after an error.
  private var state: State?
  private let name: String
  private let format: ForeignFormat
  private let word: String
  /// Nil if the file is not in base 64 or the library decodes it.
  private var decoder: Base64Decoder?
  /// The key that opened the file, among those that its key file may mean.
  private(set) var key: SymmetricKey?

  /// - Parameters:
  ///   - keys: the keys that the secret may mean, if it is a key.
  ///   - identities: those in the file of the key, for a file of age.
  init(
    _ format: ForeignFormat, _ secret: Secret, keys: [SymmetricKey], identities: [AgeFile.Identity],
    _ parameters: ForeignParameters, name: String, beginning: [UInt8]
  ) throws {
    (self.name, self.format, word) = (name, format, secret.word)
    decoder = format.isInBase64(beginning) ? Base64Decoder() : nil
    do throws(InteropError) {
      switch secret {
      case .key:
        switch format {
        case .openSSL:
          let (decryptor, key) = try Self.decryptor(keys, parameters.openSSL, beginning)
          state = .openSSL(decryptor)
          self.key = key
        case .themis, .themisImprint, .fernet, .jwe:
          // Context Imprint does not show a wrong key, and Themis makes keys of 32 bytes.
          let keys = format == .themisImprint ? [keys.first { $0.bitCount == 256 } ?? keys[0]] : keys
          state = .whole([]) { [unowned self] file throws(InteropError) in
            try open(file, keys, parameters.cellContext)
          }
        case .age: state = .age(AgeFile.Decryptor(identities: identities))
        case .rnCryptor, .ansible, .keychain, .privateKey:
          throw .argument("it is opened with a password, not with a key")
        }
      case .recipientKey: throw .argument("it is sealed for no recipient")
      case .password(let password): state = try Self.state(format, password, parameters, name, beginning)
      }
    } catch {
      throw failure(error)
    }
  }

  /// Takes the first key of the cipher's size.
  private static func decryptor(
    _ keys: [SymmetricKey], _ openSSL: OpenSSLParameters, _ beginning: [UInt8]
  ) throws(InteropError) -> (OpenSSLFile.Decryptor, SymmetricKey) {
    if OpenSSLFile.recognizes(beginning) { throw .argument("it is opened with a password, not with a key") }
    guard let key = keys.first(where: { $0.bitCount == 8 * openSSL.cipher.keyByteCount }) else {
      throw .argument(
        "\(openSSL.cipher.rawValue) needs a key of \(openSSL.cipher.keyByteCount) bytes, and the key file has none, "
          + "in bytes, hexadecimal or base 64")
    }
    let decryptor = try OpenSSLFile.Decryptor(
      using: key, mode: openSSL.cipher.mode, iv: openSSL.iv, encoding: openSSL.encoding)
    return (decryptor, key)
  }

  /// Opens a whole file with the first key that fits.
  private func open(_ file: [UInt8], _ keys: [SymmetricKey], _ context: [UInt8]) throws(InteropError) -> [UInt8] {
    var refusal = InteropError.authenticationFailure
    var isOfAnySize = false
    for key in keys {
      do throws(InteropError) {
        let content = try open(file, key, context)
        self.key = key
        return content
      } catch {
        switch error {
        case .authenticationFailure: isOfAnySize = true
        case .argument: refusal = error
        default: throw error
        }
      }
    }
    throw isOfAnySize ? .authenticationFailure : refusal
  }

  private func open(_ file: [UInt8], _ key: SymmetricKey, _ context: [UInt8]) throws(InteropError) -> [UInt8] {
    switch format {
    case .themis: return try ThemisSecureCell.open(file, using: key, context: context)
    case .themisImprint: return try ThemisContextImprint.decrypt(file, using: key, context: context)
    case .fernet: return try Fernet.open(file, using: key)
    case .jwe: return try JWE.open(file, using: key, algorithms: Set(JWE.KeyAlgorithm.allCases))
    case .openSSL, .rnCryptor, .ansible, .age, .keychain, .privateKey:
      preconditionFailure("\(format) is not opened with a key as a whole")
    }
  }

  private static func state(
    _ format: ForeignFormat, _ password: SecretBytes, _ parameters: ForeignParameters, _ name: String,
    _ beginning: [UInt8]
  ) throws(InteropError) -> State {
    let openSSL = parameters.openSSL
    let maximumRounds = parameters.limits.maximumRounds
    func whole(_ open: @escaping ([UInt8], UnsafeRawBufferPointer) throws(InteropError) -> [UInt8]) -> State {
      .whole([], open: password.function(open))
    }
    switch format {
    case .openSSL:
      return .openSSL(
        try password.withUnsafeBytes { bytes throws(InteropError) in
          try OpenSSLFile.Decryptor(
            password: bytes, mode: openSSL.cipher.mode, keySize: openSSL.cipher.keySize, derivation: openSSL.derivation,
            salt: openSSL.salt, iv: openSSL.iv, encoding: openSSL.encoding, maximumRounds: maximumRounds)
        })
    case .rnCryptor:
      let rounds = openSSL.rounds ?? RNCryptor.rounds
      if format.isWhole(beginning) {
        return whole { file, password throws(InteropError) in
          try RNCryptor.open(file, password: password, rounds: rounds, maximumRounds: maximumRounds)
        }
      }
      return .rnCryptor(
        password.withUnsafeBytes { RNCryptor.Decryptor(password: $0, rounds: rounds, maximumRounds: maximumRounds) })
    case .themis:
      return whole { file, password throws(InteropError) in
        try ThemisSecureCell.open(
          file, password: password, context: parameters.cellContext, maximumRounds: maximumRounds)
      }
    case .themisImprint: throw .argument("it is opened with a key, not with a password")
    case .ansible:
      return whole { file, password throws(InteropError) in
        try AnsibleVault.open(file, password: password, maximumRounds: maximumRounds)
      }
    case .fernet:
      guard let salt = parameters.fernetSalt else {
        throw .argument("it is under a key; one under a password has a salt")
      }
      let key = try password.withUnsafeBytes { bytes throws(InteropError) in
        try Fernet.key(
          password: bytes, salt: salt, rounds: openSSL.rounds ?? Fernet.recipeRounds, maximumRounds: maximumRounds)
      }
      return .whole([]) { file throws(InteropError) in try Fernet.open(file, using: key) }
    case .jwe:
      return whole { file, password throws(InteropError) in
        try JWE.open(file, password: password, maximumRounds: maximumRounds)
      }
    case .age:
      let maximum = parameters.maximumWorkFactor
      return .age(password.withUnsafeBytes { AgeFile.Decryptor(password: $0, maximumWorkFactor: maximum) })
    case .keychain:
      let mode = try openSSL.keychainMode()
      return whole { file, password throws(InteropError) in
        var opened = try KeychainDictionary.open(file, password: password, mode: mode, maximumRounds: maximumRounds)
        if opened.isAmbiguous {
          wipe(&opened.content)
          throw .argument("aes-256-ecb and aes-256-cbc both fit; name one with \(Option.cipher.spelling)")
        }
        StandardStream.error("swift-vault: \(name): the dictionary is in \(opened.mode.name)")
        return opened.content
      }
    case .privateKey:
      return whole { file, password throws(InteropError) in
        try EncryptedPrivateKey.open(file, password: password, maximumRounds: maximumRounds)
      }
    }
  }

  /// Takes the next piece of the file, and returns the content that it completes.
  func update(_ piece: [UInt8]) throws -> [UInt8] {
    do throws(InteropError) {
      let piece = try decoder?.update(piece) ?? piece
      switch state.take() {
      case .openSSL(var decryptor):
        let content = try decryptor.update(piece)
        state = .openSSL(decryptor)
        return content
      case .rnCryptor(var decryptor):
        let content = try decryptor.update(piece)
        state = .rnCryptor(decryptor)
        return content
      case .age(var decryptor):
        let content = try decryptor.update(piece)
        state = .age(decryptor)
        return content
      case .whole(var file, let open):
        let byteCount = file.count + piece.count
        file += piece
        try format.check(byteCount: byteCount, beginning: file)
        state = .whole(file, open: open)
        return []
      case nil: preconditionFailure("a reader was used after its end")
      }
    } catch {
      throw failure(error)
    }
  }

  /// Ends the file, and returns the rest of the content.
  func finalize() throws -> [UInt8] {
    do throws(InteropError) {
      try decoder?.finalize()
      switch state.take() {
      case .openSSL(var decryptor): return try decryptor.finalize()
      case .rnCryptor(let decryptor): return try decryptor.finalize()
      case .age(let decryptor): return try decryptor.finalize()
      case .whole(let file, let open): return try open(file)
      case nil: preconditionFailure("a reader was used after its end")
      }
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: InteropError) -> ToolError {
    guard case .argument(let reason) = error else { return ToolError(error, name, format, secret: word) }
    let advice =
      switch format {
      case .fernet where word == "password": "; it needs \(Option.keyFile.spelling) or \(Option.fernetSalt.spelling)"
      case .themisImprint where word == "password": "; it needs \(Option.keyFile.spelling)"
      case .jwe where reason.hasSuffix("password"): "; it needs \(Option.keyFile.spelling)"
      case .jwe where reason.hasSuffix("under a key"):
        "; it needs \(Option.passwordFile.spelling), or a password that is typed"
      case .themis where word == "password": "; it needs \(Option.keyFile.spelling)"
      case .themis: "; it needs \(Option.passwordFile.spelling), or a password that is typed"
      case .rnCryptor where word == "password": "; import takes no keys of RNCryptor"
      default: ""
      }
    return ToolError(.argument(reason + advice), name, format, secret: word)
  }
}
