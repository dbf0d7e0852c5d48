import AES
import SwiftVaultCommandSupport

/// The parameters of wrapping and unwrapping a key.
private struct KeyWrapParameters {
  let key: SymmetricKey
  let data: [UInt8]
  let hasPadding: Bool
  let kernel: AESKernel

  init(_ parameters: some Parameters) throws(LabError) {
    key = SymmetricKey(data: try parameters.requiredBytes("key"))
    data = try parameters.requiredBytes("data")
    hasPadding = try parameters.flag("padding")
    let kernel = try parameters.text("kernel")
    self.kernel = try LabError.reading { () throws(ArgumentError) in try .named(kernel) }
  }

  static let options: [Option] = [.hex("key"), .input("data"), .flag("padding"), .text("kernel")]
}

/// A key encrypted under another key.
///
/// Spec: RFC 3394; RFC 5649.
struct KeyWrapOperation: Operation {
  static let name = "keywrap"

  private let given: KeyWrapParameters

  init(_ parameters: some Parameters) throws(LabError) { given = try KeyWrapParameters(parameters) }

  func perform() throws(LabError) -> [UInt8] {
    let key = SymmetricKey(data: given.data)
    return try askLibrary { () throws(AESError) in
      given.hasPadding
        ? try AES.KeyWrap.wrapPadded(key, using: given.key, kernel: given.kernel)
        : try AES.KeyWrap.wrap(key, using: given.key, kernel: given.kernel)
    }
  }

  /// `crypto-lab keywrap`.
  static let command = LabCommand(
    operation: Self.self,
    summary: "encrypt a key under another key (RFC 3394, RFC 5649)",
    help: """
      usage: crypto-lab keywrap --key HEX INPUT [--padding] [options]

        --key HEX        the key to wrap with: 16, 24 or 32 bytes; or --key-text, or
                         --key-file FILE
      \(LabCommand.inputHelp),
                         the key to wrap: a multiple of 8 bytes, at least 16
        --padding        wrap with padding (RFC 5649): 1 byte or more
      \(LabCommand.outputHelp)

      Example (RFC 5649, section 6):
        crypto-lab keywrap --padding --hex 466f7250617369 \\
          --key 5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8
      """,
    options: KeyWrapParameters.options)
}

/// A key decrypted under the key that it was wrapped with.
///
/// Spec: RFC 3394; RFC 5649.
struct KeyUnwrapOperation: Operation {
  static let name = "keyunwrap"

  private let given: KeyWrapParameters

  init(_ parameters: some Parameters) throws(LabError) { given = try KeyWrapParameters(parameters) }

  func perform() throws(LabError) -> [UInt8] {
    let key = try askLibrary { () throws(AESError) in
      given.hasPadding
        ? try AES.KeyWrap.unwrapPadded(given.data, using: given.key, kernel: given.kernel)
        : try AES.KeyWrap.unwrap(given.data, using: given.key, kernel: given.kernel)
    }
    return key.withUnsafeBytes { Array($0) }
  }

  /// `crypto-lab keyunwrap`.
  static let command = LabCommand(
    operation: Self.self,
    summary: "decrypt a key that was wrapped (RFC 3394, RFC 5649)",
    help: """
      usage: crypto-lab keyunwrap --key HEX INPUT [--padding] [options]

        --key HEX        the key that it was wrapped with: 16, 24 or 32 bytes; or
                         --key-text, or --key-file FILE
      \(LabCommand.inputHelp),
                         the wrapped key: a multiple of 8 bytes, at least 24
        --padding        it was wrapped with padding (RFC 5649): at least 16 bytes
      \(LabCommand.outputHelp)

      Example (RFC 3394, section 4.1):
        crypto-lab keyunwrap --key 000102030405060708090a0b0c0d0e0f \\
          --hex 1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5
      """,
    options: KeyWrapParameters.options)
}
