import Foundation
import SwiftVaultTestSupport
import Testing

@testable import AES

/// Input as a sequence or a span gives the same bytes as an array, appended to an array, and appended to a span.
@Suite("AES: streams into arrays and spans", .firstDifference)
struct AESOutputTests {
  private let key = SymmetricKey(data: 0..<32)
  private let iv = try! AES.IV(data: 100..<116)
  private let nonce = try! AES.CTR.Nonce(data: 200..<216)

  @Test("every way in and out, in pieces of all lengths", arguments: AESKernel.available)
  func everyWay(kernel: AESKernel) throws {
    var random = SplitMix64(seed: 7)
    for byteCount in [0, 1, 15, 16, 17, 32, 33, 100, 160, 528] {
      let message = random.bytes(byteCount)
      for padding in AES.Padding.allCases where padding != .none || byteCount % 16 == 0 {
        if padding == .zero && message.last == 0 { continue }
        let ecb = try AES.ECB.encrypt(message, using: key, padding: padding, kernel: .portable)
        let cbc = try AES.CBC.encrypt(message, using: key, iv: iv, padding: padding, kernel: .portable)
        try expect(message, ecb, &random) { try AES.ECB.Encryptor(using: key, padding: padding, kernel: kernel) }
        try expect(ecb, message, &random) { try AES.ECB.Decryptor(using: key, padding: padding, kernel: kernel) }
        try expect(message, cbc, &random) {
          try AES.CBC.Encryptor(using: key, iv: iv, padding: padding, kernel: kernel)
        }
        try expect(cbc, message, &random) {
          try AES.CBC.Decryptor(using: key, iv: iv, padding: padding, kernel: kernel)
        }
      }
      let ctr = try AES.CTR.encrypt(message, using: key, nonce: nonce, kernel: .portable)
      try expect(message, ctr, &random) { try AES.CTR.Cipher(using: key, nonce: nonce, kernel: kernel) }
      let ofb = try AES.OFB.encrypt(message, using: key, iv: iv, kernel: .portable)
      try expect(message, ofb, &random) { try AES.OFB.Cipher(using: key, iv: iv, kernel: kernel) }
      for segment in AES.CFB.SegmentSize.allCases {
        let cfb = try AES.CFB.encrypt(message, using: key, iv: iv, segment: segment, kernel: .portable)
        try expect(message, cfb, &random) {
          try AES.CFB.Encryptor(using: key, iv: iv, segment: segment, kernel: kernel)
        }
        try expect(cfb, message, &random) {
          try AES.CFB.Decryptor(using: key, iv: iv, segment: segment, kernel: kernel)
        }
      }
    }
  }

  /// Runs a stream in each way, with pieces of up to 40 bytes.
  private func expect<S: PieceStream>(
    _ input: [UInt8], _ output: [UInt8], _ random: inout SplitMix64, _ start: () throws -> S
  ) throws {
    let lengths = (0..<input.count + 1).map { _ in Int.random(in: 0...40, using: &random) }
    for way in Way.allCases {
      var (stream, result, rest) = (try start(), [UInt8]([1, 2, 3]), input[...])
      for length in lengths + [Int.max] {
        try stream.update(rest.prefix(length), way, into: &result)
        rest = rest.dropFirst(length)
      }
      try stream.finalize(way, into: &result)
      #expect(result == [1, 2, 3] + output, "\(S.self), \(way), \(input.count) bytes in pieces of \(lengths)")
    }
  }

