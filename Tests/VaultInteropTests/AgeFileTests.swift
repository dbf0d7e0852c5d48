import SwiftVaultTestSupport
import Testing
import Vault
import VaultInterop

/// What is sealed for recipients or a password is opened, in pieces of any length.
@Suite struct AgeFileTests {
  private static let chunk = 64 << 10
  private static let sizes = [0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 2 * chunk + 1]

  @Test(arguments: sizes, [false, true])
  func whatIsSealedIsOpened(byteCount: Int, isArmored: Bool) throws {
    let content = testContent(byteCount)
    let identities = [AgeFile.Identity(), AgeFile.Identity()]
    let file = try AgeFile.seal(content, for: identities.map(\.recipient), isArmored: isArmored)
    #expect(AgeFile.recognizes(file.prefix(35)))
    for identity in identities {
      #expect(try AgeFile.open(file, identities: [AgeFile.Identity(), identity]) == content)
    }
    #expect(throws: InteropError.age(.noMatch(kinds: ["X25519", "X25519"]))) {
      try AgeFile.open(file, identities: [AgeFile.Identity()])
    }
    #expect(throws: InteropError.age(.noMatch(kinds: ["X25519", "X25519"]))) {
      try AgeFile.open(file, password: "p".utf8)
    }
    let sealed = try AgeFile.seal(content, password: "p".utf8, workFactor: 2, isArmored: isArmored)
    #expect(try AgeFile.open(sealed, password: "p".utf8) == content)
    #expect(throws: InteropError.age(.noMatch(kinds: ["scrypt"]))) { try AgeFile.open(sealed, password: "q".utf8) }
    #expect(throws: InteropError.age(.noMatch(kinds: ["scrypt"]))) { try AgeFile.open(sealed, identities: identities) }
  }

  @Test(arguments: [false, true])
  func piecesOfAnyLength(isArmored: Bool) throws {
    let content = testContent(2 * Self.chunk + 5)
    let identity = AgeFile.Identity()
    for length in [1, 1000, Self.chunk - 1, Self.chunk, Self.chunk + 16, 3 * Self.chunk] {
      var encryptor = try AgeFile.Encryptor(for: [identity.recipient], isArmored: isArmored)
      var file: [UInt8] = []
      for start in stride(from: 0, to: content.count, by: length) {
        file += encryptor.update(content[start..<min(start + length, content.count)])
      }
      file += encryptor.finalize()
      var decryptor = AgeFile.Decryptor(identities: [identity])
      var opened: [UInt8] = []
      for start in stride(from: 0, to: file.count, by: length) {
        opened += try decryptor.update(file[start..<min(start + length, file.count)])
      }
      opened += try decryptor.finalize()
      #expect(opened == content, "\(length)")
    }
  }

  /// Memory is bounded: each chunk is returned as soon as more follows.
  @Test func chunksAreReturnedEarly() throws {
    let identity = AgeFile.Identity()
    let content = testContent(3 * Self.chunk)
    var encryptor = try AgeFile.Encryptor(for: [identity.recipient])
    let first = encryptor.update(content)
    #expect(first.count > 2 * Self.chunk)
    let file = first + encryptor.finalize()
    var decryptor = AgeFile.Decryptor(identities: [identity])
    #expect(try decryptor.update(file) == Array(content[..<(2 * Self.chunk)]))
    #expect(try decryptor.finalize() == Array(content[(2 * Self.chunk)...]))
  }

  @Test func theWorkFactorIsWrittenAndBounded() throws {
    let file = try AgeFile.seal([1], password: "p".utf8, workFactor: 5)
    #expect(String(decoding: file.prefix(60), as: UTF8.self).contains(" 5\n"))
    #expect(try AgeFile.open(file, password: "p".utf8, maximumWorkFactor: 5) == [1])
    let fault = "the stanza of scrypt: the work factor 5; the limit is 4"
    #expect(throws: InteropError.age(.header(fault))) {
      try AgeFile.open(file, password: "p".utf8, maximumWorkFactor: 4)
    }
    for factor in [0, 31] {
      #expect(throws: InteropError.argument("a work factor of \(factor); age has 1 to 30")) {
        try AgeFile.seal([], password: "p".utf8, workFactor: factor)
      }
    }
    #expect(throws: InteropError.argument("an empty password, which age does not take")) {
      try AgeFile.seal([], password: "".utf8)
    }
    #expect(throws: InteropError.argument("no recipient")) { try AgeFile.seal([], for: []) }
    #expect(AgeFile.defaultWorkFactor == 18 && AgeFile.defaultMaximumWorkFactor == 22)
  }

  /// Spec: C2SP age: X25519.
  @Test func theKeysOfTheSpecification() throws {
    let identity = try AgeFile.Identity(text: AgeKit.identity.utf8)
    #expect(identity.recipient.text == AgeKit.recipient)
    #expect(identity.withText { String(decoding: $0, as: UTF8.self) } == AgeKit.identity)
    #expect(try AgeFile.Recipient(text: AgeKit.recipient.utf8) == identity.recipient)
    #expect(throws: InteropError.malformed("a recipient is in small letters")) {
      try AgeFile.Recipient(text: AgeKit.recipient.uppercased().utf8)
    }
    #expect(throws: InteropError.malformed("an identity is in capitals")) {
      try AgeFile.Identity(text: AgeKit.identity.lowercased().utf8)
    }
    #expect("\(identity)" == "Identity (redacted)")
    let new = AgeFile.Identity()
    #expect(try new.withText { try AgeFile.Identity(text: $0) }.recipient == new.recipient)
    #expect(new.recipient != AgeFile.Identity().recipient)
  }

  /// Each change of a character, and each pair of neighbours that change places, is noticed.
  @Test func mistypedKeysAreRefused() {
    let text = Array(AgeKit.identity.utf8)
    for place in text.indices {
      for character in Array("AQZ127".utf8) where character != text[place] {
        var changed = text
        changed[place] = character
        #expect(throws: InteropError.self) { try AgeFile.Identity(text: changed) }
      }
      var swapped = text
      swapped.swapAt(place, max(0, place - 1))
      if swapped != text { #expect(throws: InteropError.self) { try AgeFile.Identity(text: swapped) } }
      #expect(throws: InteropError.self) { try AgeFile.Identity(text: text[..<place]) }
    }
  }

  @Test(arguments: [
    ("age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwk", "the checksum does not match"),
    ("age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwJ", "both capitals and small letters"),
    ("age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwb", "a character that is no digit"),
    ("age1qqqqq", "too short for Bech32"), ("Age", "begins with age1"), ("", "begins with age1"),
    ("age1pq1x34nzsvr0rxjsgdn8zgyhfe8", "a post-quantum recipient (age1pq1…), which age has since version 1.3"),
    ("age1tag1qt8lw0ual6avlwmwatk888yqnmdamm7xfd0wak53ut6elz5c4swx2yqdj4e", "a recipient of a hardware key"),
    ("age1tagpq1m3e4wvp6hzcrn9exhy0ae3xfx2", "a post-quantum recipient of a hardware key"),
    ("age1yubikey1q2w7u3vpya839jxxuq8g0sedh3d740d4xvn639sqhr95ejj8vu3hyfumptt", "the recipient of an age plugin"),
    ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA", "an SSH key"), (AgeKit.identity, "an identity (AGE-SECRET-KEY-1…)"),
  ])
  func textsThatAreNoRecipient(text: String, words: String) {
    let error = #expect(throws: InteropError.self) { try AgeFile.Recipient(text: text.utf8) }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test func filesOfIdentities() throws {
    let file = "# created: today\r\n\(AgeKit.identity)\r\n\n#\n\(AgeKit.otherIdentity)"
    let identities = try AgeFile.Identity.list(file.utf8)
    #expect(identities.map(\.recipient.text).first == AgeKit.recipient && identities.count == 2)
    for (file, words) in [
      ("# only\n\n", "no identity"), ("", "no identity"),
      ("#\n\(AgeKit.identity)\nx", "line 3: an identity begins with"),
      ("\n AGE-SECRET-KEY-1", "line 2"), ("AGE-SECRET-KEY-1QQQQQQQ", "line 1: Bech32"),
      ("AGE-SECRET-KEY-PQ-1XX76JRALN", "line 1: a post-quantum identity (AGE-SECRET-KEY-PQ-1…)"),
      ("AGE-PLUGIN-YUBIKEY-1QQQ", "line 1: the identity of an age plugin"),
      ("-----BEGIN OPENSSH PRIVATE KEY-----", "line 1: an SSH key"), (AgeKit.recipient, "line 1: a recipient (age1…)"),
    ] {
      let error = #expect(throws: InteropError.self) { try AgeFile.Identity.list(file.utf8) }
      #expect(error?.description.contains(words) == true, "\(file): \(String(describing: error))")
      #expect(error?.description.contains(AgeKit.identity) != true)
    }
  }

  /// With a point of low order, every shared secret would be zero.
  @Test func aRecipientOfLowOrderIsRefused() throws {
    // 32 zero bytes, encoded by the reference implementation of BIP 173.
    let zero = try AgeFile.Recipient(text: "age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq5cu47z".utf8)
    #expect(throws: InteropError.self) { try AgeFile.seal([1], for: [zero]) }
  }
}
