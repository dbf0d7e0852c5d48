// The main file of the programs that swiftpackages.py builds, one for each package. A request is a line with the name
// of an operation, the size of its message in bytes, and the seconds to measure, or `check`. The answer is the
// nanoseconds of CPU time of one call, or the result in hexadecimal.

import Glibc

/// An operation of the package on one message.
struct Workload {
  let call: () throws -> Void
  let result: () throws -> [UInt8]
}

/// Uses a value, so that the call that computes it is not left out.
@inline(never) func keep<Value>(_ value: Value) {}

/// The CPU time of this thread in nanoseconds.
func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The nanoseconds of a call, measured for at least this many seconds.
func time(_ workload: Workload, seconds: Double) throws -> Double {
  var count = 1
  while true {
    let start = threadTime()
    var left = count
    while left > 0 {
      try workload.call()
      left -= 1
    }
    let elapsed = threadTime() - start
    if elapsed >= seconds * 1e9 { return elapsed / Double(count) }
    count = max(count + 1, Int(Double(count) * min(100, 1.2 * seconds * 1e9 / max(elapsed, 1))))
  }
}

func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

while let words = readLine()?.split(separator: " ").map(String.init) {
  guard let workload = try workload(words[0], size: Int(words[1])!) else {
    print("error: no such operation")
    fflush(nil)
    continue
  }
  print(words[2] == "check" ? hexadecimal(try workload.result()) : "\(try time(workload, seconds: Double(words[2])!))")
  fflush(nil)
}
