import AES
import SwiftVaultOperations

/// GCM in each form on each kernel gives the result of the portable kernel. The message opens, and does not open after
/// a change of one bit. The key may be expanded, for this kernel or for another.
enum GCMKernels: Target {
  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    var key = SymmetricKey(data: input.bytes(input.choice([16, 24, 32])))
    let nonce = try! AES.GCM.Nonce(ofAnySize: input.bytes(input.choice([12, 1, 16, 33])))
    let (data, message) = (input.sample(below: 700), input.sample(below: 1200))
    let setting = try! CipherSetting(
      .portable, iv: [UInt8](repeating: 0, count: 16), nonce: nonce, data: data, ends: input.ends(below: message.count))
    let (place, bit) = (input.number(below: message.count + 16), UInt8(1) << UInt8(input.number(below: 8)))
    if input.flag() { key = try! AES.expand(key, kernel: input.choice(AESKernel.available)) }
    let sealed = checkForms(of: "GCM", message, key, setting)
    let (ciphertext, tag) = (Array(sealed.dropLast(16)), Array(sealed.suffix(16)))
    var changed = sealed
    changed[place] ^= bit
    let forged = try! AES.GCM.SealedBox(nonce: nonce, ciphertext: changed.dropLast(16), tag: changed.suffix(16))
    for kernel in AESKernel.available {
      var decryptor = try! AES.GCM.Decryptor(using: key, nonce: nonce, authenticating: data, kernel: kernel)
      for piece in input.pieces(of: ciphertext) { try! decryptor.update(Array(piece)) }
      // A tag that may be truncated is taken in all its sizes; one that may not, in one.
      let size = input.choice([16, 12, 15, 16])
      let back = try? size == 16 ? decryptor.finalize(tag: tag) : decryptor.finalize(truncatedTag: tag[..<size])
      expect(back == message, "GCM back in pieces on \(kernel.rawValue)")
      let accepted = attempt(AESError.self) {
        try AES.GCM.open(forged, using: key, authenticating: data, kernel: kernel)
      }
      expect(accepted == nil, "GCM opens a change on \(kernel.rawValue)")
    }
  }
}
