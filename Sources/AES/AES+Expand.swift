import SwiftVaultCryptoBytes

extension AES {
  /// The same key, with its key schedule and the powers of GCM's hash key computed once.
  ///
  /// Every call of AES takes it in place of `key`, from any number of threads. Use it where many short messages are
  /// encrypted under one key:
  ///
  /// ```swift
  /// let key = try AES.expand(SymmetricKey(size: .bits256))
  /// for record in records { boxes.append(try AES.GCM.seal(record, using: key)) }
  /// ```
  ///
  /// It equals `key`. It takes 1 KiB of memory, or 3 KiB on a processor without AES instructions. Like the key, that
  /// memory is overwritten with zeros. Spec: FIPS 197, section 5.2; NIST SP 800-38D, section 6.3.
  ///
  /// - Parameter key: 16, 24 or 32 bytes.
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` for a key of another size.
  public static func expand(_ key: SymmetricKey) throws(AESError) -> SymmetricKey {
    try expand(key, kernel: .best)
  }

  /// Expands a key for the given kernel. Other kernels may expand it again for each message.
  package static func expand(_ key: SymmetricKey, kernel: AESKernel) throws(AESError) -> SymmetricKey {
    try AESExpansion.make(of: key, kernel: kernel)
  }
}

/// The expansion of a key by `AES.expand`, in the memory of the key.
@safe
struct AESExpansion {
  /// The key schedule for both directions.
  let schedule: UnsafeRawPointer
  /// GCM's expanded hash key, for calls of any number of blocks.
  private(set) var hashKey: UnsafeRawPointer
  /// The layout of the hash key, stored as a raw value, so that reading it needs no check. All kernels except the
  /// portable one have the same key schedule.
  private let layout: UInt8

  // The layout: that of the hash key, and the kernel. The place for the hash key is large enough for every kernel.
  fileprivate static var kernelStart: Int { 8 }
  private static var hashKeyStart: Int { 64 }
  private static var scheduleStart: Int { 64 + 512 }

  /// The expansion of a key; nil unless it has one with the schedule of this kernel. The key must outlive it.
  @inline(__always)
  init?(of key: borrowing SymmetricKey, for kernel: AESKernel) {
    guard let start = unsafe key.storage.expansion else { return nil }
    // SAFETY: `make` has written it in this layout.
    layout = unsafe start.load(as: UInt8.self)
    guard (layout == AESKernel.HashKeyLayout.portable.rawValue) == kernel.isPortable else { return nil }
    unsafe hashKey = start + Self.hashKeyStart
    unsafe schedule = start + Self.scheduleStart
  }

  /// The expansion of a key; nil unless it has one with the schedule and the hash key of this kernel. A layout for wide
  /// registers ends with that for narrow ones. The key must outlive it.
  @inline(__always)
  init?(of key: borrowing SymmetricKey, forGCM kernel: AESKernel) {
    self.init(of: key, for: kernel)
    let own = kernel.hashKeyLayout
    guard layout >= own.rawValue else { return nil }
    unsafe hashKey += 64 &<< Int(layout) &- own.byteCount
  }

  static func make(of key: SymmetricKey, kernel: AESKernel) throws(AESError) -> SymmetricKey {
    let rounds = try AESKeySchedule.rounds(of: key)
    precondition(kernel.hashKeyLayout.byteCount <= scheduleStart - hashKeyStart, "a hash key beyond its place")
    let storage = unsafe key.storage.expanded(byteCount: scheduleStart + kernel.scheduleByteCount(rounds: rounds)) {
      let (start, schedule) = unsafe ($0, $0 + scheduleStart)
      // SAFETY: the memory is large enough, and the key has the size that belongs to its rounds. The hash key is the
      // encryption of zeros. It is computed in the place of the layout, which is stored afterwards.
      unsafe key.withUnsafeBytes { key in
        wipingStack {
          unsafe kernel.expandKey(key.baseAddress!, rounds: rounds, into: schedule)
          unsafe kernel.serialKernel.encryptBlocks(
            UnsafeRawPointer(schedule), rounds: rounds, from: UnsafeRawPointer(start), to: start, blockCount: 1)
          unsafe kernel.expandHashKey(UnsafeRawPointer(start), into: start + hashKeyStart, blockCount: .max)
        }
      }
      unsafe wipe(start, byteCount: 16)
      unsafe start.storeBytes(of: kernel.hashKeyLayout.rawValue, as: UInt8.self)
      unsafe start.storeBytes(of: kernel, toByteOffset: kernelStart, as: AESKernel.self)
    }
    return SymmetricKey(storage: storage)
  }
}

extension AESKernel {
  /// The kernel that a key was expanded for, or the best one. For a short message, looking up the best one takes a
  /// tenth of the time.
  @inline(__always)
  static func best(for key: borrowing SymmetricKey) -> AESKernel {
    guard let start = unsafe key.storage.expansion else { return .best }
    // SAFETY: `AESExpansion.make` has written it there.
    return unsafe start.load(fromByteOffset: AESExpansion.kernelStart, as: AESKernel.self)
  }
}
