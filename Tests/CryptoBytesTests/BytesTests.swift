import SwiftVaultCryptoBytes
import Testing

/// The bytes of any sequence, as memory.
@Suite struct BytesTests {
  private struct Refused: Error, Equatable { var reason: Int }

  private static let counts = [0, 1, 2, 1023, 1024, 1025, 2047, 2048, 2049, 5000]

  private func message(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 * 11 + $0 >> 8) } }

  @Test(arguments: counts) func everySequenceGivesItsBytes(count: Int) {
    let message = message(count)
    #expect(message.withBytes { Array($0) } == message)
    #expect(message[...].withBytes { Array($0) } == message)
    #expect(AnySequence(message).withBytes { Array($0) } == message)
    #expect(message.lazy.map { $0 ^ 1 }.withBytes { Array($0) } == message.map { $0 ^ 1 })
    #expect(repeatElement(UInt8(9), count: count).withBytes { Array($0) } == [UInt8](repeating: 9, count: count))
  }

  @Test(arguments: counts) func memoryIsWrittenOnce(count: Int) async {
    let message = message(count)
    func write(_ start: UnsafeMutableRawPointer, _ count: Int) -> Int {
      for index in 0..<count { start.storeBytes(of: message[index], toByteOffset: index, as: UInt8.self) }
      return count
    }
    #expect([UInt8](byteCount: count) { _ = write($0, count) } == message)
    for kept in [0, 1, count / 2, count] where kept <= count {
      var bytes = [UInt8](capacity: count) { write($0, kept) }
      #expect(bytes == Array(message[..<kept]))
      let copy = bytes
      bytes.append(7)
      #expect(copy == Array(message[..<kept]) && bytes == copy + [7])
    }
  }

  @Test func moreThanTheCapacityTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = [UInt8](capacity: 16) { _ in 17 }
    }
  }

  @Test(arguments: counts) func piecesPutTogetherAreTheWhole(count: Int) {
    let message = message(count)
    var contiguous: [[UInt8]] = []
    message.forEachPiece { contiguous.append(Array($0)) }
    #expect(contiguous == [message])
    var pieces: [[UInt8]] = []
    AnySequence(message).forEachPiece { pieces.append(Array($0)) }
    #expect(Array(pieces.joined()) == message)
    #expect(pieces.allSatisfy { $0.count <= 1024 })
  }

  @Test func contiguousBytesAreNotCopied() {
    let message = message(100)
    let place = message.withUnsafeBytes { $0.baseAddress }
    #expect(message.withBytes { $0.baseAddress } == place)
    #expect(message[10..<20].withBytes { $0.baseAddress } == place.map { $0 + 10 })
    message.forEachPiece { #expect($0.baseAddress == place) }
  }

  @Test func anErrorInsideComesOutAsItIs() {
    func refuse(_ bytes: UnsafeRawBufferPointer) throws(Refused) { throw Refused(reason: bytes.count) }
    #expect(throws: Refused(reason: 5)) { try message(5).withBytes(refuse) }
    #expect(throws: Refused(reason: 7)) { try AnySequence(message(7)).withBytes(refuse) }
  }
}
