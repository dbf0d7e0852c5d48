import SwiftVaultCommandSupport
import Vault

/// `vault-bench serve`: measures what each line of input asks for, so that another program can take turns with it.
enum Serve {
  /// The command.
  static let command = BenchCommand(
    name: "serve",
    summary: "answers requests for single measurements, for scripts",
    help: """
      usage: vault-bench serve [--kernel NAME | --engine]

      Reads requests from standard input, one per line: an operation, a size in bytes
      and the seconds to measure for. Answers each with one line: the mean CPU time of
      a call in nanoseconds, for pbkdf2 that of a round of one derivation; or
      "error: " and the reason. Ends at the end of its input. With "check" in place of
      the seconds, the answer is 16 bytes of the result in hexadecimal, to compare
      with other libraries: the first of a digest, a tag or a key, the last of a text.

        --kernel NAME  the kernel (inner loop) that everything runs on, such as
                       portable; without it, everything runs as in an app
        --engine       answer as an engine of vault-bench calibrate --engine

      Operations: those that throughput shows; array, which allocates an array of
      that size and releases it; and clock, which gives the nanoseconds of one cycle
      of the core (its size does not matter).

      Example:
        echo 'aes-128-ctr 16384 0.01' | vault-bench serve
      """,
    options: ["--kernel"],
    flags: ["--engine"],
    run: run)

  @Sendable
  private static func run(_ arguments: BenchArguments) throws(BenchError) {
    let kernel = arguments.value("--kernel")
    if arguments.has("--engine") {
      if kernel != nil { throw BenchError(message: "--engine and --kernel exclude each other") }
      return try runEngine()
    }
    if let kernel, !KernelFamily.allCases.contains(where: { $0.kernels.contains(kernel) }) {
      throw BenchError(message: "there is no kernel '\(kernel)'; vault-bench cpu lists the kernels")
    }
    var meters: [String: Meter] = [:]
    let lines = standardInput()
    while let line = try lines.next() {
      do throws(BenchError) {
        guard case .text(let text) = line else {
          throw BenchError(message: "a request has at most \(Request.maximumByteCount) bytes")
        }
        let request = try Request(String(decoding: text, as: UTF8.self))
        guard let seconds = request.seconds else {
          printLine(Hex.encode(try request.check(kernel: kernel)))
          continue
        }
        // Few enough that their buffers fit in memory.
        if meters.count > 64 { meters = [:] }
        var meter: Meter
        if let known = meters[request.workload] {
          meter = known
        } else {
          meter = Meter(try request.makeWorkload(kernel: kernel))
        }
        printLine("\(meter.nanoseconds(seconds: seconds))")
        meters[request.workload] = meter
      } catch {
        printLine("error: \(error.message)")
      }
    }
  }

  /// Answers each ``EngineRequest``.
  private static func runEngine() throws(BenchError) {
    let lines = standardInput()
    while let line = try lines.next() {
      do throws(BenchError) {
        if case .text(let text) = line,
          let timing = try EngineRequest(line: String(decoding: text, as: UTF8.self))?.timeHere()
        {
          printLine("\(Int(timing.wall * 1e9)) \(Int(timing.cpu * 1e9))")
        } else {
          printLine("unsupported")
        }
      } catch {
        printLine("unsupported \(error.message)")
      }
    }
  }

  /// The lines of standard input, without what is longer than any request.
  private static func standardInput() -> InputLines<BenchError> {
    InputLines(maximumByteCount: Request.maximumByteCount) { buffer throws(BenchError) in
      let count = StandardStream.read(into: buffer, from: 0)
      guard count >= 0 else { throw BenchError(message: "standard input: \(StandardStream.reason(errno))") }
      return count
    }
  }

  /// A line of input.
  struct Request {
    static let maximumByteCount = 1000

    let operation: String
    let size: Int
    /// Nil if the result is to be checked.
    let seconds: Double?

    /// The measurement, without its duration.
    var workload: String { "\(operation) \(size)" }

    init(_ line: String) throws(BenchError) {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3 else { throw BenchError(message: "a request is OPERATION SIZE SECONDS") }
      guard let size = Int(words[1]) else { throw BenchError(message: "the size is not a number") }
      operation = words[0]
      self.size = size
      seconds = words[2] == "check" ? nil : try Throughput.seconds(words[2])
    }

    /// 16 bytes of the result.
    func check(kernel: String?) throws(BenchError) -> [UInt8] {
      guard let checked = try makeWorkload(kernel: kernel).checked else {
        throw BenchError(message: "\(operation) has no result that other libraries share")
      }
      return checked()
    }

    func makeWorkload(kernel: String?) throws(BenchError) -> Workload {
      switch operation {
      case "clock":
        guard let workload = CoreClock.workload else { throw BenchError(message: "the clock is unknown here") }
        return workload
      case "array":
        guard (1...1 << 30).contains(size) else { throw BenchError(message: "an array has from 1 byte to 1 GiB") }
        return .allocatingArray(byteCount: size)
      default:
        return try Workload(BenchOperation(named: operation), size: size, kernel: kernel)
      }
    }
  }
}
