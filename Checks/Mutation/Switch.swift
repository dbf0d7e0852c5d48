import Glibc

/// The mutant to run: the number in the environment variable MUTANT, or none if the variable is absent.
///
/// With MUTANTS_REACHED, the name of a file, each process appends the numbers of the mutants that it reaches.
@usableFromInline struct MutantSwitch: @unchecked Sendable {
  let number = getenv("MUTANT").map { atoi($0) } ?? 0
  let reached: UnsafeMutablePointer<Bool>?

  @usableFromInline static let shared = MutantSwitch()

  init() {
    reached = getenv("MUTANTS_REACHED") == nil ? nil : .allocate(capacity: 1 << 14)
    reached?.initialize(repeating: false, count: 1 << 14)
  }

  @inline(never) func note(_ number: Int32) {
    reached![Int(number)] = true
    let error = errno
    let file = open(getenv("MUTANTS_REACHED"), O_WRONLY | O_APPEND | O_CLOEXEC)
    if file >= 0 {
      withUnsafeBytes(of: number) { _ = write(file, $0.baseAddress!, 4) }
      close(file)
    }
    errno = error
  }
}

@usableFromInline @inline(never) func mutant(_ number: Int32) -> Bool {
  let shared = MutantSwitch.shared
  if let reached = shared.reached, !reached[Int(number)] { shared.note(number) }
  return number == shared.number
}
