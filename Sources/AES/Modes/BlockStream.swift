extension AES {
  /// Encrypts a message that comes in pieces of any length.
  ///
  /// Made by `AES.ECB.Encryptor(using:padding:)` and `AES.CBC.Encryptor(using:iv:padding:)`, so `Mode` is ``ECB`` or
  /// ``CBC``. A copy continues on its own.
  public struct BlockEncryptor<Mode>: Sendable {
    private var state: BlockModeState
    private let padding: Padding
    private var block = SIMD16<UInt8>()
    private var filled = 0
    private var byteCount = 0
    private var isFinished = false

    init(_ state: BlockModeState, padding: Padding) {
      self.state = state
      self.padding = padding
    }

    /// The ciphertext of all blocks that this piece of the message completes. After `finalize()` it traps.
    @inlinable
    public mutating func update(_ plaintext: some Sequence<UInt8>) -> [UInt8] {
      unsafe plaintext.withBytes { unsafe update(bytes: $0) }
    }

    @usableFromInline
    mutating func update(bytes input: UnsafeRawBufferPointer) -> [UInt8] {
      precondition(!isFinished, "update() after finalize()")
      byteCount &+= input.count
      return unsafe processBlocks(of: input, block: &block, filled: &filled, keepingLast: false) {
        unsafe state.encrypt(from: $0, to: $1, blockCount: $2)
      }
    }

    /// Encrypts the next piece of the message where it is: whole blocks, on the border of a block.
    ///
    /// - Throws: ``AESError/unalignedInput(byteCount:)`` when the message so far, or this piece, is not a multiple of
    ///   16 bytes; nothing is changed then.
    public mutating func update(inPlace data: UnsafeMutableRawBufferPointer) throws(AESError) {
      precondition(!isFinished, "update() after finalize()")
      if (filled | data.count) & 15 > 0 { throw .unalignedInput(byteCount: byteCount + data.count) }
      guard let start = data.baseAddress, data.count > 0 else { return }
      byteCount &+= data.count
      unsafe state.encrypt(from: start, to: start, blockCount: data.count / 16)
    }

    /// The last block of ciphertext, if there is one. A second call traps.
    ///
    /// - Throws: ``AESError/unalignedInput(byteCount:)`` without padding when the message is not a multiple of 16 bytes.
    public mutating func finalize() throws(AESError) -> [UInt8] {
      precondition(!isFinished, "finalize() after finalize()")
      isFinished = true
      defer {
        wipe(&block)
        wipeStack()
      }
      if filled > 0 && padding == .none { throw .unalignedInput(byteCount: byteCount) }
      guard filled > 0 || padding.alwaysAdds else { return [] }
      padding.fill(&block, from: filled)
      return try unsafe withUnsafeBytes(of: block) { block throws(AESError) in
        try unsafe state.encrypt(block, padding: .none)
      }
    }
  }

  /// Decrypts a message that comes in pieces of any length.
  ///
  /// Made by `AES.ECB.Decryptor(using:padding:)` and `AES.CBC.Decryptor(using:iv:padding:)`, so `Mode` is ``ECB`` or
  /// ``CBC``. What it returns is *not* authenticated. A copy continues on its own.
  public struct BlockDecryptor<Mode>: Sendable {
    private var state: BlockModeState
    private let padding: Padding
    private var block = SIMD16<UInt8>()
    private var filled = 0
    private var byteCount = 0
    private var isFinished = false

    init(_ state: BlockModeState, padding: Padding) {
      self.state = state
      self.padding = padding
    }

    /// The plaintext of all blocks that this piece of the ciphertext completes, but for the last one where it may hold
    /// padding. After `finalize()` it traps.
    @inlinable
    public mutating func update(_ ciphertext: some Sequence<UInt8>) -> [UInt8] {
      unsafe ciphertext.withBytes { unsafe update(bytes: $0) }
    }

    @usableFromInline
    mutating func update(bytes input: UnsafeRawBufferPointer) -> [UInt8] {
      precondition(!isFinished, "update() after finalize()")
      byteCount &+= input.count
      return unsafe processBlocks(of: input, block: &block, filled: &filled, keepingLast: padding != .none) {
        unsafe state.decrypt(from: $0, to: $1, blockCount: $2)
      }
    }

    /// Decrypts the next piece of the ciphertext where it is: whole blocks, on the border of a block, of a message
    /// without padding; with another padding it traps, as the last block has to be held back.
    ///
    /// - Throws: ``AESError/unalignedInput(byteCount:)`` when the ciphertext so far, or this piece, is not a multiple of
    ///   16 bytes; nothing is changed then.
    public mutating func update(inPlace data: UnsafeMutableRawBufferPointer) throws(AESError) {
      precondition(!isFinished, "update() after finalize()")
      precondition(padding == .none, "update(inPlace:) of a message with padding")
      if (filled | data.count) & 15 > 0 { throw .unalignedInput(byteCount: byteCount + data.count) }
      guard let start = data.baseAddress, data.count > 0 else { return }
      byteCount &+= data.count
      unsafe state.decrypt(from: start, to: start, blockCount: data.count / 16)
    }

    /// The rest of the plaintext, without its padding. A second call traps.
    ///
    /// - Throws: ``AESError/unalignedInput(byteCount:)`` when the ciphertext is not a multiple of 16 bytes,
    ///   ``AESError/emptyCiphertext`` or ``AESError/invalidPadding``. To tell an attacker which of them is to decrypt for
    ///   them: authenticate first.
    public mutating func finalize() throws(AESError) -> [UInt8] {
      precondition(!isFinished, "finalize() after finalize()")
      isFinished = true
      defer { wipeStack() }
      if filled & 15 > 0 { throw .unalignedInput(byteCount: byteCount) }
      return try unsafe withUnsafeBytes(of: block) { block throws(AESError) in
        try unsafe state.decrypt(UnsafeRawBufferPointer(rebasing: block[..<filled]), padding: padding)
      }
    }
  }
}

/// Turns the whole blocks of what is buffered and of the input over to `process`, and buffers the rest; with
/// `keepingLast` a last whole block is buffered too.
private func processBlocks(
  of input: UnsafeRawBufferPointer, block: inout SIMD16<UInt8>, filled: inout Int, keepingLast: Bool,
  process: (UnsafeRawPointer, UnsafeMutableRawPointer, Int) -> Void
) -> [UInt8] {
  guard let start = input.baseAddress, input.count > 0 else { return [] }
  let total = filled + input.count
  let blockCount = (keepingLast ? total - 1 : total) / 16
  let taken = blockCount > 0 ? 16 * blockCount - filled : input.count
  let head = blockCount > 0 && filled > 0 ? 16 - filled : 0

  let output = unsafe [UInt8](byteCount: 16 * blockCount) { first in
    var output = unsafe first
    var remaining = blockCount
    if filled > 0 {
      for index in 0..<head { block[filled + index] = unsafe input[index] }
      unsafe withUnsafeBytes(of: block) { unsafe process($0.baseAddress!, output, 1) }
      unsafe output += 16
      remaining -= 1
    }
    // SAFETY: `remaining` whole blocks follow the head in the input, and fit the rest of the output.
    if remaining > 0 { unsafe process(start + head, output, remaining) }
  }

  if blockCount > 0 {
    filled = total - 16 * blockCount
    for index in 0..<filled { block[index] = unsafe input[taken + index] }
  } else {
    for index in 0..<input.count { block[filled + index] = unsafe input[index] }
    filled = total
  }
  return output
}
