import Credentials
import Vault

/// The five parts of a token. Spec: RFC 7516, sections 5.1 and 5.2.
package struct JWEParts {
  let header: JWEHeader
  let wrapped: [UInt8]
  /// The header in base 64, which the tag authenticates too.
  private let headerText: [UInt8]
  private let (iv, ciphertext, tag): ([UInt8], [UInt8], [UInt8])

  /// Parses and checks a whole token.
  init(_ token: some Sequence<UInt8>) throws(InteropError) {
    var text = Array(token)
    while let last = text.last, Base64Decoder.isSpace(last) { text.removeLast() }
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    header = try JWEHeader(parts[0])
    guard parts.count == 5 else { throw .malformed("\(parts.count.units("part")); there are 5") }
    headerText = Array(parts[0])
    wrapped = try Self.bytes(parts[1], "the key")
    iv = try Self.bytes(parts[2], "the IV")
    ciphertext = try Self.bytes(parts[3], "the ciphertext")
    tag = try Self.bytes(parts[4], "the tag")
    let encryption = header.encryption
    var wrappedByteCount = encryption.keyByteCount + 8
    if case .key(.direct) = header.algorithm { wrappedByteCount = 0 }
    for (name, part, count) in [
      ("a wrapped key", wrapped, wrappedByteCount), ("an IV", iv, encryption.ivByteCount),
      ("a tag", tag, encryption.tagByteCount),
    ] where part.count != count {
      throw .malformed("\(name) of \(part.count.units("byte")); with these algorithms it has \(count)")
    }
    guard !encryption.isCBC || (ciphertext.count > 0 && ciphertext.count % 16 == 0) else {
      throw .malformed("a ciphertext of \(ciphertext.count.units("byte")); it has a multiple of 16, and at least 16")
    }
  }

  private static func bytes(_ text: ArraySlice<UInt8>, _ name: String) throws(InteropError) -> [UInt8] {
    guard let bytes = CredentialBase64.unpaddedURL.decode(text) else {
      throw .malformed("\(name): not in base 64 of URLs without padding")
    }
    return bytes
  }

  /// The content, if the key is right.
  func open(_ key: SymmetricKey) throws(InteropError) -> [UInt8] {
    switch header.encryption {
    case .a128CBCHS256: try openCBC(SHA256.self, key)
    case .a192CBCHS384: try openCBC(SHA384.self, key)
    case .a256CBCHS512: try openCBC(SHA512.self, key)
    case .a128GCM, .a192GCM, .a256GCM: try openGCM(key)
    }
  }

  private func openCBC<H: HashFunction>(_: H.Type, _ key: SymmetricKey) throws(InteropError) -> [UInt8] {
    do throws(EncryptThenMACError) {
      let cipher = try EncryptThenMAC<H>(.cbc, key: key, tagByteCount: tag.count)
      return try cipher.open(iv + ciphertext + tag, authenticating: headerText)
    } catch {
      throw .authenticationFailure
    }
  }

  private func openGCM(_ key: SymmetricKey) throws(InteropError) -> [UInt8] {
    do throws(AESError) {
      let box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: iv), ciphertext: ciphertext, tag: tag)
      return try AES.GCM.open(box, using: key, authenticating: headerText)
    } catch {
      throw .authenticationFailure
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

  private static func text(_ bytes: [UInt8]) -> [UInt8] { CredentialBase64.unpaddedURL.digits(bytes[...]) }

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
    do throws(AESError) {
      let sealed = cipher.seal(content, authenticating: header, iv: try AES.IV(data: iv))
      return (Array(sealed[16..<sealed.count - encryption.tagByteCount]), Array(sealed.suffix(encryption.tagByteCount)))
    } catch {
      preconditionFailure("an IV has 16 bytes: \(error)")
    }
  }

  private static func sealGCM(
    _ content: some Sequence<UInt8>, _ header: [UInt8], _ key: SymmetricKey, _ iv: [UInt8]
  ) -> (ciphertext: [UInt8], tag: [UInt8]) {
    do throws(AESError) {
      let box = try AES.GCM.seal(content, using: key, nonce: AES.GCM.Nonce(data: iv), authenticating: header)
      return (box.ciphertext, box.tag)
    } catch {
      preconditionFailure("the sizes are those of the encryption, and the content is less than 2^36 bytes: \(error)")
    }
  }
}
