import SwiftVaultCommandSupport
import Vault
import VaultFiles
import VaultInterop

/// Decrypts a file of another program piece by piece. A file that is opened as a whole is collected first.
/// After an error, it is of no further use.
final class ForeignReader {
  private enum State: ~Copyable {
    case openSSL(OpenSSLFile.Decryptor)
    case rnCryptor(RNCryptor.Decryptor)
    case whole([UInt8], open: ([UInt8]) throws(InteropError) -> [UInt8])
  }

  /// Nil after the end, and after an error.
  private var state: State?
  private let name: String
  private let format: ForeignFormat
  private let word: String

  init(
    _ format: ForeignFormat, _ secret: Secret, _ openSSL: OpenSSLParameters, context: [UInt8], limits: Vault.Limits,
    name: String, beginning: [UInt8]
  ) throws {
    (self.name, self.format, word) = (name, format, secret.word)
    do throws(InteropError) {
      switch secret {
      case .key(let key):
        guard format.takesKey else { throw .argument("it is opened with a password, not with a key") }
        state = .whole([]) { file throws(InteropError) in
          try ThemisSecureCell.open(file, using: key, context: context)
        }
      case .password(let password):
        state = try password.withUnsafeBytes { bytes throws(InteropError) in
          try Self.state(format, bytes, password, openSSL, context, limits, name, beginning)
        }
      }
    } catch {
      throw failure(error)
    }
  }

  private static func state(
    _ format: ForeignFormat, _ bytes: UnsafeRawBufferPointer, _ password: SecretBytes, _ openSSL: OpenSSLParameters,
    _ context: [UInt8], _ limits: Vault.Limits, _ name: String, _ beginning: [UInt8]
  ) throws(InteropError) -> State {
    switch format {
    case .openSSL:
      return .openSSL(
        try OpenSSLFile.Decryptor(
          password: bytes, cipher: openSSL.cipher, derivation: openSSL.derivation, isSalted: openSSL.isSalted,
          isBase64: openSSL.isBase64, maximumRounds: limits.maximumRounds))
    case .rnCryptor where format.isWhole(beginning):
      return .whole([]) { file throws(InteropError) in
        try password.withUnsafeBytes { bytes throws(InteropError) in
          try RNCryptor.open(file, password: bytes, maximumRounds: limits.maximumRounds)
        }
      }
    case .rnCryptor: return .rnCryptor(RNCryptor.Decryptor(password: bytes, maximumRounds: limits.maximumRounds))
    case .themis:
      return .whole([]) { file throws(InteropError) in
        try password.withUnsafeBytes { bytes throws(InteropError) in
          try ThemisSecureCell.open(file, password: bytes, context: context, maximumRounds: limits.maximumRounds)
        }
      }
    case .keychain:
      let mode = try openSSL.keychainMode()
      return .whole([]) { file throws(InteropError) in
        try password.withUnsafeBytes { bytes throws(InteropError) in
          var opened = try KeychainDictionary.open(
            file, password: bytes, mode: mode, maximumRounds: limits.maximumRounds)
          if opened.isAmbiguous {
            wipe(&opened.content)
            throw .argument("aes-256-ecb and aes-256-cbc both fit; name one with \(Option.cipher.spelling)")
          }
          StandardStream.error("swift-vault: \(name): the dictionary is in \(opened.mode)")
          return opened.content
        }
      }
    case .privateKey:
      return .whole([]) { file throws(InteropError) in
        try password.withUnsafeBytes { bytes throws(InteropError) in
          try EncryptedPrivateKey.open(file, password: bytes, maximumRounds: limits.maximumRounds)
        }
      }
    }
  }

  /// Takes the next piece of the file, and returns the content that it completes.
  func update(_ piece: [UInt8]) throws -> [UInt8] {
    do throws(InteropError) {
      switch state.take() {
      case .openSSL(var decryptor):
        let content = try decryptor.update(piece)
        state = .openSSL(decryptor)
        return content
      case .rnCryptor(var decryptor):
        let content = try decryptor.update(piece)
        state = .rnCryptor(decryptor)
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
      switch state.take() {
      case .openSSL(var decryptor): return try decryptor.finalize()
      case .rnCryptor(let decryptor): return try decryptor.finalize()
      case .whole(let file, let open): return try open(file)
      case nil: preconditionFailure("a reader was used after its end")
      }
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: InteropError) -> ToolError {
    guard case .argument(let reason) = error, word == "password" else {
      return ToolError(error, name, format, secret: word)
    }
    let advice =
      switch format {
      case .themis: "; it needs \(Option.keyFile.spelling)"
      case .rnCryptor: "; import takes no keys of RNCryptor"
      case .openSSL, .keychain, .privateKey: ""
      }
    return ToolError(.argument(reason + advice), name, format, secret: word)
  }
}