  @Test("a span is as good as an array in every one-shot form")
  func spans() throws {
    let message = [UInt8](0..<50)
    let span = message.span.bytes
    let ecb = try AES.ECB.encrypt(span, using: key)
    let cbc = try AES.CBC.encrypt(span, using: key, iv: iv)
    let ctr = try AES.CTR.encrypt(span, using: key, nonce: nonce)
    #expect(try ecb == AES.ECB.encrypt(message, using: key))
    #expect(try cbc == AES.CBC.encrypt(message, using: key, iv: iv))
    #expect(try ctr == AES.CTR.encrypt(message, using: key, nonce: nonce))
    #expect(try AES.ECB.decrypt(ecb.span.bytes, using: key) == message)
    #expect(try AES.CBC.decrypt(cbc.span.bytes, using: key, iv: iv) == message)
    #expect(try AES.CTR.decrypt(ctr.span.bytes, using: key, nonce: nonce) == message)
    let (newIV, block) = try AES.CBC.encrypt(message, using: key)
    let (newNonce, stream) = try AES.CTR.encrypt(message, using: key)
    #expect(try AES.CBC.decrypt(block, using: key, iv: newIV) == message)
    #expect(try AES.CTR.decrypt(stream, using: key, nonce: newNonce) == message)
  }

  /// Calls as users write them: none of them is ambiguous.
  @Test("data, slices, literals, text, repeated bytes and spans are taken without a type")
  func typicalCalls() throws {
    let expected = try AES.CTR.encrypt([7, 7], using: key, nonce: nonce)
    let data = Data([7, 7])
    #expect(try AES.CTR.encrypt(data, using: key, nonce: nonce) == expected)
    #expect(try AES.CTR.encrypt(data[0...], using: key, nonce: nonce) == expected)
    #expect(try AES.CTR.encrypt([0, 7, 7][1...], using: key, nonce: nonce) == expected)
    #expect(try AES.CTR.encrypt("\u{7}\u{7}".utf8, using: key, nonce: nonce) == expected)
    #expect(try AES.CTR.encrypt(repeatElement(7, count: 2), using: key, nonce: nonce) == expected)
    #expect(try AES.CTR.decrypt(expected, using: key, nonce: nonce) == [7, 7])
    var output = [UInt8]()
    var cipher = try AES.CTR.Cipher(using: key, nonce: nonce)
    output += try cipher.update([7])
    output += try cipher.update(data.suffix(1))
    #expect(output == expected)
    cipher.seek(to: 0)
    let pair: [UInt8] = [7, 7]
    #expect(
      try [UInt8](capacity: 2) { output throws(AESError) in try cipher.update(pair.span.bytes, into: &output) }
        == expected)
    var encryptor = try AES.CBC.Encryptor(using: key, iv: iv)
    var message = encryptor.update([1, 2, 3])
    message += encryptor.update(data)
    message += encryptor.update("text".utf8)
    message += try encryptor.finalize()
    #expect(try AES.CBC.decrypt(Data(message), using: key, iv: iv) == [1, 2, 3, 7, 7] + Array("text".utf8))
  }

  @Test("wrong padding leaves the span as it was")
  func wrongPadding() throws {
    let ciphertext = try AES.ECB.encrypt([UInt8](repeating: 9, count: 16), using: key, padding: .none)
    var decryptor = try AES.ECB.Decryptor(using: key, padding: .iso7816_4)
    #expect(decryptor.update(ciphertext).isEmpty)
    var copy = decryptor
    #expect(throws: AESError.invalidPadding) { try decryptor.finalize() }
    let rest = [UInt8](capacity: 20) { rest in
      do throws(AESError) {
        try copy.finalize(into: &rest)
        Issue.record("wrong padding is taken")
      } catch {
        #expect(error == .invalidPadding)
      }
    }
    #expect(rest.isEmpty)
  }

  @Test("what cannot end leaves the span as it was")
  func noEnd() throws {
    var encryptor = try AES.ECB.Encryptor(using: key, padding: .none)
    _ = encryptor.update([1, 2, 3])
    var decryptor = try AES.ECB.Decryptor(using: key)
    var cipher = try AES.CTR.Cipher(using: key, nonce: nonce)
    cipher.seek(to: .max - 1)
    let pair: [UInt8] = [1, 2]
    let output = [UInt8](capacity: 20) { output in
      output.append(1)
      #expect(
        refusal { () throws(AESError) in try encryptor.finalize(into: &output) }
          == .incorrectParameterSize(.blocks, byteCount: 3))
      #expect(
        refusal { () throws(AESError) in try decryptor.finalize(into: &output) }
          == .incorrectParameterSize(.blocks, byteCount: 0))
      #expect(
        refusal { () throws(AESError) in try cipher.update(pair.span.bytes, into: &output) } == .keystreamExhausted)
    }
    #expect(output == [1])
  }

  private func refusal(_ call: () throws(AESError) -> Void) -> AESError? {
    do throws(AESError) { try call() } catch { return error }
    return nil
  }

  @Test("too little room traps")
  func room() async {
    await #expect(processExitsWith: .success) { try AESOutputTests.encrypt(32, room: 32, lastRoom: 16) }
    await #expect(processExitsWith: .failure) { try AESOutputTests.encrypt(32, room: 31, lastRoom: 16) }
    await #expect(processExitsWith: .failure) { try AESOutputTests.encrypt(32, room: 32, lastRoom: 15) }
    await #expect(processExitsWith: .success) { try AESOutputTests.count(17, room: 17) }
    await #expect(processExitsWith: .failure) { try AESOutputTests.count(17, room: 16) }
  }

  private static func encrypt(_ count: Int, room: Int, lastRoom: Int) throws {
    var encryptor = try AES.ECB.Encryptor(using: SymmetricKey(data: 0..<16))
    let message = [UInt8](repeating: 1, count: count)
    let blocks = [UInt8](capacity: room) { encryptor.update(message.span.bytes, into: &$0) }
    precondition(blocks.count == count)
    let last = try [UInt8](capacity: lastRoom) { output throws(AESError) in try encryptor.finalize(into: &output) }
    precondition(last.count == 16)
  }

  private static func count(_ count: Int, room: Int) throws {
    var cipher = try AES.CTR.Cipher(using: SymmetricKey(data: 0..<16), nonce: AES.CTR.Nonce())
    let message = [UInt8](repeating: 1, count: count)
    let output = try [UInt8](capacity: room) { output throws(AESError) in
      try cipher.update(message.span.bytes, into: &output)
    }
    precondition(output.count == count)
  }
}

