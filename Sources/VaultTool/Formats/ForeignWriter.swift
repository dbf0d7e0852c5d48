import Foundation
import Vault
import VaultFiles
import VaultInterop

/// Encrypts content as another program does, piece by piece. A format whose tag stands before the content collects it.
/// After an error, it is of no further use.
final class ForeignWriter {
  private enum State: ~Copyable {
    case openSSL(OpenSSLBox)
    case rnCryptor(RNCryptor.Encryptor)
    case whole([UInt8], seal: ([UInt8]) throws(InteropError) -> [UInt8])
  }

  private let format: ForeignFormat
  /// Nil after the end, and after an error.
  private var state: State?

  /// - Parameter rounds: the rounds of a format that lets one choose.
  init(
    _ format: ForeignFormat, _ secret: Secret, _ openSSL: OpenSSLParameters, rounds: Int, context: [UInt8],
    fernetSalt: [UInt8]?, limits: Vault.Limits
  ) throws(InteropError) {
    self.format = format
    switch secret {
    case .key(let key):
      guard format.takesKey else { throw .argument("it is sealed with a password, not with a key") }
      state = .whole([]) { content throws(InteropError) in
        switch format {
        case .fernet: try Fernet.seal(content, using: key, timestamp: Self.now)
        case .jwe: try JWE.seal(content, using: key, algorithm: .a256KW)
        default: try ThemisSecureCell.seal(content, using: key, context: context)
        }
      }
    case .password(let password):
      state = try password.withUnsafeBytes { bytes throws(InteropError) in
        switch format {
        case .openSSL:
          return .openSSL(
            OpenSSLBox(
              try OpenSSLFile.Encryptor(
                password: bytes, cipher: openSSL.cipher, hash: openSSL.hash, rounds: rounds,
                maximumRounds: limits.maximumRounds)))
        case .rnCryptor: return .rnCryptor(RNCryptor.Encryptor(password: bytes))
        case .fernet:
          guard let fernetSalt else {
            throw .argument("its key has to be derived with a salt, \(Option.fernetSalt.spelling)")
          }
          let key = try Fernet.key(
            password: bytes, salt: fernetSalt, rounds: rounds, maximumRounds: limits.maximumRounds)
          return .whole([]) { content throws(InteropError) in
            try Fernet.seal(content, using: key, timestamp: Self.now)
          }
        default:
          return .whole([]) { content throws(InteropError) in
            try password.withUnsafeBytes { bytes throws(InteropError) in
              switch format {
              case .ansible: try AnsibleVault.seal(content, password: bytes)
              case .jwe:
                try JWE.seal(content, password: bytes, rounds: rounds, maximumRounds: limits.maximumRounds)
              default:
                try ThemisSecureCell.seal(
                  content, password: bytes, context: context, rounds: rounds, maximumRounds: limits.maximumRounds)
              }
            }
          }
        }
      }
    }
  }

  /// In seconds since 1970.
  private static var now: UInt64 { UInt64(max(0, Date().timeIntervalSince1970)) }

  deinit {
    if case .whole(var content, _) = state.take() { wipe(&content) }
  }

  /// Takes the next piece of the content, and returns the part of the file that it completes.
  func update(_ piece: UnsafeRawBufferPointer) throws(InteropError) -> [UInt8] {
    switch state.take() {
    case .openSSL(let box):
      state = .openSSL(box)
      return try box.update(piece)
    case .rnCryptor(var encryptor):
      let file = encryptor.update(piece)
      state = .rnCryptor(encryptor)
      return file
    case .whole(var content, let seal):
      guard content.count + piece.count <= format.maximumContentByteCount else {
        wipe(&content)
        throw .argument("more than \(format.maximumContentByteCount.grouped) bytes, which are sealed as a whole")
      }
      content.growWiping(to: content.count + piece.count)
      content += piece
      state = .whole(content, seal: seal)
      return []
    case nil: preconditionFailure("a writer was used after its end")
    }
  }

  /// Ends the content, and returns the rest of the file.
  func finalize() throws(InteropError) -> [UInt8] {
    switch state.take() {
    case .openSSL(let box): return try box.finalize()
    case .rnCryptor(let encryptor): return encryptor.finalize()
    case .whole(var content, let seal):
      defer { wipe(&content) }
      return try seal(content)
    case nil: preconditionFailure("a writer was used after its end")
    }
  }
}

/// The place of an encryptor. What it holds back of the content is wiped there, and on the stack. A value that is moved
/// leaves a copy.
private final class OpenSSLBox {
  private var encryptor: OpenSSLFile.Encryptor

  init(_ encryptor: OpenSSLFile.Encryptor) { self.encryptor = encryptor }

  deinit { encryptor.wipe() }

  func update(_ piece: UnsafeRawBufferPointer) throws(InteropError) -> [UInt8] {
    try wipingStack { () throws(InteropError) in try encryptor.update(piece) }
  }

  func finalize() throws(InteropError) -> [UInt8] {
    try wipingStack { () throws(InteropError) in try encryptor.finalize() }
  }
}
