/// The memory layout of a message in GCM: its state, and, unless the key is expanded, the expanded hash key and the key
/// schedule.
struct GCMLayout {
  let kernel: AESKernel
  let rounds: Int
  let blockCount: Int
  let hashKey = 128
  let schedule: Int
  let byteCount: Int
  /// The expansion of the key, if it has one. The key must outlive the message.
  let expansion: AESExpansion?

  init(_ kernel: AESKernel, rounds: Int, blockCount: Int, _ expansion: AESExpansion?) {
    self.rounds = rounds
    self.expansion = expansion
    if expansion != nil {
      (self.kernel, self.blockCount, schedule, byteCount) = (kernel, .max, 0, hashKey)
      return
    }
    self.kernel = kernel.forMessage(blockCount: blockCount)
    self.blockCount = blockCount
    schedule = hashKey + self.kernel.hashKeyByteCount
    byteCount = schedule + self.kernel.encryptionScheduleByteCount(rounds: rounds)
  }
}
