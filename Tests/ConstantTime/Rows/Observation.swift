#if os(Linux)

/// What a row hands back: marked, or the row has not processed a secret.
struct Outcome {
  fileprivate let bytes: [UInt8]

  /// A result.
  static func bytes(_ bytes: [UInt8]) -> Outcome { Outcome(bytes: bytes) }

  /// A verdict, kept as a byte, as it must not be looked at yet.
  static func verdict(_ isRight: Bool) -> Outcome { Outcome(bytes: [unsafeBitCast(isRight, to: UInt8.self)]) }
}

/// Branches on the outcome, on purpose. Memcheck has to report this line in every row that leaves its verdicts to the
/// caller: a row it is silent about is dead. Combined by XOR, as memcheck takes OR with a one for defined.
@inline(never)
func observe(_ outcome: Outcome) {
  if outcome.bytes.reduce(0, ^) == 1 { say("") }
}
#endif
