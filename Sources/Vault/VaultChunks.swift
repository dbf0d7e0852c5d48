/// The content: chunks of up to 64 KiB, each followed by its tag. Spec: FORMAT.md, section 4.
struct VaultChunks {
  static let contentByteCount = 1 << 16
  static let tagByteCount = 32
  static let chunkByteCount = contentByteCount + tagByteCount

  private var cipher: AES.CTR.Cipher
  private let authentication: SymmetricKey

  init(_ keys: VaultKeys) {
    do {
      let start = try AES.CTR.Nonce(nonceBytes: repeatElement(0, count: 16))
      cipher = try AES.CTR.Cipher(using: keys.encryption, nonce: start)
    } catch {
      preconditionFailure("a key of 32 bytes and a nonce of 16 fit AES: \(error)")
    }
    authentication = keys.authentication
  }

  /// The length of the chunks of `count` bytes of content; empty content is one empty chunk.
  static func byteCount(sealing count: Int) -> Int {
    count + chunkCount(count) * tagByteCount
  }

  static func chunkCount(_ contentByteCount: Int) -> Int {
    max(1, (contentByteCount + Self.contentByteCount - 1) / Self.contentByteCount)
  }

  /// The length of the content in chunks of `byteCount` bytes together.
  static func contentByteCount(ofChunks byteCount: Int) -> Int {
    byteCount - (byteCount + chunkByteCount - 1) / chunkByteCount * tagByteCount
  }

  /// Refuses lengths that no content has.
  static func check(byteCount: Int) throws(VaultError) {
    let last = byteCount % chunkByteCount
    guard byteCount >= tagByteCount, last == 0 || last > tagByteCount || byteCount == tagByteCount else {
      throw .truncated
    }
  }
}

extension VaultChunks {
  /// Appends the chunks of the whole content.
  mutating func seal(_ content: UnsafeRawBufferPointer, appendingTo vault: inout [UInt8]) {
    var keyed = HMAC<SHA256>(key: authentication)
    defer { wipe(&keyed) }
    let chunkCount = Self.chunkCount(content.count)
    var index = 0
    while index < chunkCount {
      let group = index..<min(index + SHA256.laneCapacity, chunkCount)
      let place = vault.count
      for index in group {
        let start = index * Self.contentByteCount
        let end = min(start + Self.contentByteCount, content.count)
        unsafe vault.append(contentsOf: content[start..<end])
        unsafe vault.withUnsafeMutableBytes { vault in
          let chunk = unsafe vault[(vault.count - (end - start))...]
          unsafe process(UnsafeMutableRawBufferPointer(rebasing: chunk), at: start)
        }
        vault.append(contentsOf: repeatElement(0, count: Self.tagByteCount))
      }
      unsafe vault.withUnsafeMutableBytes { vault in
        let chunks = unsafe UnsafeMutableRawBufferPointer(rebasing: vault[place...])
        let tags = unsafe Self.tags(
          UnsafeRawBufferPointer(chunks), from: group.lowerBound, endsVault: group.upperBound == chunkCount, keyed)
        for (number, tag) in tags.enumerated() {
          let end = min((number + 1) * Self.chunkByteCount, chunks.count)
          let place = unsafe UnsafeMutableRawBufferPointer(rebasing: chunks[(end - Self.tagByteCount)..<end])
          unsafe tag.withUnsafeBytes { unsafe place.copyMemory(from: $0) }
        }
      }
      index = group.upperBound
    }
  }

  /// The content of all chunks, each authenticated before it is decrypted.
  mutating func open(_ chunks: UnsafeRawBufferPointer) throws(VaultError) -> [UInt8] {
    var keyed = HMAC<SHA256>(key: authentication)
    defer { wipe(&keyed) }
    var content: [UInt8] = []
    content.reserveCapacity(Self.contentByteCount(ofChunks: chunks.count))
    let groupByteCount = SHA256.laneCapacity * Self.chunkByteCount
    for start in stride(from: 0, to: chunks.count, by: groupByteCount) {
      let end = min(start + groupByteCount, chunks.count)
      let group = unsafe UnsafeRawBufferPointer(rebasing: chunks[start..<end])
      do {
        try unsafe open(group, from: start / Self.chunkByteCount, endsVault: end == chunks.count, keyed, into: &content)
      } catch {
        wipe(&content)
        throw error
      }
    }
    return content
  }

