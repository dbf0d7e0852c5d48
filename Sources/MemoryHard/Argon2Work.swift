import PBKDF2
import SwiftVaultMemoryBlocks

/// The three types of Argon2, which differ in how they select the blocks to read. Spec: RFC 9106, section 3.4.1.
package enum Argon2Type: Int, Sendable {
  /// By data.
  case d = 0
  /// By position alone.
  case i = 1
  /// By position in the first half of the first pass, then by data.
  case id = 2
}

/// A derivation after its inputs have been hashed.
struct Argon2Work: Sendable {
  let parameters: Argon2id
  let type: Argon2Type
  let kernel: Argon2Kernel
  /// H0. Spec: RFC 9106, section 3.2, step 1.
  let start: SymmetricKey
  let outputByteCount: Int
  let threadCount: Int

  /// The derived key.
  func key() throws(MemoryHardError) -> SymmetricKey {
    try withoutCancellation { () throws(Cancellation) in try key(nil) }.get()
  }

  /// The derived key, or ``MemoryHardError/memoryUnavailable(byteCount:)``.
  func key(_ background: BackgroundWork?) throws(Cancellation) -> Result<SymmetricKey, MemoryHardError> {
    let (lanes, laneLength) = (parameters.lanes, parameters.laneLength)
    let scratchByteCount = argon2ScratchByteCount * threadCount
    // The scratch memory comes first, so that the written bytes are a prefix of the memory.
    let memoryByteCount = scratchByteCount + 1024 * lanes * laneLength
    guard var memory = BlockMemory(byteCount: memoryByteCount, for: background) else {
      return .failure(.memoryUnavailable(byteCount: memoryByteCount))
    }
    let fill = unsafe Argon2Filling(
      work: self, blocks: memory.start + scratchByteCount, scratch: memory.start, laneLength: laneLength)
    background?.expect(parameters.stepCount(on: threadCount))
    memory.writtenByteCount = scratchByteCount + 1024 * lanes * 2
    return try wipingStack(byteCount: StackByteCount.lanes) { () throws(Cancellation) in
      fill.writeFirstBlocks()
      for pass in 0..<parameters.passes {
        for slice in 0..<4 {
          try background.checkCancellation()
          let blockCount = pass == 0 ? (slice + 1) * laneLength / 4 : laneLength
          memory.writtenByteCount = scratchByteCount + 1024 * lanes * blockCount
          Threads.perform(threadCount, for: background) { fill.fillSegments(pass, slice, thread: $0, background) }
        }
      }
      try background.checkCancellation()
      return .success(fill.key())
    }
  }
}

/// The memory of a derivation, and the operations on it.
@safe
private struct Argon2Filling: @unchecked Sendable {
  let work: Argon2Work
  // SAFETY: memory for all blocks, and scratch memory for each thread, both aligned to 64, which `Argon2Work.key` owns
  // until all threads have ended. Between two synchronisations a thread writes only blocks of its own lanes, in the
  // current slice, and reads others only of other slices.
  let blocks: UnsafeMutableRawPointer
  let scratch: UnsafeMutableRawPointer
  let laneLength: Int

  /// Spec: RFC 9106, section 3.2, steps 3 and 4.
  func writeFirstBlocks() {
    unsafe SecretMemory.onStack(byteCount: 72) { message in
      // SAFETY: H0 has 64 bytes, and the two numbers 4 each. The scratch memory has at least two blocks.
      unsafe work.start.withUnsafeBytes { unsafe message.copyMemory(from: $0.baseAddress!, byteCount: 64) }
      for lane in 0..<work.parameters.lanes {
        for index in 0..<2 {
          unsafe message.storeBytes(of: UInt32(index).littleEndian, toByteOffset: 64, as: UInt32.self)
          unsafe message.storeBytes(of: UInt32(lane).littleEndian, toByteOffset: 68, as: UInt32.self)
          unsafe Argon2Hash.write(
            to: UnsafeMutableRawBufferPointer(start: scratch, count: 1024),
            of: UnsafeRawBufferPointer(start: message, count: 72))
          let block = unsafe blocks + 1024 * (index * work.parameters.lanes + lane)
          for word in 0..<128 {
            let value = unsafe scratch.load(fromByteOffset: 8 * word, as: UInt64.self)
            unsafe block.storeBytes(of: value.littleEndian, toByteOffset: place(word), as: UInt64.self)
          }
        }
      }
    }
  }

  /// Fills the segments of a thread's lanes. Spec: RFC 9106, section 3.2, steps 5 and 6.
  func fillSegments(_ pass: Int, _ slice: Int, thread: Int, _ background: BackgroundWork?) {
    let parameters = work.parameters
    let scratch = unsafe self.scratch + argon2ScratchByteCount * thread
    wipingStack(byteCount: StackByteCount.lanes) {
      for lane in stride(from: thread, to: parameters.lanes, by: work.threadCount) {
        let segment = unsafe Argon2Segment(
          blocks, lanes: parameters.lanes, laneLength: laneLength, passes: parameters.passes,
          type: work.type.rawValue, pass: pass, slice: slice, lane: lane)
        var start = segment.start
        while start < laneLength / 4 {
          if background?.isCancelled == true { return }
          // Steps end at multiples of 1024 blocks, so that each batch of 128 addresses is computed once.
          let end = min((start / 1024 + 1) * 1024, laneLength / 4)
          unsafe work.kernel.fill(segment, from: start, to: end, scratch)
          if thread == 0 { background?.advance(by: Double(end - start)) }
          start = end
        }
      }
    }
  }

  /// Spec: RFC 9106, section 3.2, steps 7 and 8.
  func key() -> SymmetricKey {
    let lanes = work.parameters.lanes
    let last = unsafe blocks + 1024 * lanes * (laneLength - 1)
    for word in 0..<128 {
      // SAFETY: the last blocks of all lanes are the last of the memory.
      var sum: UInt64 = 0
      for lane in 0..<lanes {
        unsafe sum ^= last.load(fromByteOffset: 1024 * lane + place(word), as: UInt64.self)
      }
      unsafe scratch.storeBytes(of: sum.littleEndian, toByteOffset: 8 * word, as: UInt64.self)
    }
    return unsafe SymmetricKey(byteCount: work.outputByteCount) {
      unsafe Argon2Hash.write(to: $0, of: UnsafeRawBufferPointer(start: scratch, count: 1024))
    }
  }

  /// The byte offset of a word in a block in memory.
  private func place(_ word: Int) -> Int { 8 * argon2Place(ofWord: word, rowCount: work.kernel.rowCount) }
}
