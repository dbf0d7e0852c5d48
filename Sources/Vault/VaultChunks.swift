/// The content of a vault in two sizes. A *chunk* is up to 64 KiB of content followed by its tag. A *unit* is 16
/// chunks, the size in which `VaultSealer` and `VaultOpener` process content; only the last may be shorter. The tags of
/// one unit or two are computed at a time, in parallel lanes. Spec: FORMAT.md, section 4.
///
/// Both can be sealed and opened in any order and on any thread. The caller must not seal two contents as the same
/// chunk, because they would share a keystream.
package struct VaultChunks: Sendable {
  static let chunkContentByteCount = 1 << 16
  static let tagByteCount = 32
  static let chunkByteCount = chunkContentByteCount + tagByteCount
  /// The number of chunks in a unit.
  static let chunksPerUnit = 16
  /// The size of a unit of content in bytes.
  static let unitContentByteCount = chunksPerUnit * chunkContentByteCount
  /// The size of a sealed unit in bytes.
  static let unitByteCount = chunksPerUnit * chunkByteCount
  /// The size of the slice of each chunk that is encrypted and then hashed while it is still in the core's cache.
  private static let sliceByteCount = 1 << 13
  /// The maximum size of the content in bytes, in whole chunks, for which the size of the vault is an `Int64`.
  static let maximumContentByteCount =
    (UInt64(Int64.max) - UInt64(Vault.headerByteCount)) / UInt64(chunkByteCount) * UInt64(chunkContentByteCount)

  private let cipher: AES.CTR.Cipher
  private let authentication: SymmetricKey

  init(_ keys: VaultKeys) {
    // A key of 32 bytes and a nonce of 16 fit AES.
    let start = try! AES.CTR.Nonce(data: repeatElement(0, count: 16))
    cipher = try! AES.CTR.Cipher(using: keys.encryption, nonce: start)
    authentication = keys.authentication
  }
}

extension VaultChunks {
  /// The number of chunks for `byteCount` bytes of content. Empty content has one empty chunk.
  static func count(ofContent byteCount: UInt64) -> UInt64 {
    max(1, (byteCount + UInt64(chunkContentByteCount) - 1) / UInt64(chunkContentByteCount))
  }

  /// The size in bytes of the chunks for `byteCount` bytes of content.
  static func byteCount(sealing byteCount: UInt64) -> UInt64 {
    byteCount + count(ofContent: byteCount) * UInt64(tagByteCount)
  }

  /// The size of the content in chunks of `byteCount` bytes in total. Throws `truncated` for an impossible size.
  static func contentByteCount(ofChunks byteCount: UInt64) throws(VaultError) -> UInt64 {
    let (whole, last) = byteCount.quotientAndRemainder(dividingBy: UInt64(Self.chunkByteCount))
    guard last == 0 ? whole > 0 : last > tagByteCount || (last == tagByteCount && whole == 0) else { throw .truncated }
    return byteCount - (whole + (last == 0 ? 0 : 1)) * UInt64(tagByteCount)
  }

  /// The end, in bytes, of content that starts with unit `first`. Throws `contentTooLong` beyond the maximum.
  static func end(ofContent byteCount: UInt64, from first: UInt64) throws(VaultError) -> UInt64 {
    let (start, isBeyond) = first.multipliedReportingOverflow(by: UInt64(unitContentByteCount))
    guard !isBeyond, start <= maximumContentByteCount, byteCount <= maximumContentByteCount - start else {
      throw .contentTooLong(maximum: maximumContentByteCount)
    }
    return start + byteCount
  }
}

extension VaultChunks {
  /// Seals content from chunk `first` on, on up to `cores` threads. If `work` is cancelled, some units are not sealed.
  ///
  /// `output` has room for `byteCount(sealing:)` bytes. Unless `isEnd`, the content consists of whole chunks.
  func seal(
    _ content: UnsafeRawBufferPointer, from first: UInt64, isEnd: Bool, into output: UnsafeMutableRawPointer,
    cores: Int? = 1, _ work: BackgroundWork? = nil
  ) {
    let chunkCount = Int(Self.count(ofContent: UInt64(content.count)))
    // SAFETY: units do not overlap in either buffer, and only one thread works on each.
    nonisolated(unsafe) let (content, output) = unsafe (content, output)
    Self.forEachChunkRange(of: chunkCount, cores: cores, work) { chunkRange in
      let start = chunkRange.lowerBound * Self.chunkContentByteCount
      let end = unsafe min(chunkRange.upperBound * Self.chunkContentByteCount, content.count)
      wipingStack(byteCount: StackByteCount.lanes) {
        unsafe sealUnits(
          UnsafeRawBufferPointer(rebasing: content[start..<end]), from: first + UInt64(chunkRange.lowerBound),
          isEnd: isEnd && chunkRange.upperBound == chunkCount,
          into: output + chunkRange.lowerBound * Self.chunkByteCount)
      }
    }
  }

