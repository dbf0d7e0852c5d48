#if os(Linux)

/// The result of a row. It is marked if the row has processed a secret.
struct Outcome {
  fileprivate let bytes: [UInt8]

  /// The bytes of a result.
  static func bytes(_ bytes: [UInt8]) -> Outcome { Outcome(bytes: bytes) }

  /// A verdict, kept as a byte so that nothing branches on it yet.
  static func verdict(_ isRight: Bool) -> Outcome { Outcome(bytes: [unsafeBitCast(isRight, to: UInt8.self)]) }
}

/// Branches on the outcome on purpose. Memcheck must report this line in every row that leaves the verdict to its
/// caller: a row without this report tests nothing.
@inline(never)
func observe(_ outcome: Outcome) {
  for byte in outcome.bytes where byte == 1 { say("") }
}
#endif
