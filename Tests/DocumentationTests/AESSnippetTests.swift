import AES
import Testing

/// Runs the examples of AES's page and articles. They quote them line for line.
@Suite struct AESSnippetTests {
  @Test func encryption() throws {
    let key = SymmetricKey(size: .bits256)
    let (nonce, ciphertext) = try AES.CTR.encrypt("message".utf8, using: key)
    let plaintext = try AES.CTR.decrypt(ciphertext, using: key, nonce: nonce)

    #expect(plaintext.elementsEqual("message".utf8))
  }

  @Test func authenticatedEncryption() throws {
    let key = SymmetricKey(size: .bits256)
    let sealedBox = try AES.GCM.seal("message".utf8, using: key)
    let plaintext = try AES.GCM.open(sealedBox, using: key)
    #expect(plaintext.elementsEqual("message".utf8))

    let message = plaintext
    let box = try AES.GCM.seal(message, using: key, authenticating: "order 17".utf8)
    let opened = try AES.GCM.open(box, using: key, authenticating: "order 17".utf8)
    #expect(opened == message)
  }

  @Test func manyMessages() throws {
    let records = ["one", "two"].map { Array($0.utf8) }
    var boxes: [AES.GCM.SealedBox] = []

    let key = try AES.expand(SymmetricKey(size: .bits256))
    for record in records { boxes.append(try AES.GCM.seal(record, using: key)) }

    #expect(try boxes.map { try AES.GCM.open($0, using: key) } == records)
  }

  @Test func streaming() throws {
    let (key, iv) = (SymmetricKey(size: .bits256), AES.IV())
    let (firstPiece, lastPiece) = (Array("the first piece, ".utf8), Array("the last".utf8))

    var encryptor = try AES.CBC.Encryptor(using: key, iv: iv)
    var ciphertext = encryptor.update(firstPiece)
    ciphertext += encryptor.update(lastPiece)
    ciphertext += try encryptor.finalize()

    #expect(try AES.CBC.decrypt(ciphertext, using: key, iv: iv) == firstPiece + lastPiece)
  }

  @Test func padding() throws {
    let key = SymmetricKey(size: .bits128)
    let message = Array("attack at dawn".utf8)  // 14 bytes
    let padded = try AES.ECB.encrypt(message, using: key)  // 16 bytes: PKCS#7 unless said otherwise
    let whole = try AES.ECB.encrypt(message + [0, 0], using: key)  // 32 bytes
    let strict = try? AES.ECB.encrypt(message, using: key, padding: .none)  // nil: not whole blocks

    #expect(padded.count == 16 && whole.count == 32 && strict == nil)
  }
}
