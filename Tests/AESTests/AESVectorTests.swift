import AES
import SwiftVaultTestSupport
import Testing

/// NIST's known answers and multi-block messages, FIPS 197 and SP 800-38A, on every kernel, in both directions.
@Suite(.firstDifference) struct AESVectorTests {
  /// A file of vectors for one mode and the number of vectors in it.
  struct Source: Sendable, CustomTestStringConvertible {
    let name: String
    let count: Int
    var testDescription: String { name }

    /// GFSbox, KeySbox, VarKey, VarTxt and MMT of a mode for every key size.
    ///
    /// Spec: AESAVS, sections 6.1 to 6.3.
    static func responses(_ mode: String) -> [Source] {
      let counts = [
        ("GFSbox", [14, 12, 10]), ("KeySbox", [42, 48, 32]), ("VarKey", [256, 384, 512]), ("VarTxt", [256, 256, 256]),
        ("MMT", [20, 20, 20]),
      ]
      return counts.flatMap { kind, counts in
        zip([128, 192, 256], counts).map { Source(name: "\(mode)\(kind)\($0).rsp", count: $1) }
      }
    }
  }

  @Test(arguments: AESKernel.available, Source.responses("ECB"))
  func ecb(kernel: AESKernel, source: Source) throws {
    let file = try VectorFile("AES/\(source.name)", expecting: source.count)
    var count = 0
    for record in file.records {
      try checkECB(record, kernel)
      count += 1
    }
    try file.report(count, kernel: kernel.rawValue)
  }

  @Test(arguments: AESKernel.available, Source.responses("CBC"))
  func cbc(kernel: AESKernel, source: Source) throws {
    let file = try VectorFile("AES/\(source.name)", expecting: source.count)
    var count = 0
    for record in file.records {
      try checkCBC(record, kernel)
      count += 1
    }
    try file.report(count, kernel: kernel.rawValue)
  }

  /// The cipher examples of appendices B and C.
  @Test(arguments: AESKernel.available)
  func fips197(kernel: AESKernel) throws {
    for (name, records) in [("FIPS197-B.txt", 1), ("FIPS197-C.txt", 3)] {
      let file = try VectorFile("AES/\(name)", expecting: records)
      var count = 0
      for record in file.records {
        try checkECB(record, kernel)
        count += 1
      }
      try file.report(count, kernel: kernel.rawValue)
    }
  }

  @Test(arguments: AESKernel.available, AES.CFB.SegmentSize.allCases.flatMap { Source.responses("CFB\($0.rawValue)") })
  func cfb(kernel: AESKernel, source: Source) throws {
    let file = try VectorFile("AES/\(source.name)", expecting: source.count)
    let segment = source.name.hasPrefix("CFB8") ? AES.CFB.SegmentSize.bits8 : .bits128
    for record in file.records { try checkCFB(record, segment, kernel) }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  @Test(arguments: AESKernel.available, Source.responses("OFB"))
  func ofb(kernel: AESKernel, source: Source) throws {
    let file = try VectorFile("AES/\(source.name)", expecting: source.count)
    for record in file.records { try checkOFB(record, kernel) }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  /// Appendix F: ECB, CBC, CTR, CFB and OFB with every key size.
  @Test(arguments: AESKernel.available)
  func sp800_38a(kernel: AESKernel) throws {
    let file = try VectorFile("AES/SP800-38A.txt", expecting: 18)
    var count = 0
    for record in file.records {
      switch try record.text("MODE") {
      case "ECB": try checkECB(record, kernel)
      case "CBC": try checkCBC(record, kernel)
      case "CTR": try checkCTR(record, kernel)
      case "CFB8": try checkCFB(record, .bits8, kernel)
      case "CFB128": try checkCFB(record, .bits128, kernel)
      case "OFB": try checkOFB(record, kernel)
      default: continue
      }
      count += 1
    }
    try file.report(count, kernel: kernel.rawValue)
  }

  /// RFC 3686, section 6.
  @Test(arguments: AESKernel.available, [128, 192, 256])
  func rfc3686(kernel: AESKernel, bits: Int) throws {
    let file = try VectorFile("AES/aes-\(bits)-ctr.txt", expecting: 3)
    var count = 0
    for record in file.records {
      try checkCTR(record, kernel)
      count += 1
    }
    try file.report(count, kernel: kernel.rawValue)
  }

  private let sizes = [1, 17, 0, 5, 33, 16, 64, 3]

  private func checkECB(_ record: VectorRecord, _ kernel: AESKernel) throws {
    let key = SymmetricKey(data: try record.bytes("KEY"))
    let (plaintext, ciphertext) = (try record.bytes("PLAINTEXT"), try record.bytes("CIPHERTEXT"))
    #expect(try AES.ECB.encrypt(plaintext, using: key, padding: .none, kernel: kernel) == ciphertext, "\(record.place)")
    #expect(try AES.ECB.decrypt(ciphertext, using: key, padding: .none, kernel: kernel) == plaintext, "\(record.place)")

    var encryptor = try AES.ECB.Encryptor(using: key, padding: .none, kernel: kernel)
    var encrypted = plaintext.pieces(of: sizes).flatMap { encryptor.update($0) }
    encrypted += try encryptor.finalize()
    #expect(encrypted == ciphertext, "\(record.place), in pieces")
    var decryptor = try AES.ECB.Decryptor(using: key, padding: .none, kernel: kernel)
    var decrypted = ciphertext.pieces(of: sizes).flatMap { decryptor.update($0) }
    decrypted += try decryptor.finalize()
    #expect(decrypted == plaintext, "\(record.place), in pieces")
  }

  private func checkCBC(_ record: VectorRecord, _ kernel: AESKernel) throws {
    let key = SymmetricKey(data: try record.bytes("KEY"))
    let iv = try AES.IV(data: try record.bytes("IV"))
    let (plaintext, ciphertext) = (try record.bytes("PLAINTEXT"), try record.bytes("CIPHERTEXT"))
    #expect(
      try AES.CBC.encrypt(plaintext, using: key, iv: iv, padding: .none, kernel: kernel) == ciphertext,
      "\(record.place)")
    #expect(
      try AES.CBC.decrypt(ciphertext, using: key, iv: iv, padding: .none, kernel: kernel) == plaintext,
      "\(record.place)")

    var encryptor = try AES.CBC.Encryptor(using: key, iv: iv, padding: .none, kernel: kernel)
    var encrypted = plaintext.pieces(of: sizes).flatMap { encryptor.update($0) }
    encrypted += try encryptor.finalize()
    #expect(encrypted == ciphertext, "\(record.place), in pieces")
    var decryptor = try AES.CBC.Decryptor(using: key, iv: iv, padding: .none, kernel: kernel)
    var decrypted = ciphertext.pieces(of: sizes).flatMap { decryptor.update($0) }
    decrypted += try decryptor.finalize()
    #expect(decrypted == plaintext, "\(record.place), in pieces")
  }

