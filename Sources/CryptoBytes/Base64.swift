/// Base 64 for URLs, without padding: the digits of JSON Web Tokens. Spec: RFC 4648, section 5; RFC 7515, section 2.
///
/// No branch and no address depends on a byte or on a digit, so keys may be encoded and decoded.
///
/// *Not* protected: neither the text nor the decoded bytes are overwritten when their lifetime ends.
public enum Base64URL {
  /// Four digits for each three bytes, and two or three for the last one or two.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var digits = unsafe bytes.withBytes { unsafe Base64.unpaddedURL.digits($0) }
    defer { wipe(&digits) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bytes of digits, or nil for any other text: each sequence of bytes has one text, so padding, white space, and
  /// bits other than zero after the last byte are refused. Only then does the time depend on the digits.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var text = String(text)
    return text.withUTF8 { unsafe Base64.unpaddedURL.decode(UnsafeRawBufferPointer($0)) }
  }
}

/// Base 64 in credentials and in the formats of other programs. Each sequence of bytes has only one text, except that a
/// plus may replace a dot. No branch or index depends on a digit.
/// Spec: RFC 4648, sections 4 and 5.
package struct Base64: Sendable {
  /// The order of the digits, or the characters for 62 and 63.
  fileprivate enum Alphabet {
    /// A plus and a slash.
    case standard
    /// A dot and a slash. A plus is decoded as a dot.
    case dotted
    /// A hyphen and an underscore.
    case url
    /// The order of crypt(3): a dot and a slash, the digits, the capitals, the small letters.
    case crypt

    /// The character for 62.
    var digit62: UInt8 { self == .url ? UInt8(ascii: "-") : self == .dotted ? UInt8(ascii: ".") : UInt8(ascii: "+") }
    /// The character for 63.
    var digit63: UInt8 { self == .url ? UInt8(ascii: "_") : UInt8(ascii: "/") }
    /// The character for 0.
    var digit0: Unicode.Scalar { self == .crypt ? "." : "A" }
  }

  /// Without padding, as in PHC strings.
  package static let unpadded = Base64(.standard, isPadded: false)
  /// Without padding, and with a dot for 62, as in passlib and OpenLDAP. Like passlib, it also decodes a plus.
  package static let dotted = Base64(.dotted, isPadded: false)
  /// With padding, as in Django and hashcat.
  package static let padded = Base64(.standard, isPadded: true)
  /// In the alphabet for URLs, without padding, as in kanidm and JSON Web Encryption.
  package static let unpaddedURL = Base64(.url, isPadded: false)
  /// In the alphabet for URLs, with padding, as in passlib's cta_pbkdf2_sha1 and in Fernet.
  package static let paddedURL = Base64(.url, isPadded: true)
  /// In the order of crypt(3), as in Cisco's type 8.
  package static let crypt = Base64(.crypt, isPadded: false)

  private let alphabet: Alphabet
  private let isPadded: Bool

  private init(_ alphabet: Alphabet, isPadded: Bool) {
    self.alphabet = alphabet
    self.isPadded = isPadded
  }

  /// Encodes bytes.
  package func encode(_ bytes: [UInt8]) -> String { String(decoding: digits(bytes[...]), as: UTF8.self) }

  /// The digits of bytes, with their padding.
  package func digits(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    unsafe bytes.withUnsafeBytes { unsafe digits($0) }
  }

  fileprivate func digits(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let digitCount = (8 * bytes.count + 5) / 6
    let count = isPadded ? (digitCount + 3) / 4 * 4 : digitCount
    return unsafe [UInt8](byteCount: count) { output in
      for group in 0..<(bytes.count + 5) / 6 {
        // SAFETY: bytes that are not there are not copied, and there are `digitCount` digits.
        let word = unsafe Base64Word(bytes, at: 6 * group, count: 6) &>> 16
        unsafe word.spread.digits(alphabet).store(to: output + 8 * group, count: min(8, digitCount - 8 * group))
      }
      for place in digitCount..<count {
        unsafe output.storeBytes(of: UInt8(ascii: "="), toByteOffset: place, as: UInt8.self)
      }
    }
  }

  /// Decodes digits. The result is nil when there are other characters, or the bits after the last byte are not zero.
  package func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var digits = text
    if isPadded {
      guard digits.count % 4 == 0 else { return nil }
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    return unsafe digits.withUnsafeBytes { unsafe decode($0) }
  }

  /// Decodes digits without padding.
  fileprivate func decode(_ digits: UnsafeRawBufferPointer) -> [UInt8]? {
    guard digits.count % 4 != 1 else { return nil }
    var (invalid, excess): (UInt64, UInt64) = (0, 0)
    let bytes = unsafe [UInt8](byteCount: digits.count * 3 / 4) { output in
      for group in 0..<(digits.count + 7) / 8 {
        // SAFETY: digits that are not there are not copied, and there are three bytes for each four of them.
        let count = min(8, digits.count - 8 * group)
        let values = unsafe Base64Word(digits, at: 8 * group, count: 8, rest: alphabet.digit0).values(alphabet)
        let bits = values.word.joined &<< 16
        invalid |= values.invalid
        excess |= bits &<< UInt64(count * 3 / 4 * 8)
        unsafe bits.store(to: output + 6 * group, count: count * 3 / 4)
      }
    }
    return invalid == 0 && excess == 0 ? bytes : nil
  }

  /// Decodes groups of eight digits of the standard alphabet, up to the first group that has another character or is
  /// incomplete. Each group gives six bytes.
  ///
  /// - Returns: the number of decoded digits.
  package static func decodeEights(_ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer) -> Int {
    var (read, written) = (0, 0)
    while text.count - read >= 8 {
      // SAFETY: there are eight more characters, and the output has room for their six bytes.
      let digits = unsafe UInt64(bigEndian: text.loadUnaligned(fromByteOffset: read, as: UInt64.self))
      let values = digits.values(.standard)
      guard values.invalid == 0 else { break }
      let bits = values.word.joined
      let (first, last) = (UInt32(truncatingIfNeeded: bits &>> 16), UInt16(truncatingIfNeeded: bits))
      unsafe output.storeBytes(of: first.bigEndian, toByteOffset: written, as: UInt32.self)
      unsafe output.storeBytes(of: last.bigEndian, toByteOffset: written + 4, as: UInt16.self)
      read += 8
      written += 6
    }
    return read
  }
}