  private func sealUnits(
    _ content: UnsafeRawBufferPointer, from first: UInt64, isEnd: Bool, into output: UnsafeMutableRawPointer
  ) {
    let byteCount = Int(Self.byteCount(sealing: UInt64(content.count)))
    let chunks = unsafe UnsafeMutableRawBufferPointer(start: output, count: byteCount)
    var cipher = cipher
    var functions = self.functions(for: byteCount)
    defer { for index in functions.indices { wipe(&functions[index]) } }
    for slice in Self.slices(of: byteCount) {
      for number in slice.chunks {
        let start = number * Self.chunkContentByteCount + slice.bytes.lowerBound
        cipher.seek(to: first * UInt64(Self.chunkContentByteCount) + UInt64(start))
        unsafe Self.process(
          &cipher, UnsafeRawBufferPointer(rebasing: content[start..<start + slice.bytes.count]),
          into: output + number * Self.chunkByteCount + slice.bytes.lowerBound)
      }
      unsafe hash(slice, of: UnsafeRawBufferPointer(chunks), &functions)
    }
    let tags = Self.tags(functions, from: first, isEnd: isEnd)
    for (number, tag) in tags.enumerated() {
      let end = min((number + 1) * Self.chunkByteCount, chunks.count)
      let place = unsafe UnsafeMutableRawBufferPointer(rebasing: chunks[end - Self.tagByteCount..<end])
      unsafe tag.withUnsafeBytes { unsafe place.copyMemory(from: $0) }
    }
  }

