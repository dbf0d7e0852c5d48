// The functions of a C library that Embedded Swift needs, for WebAssembly in a page. The linker uses `__wrap_free` for
// `free`, a name that Swift reserves.

import Builtin

@_extern(wasm, module: "page", name: "random")
@_extern(c)
private func page_random(_ memory: UnsafeMutableRawPointer, _ byteCount: Int)

/// Memory in blocks of 16 bytes times a power of two. A freed block is the first in the list of its size.
///
/// The 16 bytes before each block hold the start of its memory and its size class.
private enum Heap {
  static let pageByteCount: UInt = 65_536
  static let headByteCount: UInt = 16
  nonisolated(unsafe) static var next: UInt = 0
  nonisolated(unsafe) static var end: UInt = 0
  /// For each size class, the address of the first free memory, or 0.
  nonisolated(unsafe) static var free: InlineArray<32, UInt> = .init(repeating: 0)

  static func pointer(_ address: UInt) -> UnsafeMutablePointer<UInt> { UnsafeMutablePointer(bitPattern: address)! }

  /// Memory of 16 << `sizeClass` bytes; 0 if there is none.
  static func take(_ sizeClass: Int) -> UInt {
    let first = free[sizeClass]
    if first != 0 {
      free[sizeClass] = pointer(first).pointee
      return first
    }
    let byteCount = UInt(16) << UInt(sizeClass)
    if end - next < byteCount {
      let pages = max(16, (byteCount + pageByteCount - 1) / pageByteCount)
      let before = UInt32(Builtin.int_wasm_memory_grow_Int32(UInt32(0)._value, UInt32(pages)._value))
      if before == .max { return 0 }
      let start = UInt(before) * pageByteCount
      if start != end { next = start }
      end = start + pages * pageByteCount
    }
    next += byteCount
    return next - byteCount
  }
}

/// C's posix_memalign. It traps if there is no memory, because the Swift runtime does not check its result.
@c(posix_memalign)
public func posixMemoryAlign(_ result: UnsafeMutablePointer<UInt>, _ alignment: UInt, _ byteCount: UInt) -> Int32 {
  let alignment = max(alignment, 16)
  guard byteCount < 1 << 30, alignment <= Heap.pageByteCount else { fatalError() }
  var sizeClass = 0
  while UInt(16) << UInt(sizeClass) < byteCount + Heap.headByteCount + alignment - 16 { sizeClass += 1 }
  let start = Heap.take(sizeClass)
  if start == 0 { fatalError() }
  let block = (start + Heap.headByteCount + alignment - 1) & ~(alignment - 1)
  Heap.pointer(block - 16).pointee = start
  Heap.pointer(block - 8).pointee = UInt(sizeClass)
  result.pointee = block
  return 0
}

/// C's free.
@c(__wrap_free)
public func release(_ memory: UnsafeMutableRawPointer?) {
  guard let memory else { return }
  let block = UInt(bitPattern: memory)
  let (start, sizeClass) = (Heap.pointer(block - 16).pointee, Int(Heap.pointer(block - 8).pointee))
  Heap.pointer(start).pointee = Heap.free[sizeClass]
  Heap.free[sizeClass] = start
}

/// Fills memory with the random bytes of the browser.
@c(arc4random_buf)
public func fillWithRandomBytes(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) { page_random(memory, byteCount) }

/// C's putchar, for the messages of the Swift runtime. The page has its own.
@c(putchar)
public func write(_ character: Int32) -> Int32 { character }
