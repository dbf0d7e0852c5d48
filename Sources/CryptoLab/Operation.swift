/// A computation of the lab, from bytes to bytes.
protocol Operation: SendableMetatype {
  /// Its name, as a command and as `"op"` of a request.
  static var name: String { get }

  /// Whether it can take its data in pieces.
  static var streams: Bool { get }

  /// Whether its kernel can be chosen.
  static var hasKernels: Bool { get }

  /// Reads its parameters and checks all that can be checked without computing.
  init(_ parameters: some Parameters) throws(LabError)

  /// Computes the result.
  func perform() throws(LabError) -> [UInt8]
}

extension Operation {
  static var streams: Bool { false }
  static var hasKernels: Bool { true }

  /// Computes the result. A parameter that has no meaning for this operation is an error.
  static func perform(_ parameters: some Parameters) throws(LabError) -> [UInt8] {
    if !streams, try parameters.integers("split") != nil {
      throw .usage("\(name) does not stream, so it takes no \(parameters.label("split"))")
    }
    if !hasKernels, try parameters.text("kernel") != nil {
      throw .usage("\(name) takes no \(parameters.label("kernel"))")
    }
    return try Self(parameters).perform()
  }
}

/// The operations by name.
enum Operations {
  static let all: [any Operation.Type] = [
    DigestOperation.self, HMACOperation.self, HKDFOperation.self, PBKDF2Operation.self, AESOperation.self,
    CMACOperation.self, KeyWrapOperation.self, KeyUnwrapOperation.self, EncryptThenMACOperation.self,
    SealOperation.self, OpenOperation.self, Argon2idOperation.self, ScryptOperation.self, X25519Operation.self,
  ]

  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// Limits on memory and time.
enum LabLimit {
  /// The longest key that is derived, in bytes: 16 MiB.
  static let derivedByteCount = 1 << 24
  /// The maximum number of PBKDF2 rounds of one derivation, over all blocks of its output.
  static let rounds = 1_000_000_000
  /// The maximum memory of Argon2id and of scrypt, in bytes: 1 GiB. It may be filled 16 times.
  static let memoryByteCount = 1 << 30
  /// The longest input, in bytes: 1 GiB, since the lab works in memory.
  static let inputByteCount = 1 << 30
  /// The longest line of standard input, in bytes: 256 MiB.
  static let lineByteCount = 1 << 28
}

/// Data, and the pieces in which it is passed to an operation that streams.
struct SplitData {
  /// The whole data.
  let data: [UInt8]
  /// The lengths of the first pieces; `nil` when the data is passed in one call.
  let lengths: [Int]?

  /// Reads the parameters `data` and `split`.
  init(_ parameters: some Parameters) throws(LabError) {
    data = try parameters.requiredBytes("data")
    lengths = try parameters.integers("split")
    var rest = data.count
    for length in lengths ?? [] {
      guard length >= 0 else { throw .data("\(parameters.label("split")) has the length \(length)") }
      guard length <= rest else {
        throw .data("\(parameters.label("split")) asks for more than the \(data.count.units("byte")) of data")
      }
      rest -= length
    }
  }

  /// The pieces in order. The last one is the rest, which may be empty.
  var pieces: [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = data[...]
    for length in lengths ?? [] {
      pieces.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return pieces + [rest]
  }
}
