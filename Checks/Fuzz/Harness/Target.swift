import Foundation

/// A target for the fuzzer. `Targets/NAME.swift` has one type, `NAME`, and `Corpus/NAME.txt` has its first inputs. The
/// list of targets is made from the names of the files.
protocol Target: SendableMetatype {
  /// Prepares what all inputs need.
  static func prepare()

  /// Runs the target on one input. Traps if an expectation fails.
  static func run(_ input: [UInt8])
}

extension Target {
  static func prepare() {}
}

/// The target that FUZZ_TARGET names, or else the name of the program.
private let target: any Target.Type = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? CommandLine.arguments[0]
  guard let target = targets[String(name.split(separator: "/").last ?? "")] else {
    fatalError("no fuzz target '\(name)'")
  }
  target.prepare()
  return target
}()

/// libFuzzer calls this with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  FixedRandom.restart()
  target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Traps, with a message that states the expectation, unless the condition holds.
func expect(
  _ condition: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) rethrows {
  guard try condition() else { fatalError("not so: \(message())", file: file, line: line) }
}

/// The result, or nil if the error has the allowed type. Any other error traps.
func attempt<Result, Failure: Error>(_ allowed: Failure.Type, _ body: () throws -> Result) -> Result? {
  do {
    return try body()
  } catch {
    expect(error is Failure, "\(Failure.self), but it was \(error)")
    expect(!"\(error)".isEmpty, "an error without a description")
    return nil
  }
}

/// What a text opens to at once; nil if it is refused. In pieces, it must end in the same way, with the same error.
func opened<Failure: Error & Equatable>(
  _ text: [UInt8], in pieces: [ArraySlice<UInt8>], atOnce: () throws(Failure) -> [UInt8],
  by open: (_ pieces: [ArraySlice<UInt8>]) throws(Failure) -> [UInt8]
) -> [UInt8]? {
  let whole = Result { () throws(Failure) in try atOnce() }
  expect(Result { () throws(Failure) in try open(pieces) } == whole, "\(text.count) bytes in pieces")
  return try? whole.get()
}

extension [UInt8] {
  /// Whether the bytes are equal. libFuzzer does not see the comparison of single bytes.
  func isSame(as other: some Collection<UInt8>) -> Bool {
    guard count == other.count, count > 0 else { return count == other.count }
    return withUnsafeBytes { left in
      other.withContiguousStorageIfAvailable { memcmp(left.baseAddress!, $0.baseAddress!, count) == 0 }
    } ?? elementsEqual(other)
  }
}

/// Replaces the system's random generator in this process. It returns the same bytes for the same input, so that
/// findings can be reproduced.
enum FixedRandom {
  nonisolated(unsafe) private static var generator = SplitMix64(seed: 0)

  static func restart(from start: UInt64 = 0) { generator = SplitMix64(seed: start) }

  static func next() -> UInt64 { generator.next() }
}

/// Swift's `SystemRandomNumberGenerator` calls this.
@_cdecl("swift_stdlib_random")
public func fixedRandom(_ buffer: UnsafeMutableRawPointer, _ count: Int) {
  for index in 0..<count {
    buffer.storeBytes(of: UInt8(truncatingIfNeeded: FixedRandom.next()), toByteOffset: index, as: UInt8.self)
  }
}
