import ChaCha20Poly1305
import SwiftVaultCommandSupport

/// The op `chachapoly` of `batch`: a message that is encrypted and authenticated under a given nonce.
///
/// Spec: RFC 8439, section 2.8.
enum ChaChaPolyOperation {
  static let name = "chachapoly"

  /// The members of the reply: the ciphertext and its tag, or the message that was decrypted.
  static func reply(to request: BatchRequest) throws(LabError) -> [(name: String, value: JSON)] {
    let key = SymmetricKey(data: try request.requiredBytes("key"))
    let (nonce, data) = (try request.requiredBytes("nonce"), try request.requiredBytes("data"))
    let (associatedData, name) = (try request.bytes("aad") ?? [], try request.text("kernel"))
    let kernel = try LabError.reading { () throws(ArgumentError) in try ChaCha20Kernel.named(name) }
    let direction: AESOperation.Direction = try request.choice("direction") ?? .encrypt
    if direction == .decrypt {
      let tag = try request.requiredBytes("tag")
      let message = try askLibrary { () throws(ChaChaPolyError) in
        let box = try ChaChaPoly.SealedBox(nonce: ChaChaPoly.Nonce(data: nonce), ciphertext: data, tag: tag)
        return try ChaChaPoly.open(box, using: key, authenticating: associatedData, kernel: kernel)
      }
      return [("result", JSON(Hex.encode(message)))]
    }
    if try request.bytes("tag") != nil { throw .usage("\(request.label("tag")) is for decryption") }
    let box = try askLibrary { () throws(ChaChaPolyError) in
      try ChaChaPoly.seal(
        data, using: key, nonce: ChaChaPoly.Nonce(data: nonce), authenticating: associatedData, kernel: kernel)
    }
    return [("ciphertext", JSON(Hex.encode(box.ciphertext))), ("tag", JSON(Hex.encode(box.tag)))]
  }
}
