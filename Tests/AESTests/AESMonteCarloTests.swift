import AES
import SwiftVaultTestSupport
import Testing

/// The Monte Carlo tests: a hundred checkpoints, a thousand blocks apart.
///
/// Spec: AESAVS, section 6.4.
@Suite(.firstDifference) struct AESMonteCarloTests {
  /// The output of a round is the input of the next.
  ///
  /// Spec: AESAVS, section 6.4.1.
  @Test(arguments: AESKernel.available, [128, 192, 256])
  func ecb(kernel: AESKernel, bits: Int) throws {
    try checkECB("AES/ECBMCT\(bits).txt", kernel)
  }

  private func checkECB(_ path: String, _ kernel: AESKernel) throws {
    try check(path, kernel) { encrypts, key, _ in
      if encrypts {
        var encryptor = try AES.ECB.Encryptor(using: key, padding: .none, kernel: kernel)
        return { encryptor.update($0) }
      }
      var decryptor = try AES.ECB.Decryptor(using: key, padding: .none, kernel: kernel)
      return { decryptor.update($0) }
    }
  }

  /// The output of a round is the input of the round after the next, and the second input is the IV.
  ///
  /// Spec: AESAVS, section 6.4.2.
  @Test(arguments: AESKernel.available, [128, 192, 256])
  func cbc(kernel: AESKernel, bits: Int) throws {
    try checkCBC("AES/CBCMCT\(bits).rsp", kernel)
  }

  private func checkCBC(_ path: String, _ kernel: AESKernel) throws {
    try check(path, kernel) { encrypts, key, iv in
      let iv = try AES.IV(data: iv ?? [])
      if encrypts {
        var encryptor = try AES.CBC.Encryptor(using: key, iv: iv, padding: .none, kernel: kernel)
        return { encryptor.update($0) }
      }
      var decryptor = try AES.CBC.Decryptor(using: key, iv: iv, padding: .none, kernel: kernel)
      return { decryptor.update($0) }
    }
  }

  /// The tests of NIST's ACVP that BoringSSL keeps.
  @Test(arguments: AESKernel.available) func acvp(kernel: AESKernel) throws {
    try checkECB("ACVP/ECBMCT128.txt", kernel)
    try checkCBC("ACVP/CBCMCT128.txt", kernel)
  }

  /// The inputs are those of CBC's test.
  ///
  /// Spec: AESAVS, sections 6.4.3 and 6.4.6.
  @Test(arguments: AESKernel.available, [128, 192, 256])
  func cfb128AndOFB(kernel: AESKernel, bits: Int) throws {
    try check("AES/CFB128MCT\(bits).rsp", kernel) { encrypts, key, iv in
      let iv = try AES.IV(data: iv ?? [])
      if encrypts {
        var encryptor = try AES.CFB.Encryptor(using: key, iv: iv, kernel: kernel)
        return { encryptor.update($0) }
      }
      var decryptor = try AES.CFB.Decryptor(using: key, iv: iv, kernel: kernel)
      return { decryptor.update($0) }
    }
    try check("AES/OFBMCT\(bits).rsp", kernel) { _, key, iv in
      var cipher = try AES.OFB.Cipher(using: key, iv: AES.IV(data: iv ?? []), kernel: kernel)
      return { cipher.update($0) }
    }
  }

  /// The inputs are the bytes of the IV, then the outputs of 16 rounds before.
  ///
  /// Spec: AESAVS, section 6.4.4.
  @Test(arguments: AESKernel.available, [128, 192, 256])
  func cfb8(kernel: AESKernel, bits: Int) throws {
    let file = try VectorFile("AES/CFB8MCT\(bits).rsp", expecting: 200)
    for section in ["ENCRYPT", "DECRYPT"] {
      let records = file.records.filter { $0.section == section }
      try #require(records.count == 100)
      let (from, to) = section == "ENCRYPT" ? ("PLAINTEXT", "CIPHERTEXT") : ("CIPHERTEXT", "PLAINTEXT")
      var (key, iv) = (try records[0].bytes("KEY"), try records[0].bytes("IV"))
      var input = try records[0].bytes(from)
      for record in records {
        #expect(key == (try record.bytes("KEY")), "\(record.place)")
        #expect(iv == (try record.bytes("IV")), "\(record.place)")
        #expect(input == (try record.bytes(from)), "\(record.place)")
        let (secret, start) = (SymmetricKey(data: key), try AES.IV(data: iv))
        var encryptor = try AES.CFB.Encryptor(using: secret, iv: start, segment: .bits8, kernel: kernel)
        var decryptor = try AES.CFB.Decryptor(using: secret, iv: start, segment: .bits8, kernel: kernel)
        var outputs = iv
        for round in 0..<1000 {
          outputs += section == "ENCRYPT" ? encryptor.update(input) : decryptor.update(input)
          input = [outputs[round]]
        }
        #expect(outputs.suffix(1) == (try record.bytes(to))[...], "\(record.place)")
        for (index, byte) in outputs.suffix(key.count).enumerated() { key[index] ^= byte }
        iv = outputs.suffix(16)
        input = [outputs[outputs.count - 17]]
      }
    }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  /// A function from one block to one block.
  private typealias Step = ([UInt8]) -> [UInt8]

  /// Starts from each section's first record, and computes and compares every later key, IV and input.
  private func check(
    _ path: String, _ kernel: AESKernel, makeStep: (_ encrypts: Bool, SymmetricKey, _ iv: [UInt8]?) throws -> Step
  ) throws {
    let file = try VectorFile(path, expecting: 200)
    var count = 0
    for section in ["ENCRYPT", "DECRYPT"] {
      let records = file.records.filter { $0.section == section }
      try #require(records.count == 100)
      let (from, to) = section == "ENCRYPT" ? ("PLAINTEXT", "CIPHERTEXT") : ("CIPHERTEXT", "PLAINTEXT")
      var key = try records[0].bytes("KEY")
      var iv = records[0].has("IV") ? try records[0].bytes("IV") : nil
      var input = try records[0].bytes(from)
      for record in records {
        #expect(key == (try record.bytes("KEY")), "\(record.place)")
        #expect(try iv == (record.has("IV") ? record.bytes("IV") : nil), "\(record.place)")
        #expect(input == (try record.bytes(from)), "\(record.place)")
        let step = try makeStep(section == "ENCRYPT", SymmetricKey(data: key), iv)
        var (beforeLast, last): ([UInt8], [UInt8]) = ([], [])
        for round in 0..<1000 {
          (beforeLast, last) = (last, step(input))
          // One macro call takes longer than the step.
          guard last.count == 16 else {
            Issue.record("\(record.place), round \(round): \(last.count) bytes")
            return
          }
          // ECB feeds back the last output. CBC first feeds the IV, then the output before the last.
          input = if let iv { round == 0 ? iv : beforeLast } else { last }
        }
        #expect(last == (try record.bytes(to)), "\(record.place)")
        for (index, byte) in (beforeLast + last).suffix(key.count).enumerated() { key[index] ^= byte }
        if iv != nil { iv = last }
        count += 1
      }
    }
    try file.report(count, kernel: kernel.rawValue)
  }
}