  private func checkCTR(_ record: VectorRecord, _ kernel: AESKernel) throws {
    let key = SymmetricKey(data: try record.bytes("KEY"))
    let nonce = try AES.CTR.Nonce(data: try record.bytes("IV"))
    let (plaintext, ciphertext) = (try record.bytes("PLAINTEXT"), try record.bytes("CIPHERTEXT"))
    #expect(try AES.CTR.encrypt(plaintext, using: key, nonce: nonce, kernel: kernel) == ciphertext, "\(record.place)")
    #expect(try AES.CTR.decrypt(ciphertext, using: key, nonce: nonce, kernel: kernel) == plaintext, "\(record.place)")

    var cipher = try AES.CTR.Cipher(using: key, nonce: nonce, kernel: kernel)
    let encrypted = try plaintext.pieces(of: sizes).flatMap { try cipher.update($0) }
    #expect(encrypted == ciphertext, "\(record.place), in pieces")
    var inPlace = try AES.CTR.Cipher(using: key, nonce: nonce, kernel: kernel)
    var bytes = ciphertext
    try bytes.withRawSpan { try inPlace.update(inPlace: &$0) }
    #expect(bytes == plaintext, "\(record.place), in place")
  }

  private func checkCFB(_ record: VectorRecord, _ segment: AES.CFB.SegmentSize, _ kernel: AESKernel) throws {
    let key = SymmetricKey(data: try record.bytes("KEY"))
    let iv = try AES.IV(data: try record.bytes("IV"))
    let (plaintext, ciphertext) = (try record.bytes("PLAINTEXT"), try record.bytes("CIPHERTEXT"))
    #expect(
      try AES.CFB.encrypt(plaintext, using: key, iv: iv, segment: segment, kernel: kernel) == ciphertext,
      "\(record.place)")
    #expect(
      try AES.CFB.decrypt(ciphertext, using: key, iv: iv, segment: segment, kernel: kernel) == plaintext,
      "\(record.place)")
    try checkStream(record, plaintext, ciphertext) {
      try AES.CFB.Encryptor(using: key, iv: iv, segment: segment, kernel: kernel)
    }
    try checkStream(record, ciphertext, plaintext) {
      try AES.CFB.Decryptor(using: key, iv: iv, segment: segment, kernel: kernel)
    }
  }

  private func checkOFB(_ record: VectorRecord, _ kernel: AESKernel) throws {
    let key = SymmetricKey(data: try record.bytes("KEY"))
    let iv = try AES.IV(data: try record.bytes("IV"))
    let (plaintext, ciphertext) = (try record.bytes("PLAINTEXT"), try record.bytes("CIPHERTEXT"))
    #expect(try AES.OFB.encrypt(plaintext, using: key, iv: iv, kernel: kernel) == ciphertext, "\(record.place)")
    #expect(try AES.OFB.decrypt(ciphertext, using: key, iv: iv, kernel: kernel) == plaintext, "\(record.place)")
    try checkStream(record, plaintext, ciphertext) { try AES.OFB.Cipher(using: key, iv: iv, kernel: kernel) }
  }

  /// In pieces, split once at every place, and in place.
  private func checkStream<Operation>(
    _ record: VectorRecord, _ input: [UInt8], _ output: [UInt8], _ start: () throws -> AES.FeedbackCipher<Operation>
  ) throws {
    var cipher = try start()
    #expect(input.pieces(of: sizes).flatMap { cipher.update($0) } == output, "\(record.place), in pieces")
    for split in 0...input.count {
      var cipher = try start()
      let result = cipher.update(input[..<split]) + cipher.update(input[split...])
      #expect(result == output, "\(record.place), split at \(split)")
    }
    var inPlace = try start()
    var bytes = input
    bytes.withRawSpan { inPlace.update(inPlace: &$0) }
    #expect(bytes == output, "\(record.place), in place")
  }
}
