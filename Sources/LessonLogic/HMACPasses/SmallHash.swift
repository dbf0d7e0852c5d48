internal import SHA

/// A hash function with a state of 24 bits, built as SHA-256 is: each block is stirred into the state.
///
/// *Not* for use: the state is small on purpose, so that a collision is found at once.
package enum SmallHash {
  package static let blockByteCount = 16
  package static let initialState: [UInt8] = [0, 0, 0]

  /// The state after one more block.
  package static func compress(_ state: [UInt8], _ block: some Sequence<UInt8>) -> [UInt8] {
    Array(SHA256.hash(data: state + block).prefix(3))
  }

  /// The state after a message and its padding: one byte 80, zeros, and the length in bits in eight bytes.
  package static func hash(_ message: [UInt8]) -> [UInt8] {
    let zeroCount = (2 * blockByteCount - 9 - message.count % blockByteCount) % blockByteCount
    let padded = message + [0x80] + [UInt8](repeating: 0, count: zeroCount) + UInt64(8 * message.count).bigEndianBytes
    return Blocks.split(padded).reduce(initialState) { compress($0, $1) }
  }

  /// The tag that hashes the key after the message.
  package static func suffixTag(_ message: [UInt8], key: [UInt8]) -> [UInt8] { hash(message + key) }

  /// HMAC with this hash, for a key of at most a block. Spec: FIPS 198-1, section 4.
  package static func hmac(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    let blockKey = key + [UInt8](repeating: 0, count: blockByteCount - key.count)
    let inner = hash(blockKey.map { $0 ^ HMACPasses.innerPad } + message)
    return hash(blockKey.map { $0 ^ HMACPasses.outerPad } + inner)
  }

  /// Two messages of one block that lead to the same state, and the number of messages tried.
  ///
  /// The search needs no key. By the birthday paradox it takes about 2^12 messages for a state of 2^24 values.
  package static func collision() -> (messages: [[UInt8]], tried: Int) {
    var seen: [[UInt8]: [UInt8]] = [:]
    var number = 0
    while true {
      let digits = Array("\(number)".utf8)
      let message = Array("Pay EUR ".utf8) + [UInt8](repeating: UInt8(ascii: "0"), count: 8 - digits.count) + digits
      number += 1
      if let other = seen.updateValue(message, forKey: compress(initialState, message)) {
        return ([other, message], number)
      }
    }
  }
}
