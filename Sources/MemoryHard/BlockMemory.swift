import PBKDF2
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif canImport(ucrt)
import ucrt
#endif

/// Memory with one owner for the blocks of a derivation, contiguous and aligned to a page. The part that was written is
/// overwritten with zeros before it is freed.
@safe
struct BlockMemory: ~Copyable {
  // SAFETY: allocated in `init` and freed in `deinit`, so the memory is valid while the owner lives.
  let start: UnsafeMutableRawPointer
  /// The number of bytes from the start that have been written. The rest is not overwritten, which would take long for
  /// memory that the system has not supplied yet.
  var writtenByteCount = 0
  private let background: BackgroundWork?
  /// The part of the memory of all background work.
  private let takenByteCount: Int

  /// Allocates uninitialized memory. Background work waits until its queue has so much. Nil when the system refuses it,
  /// or promises more than it has: it would end this process, or another, once the memory is written.
  init?(byteCount: Int, for background: BackgroundWork? = nil) {
    let takenByteCount = background?.takeMemory(byteCount) ?? 0
    guard Self.isFree(byteCount), let memory = unsafe Self.allocate(byteCount) else {
      background?.leaveMemory(takenByteCount)
      return nil
    }
    unsafe start = memory
    (self.background, self.takenByteCount) = (background, takenByteCount)
  }

  deinit {
    defer { background?.leaveMemory(takenByteCount) }
    unsafe wipe(start, byteCount: writtenByteCount)
    #if hasFeature(Embedded)
    unsafe start.deallocate()
    #elseif canImport(ucrt)
    unsafe _aligned_free(start)
    #else
    unsafe free(start)
    #endif
  }

  /// Whether the machine and the container have so much. It takes 0.1 ms to find out, so small memory is not looked at.
  private static func isFree(_ byteCount: Int) -> Bool {
    #if hasFeature(Embedded)
    return true
    #else
    return byteCount < 8 << 20 || FreeMemory(countingSwap: true)?.isEnough(for: byteCount) ?? true
    #endif
  }

  /// Memory from the system's allocator; nil if it has none. Swift's own allocation would end the process.
  private static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    #if !hasFeature(Embedded) && canImport(ucrt)
    return unsafe _aligned_malloc(byteCount, 4096)
    #else
    // Larger memory is aligned for the large pages of most processors.
    let alignment = byteCount < 1 << 22 ? 4096 : 1 << 21
    var memory: UnsafeMutableRawPointer?
    // SAFETY: the alignment is a power of two and a multiple of the size of a pointer.
    guard unsafe posix_memalign(&memory, alignment, byteCount) == 0, let memory = unsafe memory else { return nil }
    #if !hasFeature(Embedded) && os(Linux)
    // Blocks are read in random order, so with small pages most reads miss the TLB: a derivation with 64 MiB takes 1.9
    // times as long on an AMD EPYC (Zen 3). Without large pages in the system, nothing changes.
    // SAFETY: the memory is the one allocated above, and its content stays what it is.
    if alignment > 4096 { unsafe _ = madvise(memory, byteCount, MADV_HUGEPAGE) }
    #endif
    return unsafe memory
    #endif
  }
}

#if hasFeature(Embedded) && !canImport(Darwin)
/// The allocator that Embedded Swift itself expects from its environment.
@_extern(c, "posix_memalign")
private func posix_memalign(
  _ memory: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: Int, _ byteCount: Int
) -> Int32
#endif
