#if canImport(Glibc)
import Glibc
import Foundation

/// A file in memory. Another thread keeps changing one byte of it and restoring it.
package final class ChangingFile: @unchecked Sendable {
  /// The mapped file.
  package let bytes: UnsafeRawBufferPointer
  private let descriptor: Int32

  package init(_ content: [UInt8]) {
    let file = tmpfile()!
    descriptor = dup(fileno(file))
    fclose(file)
    precondition(pwrite(descriptor, content, content.count, 0) == content.count)
    bytes = UnsafeRawBufferPointer(
      start: mmap(nil, content.count, PROT_READ, MAP_SHARED, descriptor, 0), count: content.count)
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count)
    close(descriptor)
  }

  /// Calls `open` repeatedly for a second, while a byte changes, and returns the results without an error.
  package func opened(changing offset: Int, _ open: (UnsafeRawBufferPointer) -> [UInt8]?) -> [[UInt8]] {
    let isOver = Flag()
    let right = bytes[offset]
    let (descriptor, done) = (descriptor, DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      while !isOver.isSet {
        for byte in [right ^ 1, right] {
          withUnsafeBytes(of: byte) { _ = pwrite(descriptor, $0.baseAddress!, 1, off_t(offset)) }
        }
      }
      done.signal()
    }
    var results: [[UInt8]] = []
    let end = Date() + 1
    while Date() < end { open(bytes).map { results.append($0) } }
    isOver.set()
    done.wait()
    return results
  }

  private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false
    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
  }
}
#endif
