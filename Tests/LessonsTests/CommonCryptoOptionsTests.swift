import AES
import SwiftVaultLessonLogic
import Testing

@Suite("Lessons: options-trap")
struct CommonCryptoOptionsTests {
  private static let key = [UInt8](0..<16)
  private static let (iv, otherIV) = ([UInt8](16..<32), [UInt8](32..<48))
  private static let message = [UInt8](repeating: 0x61, count: 32) + [0x62]

  private static func encrypt(_ options: CommonCryptoOptions, iv: [UInt8] = iv) throws -> [UInt8] {
    try options.encrypt(message, key: key, iv: iv)
  }

  @Test("padding + the number of CBC is padding and ECB")
  func sum() throws {
    let trap = CommonCryptoOptions(
      rawValue: CommonCryptoOptions.pkcs7Padding.rawValue + CommonCryptoOptions.ccModeCBC)
    #expect(trap.rawValue == 3 && trap == [.pkcs7Padding, .ecbMode])
    #expect(try Self.encrypt(trap) == AES.ECB.encrypt(Self.message, using: SymmetricKey(data: Self.key)))
    #expect(try Self.encrypt(trap) == Self.encrypt(trap, iv: Self.otherIV))
    #expect(Blocks.groups(Blocks.split(try Self.encrypt(trap))) == [0, 0, 1])
  }

  @Test("padding alone is CBC, and its IV counts")
  func padding() throws {
    let iv = try AES.IV(data: Self.iv)
    #expect(
      try Self.encrypt(.pkcs7Padding) == AES.CBC.encrypt(Self.message, using: SymmetricKey(data: Self.key), iv: iv))
    #expect(try Self.encrypt(.pkcs7Padding) != Self.encrypt(.pkcs7Padding, iv: Self.otherIV))
    #expect(Blocks.groups(Blocks.split(try Self.encrypt(.pkcs7Padding))) == [0, 1, 2])
  }

  @Test("every other way to write a mode among the options")
  func otherWays() {
    let padding = CommonCryptoOptions.pkcs7Padding.rawValue
    #expect(CommonCryptoOptions(rawValue: CommonCryptoOptions.ccModeCBC) == .ecbMode)
    #expect(CommonCryptoOptions(rawValue: CommonCryptoOptions.ccModeECB) == .pkcs7Padding)
    #expect(CommonCryptoOptions(rawValue: padding + CommonCryptoOptions.ccModeECB) == .ecbMode)
    #expect(CommonCryptoOptions(rawValue: padding | CommonCryptoOptions.ccModeECB) == .pkcs7Padding)
  }

  @Test("without padding a message has to be whole blocks", arguments: [[], CommonCryptoOptions.ecbMode])
  func unaligned(options: CommonCryptoOptions) throws {
    #expect(throws: AESError.incorrectParameterSize(.blocks, byteCount: 33)) { try Self.encrypt(options) }
    #expect(try options.encrypt(Array(Self.message.prefix(32)), key: Self.key, iv: Self.iv).count == 32)
  }
}
