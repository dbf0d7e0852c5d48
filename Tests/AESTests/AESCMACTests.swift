import AES
import Foundation
import SwiftVaultTestSupport
import Testing

/// CMAC: the examples of SP 800-38B and OpenSSL's tags, on every kernel, at every split.
@Suite(.firstDifference) struct AESCMACTests {
  @Test(
    arguments: AESKernel.available,
    [("nist-800-38b-aes128", 4), ("nist-800-38b-aes192", 4), ("nist-800-38b-aes256", 4)])
  func sp800_38b(kernel: AESKernel, source: (name: String, count: Int)) throws {
    try check(source.name, source.count, kernel)
  }

  @Test(arguments: AESKernel.available)
  func generated(kernel: AESKernel) throws { try check("generated-CMAC", 45, kernel) }

  private func check(_ name: String, _ count: Int, _ kernel: AESKernel) throws {
    let file = try VectorFile("CMAC/\(name).txt", expecting: count)
    for record in file.records {
      let key = SymmetricKey(data: try record.bytes("KEY"))
      let (message, tag) = (try record.bytes("MESSAGE"), try record.bytes("OUTPUT"))
      for split in 0...message.count {
        var function = try AES.CMAC(key: key, kernel: kernel)
        function.update(data: message[..<split])
        let rest = message[split...]
        function.update(bytes: rest.span.bytes)
        #expect(Array(function.finalize()) == tag, "\(record.place), split at \(split)")
      }
      for size in [1, 15, 16, 17] {
        var function = try AES.CMAC(key: key, kernel: kernel)
        for piece in message.pieces(of: [size]) {
          function.update(data: piece)
        }
        #expect(Array(function.finalize()) == tag, "\(record.place), in pieces of \(size)")
      }
      #expect(try AES.CMAC.authenticationCode(for: message, using: key) == tag, "\(record.place)")
      #expect(try AES.CMAC.isValidAuthenticationCode(tag, authenticating: message, using: key), "\(record.place)")
    }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  private let key = SymmetricKey(data: 0..<16)
  private let message = [UInt8](0..<100)

  @Test("every form of a call gives the same tag")
  func forms() throws {
    let tag = try AES.CMAC.authenticationCode(for: message, using: key)
    #expect(try AES.CMAC.authenticationCode(for: message.span.bytes, using: key) == tag)
    #expect(try AES.CMAC.authenticationCode(for: AnySequence(message), using: key) == tag)
    #expect(try AES.CMAC.authenticationCode(for: Data(message), using: key) == tag)
    let bytes = Array(tag)
    #expect(try AES.CMAC.isValidAuthenticationCode(tag, authenticating: message, using: key))
    #expect(try AES.CMAC.isValidAuthenticationCode(bytes, authenticating: message.span.bytes, using: key))
    #expect(tag.withUnsafeBytes { Array($0) } == bytes)
    #expect(tag == bytes && tag != message)
    #expect(tag.byteCount == 16 && tag.underestimatedCount == 16)
    #expect(tag.description == "AES-CMAC: \(Hex.encode(tag))")
  }

  @Test(arguments: AESKernel.available) func truncated(kernel: AESKernel) throws {
    let tag = try AES.CMAC.authenticationCode(for: message, using: key)
    for size in 1...16 {
      var function = try AES.CMAC(key: key, outputSize: size, kernel: kernel)
      function.update(data: message)
      let short = function.finalize()
      #expect(
        short.byteCount == size && Array(short) == Array(tag)[..<size].map { $0 } && short.underestimatedCount == size)
      #expect((short == tag) == (size == 16))
    }
    for size in [-1, 0, 17] {
      #expect(throws: AESError.incorrectParameterSize(.code, byteCount: size)) {
        try AES.CMAC(key: key, outputSize: size)
      }
    }
  }

  @Test("other tags, truncated ones and other messages are not valid")
  func invalid() throws {
    let tag = Array(try AES.CMAC.authenticationCode(for: message, using: key))
    for index in tag.indices {
      var changed = tag
      changed[index] ^= 0x80
      #expect(try !AES.CMAC.isValidAuthenticationCode(changed, authenticating: message, using: key))
      #expect(try !AES.CMAC.isValidAuthenticationCode(tag[..<index], authenticating: message, using: key))
    }
    #expect(try !AES.CMAC.isValidAuthenticationCode(tag, authenticating: message[1...], using: key))
    let rest = message[1...]
    #expect(try !AES.CMAC.isValidAuthenticationCode(tag, authenticating: rest.span.bytes, using: key))
    let other = try AES.CMAC.authenticationCode(for: message[1...], using: key)
    #expect(other != tag)
    #expect(try other != AES.CMAC.authenticationCode(for: message, using: key))
    #expect(throws: AESError.incorrectKeySize(byteCount: 17)) {
      try AES.CMAC.authenticationCode(for: message, using: SymmetricKey(data: 0..<17))
    }
  }

  @Test("a tag can be asked for in the middle, and a copy continues on its own")
  func copies() throws {
    var first = try AES.CMAC(key: key)
    first.update(data: message)
    var second = first
    #expect(try first.finalize() == AES.CMAC.authenticationCode(for: message, using: key))
    first.update(data: message)
    second.update(data: [1])
    #expect(try first.finalize() == AES.CMAC.authenticationCode(for: message + message, using: key))
    #expect(try second.finalize() == AES.CMAC.authenticationCode(for: message + [1], using: key))
  }
}
