/// CTR with a checksum: the difference of the checksums follows from the difference of the texts.
@Sendable func ctrChecksum(_ ask: Ask) -> String {
  let (token, offset) = (givenBytes("token", ask), Int(given("offset", ask))!)
  let length = token.count - 4
  let change = xor("user".utf8, "root".utf8)
  let difference = zeros(offset) + change + zeros(length - offset - change.count)
  return hex(xor(token, difference + bigEndian(crc32(difference) ^ crc32(zeros(length)))))
}

/// The checksum of PNG. Spec: W3C PNG (Third Edition), section 5.5 and annex D.
private func crc32(_ bytes: [UInt8]) -> UInt32 {
  var checksum = UInt32.max
  for byte in bytes {
    checksum ^= UInt32(byte)
    for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 0 ? 0 : 0xedb8_8320) }
  }
  return ~checksum
}

/// Two-time pad: a search through the words of the list. The message that is known less far gets the next word.
@Sendable func twoTimePad(_ ask: Ask) -> String {
  let sum = xor(givenBytes("first", ask), givenBytes("second", ask))
  let words = given("words", ask).split(separator: " ").map { Array($0.utf8) + [UInt8(ascii: " ")] }
  return twoTimePads(sum, words).first ?? ""
}

/// Every pair of messages of these words with this sum. Each word ends with a space.
func twoTimePads(_ sum: [UInt8], _ words: [[UInt8]]) -> [String] {
  var found: [String] = []
  func search(_ one: [UInt8], _ other: [UInt8]) {
    let (less, more) = one.count < other.count ? (one, other) : (other, one)
    if less.count == sum.count + 1 { return found.append("\(text(less.dropLast())) / \(text(more.dropLast()))") }
    for word in words where less.count + word.count <= sum.count + 1 {
      let shown = xor(word, sum[less.count...])  // of the other message
      if zip(shown, more[less.count...]).allSatisfy({ $0 == $1 }) { search(less + word, more) }
    }
  }
  search([], [])
  return found
}

/// Keystream with seek: zeros over the whole document give the keystream.
@Sendable func keystreamSeek(_ ask: Ask) -> String {
  let ciphertext = givenBytes("ciphertext", ask)
  return text(xor(ciphertext, bytes(ask("edit 0 \(hex(zeros(ciphertext.count)))").text)))
}