/// How bytes go into a stream and come out of it.
private enum Way: CaseIterable {
  case sequenceToArray, spanToArray, spanToSpan
}

/// The common interface of encryptors, decryptors and the counter's cipher.
private protocol PieceStream {
  mutating func update(_ data: some Sequence<UInt8>) throws(AESError) -> [UInt8]
  mutating func update(_ data: RawSpan) throws(AESError) -> [UInt8]
  mutating func update(_ data: RawSpan, into output: inout OutputRawSpan) throws(AESError)
  mutating func finalize() throws(AESError) -> [UInt8]
  mutating func finalize(into output: inout OutputRawSpan) throws(AESError)
}

extension AES.BlockModeCipher: PieceStream {}
extension AES.FeedbackCipher: PieceStream {
  func finalize() -> [UInt8] { [] }
  func finalize(into output: inout OutputRawSpan) {}
}
extension AES.CTR.Cipher: PieceStream {
  func finalize() -> [UInt8] { [] }
  func finalize(into output: inout OutputRawSpan) {}
}

extension PieceStream {
  mutating func update(_ piece: ArraySlice<UInt8>, _ way: Way, into output: inout [UInt8]) throws {
    switch way {
    case .sequenceToArray: output += try update(AnySequence(piece))
    case .spanToArray: output += try update(piece.span.bytes)
    case .spanToSpan:
      output += try [UInt8](capacity: piece.count + 15) { room throws(AESError) in
        try update(piece.span.bytes, into: &room)
      }
    }
  }

  mutating func finalize(_ way: Way, into output: inout [UInt8]) throws {
    switch way {
    case .sequenceToArray, .spanToArray: output += try finalize()
    case .spanToSpan:
      output += try [UInt8](capacity: 16) { room throws(AESError) in try finalize(into: &room) }
    }
  }
}
