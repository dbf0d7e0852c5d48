// The functions of a C library that Embedded Swift needs, for WebAssembly in a WASI host. Memory is never freed,
// because the programs run briefly. The linker uses `__wrap_free` for `free`, a name that Swift reserves.

import Builtin

@_extern(wasm, module: "wasi_snapshot_preview1", name: "random_get")
@_extern(c)
private func random_get(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) -> Int32

@_extern(wasm, module: "wasi_snapshot_preview1", name: "fd_write")
@_extern(c)
private func fd_write(
  _ file: Int32, _ pieces: UnsafeRawPointer, _ count: Int, _ written: UnsafeMutableRawPointer
) -> Int32

private let pageByteCount: UInt = 65_536
nonisolated(unsafe) private var next: UInt = 0
nonisolated(unsafe) private var end: UInt = 0

/// C's posix_memalign.
@c(posix_memalign)
public func allocate(_ result: UnsafeMutablePointer<UInt>, _ alignment: UInt, _ byteCount: UInt) -> Int32 {
  var start = (next + alignment - 1) & ~(alignment - 1)
  if next == 0 || end - start < byteCount || start > end {
    let pages = max(16, byteCount / pageByteCount + 1)
    let before = UInt32(Builtin.int_wasm_memory_grow_Int32(UInt32(0)._value, UInt32(pages)._value))
    if before == .max { return 12 }  // ENOMEM
    start = UInt(before) * pageByteCount
    end = start + pages * pageByteCount
  }
  next = start + byteCount
  result.pointee = start
  return 0
}

/// C's free, which does nothing.
@c(__wrap_free)
public func release(_ memory: UnsafeMutableRawPointer?) {}

/// The random bytes of the WASI host.
@c(arc4random_buf)
public func fillWithRandomBytes(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) {
  precondition(random_get(memory, byteCount) == 0)
}

nonisolated(unsafe) private var line: [UInt8] = []

/// C's putchar. A line is written when it ends.
@c(putchar)
public func write(_ character: Int32) -> Int32 {
  line.append(UInt8(truncatingIfNeeded: character))
  guard character == 10 else { return character }
  line.withUnsafeBytes { bytes in
    let piece = (bytes.baseAddress, bytes.count)
    var written = 0
    withUnsafeBytes(of: piece) { _ = fd_write(1, $0.baseAddress!, 1, &written) }
  }
  line.removeAll(keepingCapacity: true)
  return character
}

@_extern(c, "__main_argc_argv")
private func runMain(_ count: Int32, _ arguments: UnsafeRawPointer?) -> Int32

/// The entry point for a WASI host.
@c(_start)
public func start() { precondition(runMain(0, nil) == 0) }