  /// Opens the chunks from `first` on, on up to `cores` threads. Each unit is authenticated before it is decrypted.
  /// After an error, the bytes at `output` must not be used. If `work` is cancelled, an error is thrown.
  ///
  /// `output` has room for the content. Unless `isEnd`, `chunks` consists of whole chunks. If they `mayChange`, as
  /// those of a mapped file may, each unit is copied first, so that what is decrypted is what was authenticated.
  func open(
    _ chunks: UnsafeRawBufferPointer, mayChange: Bool, from first: UInt64, isEnd: Bool,
    into output: UnsafeMutableRawPointer, cores: Int? = 1, _ work: BackgroundWork? = nil
  ) throws(VaultError) {
    let chunkCount = (chunks.count + Self.chunkByteCount - 1) / Self.chunkByteCount
    var failures = [VaultError?](repeating: nil, count: (chunkCount + Self.chunksPerUnit - 1) / Self.chunksPerUnit)
    unsafe failures.withUnsafeMutableBufferPointer { failures in
      // SAFETY: units do not overlap in any of the three buffers, and only one thread works on each.
      nonisolated(unsafe) let (chunks, output, failures) = unsafe (chunks, output, failures)
      Self.forEachChunkRange(of: chunkCount, cores: cores, work) { chunkRange in
        let start = chunkRange.lowerBound * Self.chunkByteCount
        let end = unsafe min(chunkRange.upperBound * Self.chunkByteCount, chunks.count)
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: mayChange ? end - start : 0, alignment: 64)
        defer { unsafe copy.deallocate() }
        var sealed = unsafe UnsafeRawBufferPointer(rebasing: chunks[start..<end])
        if mayChange {
          unsafe copy.copyMemory(from: sealed)
          unsafe sealed = UnsafeRawBufferPointer(copy)
        }
        do throws(VaultError) {
          try wipingStack(byteCount: StackByteCount.lanes) { () throws(VaultError) in
            try unsafe openUnits(
              sealed, from: first + UInt64(chunkRange.lowerBound), isEnd: isEnd && chunkRange.upperBound == chunkCount,
              into: output + chunkRange.lowerBound * Self.chunkContentByteCount)
          }
        } catch {
          unsafe failures[chunkRange.lowerBound / Self.chunksPerUnit] = error
        }
      }
    }
    if work?.isCancelled == true { throw .cancelled }
    if let failure = failures.lazy.compactMap({ $0 }).first { throw failure }
  }

  private func openUnits(
    _ chunks: UnsafeRawBufferPointer, from first: UInt64, isEnd: Bool, into output: UnsafeMutableRawPointer
  ) throws(VaultError) {
    var functions = self.functions(for: chunks.count)
    defer { for index in functions.indices { wipe(&functions[index]) } }
    for slice in Self.slices(of: chunks.count) { unsafe hash(slice, of: chunks, &functions) }
    var tags = Self.tags(functions, from: first, isEnd: isEnd)
    defer { unsafe tags.withUnsafeMutableBytes { unsafe wipe($0.start, byteCount: $0.count) } }
    for (number, expected) in tags.enumerated() {
      let chunk = unsafe Self.chunk(number, of: chunks)
      if unsafe expected == chunk.tag { continue }
      // The vault ends with an authentic chunk that is not the last one, so it was truncated.
      if isEnd, number == (chunks.count - 1) / Self.chunkByteCount {
        var function = unsafe hashed(chunk.ciphertext)
        defer { wipe(&function) }
        if unsafe Self.tag(function, index: first + UInt64(number), isLast: false) == chunk.tag { throw .truncated }
      }
      throw .damaged(chunk: first + UInt64(number))
    }
    var cipher = cipher
    cipher.seek(to: first * UInt64(Self.chunkContentByteCount))
    for start in stride(from: 0, to: chunks.count, by: Self.chunkByteCount) {
      let number = start / Self.chunkByteCount
      let ciphertext = unsafe Self.chunk(number, of: chunks).ciphertext
      unsafe Self.process(&cipher, ciphertext, into: output + number * Self.chunkContentByteCount)
    }
  }

  /// The two parts of a chunk.
  private static func chunk(
    _ number: Int, of chunks: UnsafeRawBufferPointer
  ) -> (ciphertext: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer) {
    let end = min((number + 1) * chunkByteCount, chunks.count)
    return unsafe (
      UnsafeRawBufferPointer(rebasing: chunks[number * chunkByteCount..<end - tagByteCount]),
      UnsafeRawBufferPointer(rebasing: chunks[end - tagByteCount..<end])
    )
  }

  private static func process(
    _ cipher: inout AES.CTR.Cipher, _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer
  ) {
    // Content is shorter than a keystream.
    try! unsafe cipher.update(input, into: output)
  }

  /// Calls `body` with the chunks 0 ..< `count`, one unit at a time, or two if there are enough for each core. They are
  /// divided among up to `cores` threads; nil stands for one thread per processor. If `work` is cancelled, it returns
  /// before all units are done.
  private static func forEachChunkRange(
    of count: Int, cores: Int?, _ work: BackgroundWork?, _ body: @escaping @Sendable (Range<Int>) -> Void
  ) {
    let cores = count <= chunksPerUnit ? 1 : cores ?? Processors.available
    let size = count / SHA256.laneCapacity < cores ? chunksPerUnit : SHA256.laneCapacity
    let partCount = (count + size - 1) / size
    let threadCount = max(1, min(cores, partCount, 256))
    Threads.perform(threadCount, for: work) { thread in
      for part in stride(from: thread, to: partCount, by: threadCount) {
        if work?.isCancelled == true { return }
        body(part * size..<min((part + 1) * size, count))
        // One thread reports progress for all, because they advance about equally.
        if thread == 0 { work?.advance(by: Vault.steps(ofContent: UInt64(threadCount * size * chunkContentByteCount))) }
      }
    }
  }
}

extension Vault {
  /// The steps of background work that `byteCount` bytes of content take; infinity if their number is unknown. A KiB
  /// takes about as long as a round of PBKDF2.
  package static func steps(ofContent byteCount: UInt64?) -> Double { byteCount.map { Double($0) / 1024 } ?? .infinity }
}

extension VaultChunks {
  /// Appends the content of chunks to `content`. After an error, `content` is unchanged.
  func append(
    _ chunks: UnsafeRawBufferPointer, mayChange: Bool, from first: UInt64, isEnd: Bool, to content: inout [UInt8],
    cores: Int?, _ work: BackgroundWork? = nil
  ) throws(VaultError) {
    let place = content.count
    let byteCount = Int(try Self.contentByteCount(ofChunks: UInt64(chunks.count)))
    content.growWiping(to: place + byteCount)
    content += repeatElement(0, count: byteCount)
    do throws(VaultError) {
      try unsafe content.withMutableBytes { content throws(VaultError) in
        try unsafe open(
          chunks, mayChange: mayChange, from: first, isEnd: isEnd, into: content.start + place, cores: cores, work)
      }
    } catch {
      unsafe content.withUnsafeMutableBytes { unsafe wipe($0.start + place, byteCount: byteCount) }
      content.removeLast(byteCount)
      throw error
    }
  }
}

