import Foundation
import HMAC
import SwiftVaultTestSupport
import Testing

/// Calls with bytes of every form, as callers write them. Half of the test is that they compile.
@Suite(.firstDifference) struct ByteFormTests {
  private let array = Array("some bytes".utf8)
  private var data: Data { Data(array) }
  private var slice: ArraySlice<UInt8> { ([0] + array)[1...] }
  private let key = SymmetricKey(data: [1, 2, 3])

  @Test func hashes() {
    let expected = SHA256.hash(data: array)
    #expect(SHA256.hash(data: data) == expected)
    #expect(SHA256.hash(data: slice) == expected)
    #expect(SHA256.hash(data: "some bytes".utf8) == expected)
    #expect(SHA256.hash(bytes: array.span.bytes) == expected)
    #expect(SHA256.hash(data: [0x73, 0x6f, 0x6d, 0x65, 32] + "bytes".utf8) == expected)
    #expect(SHA256.hash(data: []) == SHA256().finalize())
    var function = SHA256()
    function.update(data: data[..<2])
    function.update(data: slice.dropFirst(2).prefix(2))
    function.update(bytes: array.span.extracting(4..<6).bytes)
    function.update(data: [0x79, 0x74])
    array[8...].withUnsafeBytes { function.update(bufferPointer: $0) }
    #expect(function.finalize() == expected)
    #expect(expected == Data(expected) && expected != data)
  }

  @Test func keys() {
    let expected = SymmetricKey(data: array)
    #expect(SymmetricKey(data: data) == expected)
    #expect(SymmetricKey(data: slice) == expected)
    #expect(SymmetricKey(data: "some bytes".utf8) == expected)
    #expect(SymmetricKey(copying: array.span.bytes) == expected)
    #expect(array.withUnsafeBytes { SymmetricKey(data: $0) } == expected)
    #expect(expected != SymmetricKey(data: [1]))
  }

  @Test func tags() {
    typealias MAC = HMAC<SHA256>
    let expected = MAC.authenticationCode(for: array, using: key)
    #expect(MAC.authenticationCode(for: data, using: key) == expected)
    #expect(MAC.authenticationCode(for: slice, using: key) == expected)
    #expect(MAC.authenticationCode(for: "some bytes".utf8, using: key) == expected)
    #expect(MAC.authenticationCode(for: array.span.bytes, using: key) == expected)
    #expect(MAC.authenticationCode(for: [], using: key) != expected)
    #expect(MAC.isValidAuthenticationCode(expected, authenticating: data, using: key))
    #expect(MAC.isValidAuthenticationCode(Data(expected), authenticating: slice, using: key))
    #expect(MAC.isValidAuthenticationCode(Array(expected)[...], authenticating: "some bytes".utf8, using: key))
    #expect(MAC.isValidAuthenticationCode(Data(expected), authenticating: array.span.bytes, using: key) == true)
    let tag = Array(expected)
    #expect(MAC.isValidAuthenticationCode(tag, authenticating: tag.span.bytes, using: key) == false)
    #expect(!MAC.isValidAuthenticationCode([], authenticating: [], using: key))
    let shorter = tag.dropLast()
    #expect(MAC.isValidAuthenticationCode(shorter, authenticating: array.span.bytes, using: key) == false)
    #expect(expected == Data(expected) && expected == tag && expected != shorter)
    // The hash function follows from the tag.
    #expect(HMAC.isValidAuthenticationCode(expected, authenticating: data, using: key))
    #expect(data.withUnsafeBytes { HMAC.isValidAuthenticationCode(expected, authenticating: $0, using: key) })
    #expect(!HMAC.isValidAuthenticationCode(expected, authenticating: tag, using: key))
    #expect(expected.description == "HMAC with SHA256: \(Hex.encode(tag))")
  }

