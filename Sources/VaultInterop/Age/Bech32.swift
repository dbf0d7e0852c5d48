import Vault

/// Bech32 without a limit on its length, as age uses it. No branch and no address depends on a digit of the data.
/// Spec: BIP 173; C2SP age: conventions.
enum Bech32 {
  /// The digits in the order of their values.
  private static let digits = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
  private static let checksumCount = 6

  /// The size in characters of the text of data.
  static func characterCount(prefix: [UInt8], byteCount: Int) -> Int {
    prefix.count + 1 + (8 * byteCount + 4) / 5 + checksumCount
  }

  /// Writes the text of data in lower case. The output has as many bytes as the text has characters.
  static func encode(_ data: UnsafeRawBufferPointer, prefix: [UInt8], into output: UnsafeMutableRawBufferPointer) {
    var checksum = Checksum(prefix: prefix)
    unsafe output.copyBytes(from: prefix + [UInt8(ascii: "1")])
    var (bits, bitCount, place): (UInt32, Int, Int) = (0, 0, prefix.count + 1)
    func append(_ value: UInt8) {
      unsafe output[place] = digit(value)
      place += 1
    }
    for index in 0...data.count {
      let isEnd = index == data.count
      bits = unsafe bits &<< 8 | UInt32(isEnd ? 0 : data[index])
      bitCount += 8
      while bitCount >= (isEnd ? 9 : 5) {
        bitCount -= 5
        let value = UInt8(truncatingIfNeeded: bits &>> UInt32(bitCount)) & 31
        checksum.add(value)
        append(value)
      }
    }
    for _ in 0..<checksumCount { checksum.add(0) }
    let sum = checksum.state ^ 1
    for index in 0..<checksumCount {
      append(UInt8(truncatingIfNeeded: sum &>> UInt32(5 * (checksumCount - 1 - index))) & 31)
    }
  }

  /// The data of a text that begins with the prefix and `1`, in lower case or in upper case.
  ///
  /// - Throws: a text that says what is wrong, and nothing of the data.
  static func decode(_ text: UnsafeRawBufferPointer, prefix: [UInt8]) throws(InteropError) -> SymmetricKey {
    let start = prefix.count + 1
    let count = text.count - start - checksumCount
    guard count >= 0 else { throw .malformed("a text of \(text.count.units("character")), too short for Bech32") }
    let byteCount = 5 * count / 8
    let rest = 5 * count - 8 * byteCount
    guard rest < 5 else { throw .malformed("Bech32: \(count.units("digit")) are no whole number of bytes") }
    var checksum = Checksum(prefix: prefix)
    var (isMixed, isInvalid, bits, bitCount, place): (UInt8, UInt8, UInt32, Int, Int) = (0, 0, 0, 0, 0)
    for index in text.indices { unsafe isMixed |= (text[index] &>> 6) & ((text[index] ^ text[0]) &>> 5) & 1 }
    let data = unsafe SymmetricKey(byteCount: byteCount) { data in
      for index in start..<text.count {
        let value = unsafe value(of: text[index])
        isInvalid |= value &>> 5
        checksum.add(value & 31)
        if index >= start + count { continue }
        bits = bits &<< 5 | UInt32(value & 31)
        bitCount += 5
        if bitCount < 8 { continue }
        bitCount -= 8
        unsafe data[place] = UInt8(truncatingIfNeeded: bits &>> UInt32(bitCount))
        place += 1
      }
    }
    guard isMixed == 0 else { throw .malformed("Bech32: both capitals and small letters") }
    guard isInvalid == 0 else { throw .malformed("Bech32: a character that is no digit of it") }
    guard checksum.state == 1 else { throw .malformed("Bech32: the checksum does not match: a character is mistyped") }
    guard bits & (1 &<< UInt32(rest) &- 1) == 0 else {
      throw .malformed("Bech32: the bits after the last byte are not zero")
    }
    return data
  }

  /// The digit of a value below 32.
  private static func digit(_ value: UInt8) -> UInt8 {
    var result: UInt8 = 0
    for (index, digit) in digits.enumerated() { result |= digit & isZero(UInt8(index) ^ value) }
    return result
  }

  /// The value of a digit in either case; 32 for another character.
  private static func value(of character: UInt8) -> UInt8 {
    let lower = character | (character & 0x40) &>> 1
    var (result, isDigit): (UInt8, UInt8) = (0, 0)
    for (index, digit) in digits.enumerated() {
      let mask = isZero(digit ^ lower)
      result |= UInt8(index) & mask
      isDigit |= mask
    }
    return result | ~isDigit & 32
  }

  /// 0xff if `x` is 0, else 0.
  private static func isZero(_ x: UInt8) -> UInt8 { UInt8(truncatingIfNeeded: (UInt16(x) &- 1) &>> 8) }

  /// The BCH code of the values so far.
  private struct Checksum {
    private static let generator: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]

    private(set) var state: UInt32 = 1

    /// The prefix in lower case.
    init(prefix: [UInt8]) {
      for character in prefix { add(character &>> 5) }
      add(0)
      for character in prefix { add(character & 31) }
    }

    mutating func add(_ value: UInt8) {
      let top = state &>> 25
      state = (state & 0x1ff_ffff) &<< 5 ^ UInt32(value)
      for (index, polynomial) in Self.generator.enumerated() {
        let bit = UInt32(opaque(UInt8(truncatingIfNeeded: top &>> UInt32(index)) & 1))
        state ^= polynomial & (0 &- bit)
      }
    }
  }
}
