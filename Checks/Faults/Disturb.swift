import Glibc
import Synchronization

// This library is loaded with LD_PRELOAD, in front of the C library. It disturbs the calls that the variable DISTURB
// names.
//
//     DISTURB=CALL:WHEN:ACTION[=ARGUMENT],…
//
// CALL is a name that this file gives to a `Call`. WHEN is the number of the call among those of this name, counted
// from 1 over all threads, or `*` for every call, or `odd`. ACTION is one of
//
//     error=N     the call is not made, and fails with error number N
//     short       the call is made with half the byte count
//     end         the call is not made, and returns 0
//     signal=N    the process gets signal N, and then makes the call
//     wait        the call is made after a writer has opened and closed the FIFO that DISTURB_FIFO names
//     delay=N     the call is made N milliseconds later
//     back=N      the clock is N seconds behind for each time that it was read
//
// DISTURB_LOG names a file. Before each call, a line is added to it: `CALL NUMBER DESCRIPTOR BYTES`, followed by
// `DISTURBED` if the call is disturbed. Four names are not those of functions: `unnamed` is openat(2) with O_TMPFILE,
// `memory` is posix_memalign(3) of 64 KiB or more (the Swift runtime asks for less, and traps on failure), `thread` is
// pthread_create(3), and `wall` is every function that returns the time of day.

private enum Action {
  case error(Int32), short, end, signal(Int32), wait, delay(UInt32), back(Int)

  init(_ text: Substring) {
    let parts = text.split(separator: "=")
    let number = parts.count > 1 ? Int(parts[1])! : 0
    switch parts[0] {
    case "error": self = .error(Int32(number))
    case "short": self = .short
    case "end": self = .end
    case "signal": self = .signal(Int32(number))
    case "wait": self = .wait
    case "delay": self = .delay(UInt32(number))
    case "back": self = .back(number)
    default: fatalError("DISTURB: \(text)")
    }
  }
}

private let log: Int32 = getenv("DISTURB_LOG").map { open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) } ?? -1

private func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

private func waitForFIFO() {
  let descriptor = open(variable("DISTURB_FIFO"), O_RDONLY | O_CLOEXEC)
  var byte: UInt8 = 0
  while readCall.real(as: Write.self)(descriptor, &byte, 1) < 0, errno == EINTR {}
  close(descriptor)
}

/// A function of the C library.
private final class Call: @unchecked Sendable {
  private let name: String
  private let symbol: UnsafeMutableRawPointer
  private let rules: [(when: Substring, action: Action)]
  private let count = Atomic<Int>(0)

  init(_ name: String, _ symbol: String) {
    self.name = name
    let next = UnsafeMutableRawPointer(bitPattern: -1)  // RTLD_NEXT
    self.symbol = dlsym(next, symbol)!
    rules = variable("DISTURB").split(separator: ",").compactMap { rule in
      let parts = rule.split(separator: ":")
      return parts[0] == name ? (parts[1], Action(parts[2])) : nil
    }
  }

  func real<Function>(as type: Function.Type) -> Function { unsafeBitCast(symbol, to: type) }

  /// Counts the call and writes it to the log. Carries out signals, waits and delays, and returns any other action.
  func begin(_ descriptor: Int32 = -1, _ byteCount: Int = 0) -> (number: Int, action: Action?) {
    let number = count.add(1, ordering: .relaxed).newValue
    let action = rules.first { $0.when == "*" || $0.when == "odd" && number % 2 == 1 || Int($0.when) == number }?.action
    if log >= 0 {
      var line = "\(name) \(number) \(descriptor) \(byteCount)\(action == nil ? "" : " DISTURBED")\n"
      line.withUTF8 {
        _ = writeCall.real(as: Write.self)(log, UnsafeMutableRawPointer(mutating: $0.baseAddress), $0.count)
      }
    }
    switch action {
    case .signal(let signal): kill(getpid(), signal)
    case .wait: waitForFIFO()
    case .delay(let milliseconds): usleep(1000 * milliseconds)
    default: return (number, action)
    }
    return (number, nil)
  }

  /// A call that returns -1 and sets `errno`, or transfers bytes.
  func perform(_ descriptor: Int32 = -1, _ byteCount: Int = 0, _ body: (_ byteCount: Int) -> Int) -> Int {
    switch begin(descriptor, byteCount).action {
    case .error(let number):
      errno = number
      return -1
    case .end: return 0
    case .short: return body((byteCount + 1) / 2)
    default: return body(byteCount)
    }
  }