  /// In RFC 5869 an absent salt stands for zeros. HMAC treats an empty salt in the same way.
  @Test func derivedKeys() {
    typealias KDF = HKDF<SHA256>
    func derive(_ salt: [UInt8], _ info: [UInt8]) -> SymmetricKey {
      let zeros = [UInt8](repeating: 0, count: 32)
      let pseudoRandomKey = HMAC<SHA256>.authenticationCode(
        for: key.withUnsafeBytes { Array($0) }, using: SymmetricKey(data: salt.isEmpty ? zeros : salt))
      let block = HMAC<SHA256>.authenticationCode(for: info + [1], using: SymmetricKey(data: pseudoRandomKey))
      return SymmetricKey(data: Array(block)[..<20])
    }
    let (salt, info) = (array, Array("info".utf8))
    let (both, onlySalt, onlyInfo, neither) = (derive(salt, info), derive(salt, []), derive([], info), derive([], []))
    #expect(Set([both, onlySalt, onlyInfo, neither]).count == 4)

    let forms = [
      KDF.deriveKey(inputKeyMaterial: key, salt: salt, info: info, outputByteCount: 20),
      KDF.deriveKey(inputKeyMaterial: key, salt: data, info: "info".utf8, outputByteCount: 20),
      KDF.deriveKey(inputKeyMaterial: key, salt: slice, info: Data(info), outputByteCount: 20),
      KDF.deriveKey(inputKeyMaterial: key, salt: salt.span.bytes, info: info.span.bytes, outputByteCount: 20),
    ]
    for key in forms { #expect(key == both) }
    let output = [UInt8](capacity: 20) {
      KDF.deriveKey(inputKeyMaterial: key, salt: salt.span.bytes, info: info.span.bytes, output: &$0)
    }
    #expect(both == output)

    let withoutInfo = [
      KDF.deriveKey(inputKeyMaterial: key, salt: salt, outputByteCount: 20),
      KDF.deriveKey(inputKeyMaterial: key, salt: slice, info: [], outputByteCount: 20),
      KDF.deriveKey(inputKeyMaterial: key, salt: salt.span.bytes, info: [UInt8]().span.bytes, outputByteCount: 20),
    ]
    for key in withoutInfo { #expect(key == onlySalt) }

    let withoutSalt = [
      KDF.deriveKey(inputKeyMaterial: key, info: info, outputByteCount: 20),
      KDF.deriveKey(inputKeyMaterial: key, salt: [], info: info[...], outputByteCount: 20),
      KDF.deriveKey(inputKeyMaterial: key, salt: [UInt8]().span.bytes, info: info.span.bytes, outputByteCount: 20),
    ]
    for key in withoutSalt { #expect(key == onlyInfo) }

    let withoutBoth = [
      KDF.deriveKey(inputKeyMaterial: key, outputByteCount: 20),
      KDF.deriveKey(inputKeyMaterial: key, salt: [], info: [], outputByteCount: 20),
      KDF.deriveKey(inputKeyMaterial: key, salt: [], outputByteCount: 20),
      KDF.deriveKey(inputKeyMaterial: key, info: Data(), outputByteCount: 20),
    ]
    for key in withoutBoth { #expect(key == neither) }
  }

  @Test func extractionAndExpansion() {
    typealias KDF = HKDF<SHA256>
    let secret = key.withUnsafeBytes { Array($0) }
    let zeros = SymmetricKey(data: [UInt8](repeating: 0, count: 32))
    let unsalted = HMAC<SHA256>.authenticationCode(for: secret, using: zeros)
    #expect(KDF.extract(inputKeyMaterial: key) == unsalted)
    #expect(KDF.extract(inputKeyMaterial: key, salt: []) == unsalted)
    let extracted = HMAC<SHA256>.authenticationCode(for: secret, using: SymmetricKey(data: array))
    #expect(KDF.extract(inputKeyMaterial: key, salt: data) == extracted)
    #expect(KDF.extract(inputKeyMaterial: key, salt: [UInt8]?.none) == unsalted)
    #expect(KDF.extract(inputKeyMaterial: key, salt: data as Data?) == extracted)

    let prk = SymmetricKey(data: extracted)
    let block = HMAC<SHA256>.authenticationCode(for: array + [1], using: prk)
    #expect(KDF.expand(pseudoRandomKey: extracted, info: data, outputByteCount: 32) == block)
    #expect(KDF.expand(pseudoRandomKey: prk, info: slice, outputByteCount: 32) == block)
    #expect(KDF.expand(pseudoRandomKey: prk, info: data as Data?, outputByteCount: 32) == block)
    let unnamed = HMAC<SHA256>.authenticationCode(for: [1], using: prk)
    #expect(KDF.expand(pseudoRandomKey: Data(extracted), outputByteCount: 32) == unnamed)
    #expect(KDF.expand(pseudoRandomKey: prk, outputByteCount: 32) == unnamed)
    #expect(KDF.expand(pseudoRandomKey: prk, info: Data?.none, outputByteCount: 32) == unnamed)
    #expect(KDF.expand(pseudoRandomKey: prk, info: [], outputByteCount: 32) == unnamed)
  }
}
