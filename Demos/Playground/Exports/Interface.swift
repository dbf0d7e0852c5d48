// The interface between the page and the libraries. The page writes the bytes of each argument to memory from
// `memory_take`, and calls a function with the addresses and counts. A function stores its result and returns 0, or
// stores the error's description as UTF-8 and returns 1. The page reads it at `result_address`.

/// Bytes of the page: an address and a count.
struct Bytes {
  let buffer: UnsafeRawBufferPointer

  init(_ address: UnsafeRawPointer?, _ count: Int32) {
    buffer = UnsafeRawBufferPointer(start: address, count: Int(count))
  }

  var array: [UInt8] { Array(buffer) }
}

/// The answer to the last call.
enum Answer {
  nonisolated(unsafe) private(set) static var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  private static func keep(_ result: [UInt8]) {
    bytes.deallocate()
    bytes = .allocate(byteCount: result.count, alignment: 16)
    bytes.copyBytes(from: result)
  }

  /// Keeps the result.
  static func success(_ result: [UInt8]) -> Int32 {
    keep(result)
    return 0
  }

  /// Keeps the description of an error.
  static func failure(_ description: String) -> Int32 {
    keep(Array(description.utf8))
    return 1
  }
}

/// Allocates memory for the bytes of an argument.
@c(memory_take)
public func takeMemory(_ byteCount: Int32) -> UnsafeMutableRawPointer {
  .allocate(byteCount: Int(byteCount), alignment: 16)
}

/// Frees memory from `memory_take`.
@c(memory_release)
public func releaseMemory(_ memory: UnsafeMutableRawPointer) { memory.deallocate() }

/// The address of the answer to the last call.
@c(result_address)
public func resultAddress() -> UnsafeMutableRawPointer? { Answer.bytes.baseAddress }

/// The number of bytes of the answer.
@c(result_count)
public func resultCount() -> Int32 { Int32(Answer.bytes.count) }