  /// A call that returns -1 and sets `errno`, or 0 or more.
  func perform(_ descriptor: Int32 = -1, _ body: () -> Int32) -> Int32 {
    Int32(perform(descriptor, 0) { _ in Int(body()) })
  }

  /// A call that returns an error number.
  func performOrReturnError(_ byteCount: Int = 0, _ body: () -> Int32) -> Int32 {
    if case .error(let number) = begin(-1, byteCount).action { return number }
    return body()
  }
}

/// An address in C.
public typealias Pointer = UnsafeMutableRawPointer?
private typealias Write = @convention(c) (Int32, Pointer, Int) -> Int
private typealias WriteAt = @convention(c) (Int32, Pointer, Int, Int) -> Int

// MARK: - Reading and writing

private let readCall = Call("read", "read")
private let writeCall = Call("write", "write")
private let preadCall = Call("pread", "pread64")
private let pwriteCall = Call("pwrite", "pwrite64")

/// read(2).
@_cdecl("read")
public func disturbedRead(_ descriptor: Int32, _ bytes: Pointer, _ count: Int) -> Int {
  readCall.perform(descriptor, count) { readCall.real(as: Write.self)(descriptor, bytes, $0) }
}

/// write(2).
@_cdecl("write")
public func disturbedWrite(_ descriptor: Int32, _ bytes: Pointer, _ count: Int) -> Int {
  writeCall.perform(descriptor, count) { writeCall.real(as: Write.self)(descriptor, bytes, $0) }
}

/// pread(2).
@_cdecl("pread")
public func disturbedPread(_ descriptor: Int32, _ bytes: Pointer, _ count: Int, _ offset: Int) -> Int {
  preadCall.perform(descriptor, count) { preadCall.real(as: WriteAt.self)(descriptor, bytes, $0, offset) }
}

/// pread(2), under its name for large files.
@_cdecl("pread64")
public func disturbedPread64(_ descriptor: Int32, _ bytes: Pointer, _ count: Int, _ offset: Int) -> Int {
  disturbedPread(descriptor, bytes, count, offset)
}

/// pwrite(2).
@_cdecl("pwrite")
public func disturbedPwrite(_ descriptor: Int32, _ bytes: Pointer, _ count: Int, _ offset: Int) -> Int {
  pwriteCall.perform(descriptor, count) { pwriteCall.real(as: WriteAt.self)(descriptor, bytes, $0, offset) }
}

/// pwrite(2), under its name for large files.
@_cdecl("pwrite64")
public func disturbedPwrite64(_ descriptor: Int32, _ bytes: Pointer, _ count: Int, _ offset: Int) -> Int {
  disturbedPwrite(descriptor, bytes, count, offset)
}

// MARK: - Storing, names, locks, attributes

private typealias OfDescriptor = @convention(c) (Int32) -> Int32
private typealias OfDescriptorAndNumber = @convention(c) (Int32, Int32) -> Int32
private typealias OfName = @convention(c) (Int32, Pointer, Int32) -> Int32
private typealias OfTwoNames = @convention(c) (Int32, Pointer, Int32, Pointer, Int32) -> Int32

private let fsyncCall = Call("fsync", "fsync")
private let linkCall = Call("linkat", "linkat")
private let renameCall = Call("renameat", "renameat")
private let renameExclusivelyCall = Call("renameat2", "renameat2")
private let unlinkCall = Call("unlinkat", "unlinkat")
private let flockCall = Call("flock", "flock")
private let fchmodCall = Call("fchmod", "fchmod")
private let unnamedCall = Call("unnamed", "openat64")

/// fsync(2).
@_cdecl("fsync")
public func disturbedFsync(_ descriptor: Int32) -> Int32 {
  fsyncCall.perform(descriptor) { fsyncCall.real(as: OfDescriptor.self)(descriptor) }
}

/// linkat(2).
@_cdecl("linkat")
public func disturbedLink(_ from: Int32, _ old: Pointer, _ to: Int32, _ new: Pointer, _ flags: Int32) -> Int32 {
  linkCall.perform { linkCall.real(as: OfTwoNames.self)(from, old, to, new, flags) }
}

/// renameat(2).
@_cdecl("renameat")
public func disturbedRename(_ from: Int32, _ old: Pointer, _ to: Int32, _ new: Pointer) -> Int32 {
  // The fifth argument is ignored.
  renameCall.perform { renameCall.real(as: OfTwoNames.self)(from, old, to, new, 0) }
}

