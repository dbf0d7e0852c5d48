#if os(Linux) && canImport(Glibc)
import Glibc

/// The peak memory of this process, in bytes.
///
/// `ru_maxrss` does not work here: a process starts with the value of its parent.
package func peakMemoryByteCount() -> Int {
  guard let file = fopen("/proc/self/status", "r") else { preconditionFailure("no /proc/self/status") }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, Int32(line.count), file) != nil {
    let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    if words.first == "VmHWM:", let kibibytes = Int(words[1]) { return kibibytes * 1024 }
  }
  preconditionFailure("no VmHWM in /proc/self/status")
}
#endif
