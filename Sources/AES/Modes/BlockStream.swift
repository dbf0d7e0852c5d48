extension AES {
  /// Encrypts a message in pieces of any length.
  ///
  /// Create one with `AES.ECB.Encryptor(using:padding:)` or `AES.CBC.Encryptor(using:iv:padding:)`: `Mode` is ``ECB``
  /// or ``CBC``. A copy continues independently.
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

    /// Encrypts the next piece of the message, and returns the blocks that it completes. Traps after `finalize()`.
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

    /// Encrypts the next piece of the message in place. Traps after `finalize()`.
    ///
    /// - Throws: ``AESError/unalignedInput(byteCount:)`` when the message so far, or this piece, is not a multiple of
    ///   16 bytes. Nothing is then changed.
    public mutating func update(inPlace data: UnsafeMutableRawBufferPointer) throws(AESError) {
      precondition(!isFinished, "update() after finalize()")
      if (filled | data.count) & 15 > 0 { throw .unalignedInput(byteCount: byteCount + data.count) }
      guard let start = data.baseAddress, data.count > 0 else { return }
      byteCount &+= data.count
      unsafe state.encrypt(from: start, to: start, blockCount: data.count / 16)
    }

    /// Returns the last block of ciphertext, or nothing when there is none. Traps when called again.
    ///
    /// - Throws: ``AESError/unalignedInput(byteCount:)`` without padding when the message is not a multiple of 16
    ///   bytes.
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

  /// Decrypts a message in pieces of any length. The plaintext is *not* authenticated.
  ///
  /// Create one with `AES.ECB.Decryptor(using:padding:)` or `AES.CBC.Decryptor(using:iv:padding:)`: `Mode` is ``ECB``
  /// or ``CBC``. A copy continues independently.
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

    /// Decrypts the next piece of the ciphertext, and returns the blocks that it completes. With padding, the last
    /// complete block is held back, because it may hold the padding. Traps after `finalize()`.
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

    /// Decrypts the next piece of a ciphertext without padding in place. Traps with padding, because the last block
    /// would have to be held back, and after `finalize()`.
    ///
    /// - Throws: ``AESError/unalignedInput(byteCount:)`` when the ciphertext so far, or this piece, is not a multiple
    ///   of 16 bytes. Nothing is then changed.
    public mutating func update(inPlace data: UnsafeMutableRawBufferPointer) throws(AESError) {
      precondition(!isFinished, "update() after finalize()")
      precondition(padding == .none, "update(inPlace:) of a message with padding")
      if (filled | data.count) & 15 > 0 { throw .unalignedInput(byteCount: byteCount + data.count) }
      guard let start = data.baseAddress, data.count > 0 else { return }
      byteCount &+= data.count
      unsafe state.decrypt(from: start, to: start, blockCount: data.count / 16)
    }

    /// Returns the rest of the plaintext, without its padding. Traps when called again.
    ///
    /// - Throws: ``AESError/unalignedInput(byteCount:)`` when the ciphertext is not a multiple of 16 bytes,
    ///   ``AESError/emptyCiphertext`` or ``AESError/invalidPadding``. An attacker who learns which of them occurred can
    ///   decrypt messages: authenticate first.
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

/// Passes the whole blocks of the buffered bytes and the input to `process`, and buffers the rest. With `keepingLast`,
/// the last block is also buffered when it is whole.
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
    // SAFETY: `remaining` whole blocks follow the head in the input, and fit in the rest of the output.
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
