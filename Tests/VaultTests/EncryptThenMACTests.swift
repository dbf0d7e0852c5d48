import SwiftVaultTestSupport
import Testing

@testable import Vault

/// Encrypt-then-MAC: the vectors of RFC 7518 and others on every kernel, and input that must be refused.
@Suite(.firstDifference) struct EncryptThenMACTests {
  private static let keys = (SymmetricKey(data: 0..<32), SymmetricKey(data: 32..<64))
  private static let message = Array("the message, of more than a block".utf8)
  private static let data = Array("the header".utf8)

  private static func cipher<H: HashFunction>(
    _ mode: EncryptThenMAC<H>.Mode, tagByteCount: Int = H.Digest.byteCount
  ) throws -> EncryptThenMAC<H> {
    try EncryptThenMAC<H>(
      mode, authenticationKey: keys.0, encryptionKey: keys.1, tagByteCount: tagByteCount)
  }

  // MARK: - Vectors

  @Test(arguments: AESKernel.available, [("RFC7518.txt", 3), ("generated.txt", 72)])
  func vectors(kernel: AESKernel, source: (name: String, count: Int)) throws {
    let file = try VectorFile("EncryptThenMAC/\(source.name)", expecting: source.count)
    for record in file.records {
      switch String(decoding: try record.characters("HASH"), as: UTF8.self) {
      case "SHA1": for hash in SHA1Kernel.available { try check(record, kernel, Insecure.SHA1(kernel: hash)) }
      case "SHA256": for hash in SHA256Kernel.available { try check(record, kernel, SHA256(kernel: hash)) }
      case "SHA384": for hash in SHA512Kernel.available { try check(record, kernel, SHA384(kernel: hash)) }
      case "SHA512": for hash in SHA512Kernel.available { try check(record, kernel, SHA512(kernel: hash)) }
      case "SHA512_256": for hash in SHA512Kernel.available { try check(record, kernel, SHA512_256(kernel: hash)) }
      default: Issue.record("an unknown hash in \(file.path)")
      }
    }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  private func check<H: HashFunction>(_ record: VectorRecord, _ kernel: AESKernel, _ hash: H) throws {
    let (key, iv, data) = try (record.bytes("KEY"), record.bytes("IV"), record.bytes("AAD"))
    let (message, tag) = try (record.bytes("PT"), record.bytes("TAG"))
    let mode: EncryptThenMAC<H>.Mode =
      String(decoding: try record.characters("MODE"), as: UTF8.self) == "CTR" ? .ctr : .cbc
    let sealed = try iv + record.bytes("CT") + tag
    let onKernels = try EncryptThenMAC(
      mode, authenticationKey: SymmetricKey(data: key[..<(key.count / 2)]),
      encryptionKey: SymmetricKey(data: key[(key.count / 2)...]), tagByteCount: tag.count, kernel: kernel,
      startingFrom: hash)
    let best = try EncryptThenMAC<H>(mode, key: SymmetricKey(data: key), tagByteCount: tag.count)
    for cipher in [onKernels, best] {
      #expect(try cipher.seal(message, authenticating: data, iv: AES.IV(data: iv)) == sealed)
      #expect(try cipher.open(sealed, authenticating: data) == message)
    }
  }

  // MARK: - Forms

  @Test(arguments: EncryptThenMAC<SHA256>.Mode.allCases)
  func everyFormRoundTrips(mode: EncryptThenMAC<SHA256>.Mode) throws {
    let cipher = try Self.cipher(mode)
    var sealedBefore: Set<[UInt8]> = []
    for count in [0, 1, 15, 16, 17, 100] {
      let message = [UInt8](repeating: 7, count: count)
      let sealed = cipher.seal(message, authenticating: Self.data)
      #expect(sealed.count == 16 + (mode == .cbc ? count / 16 * 16 + 16 : count) + 32)
      #expect(try cipher.open(sealed, authenticating: Self.data) == message)
      #expect(try cipher.open(AnySequence(sealed), authenticating: AnySequence(Self.data)) == message)
      let other = cipher.seal(AnySequence(message), authenticating: Self.data)
      #expect(try cipher.open(other, authenticating: Self.data) == message)
      #expect(try cipher.open(cipher.seal(AnySequence(message))) == message)
      for bytes in [sealed, other] { #expect(sealedBefore.insert(Array(bytes[..<16])).inserted, "an IV again") }
    }
  }

  // MARK: - What the tag covers

  /// IV ‖ ciphertext ‖ tag by the formula of the input.
  private static func sealed(
    _ mode: EncryptThenMAC<SHA256>.Mode, _ input: EncryptThenMAC<SHA256>.MACInput, iv: [UInt8], _ message: [UInt8]
  ) throws -> [UInt8] {
    let ciphertext =
      switch mode {
      case .cbc: try AES.CBC.encrypt(message, using: keys.1, iv: AES.IV(data: iv))
      case .ctr: try AES.CTR.encrypt(message, using: keys.1, nonce: AES.CTR.Nonce(data: iv))
      }
    let covered =
      switch input {
      case .rfc7518: data + iv + ciphertext + [0, 0, 0, 0, 0, 0, 0, 80]
      case .withoutSize: data + iv + ciphertext
      case .unauthenticatedIV: data + ciphertext
      }
    return iv + ciphertext + HMAC<SHA256>.authenticationCode(for: covered, using: keys.0)
  }

  @Test(arguments: EncryptThenMAC<SHA256>.Mode.allCases, EncryptThenMAC<SHA256>.MACInput.allCases)
  func theTagCoversWhatWasChosen(
    mode: EncryptThenMAC<SHA256>.Mode, input: EncryptThenMAC<SHA256>.MACInput
  ) throws {
    let cipher = try EncryptThenMAC<SHA256>(
      mode, macInput: input, authenticationKey: Self.keys.0, encryptionKey: Self.keys.1)
    let iv = [UInt8](100..<116)
    let sealed = try Self.sealed(mode, input, iv: iv, Self.message)
    #expect(cipher.seal(Self.message, authenticating: Self.data, iv: try AES.IV(data: iv)) == sealed)
    #expect(try cipher.open(sealed, authenticating: Self.data) == Self.message)
    for other in EncryptThenMAC<SHA256>.MACInput.allCases where other != input {
      expectRefusal(cipher, try Self.sealed(mode, other, iv: iv, Self.message), Self.data)
    }
    for bit in 0..<8 * sealed.count {
      var changed = sealed
      changed[bit / 8] ^= 1 << (bit % 8)
      if input == .unauthenticatedIV, bit < 8 * 16 {
        #expect(try cipher.open(changed, authenticating: Self.data) != Self.message)
      } else {
        expectRefusal(cipher, changed, Self.data)
        #expect(try pieces(of: changed, cipher) == nil)
      }
    }
  }

  // MARK: - Pieces

  /// The message, opened in pieces; nil if it is refused, before anything was returned.
  private func pieces(of sealed: [UInt8], _ cipher: EncryptThenMAC<SHA256>) throws -> [UInt8]? {
    var message: [UInt8] = []
    do {
      try cipher.open(
        byteCount: UInt64(sealed.count), authenticating: Self.data,
        from: { sealed[Int($0.lowerBound)..<Int($0.upperBound)] }, to: { message += $0 })
    } catch EncryptThenMACError.authenticationFailure {
      #expect(message == [], "\(message.count) bytes before the refusal")
      return nil
    }
    return message
  }

  @Test(arguments: EncryptThenMAC<SHA256>.Mode.allCases, EncryptThenMAC<SHA256>.MACInput.allCases)
  func piecesAreTheWholeMessage(mode: EncryptThenMAC<SHA256>.Mode, input: EncryptThenMAC<SHA256>.MACInput) throws {
    let cipher = try EncryptThenMAC<SHA256>(
      mode, macInput: input, authenticationKey: Self.keys.0, encryptionKey: Self.keys.1, tagByteCount: 20)
    for count in [0, 1, 16, 17, 100, 1 << 20, (1 << 20) + 1, 3 << 20] {
      let (message, iv) = (try [UInt8].sample(count), AES.IV())
      var (rest, sealed): (ArraySlice<UInt8>, [UInt8]) = (message[...], [])
      try cipher.seal(
        authenticating: AnySequence(Self.data), iv: iv,
        from: {
          defer { rest = rest.dropFirst(count / 3 + 5) }
          return rest.isEmpty && count % 2 == 0 ? nil : rest.prefix(count / 3 + 5)
        }, to: { sealed += $0 })
      // A failure does not print megabytes.
      let isSealed = sealed == cipher.seal(message, authenticating: Self.data, iv: iv)
      let isOpened = try pieces(of: sealed, cipher) == message
      #expect(isSealed && isOpened, "\(count) bytes")
      sealed[sealed.count - 1] ^= 1
      #expect(try pieces(of: sealed, cipher) == nil)
    }
  }

  /// A source that changes after its tag has been checked is noticed before the changed piece is decrypted.
  @Test func aSourceThatChangesIsNoticed() throws {
    let cipher = try Self.cipher(.ctr) as EncryptThenMAC<SHA256>
    let message = try [UInt8].sample(3 << 20)
    let sealed = cipher.seal(message)
    for piece in 0..<3 {
      var (calls, opened): (Int, [UInt8]) = (0, [])
      #expect(throws: EncryptThenMACError.authenticationFailure) {
        try cipher.open(
          byteCount: UInt64(sealed.count),
          from: { range in
            calls += 1
            var bytes = Array(sealed[Int(range.lowerBound)..<Int(range.upperBound)])
            if calls == 6 + piece { bytes[0] ^= 1 }  // IV, three pieces and tag came before
            return bytes
          }, to: { opened += $0 })
      }
      let isWhatWasAuthentic = opened == Array(message[..<(piece << 20)])
      #expect(isWhatWasAuthentic)
    }
  }

  @Test func sourcesThatEndTooEarlyOrFail() throws {
    let cipher = try Self.cipher(.cbc) as EncryptThenMAC<SHA256>
    let sealed = cipher.seal(Self.message)
    for byteCount in [0, 63] as [UInt64] {
      #expect(throws: EncryptThenMACError.sealedByteCount(Int(byteCount), minimum: 64)) {
        try cipher.open(byteCount: byteCount, from: { _ in sealed }, to: { _ in })
      }
    }
    #expect(throws: EncryptThenMACError.sealedByteCount(sealed.count, minimum: sealed.count + 1)) {
      try cipher.open(
        byteCount: UInt64(sealed.count + 1),
        from: { sealed[Int($0.lowerBound)..<min(sealed.count, Int($0.upperBound))] }, to: { _ in })
    }
    struct Unreadable: Error {}
    #expect(throws: Unreadable.self) {
      try cipher.open(byteCount: 100, from: { _ -> [UInt8] in throw Unreadable() }, to: { _ in })
    }
    // A size that a file only claims takes no memory.
    for byteCount in [1 << 50, 1 << 62, .max] as [UInt64] {
      #expect(throws: Unreadable.self) {
        try cipher.open(
          byteCount: byteCount,
          from: { range in
            if range.lowerBound > 1 << 20 { throw Unreadable() }
            return [UInt8](repeating: 0, count: range.count)
          }, to: { _ in })
      }
    }
    #expect(throws: Unreadable.self) { try cipher.seal(from: { nil as [UInt8]? }, to: { _ in throw Unreadable() }) }
  }

  @Test func theTagIsWholeUnlessSaidOtherwise() throws {
    let whole = try EncryptThenMAC<SHA512>(.ctr, key: SymmetricKey(size: .init(bitCount: 512)))
    #expect(whole.seal([]).count == 80)
    #expect(!"\(whole)".contains("0x") && "\(whole)".contains("SymmetricKey"))
    let short = try Self.cipher(.ctr, tagByteCount: 16) as EncryptThenMAC<SHA512>
    let iv = AES.IV()
    let long = try Self.cipher(.ctr) as EncryptThenMAC<SHA512>
    #expect(short.seal([1, 2], iv: iv) == Array(long.seal([1, 2], iv: iv).dropLast(48)))
  }

  // MARK: - Refusals

  /// Every changed bit in any part of a sealed message is refused, and so are every cut and every addition.
  @Test(arguments: EncryptThenMAC<SHA256>.Mode.allCases, [16, 32])
  func everyChangeIsRefused(mode: EncryptThenMAC<SHA256>.Mode, tagByteCount: Int) throws {
    let cipher = try Self.cipher(mode, tagByteCount: tagByteCount)
    let sealed = cipher.seal(Self.message, authenticating: Self.data)
    for bit in 0..<8 * sealed.count {
      var changed = sealed
      changed[bit / 8] ^= 1 << (bit % 8)
      expectRefusal(cipher, changed, Self.data)
    }
    let minimum = tagByteCount + (mode == .cbc ? 32 : 16)
    for count in 0..<sealed.count {
      let error =
        count < minimum ? EncryptThenMACError.sealedByteCount(count, minimum: minimum) : .authenticationFailure
      #expect(throws: error) { try cipher.open(sealed[..<count], authenticating: Self.data) }
    }
    for added in [[0], [UInt8](repeating: 0, count: 16)] {
      expectRefusal(cipher, sealed + added, Self.data)
      expectRefusal(cipher, added + sealed, Self.data)
    }
  }

  /// Bytes moved between the data and the IV are noticed too, because the size at the end separates them.
  @Test(arguments: EncryptThenMAC<SHA256>.Mode.allCases)
  func otherDataAreRefused(mode: EncryptThenMAC<SHA256>.Mode) throws {
    let cipher = try Self.cipher(mode)
    let sealed = cipher.seal(Self.message, authenticating: Self.data)
    for data in [[], Array("the heade".utf8), Array("the header ".utf8), Array("The header".utf8)] {
      expectRefusal(cipher, sealed, data)
    }
    expectRefusal(cipher, Array(sealed.dropFirst()), Self.data + [sealed[0]])
    expectRefusal(cipher, [Self.data.last!] + sealed, Array(Self.data.dropLast()))
  }

  @Test func otherKeysModesHashesAndTagsAreRefused() throws {
    let cipher = try Self.cipher(.cbc) as EncryptThenMAC<SHA256>
    #expect(try cipher.open(cipher.seal(Self.message)) == Self.message)
    let other = SymmetricKey(data: 1..<33)
    let authentication = try EncryptThenMAC<SHA256>(.cbc, authenticationKey: other, encryptionKey: Self.keys.1)
    expectRefusal(authentication, cipher.seal(Self.message), [])
    let swapped = try EncryptThenMAC<SHA256>(.cbc, authenticationKey: Self.keys.1, encryptionKey: Self.keys.0)
    expectRefusal(swapped, cipher.seal(Self.message), [])
    let shorter = try Self.cipher(.cbc, tagByteCount: 16) as EncryptThenMAC<SHA256>
    expectRefusal(shorter, cipher.seal(Self.message), [])
    expectRefusal(cipher, shorter.seal(Self.message), [])
    expectRefusal(try Self.cipher(.cbc, tagByteCount: 32) as EncryptThenMAC<SHA512>, cipher.seal(Self.message), [])
  }

  /// If the tag is right but the padding is wrong, the error does not mention the padding.
  @Test func aWrongPaddingUnderARightTagIsTheSameError() throws {
    let cipher = try Self.cipher(.cbc) as EncryptThenMAC<SHA256>
    let iv = [UInt8](0..<16)
    let unpadded = try AES.CBC.encrypt(
      [UInt8](repeating: 0, count: 16), using: Self.keys.1, iv: AES.IV(data: iv), padding: .none)
    for ciphertext in [unpadded, unpadded + [1]] {
      let tag = HMAC<SHA256>.authenticationCode(
        for: Self.data + iv + ciphertext + [0, 0, 0, 0, 0, 0, 0, 80], using: Self.keys.0)
      expectRefusal(cipher, iv + ciphertext + Array(tag), Self.data)
      let sealed = iv + ciphertext + Array(tag)
      #expect(throws: EncryptThenMACError.authenticationFailure) {
        try cipher.open(
          byteCount: UInt64(sealed.count), authenticating: Self.data,
          from: { sealed[Int($0.lowerBound)..<Int($0.upperBound)] }, to: { _ in })
      }
    }
  }

  private func expectRefusal<H: HashFunction>(_ cipher: EncryptThenMAC<H>, _ sealed: [UInt8], _ data: [UInt8]) {
    #expect(throws: EncryptThenMACError.authenticationFailure) { try cipher.open(sealed, authenticating: data) }
  }

  @Test func otherSizesAreRefused() {
    func key(_ count: Int, _ first: UInt8 = 1) -> SymmetricKey {
      SymmetricKey(data: (0..<count).map { first &+ UInt8($0) })
    }
    for count in 0...65 {
      let isAES = [16, 24, 32].contains(count)
      let error: EncryptThenMACError? = isAES ? nil : .encryptionKeyByteCount(count)
      #expect(
        thrown { try EncryptThenMAC<SHA256>(.ctr, authenticationKey: key(20), encryptionKey: key(count)) } == error)
      #expect(
        thrown { try EncryptThenMAC<SHA256>(.ctr, authenticationKey: key(count), encryptionKey: key(32, 9)) }
          == (count < 16 ? .authenticationKeyByteCount(count) : nil))
      #expect(
        thrown { try EncryptThenMAC<SHA256>(.ctr, key: key(count)) }
          == ([32, 48, 64].contains(count) ? nil : .encryptionKeyByteCount(count / 2)))
      #expect(
        thrown { try EncryptThenMAC<SHA384>(.ctr, key: key(64), tagByteCount: count) }
          == (16...48 ~= count ? nil : .tagByteCount(count, maximum: 48)))
    }
    for count in [Int.min, -1, Int.max] {
      #expect(
        thrown { try EncryptThenMAC<SHA256>(.cbc, key: key(64), tagByteCount: count) }
          == .tagByteCount(count, maximum: 32))
    }
    #expect(
      thrown { try EncryptThenMAC<SHA256>(.cbc, authenticationKey: key(32), encryptionKey: key(32)) } == .equalKeys)
    #expect(
      thrown { try EncryptThenMAC<SHA256>(.cbc, key: SymmetricKey(data: repeatElement(0, count: 64))) } == .equalKeys)
  }

  private func thrown(_ body: () throws -> Any) -> EncryptThenMACError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? EncryptThenMACError
    }
  }

  @Test func errorsStateTheirNumbers() {
    let sentences: [(EncryptThenMACError, String)] = [
      (.encryptionKeyByteCount(5), "an encryption key of 5 bytes; AES needs 16, 24 or 32"),
      (.authenticationKeyByteCount(5), "an authentication key of 5 bytes; it needs at least 16"),
      (.equalKeys, "one key for encryption and authentication; they need a key each"),
      (.tagByteCount(5, maximum: 32), "a tag of 5 bytes; it has 16 to 32"),
      (.sealedByteCount(5, minimum: 64), "5 bytes sealed; there are at least 64"),
      (.authenticationFailure, "the sealed message or its data were changed, or the keys are others"),
    ]
    for (error, sentence) in sentences { #expect(error.description == sentence) }
  }
}
