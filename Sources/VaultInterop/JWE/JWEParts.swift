import Credentials
import Vault

/// The parts of a token in its compact form or in a JSON serialization. Spec: RFC 7516, sections 5.1, 5.2, 7.1 and 7.2.
package struct JWEParts {
  /// The content key in the form that one key or password opens.
  struct Recipient {
    let header: JWEHeader
    let wrapped: [UInt8]
  }

  /// The most recipients that are read.
  static let maximumRecipientCount = 64

  let recipients: [Recipient]
  /// What the tag authenticates besides the ciphertext: the header in base 64, and the additional data if there are
  /// any.
  private let authenticated: [UInt8]
  private let (iv, ciphertext, tag): ([UInt8], [UInt8], [UInt8])

  /// Parses and checks a whole token.
  init(_ token: some Sequence<UInt8>) throws(InteropError) {
    let text = Array(token).trimmedText
    let fields = text.first == UInt8(ascii: "{") ? try JWEFields(json: text) : try JWEFields(compact: text)
    recipients = try fields.recipients.map { recipient throws(InteropError) in
      Recipient(header: try JWEHeader(recipient.members), wrapped: try Self.bytes(recipient.key, "the key"))
    }
    let additional = fields.additional.map { [UInt8(ascii: ".")] + $0 } ?? []
    authenticated = Array(fields.header) + additional
    iv = try Self.bytes(fields.iv, "the IV")
    ciphertext = try Self.bytes(fields.ciphertext, "the ciphertext")
    tag = try Self.bytes(fields.tag, "the tag")
    for recipient in recipients { try check(recipient) }
  }

  private func check(_ recipient: Recipient) throws(InteropError) {
    let encryption = recipient.header.encryption
    var wrappedByteCount = encryption.keyByteCount + 8
    if case .key(.direct) = recipient.header.algorithm { wrappedByteCount = 0 }
    for (name, part, count) in [
      ("a wrapped key", recipient.wrapped, wrappedByteCount), ("an IV", iv, encryption.ivByteCount),
      ("a tag", tag, encryption.tagByteCount),
    ] where part.count != count {
      throw .malformed("\(name) of \(part.count.units("byte")); with these algorithms it has \(count)")
    }
    guard !encryption.isCBC || (ciphertext.count > 0 && ciphertext.count % 16 == 0) else {
      throw .malformed("a ciphertext of \(ciphertext.count.units("byte")); it has a multiple of 16, and at least 16")
    }
  }

  private static func bytes(_ text: ArraySlice<UInt8>, _ name: String) throws(InteropError) -> [UInt8] {
    guard let bytes = Base64.unpaddedURL.decode(text) else {
      throw .malformed("\(name): not in base 64 of URLs without padding")
    }
    return bytes
  }

  /// The content, from the first of the recipients whose key is right.
  func open(
    _ recipients: [Recipient], _ key: (Recipient) throws(InteropError) -> SymmetricKey
  ) throws(InteropError) -> [UInt8] {
    for recipient in recipients {
      do throws(InteropError) {
        return try open(recipient.header.encryption, key(recipient))
      } catch {
        guard error == .authenticationFailure else { throw error }
      }
    }
    throw .authenticationFailure
  }

  /// The content, if the key is right.
  private func open(_ encryption: JWE.ContentEncryption, _ key: SymmetricKey) throws(InteropError) -> [UInt8] {
    switch encryption {
    case .a128CBCHS256: try openCBC(SHA256.self, key)
    case .a192CBCHS384: try openCBC(SHA384.self, key)
    case .a256CBCHS512: try openCBC(SHA512.self, key)
    case .a128GCM, .a192GCM, .a256GCM: try openGCM(key)
    }
  }

  private func openCBC<H: HashFunction>(_: H.Type, _ key: SymmetricKey) throws(InteropError) -> [UInt8] {
    do throws(EncryptThenMACError) {
      let cipher = try EncryptThenMAC<H>(.cbc, key: key, tagByteCount: tag.count)
      return try cipher.open(iv + ciphertext + tag, authenticating: authenticated)
    } catch {
      throw .authenticationFailure
    }
  }

  private func openGCM(_ key: SymmetricKey) throws(InteropError) -> [UInt8] {
    try asAuthentic { () throws(AESError) in
      let box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: iv), ciphertext: ciphertext, tag: tag)
      return try AES.GCM.open(box, using: key, authenticating: authenticated)
    }
  }

  /// The characters of a new token. The key and the IV have the sizes of the encryption.
  package static func seal(
    _ content: some Sequence<UInt8>, header: [UInt8], wrapped: [UInt8], _ encryption: JWE.ContentEncryption,
    _ key: SymmetricKey, iv: [UInt8]
  ) throws(InteropError) -> [UInt8] {
    let header = text(header)
    let (ciphertext, tag) =
      switch encryption {
      case .a128CBCHS256: try sealCBC(SHA256.self, content, header, encryption, key, iv)
      case .a192CBCHS384: try sealCBC(SHA384.self, content, header, encryption, key, iv)
      case .a256CBCHS512: try sealCBC(SHA512.self, content, header, encryption, key, iv)
      case .a128GCM, .a192GCM, .a256GCM: sealGCM(content, header, key, iv)
      }
    return Array([header, text(wrapped), text(iv), text(ciphertext), text(tag)].joined(separator: [UInt8(ascii: ".")]))
  }

  private static func text(_ bytes: [UInt8]) -> [UInt8] { Base64.unpaddedURL.digits(bytes[...]) }

  private static func sealCBC<H: HashFunction>(
    _: H.Type, _ content: some Sequence<UInt8>, _ header: [UInt8], _ encryption: JWE.ContentEncryption,
    _ key: SymmetricKey, _ iv: [UInt8]
  ) throws(InteropError) -> (ciphertext: [UInt8], tag: [UInt8]) {
    let cipher: EncryptThenMAC<H>
    do throws(EncryptThenMACError) {
      cipher = try EncryptThenMAC<H>(.cbc, key: key, tagByteCount: encryption.tagByteCount)
    } catch {
      throw .argument(error.description)
    }
    // An IV has 16 bytes.
    let sealed = cipher.seal(content, authenticating: header, iv: try! AES.IV(data: iv))
    return (Array(sealed[16..<sealed.count - encryption.tagByteCount]), Array(sealed.suffix(encryption.tagByteCount)))
  }

  private static func sealGCM(
    _ content: some Sequence<UInt8>, _ header: [UInt8], _ key: SymmetricKey, _ iv: [UInt8]
  ) -> (ciphertext: [UInt8], tag: [UInt8]) {
    // The sizes are those of the encryption, and the content is less than 2^36 bytes.
    let box = try! AES.GCM.seal(content, using: key, nonce: AES.GCM.Nonce(data: iv), authenticating: header)
    return (box.ciphertext, box.tag)
  }
}