extension VaultChunks {
  /// A range of ciphertext bytes that is hashed in parallel lanes, one for each whole chunk; or the whole
  /// ciphertext of a last chunk that is shorter.
  private struct Slice {
    let chunks: Range<Int>
    let bytes: Range<Int>
    let isOfWholeChunks: Bool
  }

  /// The slices of chunks of `byteCount` bytes in order, each small enough to stay in the core's cache between
  /// encryption and hashing.
  private static func slices(of byteCount: Int) -> [Slice] {
    let (wholeCount, restByteCount) = byteCount.quotientAndRemainder(dividingBy: Self.chunkByteCount)
    var slices: [Slice] = []
    if wholeCount > 0 {
      for start in stride(from: 0, to: chunkContentByteCount, by: sliceByteCount) {
        slices.append(Slice(chunks: 0..<wholeCount, bytes: start..<start + sliceByteCount, isOfWholeChunks: true))
      }
    }
    if restByteCount > 0 {
      slices.append(
        Slice(
          chunks: wholeCount..<wholeCount + 1, bytes: 0..<restByteCount - tagByteCount, isOfWholeChunks: false))
    }
    return slices
  }

  /// The HMACs of the whole chunks among `byteCount` bytes, with room for the last one.
  private func functions(for byteCount: Int) -> [HMAC<SHA256>] {
    var functions: [HMAC<SHA256>] = []
    // Reserved, because an array leaves copies behind when it grows.
    functions.reserveCapacity((byteCount + Self.chunkByteCount - 1) / Self.chunkByteCount)
    let wholeCount = byteCount / Self.chunkByteCount
    if wholeCount > 0 { functions += repeatElement(HMAC<SHA256>(key: authentication), count: wholeCount) }
    return functions
  }

  /// Adds a slice to the HMACs of its chunks.
  private func hash(_ slice: Slice, of chunks: UnsafeRawBufferPointer, _ functions: inout [HMAC<SHA256>]) {
    guard slice.isOfWholeChunks else {
      functions.append(unsafe hashed(Self.chunk(slice.chunks.lowerBound, of: chunks).ciphertext))
      return
    }
    // SAFETY: the whole chunks, of `byteCount` bytes each, lie in the buffer.
    let starts = unsafe slice.chunks.map {
      unsafe chunks.baseAddress! + $0 * Self.chunkByteCount + slice.bytes.lowerBound
    }
    unsafe starts.withUnsafeBufferPointer { unsafe HMAC.update(&functions, messages: $0, byteCount: slice.bytes.count) }
  }

  /// The tags of chunks from `first` on, from HMACs that were updated with the ciphertext.
  private static func tags(
    _ functions: [HMAC<SHA256>], from first: UInt64, isEnd: Bool
  ) -> [HashedAuthenticationCode<SHA256>] {
    functions.enumerated().map { number, function in
      tag(function, index: first + UInt64(number), isLast: isEnd && number == functions.count - 1)
    }
  }

  /// The HMAC of a chunk, updated with the ciphertext only.
  private func hashed(_ ciphertext: UnsafeRawBufferPointer) -> HMAC<SHA256> {
    var function = HMAC<SHA256>(key: authentication)
    unsafe function.update(bufferPointer: ciphertext)
    return function
  }

  /// HMAC-SHA-256 over ciphertext ‖ index (8 bytes, big-endian) ‖ 1 for the last chunk, else 0.
  private static func tag(_ hashed: HMAC<SHA256>, index: UInt64, isLast: Bool) -> HashedAuthenticationCode<SHA256> {
    var function = hashed
    defer { wipe(&function) }
    unsafe withUnsafeBytes(of: index.bigEndian) { unsafe function.update(bufferPointer: $0) }
    unsafe withUnsafeBytes(of: isLast ? 1 : 0 as UInt8) { unsafe function.update(bufferPointer: $0) }
    return function.finalize()
  }
}

extension UnsafeMutableRawBufferPointer {
  /// The base address; for an empty buffer without one, an address that is never used.
  var start: UnsafeMutableRawPointer { unsafe baseAddress ?? UnsafeMutableRawPointer(bitPattern: 1)! }
}