  /// Appends the content of up to `SHA256.laneCapacity` chunks.
  private mutating func open(
    _ chunks: UnsafeRawBufferPointer, from first: Int, endsVault: Bool, _ keyed: HMAC<SHA256>,
    into content: inout [UInt8]
  ) throws(VaultError) {
    let tags = unsafe Self.tags(chunks, from: first, endsVault: endsVault, keyed)
    for (number, expected) in tags.enumerated() {
      let start = number * Self.chunkByteCount
      let end = min(start + Self.chunkByteCount, chunks.count)
      let ciphertext = unsafe UnsafeRawBufferPointer(rebasing: chunks[start..<end - Self.tagByteCount])
      let tag = unsafe UnsafeRawBufferPointer(rebasing: chunks[end - Self.tagByteCount..<end])
      guard unsafe expected == tag else {
        // An authentic chunk that is not the last, where the vault ends: the rest was cut off.
        if endsVault && end == chunks.count {
          var function = keyed
          defer { wipe(&function) }
          unsafe function.update(bufferPointer: ciphertext)
          if unsafe Self.tag(function, index: first + number, isLast: false) == tag { throw .truncated }
        }
        throw .damaged(chunk: first + number)
      }
      let place = content.count
      unsafe content.append(contentsOf: ciphertext)
      unsafe content.withUnsafeMutableBytes { content in
        unsafe process(UnsafeMutableRawBufferPointer(rebasing: content[place...]), at: place)
      }
    }
  }

  /// Encrypts or decrypts part of the content where it is.
  private mutating func process(_ bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
    cipher.seek(to: UInt64(offset))
    do {
      try unsafe cipher.update(inPlace: bytes)
    } catch {
      preconditionFailure("content in memory is shorter than a keystream: \(error)")
    }
  }

  /// The tags of up to `SHA256.laneCapacity` chunks, whole ones side by side in the lanes of the hash.
  private static func tags(
    _ chunks: UnsafeRawBufferPointer, from first: Int, endsVault: Bool, _ keyed: HMAC<SHA256>
  ) -> [HashedAuthenticationCode<SHA256>] {
    let chunkCount = (chunks.count + chunkByteCount - 1) / chunkByteCount
    let wholeCount = chunks.count / chunkByteCount
    var functions = Array(repeating: keyed, count: chunkCount)
    defer { for index in functions.indices { wipe(&functions[index]) } }
    if wholeCount > 0 {
      // SAFETY: `wholeCount` chunks of `chunkByteCount` bytes lie in the buffer.
      let starts = unsafe (0..<wholeCount).map { unsafe chunks.baseAddress! + $0 * chunkByteCount }
      var whole = Array(functions[..<wholeCount])
      unsafe starts.withUnsafeBufferPointer {
        unsafe HMAC.update(&whole, messages: $0, byteCount: contentByteCount)
      }
      functions.replaceSubrange(..<wholeCount, with: whole)
      for index in whole.indices { wipe(&whole[index]) }
    }
    if wholeCount < chunkCount {
      let rest = unsafe chunks[(wholeCount * chunkByteCount)..<(chunks.count - tagByteCount)]
      unsafe functions[wholeCount].update(bufferPointer: UnsafeRawBufferPointer(rebasing: rest))
    }
    return functions.enumerated().map { number, function in
      tag(function, index: first + number, isLast: endsVault && number == chunkCount - 1)
    }
  }

  /// HMAC-SHA-256 over ciphertext ‖ index (8 bytes, big-endian) ‖ 1 for the last chunk, else 0; `function` has had the
  /// ciphertext.
  private static func tag(
    _ function: HMAC<SHA256>, index: Int, isLast: Bool
  ) -> HashedAuthenticationCode<SHA256> {
    var function = function
    defer { wipe(&function) }
    unsafe withUnsafeBytes(of: UInt64(index).bigEndian) { unsafe function.update(bufferPointer: $0) }
    unsafe withUnsafeBytes(of: isLast ? 1 : 0 as UInt8) { unsafe function.update(bufferPointer: $0) }
    return function.finalize()
  }
}
