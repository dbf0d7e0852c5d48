/// The inner loops AES can run on; the choice is made here and nowhere else.
package enum AESKernel: String, CaseIterable, Sendable {
  /// Plain Swift, any CPU; bitsliced, so constant in time.
  case portable

  /// The kernels this CPU can run, the best last.
  package static let available: [AESKernel] = [.portable]

  /// The fastest kernel this CPU can run.
  package static let best: AESKernel = .portable

  package func scheduleByteCount(rounds: Int) -> Int {
    switch self {
    case .portable: AESPortable.scheduleByteCount(rounds: rounds)
    }
  }

  package func expandKey(_ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer) {
    switch self {
    case .portable: unsafe AESPortable.expandKey(key, rounds: rounds, into: schedule)
    }
  }

  package func encryptECB(
    _ schedule: UnsafeRawPointer, rounds: Int, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    switch self {
    case .portable:
      unsafe AESPortable.encryptECB(schedule, rounds: rounds, from: input, to: output, blockCount: blockCount)
    }
  }

  package func decryptECB(
    _ schedule: UnsafeRawPointer, rounds: Int, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    switch self {
    case .portable:
      unsafe AESPortable.decryptECB(schedule, rounds: rounds, from: input, to: output, blockCount: blockCount)
    }
  }

  package func encryptCBC(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    switch self {
    case .portable:
      unsafe AESPortable.encryptCBC(
        schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    }
  }

  package func decryptCBC(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    switch self {
    case .portable:
      unsafe AESPortable.decryptCBC(
        schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    }
  }

  package func processCTR(
    _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeMutableRawPointer, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    switch self {
    case .portable:
      unsafe AESPortable.processCTR(
        schedule, rounds: rounds, counter: counter, from: input, to: output, blockCount: blockCount)
    }
  }
}