/// renameat2(2).
@_cdecl("renameat2")
public func disturbedRenameExclusively(
  _ from: Int32, _ old: Pointer, _ to: Int32, _ new: Pointer, _ flags: Int32
) -> Int32 {
  renameExclusivelyCall.perform { renameExclusivelyCall.real(as: OfTwoNames.self)(from, old, to, new, flags) }
}

/// unlinkat(2).
@_cdecl("unlinkat")
public func disturbedUnlink(_ folder: Int32, _ name: Pointer, _ flags: Int32) -> Int32 {
  unlinkCall.perform { unlinkCall.real(as: OfName.self)(folder, name, flags) }
}

/// flock(2).
@_cdecl("flock")
public func disturbedFlock(_ descriptor: Int32, _ operation: Int32) -> Int32 {
  flockCall.perform(descriptor) { flockCall.real(as: OfDescriptorAndNumber.self)(descriptor, operation) }
}

/// fchmod(2).
@_cdecl("fchmod")
public func disturbedFchmod(_ descriptor: Int32, _ mode: Int32) -> Int32 {
  fchmodCall.perform(descriptor) { fchmodCall.real(as: OfDescriptorAndNumber.self)(descriptor, mode) }
}

/// openat(2).
@_cdecl("openat")
public func disturbedOpen(_ folder: Int32, _ name: Pointer, _ flags: Int32, _ mode: Int32) -> Int32 {
  typealias Open = @convention(c) (Int32, Pointer, Int32, Int32) -> Int32
  let body = { unnamedCall.real(as: Open.self)(folder, name, flags, mode) }
  return flags & 0o20000000 == 0 ? body() : unnamedCall.perform(-1, body)
}

/// openat(2), under its name for large files.
@_cdecl("openat64")
public func disturbedOpen64(_ folder: Int32, _ name: Pointer, _ flags: Int32, _ mode: Int32) -> Int32 {
  disturbedOpen(folder, name, flags, mode)
}

// MARK: - Memory, threads, time

/// This is not in `Call`, because making a `Call` allocates memory.
private let realMemory = unsafeBitCast(
  dlsym(UnsafeMutableRawPointer(bitPattern: -1), "posix_memalign")!,
  to: (@convention(c) (Pointer, Int, Int) -> Int32).self)
private let memoryCall = Call("memory", "posix_memalign")
private let threadCall = Call("thread", "pthread_create")
private let clockCall = Call("wall", "clock_gettime")

/// posix_memalign(3).
@_cdecl("posix_memalign")
public func disturbedMemory(_ result: Pointer, _ alignment: Int, _ byteCount: Int) -> Int32 {
  let body = { realMemory(result, alignment, byteCount) }
  return byteCount < 1 << 16 ? body() : memoryCall.performOrReturnError(byteCount, body)
}

/// pthread_create(3).
@_cdecl("pthread_create")
public func disturbedThread(
  _ thread: Pointer, _ attributes: Pointer, _ start: Pointer, _ argument: Pointer
) -> Int32 {
  typealias Create = @convention(c) (Pointer, Pointer, Pointer, Pointer) -> Int32
  return threadCall.performOrReturnError { threadCall.real(as: Create.self)(thread, attributes, start, argument) }
}

/// The number of seconds by which the clock is behind at this reading.
private func secondsBack() -> Int {
  let (number, action) = clockCall.begin()
  if case .back(let seconds) = action { return number * seconds }
  return 0
}

/// clock_gettime(2).
@_cdecl("clock_gettime")
public func disturbedClock(_ clock: Int32, _ time: UnsafeMutablePointer<timespec>) -> Int32 {
  let result = clockCall.real(
    as: (@convention(c) (Int32, UnsafeMutablePointer<timespec>) -> Int32).self)(clock, time)
  if clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE { time.pointee.tv_sec -= secondsBack() }
  return result
}

/// gettimeofday(2).
@_cdecl("gettimeofday")
public func disturbedTimeOfDay(_ time: UnsafeMutablePointer<timeval>, _ zone: Pointer) -> Int32 {
  var now = timespec()
  let result = disturbedClock(CLOCK_REALTIME, &now)
  time.pointee = timeval(tv_sec: now.tv_sec, tv_usec: now.tv_nsec / 1000)
  return result
}

/// time(2).
@_cdecl("time")
public func disturbedTime(_ result: UnsafeMutablePointer<Int>?) -> Int {
  var now = timespec()
  _ = disturbedClock(CLOCK_REALTIME, &now)
  result?.pointee = now.tv_sec
  return now.tv_sec
}
