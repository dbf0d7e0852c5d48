import AES
import SwiftVaultAESBlocks
import SwiftVaultReference
import SwiftVaultTestSupport
import Testing

/// Proofs about the steps of AES: the bitsliced S-box by exhaustion, and the linear steps on a basis.
///
/// A function that only moves bits and adds them without carry is linear: f(a ^ b) = f(a) ^ f(b). It is known
/// everywhere when it is known for each single bit. `transpose`, `mixColumns` and `unmixColumns` are of this kind:
/// their source has shuffles, shifts, masks with constants and exclusive or, and no product of two bits of the state.
@Suite(.firstDifference) struct AESStepProofTests {
  /// A bitsliced state that is zero except for some bytes.
  private static func state(_ bytes: [(block: Int, row: Int, column: Int, value: UInt8)]) -> AESPortableState {
    var words = [SIMD4<UInt32>](repeating: .zero, count: 8)
    for byte in bytes {
      for bit in 0..<8 where byte.value >> bit & 1 == 1 {
        words[bit][byte.row] |= 1 << UInt32(8 * byte.column + byte.block)
      }
    }
    return state(words: words)
  }

  private static func state(words: [SIMD4<UInt32>]) -> AESPortableState {
    let w = words.map { AESPortableWord($0) }
    return AESPortableState(b0: w[0], b1: w[1], b2: w[2], b3: w[3], b4: w[4], b5: w[5], b6: w[6], b7: w[7])
  }

  private static func words(_ s: AESPortableState) -> [SIMD4<UInt32>] {
    [s.b0, s.b1, s.b2, s.b3, s.b4, s.b5, s.b6, s.b7].map(\.lanes)
  }

  /// The bytes of each block, row by row: a pass over all 128 places of a word.
  private static let places = (0..<128).map { (block: $0 / 16, row: $0 / 4 % 4, column: $0 % 4) }

  /// All 256 inputs in each of the 128 bit positions of a word, forwards and backwards, without the constant 0x63.
  ///
  /// The circuit has bitwise AND and exclusive or alone, so what is in one position does not reach another.
  @Test func substitution() {
    for start in 0..<256 {
      let inputs = Self.places.indices.map { UInt8(truncatingIfNeeded: start + $0) }
      let outputs = inputs.map { SubstitutionBox.forward[Int($0)] ^ 0x63 }
      let (input, output) = (Self.filled(inputs), Self.filled(outputs))
      var state = input
      state.substituteWithoutConstant()
      #expect(Self.words(state) == Self.words(output), "inputs from \(start)")
      state.unsubstituteWithoutConstant()
      #expect(Self.words(state) == Self.words(input), "inverse, inputs from \(start)")
    }
  }

  private static func filled(_ values: [UInt8]) -> AESPortableState {
    state(zip(places, values).map { ($0.block, $0.row, $0.column, $1) })
  }

  /// Each of the 1024 bits of eight blocks goes to its place in the words, and back.
  @Test func transposition() {
    for bit in 0..<1024 {
      let (block, byte) = (bit / 128, bit / 8 % 16)
      var blocks = [SIMD4<UInt32>](repeating: .zero, count: 8)
      blocks[block][byte / 4] = 1 << UInt32(8 * (byte % 4) + bit % 8)
      let sliced = Self.state([(block, byte % 4, byte / 4, 1 << UInt8(bit % 8))])
      var state = Self.state(words: blocks)
      state.transpose()
      #expect(Self.words(state) == Self.words(sliced), "bit \(bit)")
      state.transpose()
      #expect(Self.words(state) == blocks, "bit \(bit), back")
    }
  }

  /// MixColumns and its inverse of each of the 1024 bits, under each drift of the rows: row `j` is stored rotated by
  /// `j * drift` columns, which stands for the omitted ShiftRows.
  @Test(arguments: [0, 1, 2, 3]) func mixing(drift: Int) {
    for place in Self.places {
      for bit in 0..<8 {
        let value = UInt8(1) << bit
        var reference = AESReferenceState([UInt8](repeating: 0, count: 16))
        reference.s[place.row][(place.column + 3 * place.row * drift) % 4] = value
        var inverse = reference
        reference.mixColumns()
        inverse.inverseMixColumns()
        var mixed = Self.state([(place.block, place.row, place.column, value)])
        var unmixed = mixed
        mixed.mixColumns(drift: UInt32(drift))
        unmixed.unmixColumns(drift: UInt32(drift))
        #expect(Self.words(mixed) == Self.words(Self.drifted(reference, place.block, drift)), "\(place), bit \(bit)")
        #expect(Self.words(unmixed) == Self.words(Self.drifted(inverse, place.block, drift)), "\(place), bit \(bit)")
      }
    }
  }

  /// The state of one block, with each row rotated by its drift.
  private static func drifted(_ state: AESReferenceState, _ block: Int, _ drift: Int) -> AESPortableState {
    self.state(
      places.prefix(16).map { (block, $0.row, ($0.column + $0.row * drift) % 4, state.s[$0.row][$0.column]) })
  }

  /// A drift of two is added or removed by rotating rows 1 and 3: each of the 128 bits of a word.
  @Test func driftOfTwo() {
    for bit in 0..<128 {
      let (row, column) = (bit / 32, bit / 8 % 4)
      var (word, expected) = (SIMD4<UInt32>.zero, SIMD4<UInt32>.zero)
      word[row] = 1 << UInt32(bit % 32)
      expected[row] = 1 << UInt32(8 * ((column + 2 * row) % 4) + bit % 8)
      #expect(AESPortableWord(word).driftedByTwo.lanes == expected, "bit \(bit)")
    }
  }

  /// Each value of each byte of a block, 4096 blocks at once, so that each lies in each place of each register.
  @Test(arguments: AESKernel.available, [16, 24, 32])
  func everyByte(kernel: AESKernel, keyByteCount: Int) throws {
    let key = [UInt8](200..<200 + UInt8(keyByteCount))
    var blocks = [[UInt8]](repeating: (0..<16).map { UInt8(17 * $0) }, count: 4096)
    for index in blocks.indices { blocks[index][index / 256] = UInt8(index % 256) }
    let reference = AESReference(key: key)
    let (text, expected) = (blocks.flatMap { $0 }, blocks.flatMap { reference.encrypt($0) })
    let secret = SymmetricKey(data: key)
    #expect(try AES.ECB.encrypt(text, using: secret, padding: .none, kernel: kernel) == expected)
    #expect(try AES.ECB.decrypt(expected, using: secret, padding: .none, kernel: kernel) == text)
  }
}
