import AES
import SwiftVaultTestSupport
import Testing

/// GCM vectors of NIST's CAVP and of Wycheproof, on every kernel, including those that must be refused.
@Suite(.firstDifference) struct AESGCMVectorTests {
  @Test(arguments: AESKernel.available, [128, 192, 256])
  func encrypt(kernel: AESKernel, bits: Int) throws {
    let file = try VectorFile("GCM/gcmEncryptExtIV\(bits).txt", expecting: 225)
    for record in file.records { try check(record, kernel) }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  @Test(arguments: AESKernel.available, [128, 192, 256])
  func decrypt(kernel: AESKernel, bits: Int) throws {
    let file = try VectorFile("GCM/gcmDecrypt\(bits).txt", expecting: 450)
    #expect(file.records.filter { $0.has("FAIL") }.count == 225)
    for record in file.records { try check(record, kernel) }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  @Test(arguments: AESKernel.available)
  func wycheproof(kernel: AESKernel) throws {
    let file = try VectorFile("GCM/wycheproof.txt", expecting: 316)
    #expect(file.records.filter { $0.has("FAIL") }.count == 87)
    var emptyNonces = 0
    for record in file.records {
      if try record.bytes("IV").isEmpty {
        #expect(record.has("FAIL"))
        #expect(throws: AESError.incorrectParameterSize(.nonce, byteCount: 0)) {
          try AES.GCM.Nonce(ofAnySize: record.bytes("IV"))
        }
        emptyNonces += 1
      } else {
        try check(record, kernel)
      }
    }
    #expect(emptyNonces == 6)
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  /// Both ways at once and in pieces. A tag below 12 bytes is refused by its size, and compared with what is sealed.
  private func check(_ record: VectorRecord, _ kernel: AESKernel) throws {
    let key = SymmetricKey(data: try record.bytes("Key"))
    let nonce = try AES.GCM.Nonce(ofAnySize: record.bytes("IV"))
    let (data, ciphertext, tag) = (try record.bytes("AAD"), try record.bytes("CT"), try record.bytes("Tag"))
    if !record.has("FAIL") {
      let message = try record.bytes("PT")
      let box = try AES.GCM.seal(message, using: key, nonce: nonce, authenticating: data, kernel: kernel)
      #expect(box.ciphertext == ciphertext, "\(record.place)")
      #expect(Array(box.tag.prefix(tag.count)) == tag, "\(record.place)")
      for size in 1...max(1, message.count) {
        var encryptor = try AES.GCM.Encryptor(using: key, nonce: nonce, authenticating: data, kernel: kernel)
        var text: [UInt8] = []
        for start in stride(from: 0, to: message.count, by: size) {
          text += try encryptor.update(message[start..<min(start + size, message.count)])
        }
        let ownTag = encryptor.finalize()
        #expect(text == ciphertext && ownTag == box.tag, "\(record.place), pieces of \(size)")
      }
    }
    guard tag.count >= 12 else {
      #expect(throws: AESError.incorrectParameterSize(.truncatedTag, byteCount: tag.count)) {
        try AES.GCM.SealedBox(nonce: nonce, ciphertext: ciphertext, truncatedTag: tag)
      }
      return
    }
    let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: ciphertext, truncatedTag: tag)
    for size in 1...max(1, ciphertext.count) {
      var decryptor = try AES.GCM.Decryptor(using: key, nonce: nonce, authenticating: data, kernel: kernel)
      for start in stride(from: 0, to: ciphertext.count, by: size) {
        try decryptor.update(ciphertext[start..<min(start + size, ciphertext.count)])
      }
      let opened = outcome(decryptor, tag)
      #expect(try opened == (record.has("FAIL") ? .failure(.authenticationFailure) : .success(record.bytes("PT"))))
    }
    let opened = Result { () throws(AESError) in
      try AES.GCM.open(box, using: key, authenticating: data, kernel: kernel)
    }
    #expect(
      try opened == (record.has("FAIL") ? .failure(.authenticationFailure) : .success(record.bytes("PT"))),
      "\(record.place)")
  }
}

/// The result of a decryptor at its end.
func outcome(_ decryptor: consuming AES.GCM.Decryptor, _ tag: [UInt8]) -> Result<[UInt8], AESError> {
  do throws(AESError) {
    return .success(try decryptor.finalize(truncatedTag: tag))
  } catch {
    return .failure(error)
  }
}
