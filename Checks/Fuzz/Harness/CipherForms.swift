import AES
import SwiftVaultOperations
import SwiftVaultReference

/// Each form of a mode of AES, on each kernel, gives the result of one call on the portable kernel, which is returned,
/// and restores the message.
@discardableResult
func checkForms(
  of mode: String, _ message: [UInt8], _ key: SymmetricKey, _ setting: CipherSetting
) -> [UInt8] {
  func result(_ operation: CipherMode.Operation, of text: [UInt8], on kernel: AESKernel) -> [UInt8] {
    var setting = setting
    setting.kernel = kernel
    return try! text.withUnsafeBytes { try operation($0, key, setting) }.flatMap { $0 }
  }
  let expected = result(CipherMode.named(mode).encrypt, of: message, on: .portable)
  for form in CipherMode.all where form.mode == mode {
    for kernel in form.kernels {
      expect(result(form.encrypt, of: message, on: kernel) == expected, "\(form.name) on \(kernel.rawValue)")
      expect(result(form.decrypt, of: expected, on: kernel) == message, "\(form.name) back on \(kernel.rawValue)")
    }
  }
  return expected
}

/// Checks the forms under an IV, divided at places of the input. A short message gives the result of the standard's
/// steps, too, which are slow.
func checkForms(
  of mode: String, _ message: [UInt8], _ key: [UInt8], iv: [UInt8] = [UInt8](repeating: 0, count: 16),
  _ input: inout FuzzInput, steps: (AESReference) -> [UInt8]
) {
  let setting = try! CipherSetting(.portable, iv: iv, ends: input.ends(below: message.count))
  let expected = checkForms(of: mode, message, SymmetricKey(data: key), setting)
  if message.count <= 80 {
    expect(steps(AESReference(key: key)) == expected, "\(mode): the standard's steps on \(message.count) bytes")
  }
}

extension [UInt8] {
  /// Pieces of one size, of which the last may be shorter.
  func chunks(of size: Int) -> [[UInt8]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}

/// The bytes of both, added.
func xor(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] { zip(left, right).map { $0 ^ $1 } }
