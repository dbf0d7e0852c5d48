import AES
import SwiftVaultOperations
import SwiftVaultReference

/// CFB and OFB, in pieces and in place, and CMAC in pieces give the same result on each kernel. For a short message it
/// is also the result of SP 800-38A and 38B, block by block. Decryption restores the message. A key wrapped with
/// padding is the same on each kernel and unwraps; no other bytes unwrap.
enum AESFeedback: Target {
  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let kind = input.number(below: 5)
    let key = input.bytes(input.choice([16, 24, 32]))
    switch kind {
    case 0: checkCFB(.bits128, key, &input)
    case 1: checkCFB(.bits8, key, &input)
    case 2: checkOFB(key, &input)
    case 3: checkCMAC(key, &input)
    default: AESKernels.checkKeyWrap(KeyWrapping.all[1], key, &input)
    }
  }

  private static func checkCFB(_ segment: AES.CFB.SegmentSize, _ key: [UInt8], _ input: inout FuzzInput) {
    let (ivBytes, message) = (input.bytes(16), input.sample(below: 1200))
    let (secret, iv) = (SymmetricKey(data: key), try! AES.IV(data: ivBytes))
    let expected = try! AES.CFB.encrypt(message, using: secret, iv: iv, segment: segment, kernel: .portable)
    if message.count <= 80 {
      let reference = AESReference(key: key)
      var register = ivBytes
      let text = message.chunks(of: segment.rawValue / 8).flatMap { chunk in
        let ciphertext = zip(chunk, reference.encrypt(register)).map { $0 ^ $1 }
        register = Array((register + ciphertext).suffix(16))
        return ciphertext
      }
      expect(text == expected, "CFB: the standard's steps on \(message.count) bytes")
    }
    let pieces = input.pieces(of: message)
    for kernel in AESKernel.available {
      let name = "CFB\(segment.rawValue) on \(kernel.rawValue)"
      let once = try! AES.CFB.encrypt(message, using: secret, iv: iv, segment: segment, kernel: kernel)
      expect(once == expected, name)
      let back = try! AES.CFB.decrypt(expected, using: secret, iv: iv, segment: segment, kernel: kernel)
      expect(back == message, "\(name) back")
      var encryptor = try! AES.CFB.Encryptor(using: secret, iv: iv, segment: segment, kernel: kernel)
      var decryptor = try! AES.CFB.Decryptor(using: secret, iv: iv, segment: segment, kernel: kernel)
      check(pieces, expected, &encryptor, name)
      check(expected.cut(like: pieces), message, &decryptor, "\(name) back")
    }
  }

  private static func checkOFB(_ key: [UInt8], _ input: inout FuzzInput) {
    let (ivBytes, message) = (input.bytes(16), input.sample(below: 1200))
    let (secret, iv) = (SymmetricKey(data: key), try! AES.IV(data: ivBytes))
    let expected = try! AES.OFB.encrypt(message, using: secret, iv: iv, kernel: .portable)
    if message.count <= 80 {
      let reference = AESReference(key: key)
      var register = ivBytes
      let text = message.chunks(of: 16).flatMap { chunk in
        register = reference.encrypt(register)
        return zip(chunk, register).map { $0 ^ $1 }
      }
      expect(text == expected, "OFB: the standard's steps on \(message.count) bytes")
    }
    let pieces = input.pieces(of: message)
    for kernel in AESKernel.available {
      let name = "OFB on \(kernel.rawValue)"
      expect(try! AES.OFB.decrypt(expected, using: secret, iv: iv, kernel: kernel) == message, name)
      var cipher = try! AES.OFB.Cipher(using: secret, iv: iv, kernel: kernel)
      check(pieces, expected, &cipher, name)
    }
  }

  /// Alternates between pieces into arrays, into spans and in place.
  private static func check<Operation>(
    _ pieces: [ArraySlice<UInt8>], _ expected: [UInt8], _ cipher: inout AES.FeedbackCipher<Operation>, _ name: String
  ) {
    var output: [UInt8] = []
    for (number, piece) in pieces.enumerated() {
      switch number % 3 {
      case 0: output += cipher.update(piece)
      case 1:
        var bytes = Array(piece)
        cipher.update(inPlace: &bytes)
        output += bytes
      default:
        output += [UInt8](unsafeUninitializedCapacity: piece.count + 1) { memory, count in
          let room = UnsafeMutableRawBufferPointer(memory)
          var span = OutputRawSpan(buffer: room, initializedCount: 0)
          cipher.update(piece.span.bytes, into: &span)
          count = span.finalize(for: room)
        }
      }
    }
    expect(output == expected, "\(name) in pieces")
  }

  private static func checkCMAC(_ key: [UInt8], _ input: inout FuzzInput) {
    let message = input.sample(below: 1200)
    let secret = SymmetricKey(data: key)
    let expected = Array(try! AES.CMAC.authenticationCode(for: message, using: secret))
    if message.count <= 80 {
      expect(tag(of: message, AESReference(key: key)) == expected, "CMAC: the standard's steps")
    }
    let pieces = input.pieces(of: message)
    for kernel in AESKernel.available {
      var function = try! AES.CMAC(key: secret, kernel: kernel)
      for piece in pieces { function.update(data: piece) }
      expect(Array(function.finalize()) == expected, "CMAC in pieces on \(kernel.rawValue)")
    }
    var changed = expected
    changed[input.number(below: 16)] ^= 1 << UInt8(input.number(below: 8))
    let isValid = try! AES.CMAC.isValidAuthenticationCode(changed, authenticating: message, using: secret)
    expect(!isValid, "CMAC of a changed tag")
  }

  /// Spec: NIST SP 800-38B, section 6.2.
  private static func tag(of message: [UInt8], _ cipher: AESReference) -> [UInt8] {
    func doubled(_ block: [UInt8]) -> [UInt8] {
      var result = block.indices.map { block[$0] << 1 | ($0 < 15 ? block[$0 + 1] >> 7 : 0) }
      if block[0] >= 0x80 { result[15] ^= 0x87 }
      return result
    }
    var blocks = message.isEmpty ? [[]] : message.chunks(of: 16)
    var last = blocks.removeLast()
    var subkey = doubled(cipher.encrypt([UInt8](repeating: 0, count: 16)))
    if last.count < 16 {
      subkey = doubled(subkey)
      last += [0x80] + [UInt8](repeating: 0, count: 15 - last.count)
    }
    blocks.append(zip(last, subkey).map { $0 ^ $1 })
    return blocks.reduce([UInt8](repeating: 0, count: 16)) { chained, block in
      cipher.encrypt(zip(chained, block).map { $0 ^ $1 })
    }
  }
}

extension [UInt8] {
  /// The bytes in pieces of the same sizes.
  fileprivate func cut(like pieces: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    pieces.map { self[$0.startIndex..<$0.endIndex] }
  }
}
