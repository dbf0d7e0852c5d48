import ChaCha20Poly1305
import SwiftVaultOperations

/// ChaCha20-Poly1305 in each form on each kernel gives the result of the portable kernel. The message opens, and does
/// not open after a change of one bit.
enum ChaChaKernels: Target {
  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let (key, nonce) = (SymmetricKey(data: input.bytes(32)), input.bytes(12))
    let (data, message) = (input.sample(below: 700), input.sample(below: 4000))
    var setting = try! ChaChaPolySetting(.portable, nonce: nonce, data: data, ends: input.ends(below: message.count))
    func result(_ operation: ChaChaPolyForm.Operation, of text: [UInt8]) throws -> [UInt8] {
      try text.withUnsafeBytes { try operation($0, key, setting) }.flatMap { $0 }
    }
    let expected = try! result(ChaChaPolyForm.all[0].seal, of: message)
    var changed = expected
    changed[input.number(below: message.count + 16)] ^= 1 << UInt8(input.number(below: 8))
    for form in ChaChaPolyForm.all {
      for kernel in ChaCha20Kernel.available {
        setting.kernel = kernel
        let name = "\(form.name) on \(kernel.rawValue)"
        expect(try! result(form.seal, of: message) == expected, name)
        expect(try! result(form.open, of: expected) == message, "\(name), back")
        expect(attempt(ChaChaPolyError.self) { try result(form.open, of: changed) } == nil, "\(name): a change opens")
      }
    }
  }
}
