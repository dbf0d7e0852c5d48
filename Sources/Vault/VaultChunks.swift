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
    for index in 0..<Self.chunkCount(content.count) {
      let start = index * Self.contentByteCount
      let end = min(start + Self.contentByteCount, content.count)
      let place = vault.count
      unsafe vault.append(contentsOf: content[start..<end])
      unsafe vault.withUnsafeMutableBytes { vault in
        unsafe process(UnsafeMutableRawBufferPointer(rebasing: vault[place...]), at: start)
      }
      let tag = unsafe vault.withUnsafeBytes { vault in
        unsafe Self.tag(
          UnsafeRawBufferPointer(rebasing: vault[place...]), index: index, isLast: end == content.count, keyed)
      }
      vault.append(contentsOf: tag)
    }
  }

  /// The content of all chunks, each authenticated before it is decrypted.
  mutating func open(_ chunks: UnsafeRawBufferPointer) throws(VaultError) -> [UInt8] {
    var keyed = HMAC<SHA256>(key: authentication)
    defer { wipe(&keyed) }
    var content: [UInt8] = []
    content.reserveCapacity(Self.contentByteCount(ofChunks: chunks.count))
    var index = 0
    for start in stride(from: 0, to: chunks.count, by: Self.chunkByteCount) {
      let end = min(start + Self.chunkByteCount, chunks.count)
      let ciphertext = unsafe UnsafeRawBufferPointer(rebasing: chunks[start..<end - Self.tagByteCount])
      let tag = unsafe UnsafeRawBufferPointer(rebasing: chunks[end - Self.tagByteCount..<end])
      let isLast = end == chunks.count
      guard unsafe Self.tag(ciphertext, index: index, isLast: isLast, keyed) == tag else {
        wipe(&content)
        // An authentic chunk that is not the last, where the vault ends: the rest was cut off.
        if unsafe isLast && Self.tag(ciphertext, index: index, isLast: false, keyed) == tag { throw .truncated }
        throw .damaged(chunk: index)
      }
      let place = content.count
      unsafe content.append(contentsOf: ciphertext)
      unsafe content.withUnsafeMutableBytes { content in
        unsafe process(UnsafeMutableRawBufferPointer(rebasing: content[place...]), at: place)
      }
      index += 1
    }
    return content
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

  /// HMAC-SHA-256 over ciphertext ‖ index (8 bytes, big-endian) ‖ 1 for the last chunk, else 0.
  private static func tag(
    _ ciphertext: UnsafeRawBufferPointer, index: Int, isLast: Bool, _ keyed: HMAC<SHA256>
  ) -> HashedAuthenticationCode<SHA256> {
    var function = keyed
    defer { wipe(&function) }
    unsafe function.update(bufferPointer: ciphertext)
    unsafe withUnsafeBytes(of: UInt64(index).bigEndian) { unsafe function.update(bufferPointer: $0) }
    unsafe withUnsafeBytes(of: isLast ? 1 : 0 as UInt8) { unsafe function.update(bufferPointer: $0) }
    return function.finalize()
  }
}
