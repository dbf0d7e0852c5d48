import AES
import SwiftVaultOperations
import SwiftVaultReference

/// CFB and OFB in each form, and CMAC in pieces, give the same result on each kernel. For a short message it is also
/// the result of SP 800-38A and 38B, block by block. Decryption restores the message. A key wrapped with padding is the
/// same on each kernel and unwraps; no other bytes unwrap.
enum AESFeedback: Target {
  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let kind = input.number(below: 5)
    let key = input.bytes(input.choice([16, 24, 32]))
    switch kind {
    case 0: checkCFB(128, key, &input)
    case 1: checkCFB(8, key, &input)
    case 2: checkOFB(key, &input)
    case 3: checkCMAC(key, &input)
    default: AESKernels.checkKeyWrap(KeyWrapping.all[1], key, &input)
    }
  }

  private static func checkCFB(_ bits: Int, _ key: [UInt8], _ input: inout FuzzInput) {
    let (iv, message) = (input.bytes(16), input.sample(below: 1200))
    checkForms(of: "CFB\(bits)", message, key, iv: iv, &input) { reference in
      var register = iv
      return message.chunks(of: bits / 8).flatMap { chunk in
        let ciphertext = xor(chunk, reference.encrypt(register))
        register = Array((register + ciphertext).suffix(16))
        return ciphertext
      }
    }
  }

  private static func checkOFB(_ key: [UInt8], _ input: inout FuzzInput) {
    let (iv, message) = (input.bytes(16), input.sample(below: 1200))
    checkForms(of: "OFB", message, key, iv: iv, &input) { reference in
      var register = iv
      return message.chunks(of: 16).flatMap { chunk in
        register = reference.encrypt(register)
        return xor(chunk, register)
      }
    }
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
    blocks.append(xor(last, subkey))
    return blocks.reduce([UInt8](repeating: 0, count: 16)) { chained, block in
      cipher.encrypt(xor(chained, block))
    }
  }
}
