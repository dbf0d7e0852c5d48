import PBKDF2
import SwiftVaultMemoryBlocks

/// A derivation whose sizes have been compared with the limits.
struct ScryptWork: Sendable {
  let parameters: Scrypt
  let outputByteCount: Int
  let threadCount: Int
  let memoryByteCount: Int

  init(_ parameters: Scrypt, outputByteCount: Int, memoryLimit: Int, cores: Int) throws(MemoryHardError) {
    let most = Int(clamping: 32 * UInt64(UInt32.max))
    guard 1...most ~= outputByteCount else { throw .outputByteCount(outputByteCount, allowed: 1...most) }
    self.parameters = parameters
    self.outputByteCount = outputByteCount
    threadCount = max(1, min(cores, parameters.parallelization))
    memoryByteCount = parameters.memoryByteCount(threadCount: threadCount)
    guard memoryByteCount <= memoryLimit else { throw .overMemoryLimit(byteCount: memoryByteCount, limit: memoryLimit) }
  }

  /// The derived key, or ``MemoryHardError/memoryUnavailable(byteCount:)``. Spec: RFC 7914, section 6.
  func key(
    _ password: UnsafeRawBufferPointer, salt: [UInt8], _ background: BackgroundWork?
  ) throws(Cancellation) -> Result<SymmetricKey, MemoryHardError> {
    let blockByteCount = 128 * parameters.blockSize
    let inputByteCount = blockByteCount * parameters.parallelization
    guard var memory = BlockMemory(byteCount: memoryByteCount, for: background) else {
      return .failure(.memoryUnavailable(byteCount: memoryByteCount))
    }
    memory.writtenByteCount = inputByteCount + threadCount * 2 * blockByteCount
    return try wipingStack(byteCount: StackByteCount.lanes) { () throws(Cancellation) in
      var keyed = unsafe HMAC<SHA256>(keyBytes: password, startingFrom: SHA256())
      defer { wipe(&keyed) }
      let input = unsafe UnsafeMutableRawBufferPointer(start: memory.start, count: inputByteCount)
      unsafe salt.withBytes { unsafe Self.stretch(keyed, salt: $0, to: input, background) }
      let mixing = unsafe ScryptMixing(
        work: self, blocks: memory.start, scratch: memory.start + inputByteCount,
        tables: memory.start + memory.writtenByteCount)
      background?.expect(mixing.stepCount)
      if threadCount == 1 {
        memory.writtenByteCount += mixing.mix(thread: 0, background) * blockByteCount
      } else {
        memory.writtenByteCount = memoryByteCount
        Threads.perform(threadCount, for: background) { _ = mixing.mix(thread: $0, background) }
      }
      try background.checkCancellation()
      return .success(
        try unsafe SymmetricKey(byteCount: outputByteCount) { output throws(Cancellation) in
          unsafe Self.stretch(keyed, salt: UnsafeRawBufferPointer(input), to: output, background)
          try background.checkCancellation()
        })
    }
  }

  /// PBKDF2-HMAC-SHA-256 with one round. It needs no memory besides the salt and the output, and ends early when
  /// cancelled.
  /// Spec: RFC 8018, section 5.2.
  private static func stretch(
    _ keyed: HMAC<SHA256>, salt: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer,
    _ background: BackgroundWork?
  ) {
    var salted = keyed
    unsafe salted.update(bufferPointer: salt)
    defer { wipe(&salted) }
    var (number, offset) = (UInt32(1), 0)
    while offset < output.count {
      if number & 0xffff == 0 && background?.isCancelled == true { return }
      var function = salted
      function.update(data: number.bigEndianBytes)
      let count = min(32, output.count - offset)
      unsafe function.finalize().withUnsafeBytes {
        // SAFETY: `count` bytes are left of the output, and a tag has 32.
        unsafe (output.baseAddress! + offset).copyMemory(from: $0.baseAddress!, byteCount: count)
      }
      wipe(&function)
      number &+= 1
      offset += count
    }
  }
}

/// The memory of a derivation, and the operations on it.
@safe
struct ScryptMixing: @unchecked Sendable {
  let work: ScryptWork
  // SAFETY: the blocks B, and for each thread two blocks X and Y, and N blocks V, all aligned to 64, which
  // `ScryptWork.key` owns until all threads have ended. A thread uses only the blocks B of its own numbers.
  let blocks: UnsafeMutableRawPointer
  let scratch: UnsafeMutableRawPointer
  let tables: UnsafeMutableRawPointer

  /// The bytes of a block.
  private var size: Int { 128 * work.parameters.blockSize }

  /// The blocks that the first thread writes or mixes. It has at least as many numbers as any other.
  var stepCount: Double {
    let numbers = (work.parameters.parallelization - 1) / work.threadCount + 1
    return Double(numbers) * 2 * Double(work.parameters.cost)
  }

  /// scryptROMix on a thread's blocks. Returns how many blocks V have been written at least once.
  /// Spec: RFC 7914, section 6, step 2.
  func mix(thread: Int, _ background: BackgroundWork?) -> Int {
    let table = unsafe tables + thread * work.parameters.cost * size
    let x = unsafe scratch + thread * 2 * size
    var written = 0
    wipingStack(byteCount: StackByteCount.lanes) {
      for number in stride(from: thread, to: work.parameters.parallelization, by: work.threadCount) {
        if background?.isCancelled == true { return }
        let block = unsafe blocks + number * size
        unsafe copy(block, to: table)
        written = unsafe max(written, fill(table, thread, background))
        unsafe mix(x, table, thread, background)
        unsafe copy(x, to: block)
      }
    }
    return written
  }

  /// The iterations of a step, which work on about a mebibyte.
  private var step: Int { max(1, 8192 / work.parameters.blockSize) }

  /// Writes the blocks V after the first, and returns their number. Spec: RFC 7914, section 5, step 2.
  private func fill(_ table: UnsafeMutableRawPointer, _ thread: Int, _ background: BackgroundWork?) -> Int {
    var done = 0
    while done < work.parameters.cost && background?.isCancelled != true {
      let end = min(done + step, work.parameters.cost)
      unsafe ScryptPortable.fill(table, from: max(1, done), to: end, blockSize: work.parameters.blockSize)
      if thread == 0 { background?.advance(by: Double(end - done)) }
      done = end
    }
    return done
  }

  /// Mixes X, which begins as scryptBlockMix of the last block V, with blocks V. Spec: RFC 7914, section 5, step 3.
  private func mix(
    _ x: UnsafeMutableRawPointer, _ table: UnsafeRawPointer, _ thread: Int, _ background: BackgroundWork?
  ) {
    if background?.isCancelled == true { return }
    let (cost, blockSize) = (work.parameters.cost, work.parameters.blockSize)
    unsafe ScryptPortable.mixBlock(table + (cost - 1) * size, to: x, blockSize: blockSize)
    var done = 0
    while done < cost / 2 && background?.isCancelled != true {
      let end = min(done + step, cost / 2)
      unsafe ScryptPortable.mix(x, x + size, table, cost: cost, blockSize: blockSize, count: end - done)
      if thread == 0 { background?.advance(by: Double(2 * (end - done))) }
      done = end
    }
  }

  /// Copies a block: its little-endian words become numbers of the processor, or the reverse.
  func copy(_ block: UnsafeRawPointer, to result: UnsafeMutableRawPointer) {
    for offset in stride(from: 0, to: size, by: 4) {
      // SAFETY: both have `size` bytes, a multiple of 4.
      let word = unsafe block.load(fromByteOffset: offset, as: UInt32.self)
      unsafe result.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt32.self)
    }
  }
}
