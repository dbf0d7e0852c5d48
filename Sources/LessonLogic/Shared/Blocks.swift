/// Messages as blocks of 16 bytes, and the operations of the modes on them.
package enum Blocks {
  /// The blocks of a message; the last one may be shorter.
  package static func split(_ message: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: message.count, by: 16).map { Array(message[$0..<min($0 + 16, message.count)]) }
  }

  /// The sum without carry (exclusive or), as long as the shorter of the two.
  package static func sum(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> [UInt8] {
    zip(left, right).map { $0 ^ $1 }
  }

  /// The next counter block: one more, modulo 2^128. Spec: NIST SP 800-38A, appendix B.1.
  package static func next(_ counter: [UInt8]) -> [UInt8] {
    var counter = counter
    for index in counter.indices.reversed() {
      counter[index] &+= 1
      if counter[index] != 0 { break }
    }
    return counter
  }

  /// A number for each block, in the order of first occurrence. Equal blocks have the same number.
  package static func groups(_ blocks: [[UInt8]]) -> [Int] {
    var numbers: [[UInt8]: Int] = [:]
    return blocks.map { block in
      let number = numbers[block] ?? numbers.count
      numbers[block] = number
      return number
    }
  }

  /// The message with one bit changed, by its number in the sequence of all bits: 0 is the highest of the first byte.
  package static func flip(bit: Int, of message: [UInt8]) -> [UInt8] {
    var message = message
    message[bit / 8] ^= 0x80 >> UInt8(bit % 8)
    return message
  }

  /// The number of bits in which two messages of one length differ.
  package static func differingBits(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Int {
    sum(left, right).reduce(0) { $0 + $1.nonzeroBitCount }
  }
}
