import Glibc
import SwiftVaultCryptoBytes

/// A case: an operation on fields, some of them secret.
struct Case: Sendable {
  let name: String
  let run: @Sendable (Fields) throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (Fields) throws -> Void) { (self.name, self.run) = (name, run) }
}

/// The input of a case, in its own memory.
struct Fields: @unchecked Sendable {
  private let memory: UnsafeMutableRawBufferPointer
  private var places: [Range<Int>] = []

  init() {
    memory = .allocate(byteCount: 1 << 23, alignment: 4096)
    var count = 0
    while true {
      let more = read(STDIN_FILENO, memory.baseAddress! + count, memory.count - count)
      precondition(more >= 0 && count + more < memory.count, "fields that cannot be read, or are too long")
      if more == 0 { break }
      count += more
    }
    var place = 0
    while place < count {
      let size = memory[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      places.append(place + 4..<place + 4 + size)
      place += 4 + size
    }
  }

  subscript(index: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[places[index]]) }

  var control: UnsafeRawBufferPointer { self[places.count - 1] }

  func key(_ index: Int) -> SymmetricKey { SymmetricKey(data: self[index]) }

  /// The fields from `first` on, without the control.
  func keys(from first: Int) -> [SymmetricKey] { places.indices.dropFirst(first).dropLast().map { key($0) } }

  /// With the library's function, so that the old content of the fields is recorded.
  func wipe() { SwiftVaultCryptoBytes.wipe(memory.baseAddress!, byteCount: places.last!.upperBound) }
}

/// Overwrites memory without a function of the libraries.
@inline(never) @_optimize(none)
func memset_explicit(_ memory: UnsafeMutableRawPointer, _ count: Int) { memset(memory, 0, count) }

/// Overwrites what a library returned to its caller.
func forget(_ bytes: inout [UInt8]) {
  bytes.withUnsafeMutableBytes { if let start = $0.baseAddress { memset_explicit(start, $0.count) } }
}

/// Works on a value that is kept in one place and overwritten there, as a caller does to avoid copies.
func keeping<Value: BitwiseCopyable>(_ value: @autoclosure () throws -> Value, _ body: (inout Value) throws -> Void)
  rethrows
{
  let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  place.initialize(to: try value())
  try body(&place.pointee)
  memset_explicit(place, MemoryLayout<Value>.size)
  place.deallocate()
}

/// Copies that the check must find.
@inline(never) @_optimize(none)
func plant(_ secret: UnsafeRawBufferPointer) {
  let copy = UnsafeMutableRawPointer.allocate(byteCount: secret.count, alignment: 16)
  copy.copyMemory(from: secret.baseAddress!, byteCount: secret.count)
  plantOnStack(secret, below: 100)
}

/// This many KiB deeper in the stack, where no later call overwrites it.
@inline(never) @_optimize(none)
private func plantOnStack(_ secret: UnsafeRawBufferPointer, below depth: Int) {
  var room = (SIMD64<UInt64>(), SIMD64<UInt64>())
  withUnsafeMutableBytes(of: &room) { $0.copyMemory(from: secret) }
  if depth > 0 {
    plantOnStack(secret, below: depth - 1)
    withUnsafeMutableBytes(of: &room) { memset_explicit($0.baseAddress!, $0.count) }
  }
}
