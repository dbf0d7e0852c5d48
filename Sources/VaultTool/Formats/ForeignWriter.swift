import SwiftVaultCommandSupport
import Vault
import VaultFiles
import VaultInterop

/// Encrypts content as another program does, piece by piece. If the tag precedes the content in the format, the content
/// is collected first. After an error, it cannot be used again.
final class ForeignWriter {
  private enum State: ~Copyable {
    case openSSL(OpenSSLBox)
    case rnCryptor(RNCryptor.Encryptor)
    case age(AgeFile.Encryptor)
    case whole([UInt8], seal: ([UInt8]) throws(InteropError) -> [UInt8])
  }

  private let format: ForeignFormat
  /// Nil after the end, and after an error.
  private var state: State?

  /// - Parameter rounds: the rounds of a format that lets one choose.
  init(_ format: ForeignFormat, _ secret: Secret, _ parameters: ForeignParameters, rounds: Int) throws(InteropError) {
    self.format = format
    if !parameters.recipients.isEmpty {
      state = .age(try AgeFile.Encryptor(for: parameters.recipients, isArmored: parameters.isArmored))
      return
    }
    switch secret {
    case .key(let key): state = try Self.state(format, key, parameters)
    case .recipientKey: throw .argument("it is sealed for no recipient")
    case .password(let password): state = try Self.state(format, password, parameters, rounds)
    }
  }

  private static func state(
    _ format: ForeignFormat, _ key: SymmetricKey, _ parameters: ForeignParameters
  ) throws(InteropError) -> State {
    switch format {
    case .themis:
      return .whole([]) { content throws(InteropError) in
        try ThemisSecureCell.seal(content, using: key, context: parameters.cellContext)
      }
    case .fernet:
      return .whole([]) { content throws(InteropError) in try Fernet.seal(content, using: key, timestamp: now) }
    case .jwe:
      return .whole([]) { content throws(InteropError) in try JWE.seal(content, using: key, algorithm: .a256KW) }
    case .openSSL, .rnCryptor, .ansible, .age, .themisImprint, .keychain, .privateKey:
      throw .argument("it is sealed with a password, not with a key")
    }
  }

  private static func state(
    _ format: ForeignFormat, _ password: SecretBytes, _ parameters: ForeignParameters, _ rounds: Int
  ) throws(InteropError) -> State {
    let maximumRounds = parameters.limits.maximumRounds
    func whole(_ seal: @escaping ([UInt8], UnsafeRawBufferPointer) throws(InteropError) -> [UInt8]) -> State {
      .whole([], seal: password.function(seal))
    }
    switch format {
    case .openSSL:
      let openSSL = parameters.openSSL
      return .openSSL(
        OpenSSLBox(
          try password.withUnsafeBytes { bytes throws(InteropError) in
            try OpenSSLFile.Encryptor(
              password: bytes, mode: openSSL.cipher.mode, keySize: openSSL.cipher.keySize, hash: openSSL.hash,
              rounds: rounds, maximumRounds: maximumRounds)
          }))
    case .rnCryptor: return .rnCryptor(password.withUnsafeBytes { RNCryptor.Encryptor(password: $0) })
    case .themis:
      return whole { content, password throws(InteropError) in
        try ThemisSecureCell.seal(
          content, password: password, context: parameters.cellContext, rounds: rounds, maximumRounds: maximumRounds)
      }
    case .ansible:
      return whole { content, password throws(InteropError) in try AnsibleVault.seal(content, password: password) }
    case .fernet:
      guard let salt = parameters.fernetSalt else {
        throw .argument("its key has to be derived with a salt, \(Option.fernetSalt.spelling)")
      }
      let key = try password.withUnsafeBytes { bytes throws(InteropError) in
        try Fernet.key(password: bytes, salt: salt, rounds: rounds, maximumRounds: maximumRounds)
      }
      return try state(format, key, parameters)
    case .jwe:
      return whole { content, password throws(InteropError) in
        try JWE.seal(content, password: password, rounds: rounds, maximumRounds: maximumRounds)
      }
    case .age:
      return .age(
        try password.withUnsafeBytes { bytes throws(InteropError) in
          try AgeFile.Encryptor(password: bytes, isArmored: parameters.isArmored)
        })
    case .themisImprint, .keychain, .privateKey: throw .argument("it can be imported, but not exported")
    }
  }

  /// In seconds since 1970.
  private static var now: UInt64 { UInt64(max(0, time(nil))) }

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
    case .age(var encryptor):
      let file = encryptor.update(piece)
      state = .age(encryptor)
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
    case .age(let encryptor): return encryptor.finalize()
    case .whole(var content, let seal):
      defer { wipe(&content) }
      return try seal(content)
    case nil: preconditionFailure("a writer was used after its end")
    }
  }
}

/// A fixed place for an encryptor. The content that it holds back is wiped there and on the stack. A value that is
/// moved would leave a copy.
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