/// Eight digits or eight values below 64, the first in the highest byte. No computation carries from one byte into
/// another.
private typealias Base64Word = UInt64

extension Base64Word {
  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// A byte in all eight places.
  @inline(__always)
  private static func all(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// Up to `count` bytes from `start` on, the first in the highest byte. The bytes after them are `rest`.
  @inline(__always)
  fileprivate init(_ bytes: UnsafeRawBufferPointer, at start: Int, count: Int, rest: Unicode.Scalar = "\0") {
    self = 0
    for place in start..<start + 8 {
      let isThere = place < Swift.min(start + count, bytes.count)
      self = unsafe self &<< 8 | UInt64(isThere ? bytes[place] : UInt8(ascii: rest))
    }
  }

  /// Stores the first `count` bytes.
  @inline(__always)
  fileprivate func store(to output: UnsafeMutableRawPointer, count: Int) {
    for place in 0..<count {
      let byte = UInt8(truncatingIfNeeded: self &>> UInt64(56 - 8 * place))
      unsafe output.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
    }
  }

  /// The highest bit of each byte states whether the byte, without that bit, is at least `least`, which is 1 to 127.
  /// The other bits are undefined.
  @inline(__always)
  private func isAtLeast(_ least: UInt8) -> UInt64 { (self | Self.highBits) &- Self.all(least) }

  /// `number` in each byte whose highest bit is set.
  @inline(__always)
  private func times(_ number: UInt8) -> UInt64 { ((self &>> 7) & Self.all(1)) &* UInt64(number) }

  /// The highest bit of each byte states whether the byte, without that bit, is the character. The other bits are
  /// undefined.
  @inline(__always)
  private func isEqual(_ character: UInt8) -> UInt64 { isAtLeast(character) ^ isAtLeast(character + 1) }

  /// The values of eight digits, and a bit for each byte that is not a digit. If any such bit is set, the values are
  /// invalid.
  @inline(__always)
  fileprivate func values(_ alphabet: Base64.Alphabet) -> (word: UInt64, invalid: UInt64) {
    let colon = isAtLeast(0x3a)
    let (upper, afterUpper, lower, afterLower) = (isAtLeast(0x41), isAtLeast(0x5b), isAtLeast(0x61), isAtLeast(0x7b))
    // Each of these sets of bytes contains the next, so the exclusive or of two of them is the range between.
    let fromColon = colon ^ upper ^ afterUpper ^ lower ^ afterLower
    if alphabet == .crypt {
      let word = self &- Self.all(0x2e) &- upper.times(7) &- lower.times(6)
      return (word, (~(isAtLeast(0x2e) ^ fromColon) | self) & Self.highBits)
    }
    let (digit62, digit63) = (alphabet.digit62, alphabet.digit63)
    let is63 = isEqual(digit63)
    let plus = alphabet == .url ? 0 : isEqual(UInt8(ascii: "+"))
    let other62 = alphabet == .standard ? 0 : isEqual(digit62)
    let valid = isAtLeast(0x30) ^ fromColon ^ plus ^ other62 ^ is63
    let alphanumeric = self &+ Self.all(4) &- upper.times(69) &- lower.times(6)
    // An underscore is at least a capital, so 69 was subtracted from it above.
    let to63 = is63.times(alphabet == .url ? 128 - digit63 : 59 - digit63)
    let word = alphanumeric &+ plus.times(15) &+ other62.times(58 &- digit62) &+ to63
    return (word, (~valid | self) & Self.highBits)
  }

  /// The digits of eight values.
  @inline(__always)
  fileprivate func digits(_ alphabet: Base64.Alphabet) -> UInt64 {
    if alphabet == .crypt { return self &+ Self.all(0x2e) &+ isAtLeast(12).times(7) &+ isAtLeast(38).times(6) }
    let (is62, is63) = (isEqual(62), isAtLeast(63))
    let letters = self &+ Self.all(0x41) &+ isAtLeast(26).times(6) &- isAtLeast(52).times(75)
    // 62 and 63 are now 0x3a and 0x3b.
    return letters &- is62.times(0x3a) &- is63.times(0x3b) &+ is62.times(alphabet.digit62)
      &+ is63.times(alphabet.digit63)
  }

  /// The 48 bits of eight values.
  @inline(__always)
  fileprivate var joined: UInt64 {
    let twos = (self & 0x3f00_3f00_3f00_3f00) &>> 2 | self & 0x003f_003f_003f_003f
    let fours = (twos & 0x0fff_0000_0fff_0000) &>> 4 | twos & 0x0000_0fff_0000_0fff
    return (fours & 0x00ff_ffff_0000_0000) &>> 8 | fours & 0x0000_0000_00ff_ffff
  }

  /// The eight values of 48 bits.
  @inline(__always)
  fileprivate var spread: UInt64 {
    let fours = (self &<< 8) & 0x00ff_ffff_0000_0000 | self & 0x0000_0000_00ff_ffff
    let twos = (fours &<< 4) & 0x0fff_0000_0fff_0000 | fours & 0x0000_0fff_0000_0fff
    return (twos &<< 2) & 0x3f00_3f00_3f00_3f00 | twos & 0x003f_003f_003f_003f
  }
}
