import SwiftVault

/// A mode of AES in one form: the calls that Checks/ConstantTime, Checks/Wiping, Checks/Fuzz and `vault-bench timing`
/// make.
package struct CipherMode: Sendable {
  /// Encrypts or decrypts a text, and returns the result in one piece or several. A sealed text ends in its tag.
  package typealias Operation =
    @Sendable (_ text: UnsafeRawBufferPointer, SymmetricKey, CipherSetting) throws -> [[UInt8]]

  package enum Form: String, Sendable {
    case once = ""
    /// In pieces, with each kind of update in turn.
    case streaming = " streaming"
    case inPlace = " in place"
    case inSpan = " in place over spans"
    /// The first half as an array, the second as a span.
    case streamingInPlace = " streaming in place"
  }

  /// The name of the mode, such as "CBC".
  package let mode: String
  package let form: Form
  package let encrypt: Operation
  package let decrypt: Operation

  init(_ mode: String, _ form: Form, encrypt: @escaping Operation, decrypt: @escaping Operation) {
    (self.mode, self.form, self.encrypt, self.decrypt) = (mode, form, encrypt, decrypt)
  }

  /// Whether a text without padding must be whole blocks.
  package var isOfBlocks: Bool { mode == "ECB" || mode == "CBC" }

  /// The paddings that the calls take.
  package var paddings: [AES.Padding] {
    isOfBlocks && [.once, .streaming, .inPlace].contains(form) ? AES.Padding.allCases : [.none]
  }

  /// The kernels that the calls take. Most calls in place take none.
  package var kernels: [AESKernel] { [.inPlace, .inSpan].contains(form) ? [.best] : AESKernel.available }

  /// The name with the form, such as "CBC streaming".
  package var name: String { mode + form.rawValue }

  /// The mode of that name in one form.
  package static func named(_ mode: String, _ form: Form = .once) -> CipherMode {
    all.first { $0.mode == mode && $0.form == form }!
  }
}

/// What an operation needs besides the key and the text.
package struct CipherSetting: Sendable {
  package var kernel: AESKernel
  package var padding: AES.Padding
  package var iv: AES.IV
  package var counter: AES.CTR.Nonce
  package var nonce: AES.GCM.Nonce
  /// Authenticated with the text.
  package var data: [UInt8]
  /// Where the text is divided, in ascending order.
  package var ends: [Int]
  /// The place in the keystream at which a stream in CTR begins.
  package var start: UInt64

  /// The first counter block is `iv`, and the nonce its first 12 bytes, unless they are given.
  package init(
    _ kernel: AESKernel, padding: AES.Padding = .none, iv: some Collection<UInt8>, counter: AES.CTR.Nonce? = nil,
    nonce: AES.GCM.Nonce? = nil, data: some Sequence<UInt8> = [], ends: [Int] = [], start: UInt64 = 0
  ) throws {
    (self.kernel, self.padding, self.data, self.ends, self.start) = (kernel, padding, Array(data), ends, start)
    self.iv = try AES.IV(data: iv)
    self.counter = try counter ?? AES.CTR.Nonce(data: iv)
    self.nonce = try nonce ?? AES.GCM.Nonce(data: iv.prefix(12))
  }
}

/// A cipher that takes a text in pieces.
protocol CipherStream: ~Copyable, SendableMetatype {
  mutating func update(_ data: some Sequence<UInt8>) throws -> [UInt8]
  mutating func update(_ data: RawSpan) throws -> [UInt8]
  mutating func update(_ data: RawSpan, into output: inout OutputRawSpan) throws
  mutating func update(inPlace data: inout [UInt8]) throws
  mutating func update(inPlace data: inout MutableRawSpan) throws
  /// The last bytes, or the tag; nothing in modes that have neither.
  consuming func end() throws -> [[UInt8]]
}

extension CipherStream {
  consuming func end() throws -> [[UInt8]] { [] }
}

extension AES.FeedbackCipher: CipherStream {}
extension AES.CTR.Cipher: CipherStream {}
extension AES.BlockModeCipher: CipherStream {
  consuming func end() throws -> [[UInt8]] { [try finalize()] }
}
extension AES.GCM.Encryptor: CipherStream {
  consuming func end() throws -> [[UInt8]] { [finalize()] }
}

/// The text divided at those places. Behind its end, pieces are empty.
package func pieces(of text: UnsafeRawBufferPointer, _ ends: [Int]) -> [UnsafeRawBufferPointer] {
  let ends = [0] + ends.map { min($0, text.count) } + [text.count]
  return zip(ends, ends.dropFirst()).map { UnsafeRawBufferPointer(rebasing: text[$0..<$1]) }
}

/// A copy of the text that is changed in place.
func changed(_ text: UnsafeRawBufferPointer, _ change: (inout [UInt8]) throws -> Void) rethrows -> [UInt8] {
  var text = Array(text)
  try change(&text)
  return text
}

/// A copy of the text that is changed in place as a span.
func changedInSpan(
  _ text: UnsafeRawBufferPointer, _ change: (inout MutableRawSpan) throws -> Void
) rethrows -> [UInt8] {
  try changed(text) {
    try $0.withUnsafeMutableBytes {
      var span = $0.mutableBytes
      try change(&span)
    }
  }
}

/// What is written into a span of at most `capacity` bytes.
func written(_ capacity: Int, _ write: (inout OutputRawSpan) throws -> Void) rethrows -> [UInt8] {
  try [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
    let room = UnsafeMutableRawBufferPointer(memory)
    var output = OutputRawSpan(buffer: room, initializedCount: 0)
    try write(&output)
    count = output.finalize(for: room)
  }
}
