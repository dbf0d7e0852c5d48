import Credentials
import SwiftVaultTestSupport
import Testing
import Vault

@testable import VaultInterop

/// JSON Web Encryption: the tokens of the RFCs and of jwcrypto, and input that must be refused.
@Suite struct JWETests {
  private static let password = Array("the pässword".utf8)
  private static let content = Array("the content, of more than a block".utf8)

  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    Base64.unpaddedURL.encode(Array(bytes))
  }
  private static func key(_ count: Int) -> SymmetricKey { SymmetricKey(data: (0..<count).map { UInt8($0) }) }

  private static func open(_ token: some Sequence<UInt8>, _ secret: [UInt8], alg: String) throws -> [UInt8] {
    alg.hasPrefix("PBES2")
      ? try JWE.open(token, password: secret)
      : try JWE.open(token, using: SymmetricKey(data: secret), algorithms: every)
  }
  private static let every = Set(JWE.KeyAlgorithm.allCases)

  /// A token of each algorithm with each encryption, and what opens it.
  private static func tokens(_ content: [UInt8] = content) throws -> [(token: [UInt8], alg: String, secret: [UInt8])] {
    try JWE.ContentEncryption.allCases.flatMap { encryption in
      let passwords = try JWE.PasswordAlgorithm.allCases.map {
        let token = try JWE.seal(content, password: password, algorithm: $0, encryption: encryption, rounds: 2)
        return (token, $0.rawValue, password)
      }
      let keys = try zip(JWE.KeyAlgorithm.allCases, [encryption.keyByteCount, 16, 24, 32]).map { algorithm, count in
        let token = try JWE.seal(content, using: key(count), algorithm: algorithm, encryption: encryption)
        return (token, algorithm.rawValue, key(count).withUnsafeBytes { Array($0) })
      }
      return passwords + keys
    }
  }

  @Test(arguments: [("RFC", 2), ("jwcrypto", 42)])
  func vectors(file: (name: String, count: Int)) throws {
    let vectors = try VectorFile("JWE/\(file.name).txt", expecting: file.count)
    for record in vectors.records {
      let (token, secret) = (Array(try record.text("token").utf8), try record.bytes("secret_hex"))
      let (alg, content) = (try record.text("alg"), try record.bytes("content_hex"))
      #expect(JWE.recognizes(token))
      #expect(try Self.open(token, secret, alg: alg) == content, "\(record.place)")
      // The same key of the content, IV and header give the same token.
      let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      let (header, iv) = (
        Base64.unpaddedURL.decode(parts[0])!, Base64.unpaddedURL.decode(parts[2])!
      )
      let (read, contentKey) = (
        try JWEHeader(JWEHeader.members(parts[0])), SymmetricKey(data: try record.bytes("key_hex"))
      )
      var wrapped: [UInt8] = []
      switch read.algorithm {
      case .key(.direct): #expect(contentKey == secret)
      case .key: wrapped = JWEKeyWrap.wrap(contentKey, using: SymmetricKey(data: secret))
      case .password(let algorithm, let salt, let rounds):
        wrapped = JWEKeyWrap.wrap(
          contentKey, using: algorithm.key(SymmetricKey(data: secret), salt: salt, rounds: rounds))
      }
      let made = try JWEParts.seal(content, header: header, wrapped: wrapped, read.encryption, contentKey, iv: iv)
      #expect(made == token, "\(record.place)")
    }
    try vectors.report(file.count, kernel: "best")
  }

  @Test func everyFormRoundTrips() throws {
    for count in [0, 1, 15, 16, 17, 1000] {
      let content = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
      for (token, alg, secret) in try Self.tokens(content) {
        #expect(JWE.recognizes(token))
        #expect(try Self.open(AnySequence(token + Array("\r\n ".utf8)), secret, alg: alg) == content, "\(alg)")
      }
    }
    let token = try JWE.seal(AnySequence([1, 2]), password: AnySequence([7]))
    let header = "{\"alg\":\"PBES2-HS512+A256KW\",\"enc\":\"A256CBC-HS512\",\"p2c\":220000,\"p2s\":\""
    #expect(Base64.unpaddedURL.decode(token.prefix { $0 != UInt8(ascii: ".") })!.starts(with: header.utf8))
    #expect(try JWE.open(token, password: [7]) == [1, 2])
  }

  @Test func recognizesTheHeader() throws {
    let token = try Self.tokens()[0].token
    let end = token.firstIndex(of: UInt8(ascii: "."))!
    #expect(JWE.recognizes(token[...end]) && JWE.recognizes(AnySequence(token)))
    for count in 0...end { #expect(!JWE.recognizes(token[..<count])) }
    // A JSON Web Signature is not a JSON Web Encryption.
    for header in ["{}", "{\"alg\":\"HS256\"}", "{\"enc\":\"A128GCM\"}", "[]", "{\"alg\":1,\"enc\":\"A128GCM\"}"] {
      #expect(!JWE.recognizes("\(Self.text(header.utf8)).a.b".utf8), "\(header)")
    }
    #expect(!JWE.recognizes("a+b.".utf8))
  }

  @Test func everyChangeIsRefused() throws {
    for (token, alg, secret) in try Self.tokens([1, 2, 3]) where alg == "dir" || alg.hasPrefix("PBES2-HS256") {
      for bit in 0..<8 * token.count {
        var changed = token
        changed[bit / 8] ^= 1 << (bit % 8)
        let opened =
          try? alg == "dir"
          ? JWE.open(changed, using: SymmetricKey(data: secret), algorithms: Self.every)
          : JWE.open(changed, password: secret, maximumRounds: 99)
        #expect(opened == nil, "\(alg), bit \(bit)")
      }
      for count in 0..<token.count {
        #expect(throws: InteropError.self) { try Self.open(token[..<count], secret, alg: alg) }
      }
    }
  }

  @Test func otherSecretsAreRefused() throws {
    for (token, alg, secret) in try Self.tokens() {
      // With `dir` and CBC, the key of the tag comes first. The key of the content is not authenticated.
      let other = [secret[0] ^ 1] + secret.dropFirst()
      #expect(throws: InteropError.authenticationFailure, "\(alg)") { try Self.open(token, other, alg: alg) }
      if alg.hasPrefix("PBES2") {
        #expect(throws: InteropError.argument("this token is under a password, not under a key")) {
          try JWE.open(token, using: Self.key(16), algorithms: Self.every)
        }
      } else {
        #expect(throws: InteropError.argument("this token is under a key, not under a password")) {
          try JWE.open(token, password: [1])
        }
        #expect(throws: InteropError.self) { try JWE.open(token, using: Self.key(17), algorithms: Self.every) }
      }
    }
    for (algorithm, count, name, size) in [
      (JWE.KeyAlgorithm.direct, 32, "A128GCM", 16), (.a128KW, 24, "A128KW", 16), (.a192KW, 16, "A192KW", 24),
      (.a256KW, 1, "A256KW", 32),
    ] {
      let found = count == 1 ? "1 byte" : "\(count) bytes"
      #expect(throws: InteropError.argument("a key of \(found); \(name) has one of \(size)")) {
        try JWE.seal([1], using: Self.key(count), algorithm: algorithm, encryption: .a128GCM)
      }
    }
  }

  /// The token names its algorithm, but the caller knows what the key is for.
  @Test func onlyAllowedAlgorithmsAreUsed() throws {
    for (token, alg, secret) in try Self.tokens() where !alg.hasPrefix("PBES2") {
      let (algorithm, key) = (JWE.KeyAlgorithm(rawValue: alg)!, SymmetricKey(data: secret))
      #expect(try JWE.open(token, using: key, algorithms: [algorithm]) == Self.content)
      let enc = JWEHeader.names(token.prefix { $0 != UInt8(ascii: ".") })!.encryption
      let error = InteropError.argument("this token has \(alg) and \(enc), which the caller does not allow")
      #expect(throws: error) { try JWE.open(token, using: key, algorithms: Self.every.subtracting([algorithm])) }
      let others = Set(JWE.ContentEncryption.allCases).subtracting([JWE.ContentEncryption(rawValue: enc)!])
      #expect(throws: error) { try JWE.open(token, using: key, algorithms: Self.every, encryptions: others) }
    }
  }

  /// Names are compared by bytes: U+212A, KELVIN SIGN, is no K, though the two are canonically equivalent.
  @Test func namesAreComparedByBytes() throws {
    func header(_ alg: String, _ enc: String, _ more: String = "") -> [UInt8] {
      Array("{\"alg\":\"\(alg)\",\"enc\":\"\(enc)\"\(more)}".utf8)
    }
    let (key, wrapping) = (Self.key(16), Self.key(32))
    func token(_ header: [UInt8]) throws -> [UInt8] {
      try JWEParts.seal(
        Self.content, header: header, wrapped: JWEKeyWrap.wrap(key, using: wrapping), .a128GCM, key,
        iv: [UInt8](repeating: 7, count: 12))
    }
    #expect(try JWE.open(token(header("A256KW", "A128GCM")), using: wrapping, algorithms: Self.every) == Self.content)
    #expect(throws: InteropError.unsupported("the algorithm A256\u{212A}W of keys")) {
      try JWE.open(token(header("A256\u{212A}W", "A128GCM")), using: wrapping, algorithms: Self.every)
    }
    #expect(throws: InteropError.unsupported("the algorithm PBES2-HS256+A128\u{212A}W of keys")) {
      try JWE.open(token(header("PBES2-HS256+A128\u{212A}W", "A128GCM")), password: [1])
    }
    // Two names of the same meaning are two names.
    let two = header("A256KW", "A128GCM", ",\"\u{e9}\":1,\"e\u{301}\":1")
    #expect(try JWE.open(token(two), using: wrapping, algorithms: Self.every) == Self.content)
    let twice = header("A256KW", "A128GCM", ",\"\u{e9}\":1,\"\u{e9}\":1")
    #expect(throws: InteropError.malformed("the header: \u{e9} stands there twice")) {
      try JWE.open(token(twice), using: wrapping, algorithms: Self.every)
    }
  }

  /// A byte order mark and white space around a token.
  @Test func whiteSpaceAroundATokenIsIgnored() throws {
    let token = try JWE.seal(Self.content, password: Self.password, rounds: 2)
    for text in [[0xEF, 0xBB, 0xBF] + token, Array(" \r\n\t".utf8) + token + Array("\n\n".utf8)] {
      #expect(JWE.recognizes(text))
      #expect(try JWE.open(text, password: Self.password) == Self.content)
    }
  }

  /// The parts of a token in the compact form.
  private static func parts(_ token: [UInt8]) -> [String] {
    token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// JSON serializations, made of tokens in the compact form. Spec: RFC 7516, section 7.2.
  @Test func jsonSerializations() throws {
    for (token, alg, secret) in try Self.tokens() {
      let p = Self.parts(token)
      let tail = "\"iv\":\"\(p[2])\",\"ciphertext\":\"\(p[3])\",\"tag\":\"\(p[4])\""
      let own = p[1].isEmpty ? "" : ",\"encrypted_key\":\"\(p[1])\""
      for text in [
        "{\"protected\":\"\(p[0])\"\(own),\(tail)}",
        "{ \"more\" : [1], \(tail) , \"protected\":\"\(p[0])\", \"recipients\":[ {\"header\":{\"kid\":\"1\"}\(own)} ]}\n",
        "{\"unprotected\":{\"jku\":\"x\"},\"protected\":\"\(p[0])\"\(own),\(tail),\"header\":{\"kid\":\"1\"}}",
      ] {
        #expect(JWE.recognizes(text.utf8))
        #expect(try Self.open(text.utf8, secret, alg: alg) == Self.content, "\(text)")
      }
    }
    // The second of two recipients is the one, and another password opens neither.
    let other = Self.parts(try JWE.seal([1], password: [1], encryption: .a128GCM, rounds: 3))[1]
    let key = Self.key(16)
    let iv = [UInt8](repeating: 5, count: 12)
    let salt = [UInt8](repeating: 1, count: 8)
    let wrapped = JWEKeyWrap.wrap(
      key, using: JWE.PasswordAlgorithm.pbes2HS512A256KW.key(SymmetricKey(data: Self.password), salt: salt, rounds: 2))
    let p = Self.parts(
      try JWEParts.seal(
        Self.content, header: Array("{\"enc\":\"A128GCM\"}".utf8), wrapped: wrapped, .a128GCM, key, iv: iv))
    let header = "{\"alg\":\"PBES2-HS512+A256KW\",\"p2c\":2,\"p2s\":\"\(Self.text(salt))\"}"
    let text =
      "{\"protected\":\"\(p[0])\",\"iv\":\"\(p[2])\",\"ciphertext\":\"\(p[3])\",\"tag\":\"\(p[4])\",\"recipients\":["
      + "{\"header\":{\"alg\":\"dir\"}},{\"header\":\(header),\"encrypted_key\":\"\(other)\"},"
      + "{\"header\":\(header),\"encrypted_key\":\"\(p[1])\"}]}"
    #expect(try JWE.open(text.utf8, password: Self.password) == Self.content)
    #expect(throws: InteropError.authenticationFailure) { try JWE.open(text.utf8, password: [9]) }
    // All tries together take no more rounds than one token may.
    #expect(throws: InteropError.overLimit(rounds: 2, limit: 3)) {
      try JWE.open(text.utf8, password: Self.password, maximumRounds: 3)
    }
    // `dir` has the content key itself.
    #expect(try JWE.open(text.utf8, using: key, algorithms: [.direct]) == Self.content)
  }

  /// Spec: RFC 7516, section 5.1, step 14: additional data are authenticated too.
  @Test func additionalDataAreAuthenticated() throws {
    let (key, nonce) = (Self.key(16), try AES.GCM.Nonce(data: [UInt8](repeating: 3, count: 12)))
    let (header, aad) = (Self.text("{\"alg\":\"dir\",\"enc\":\"A128GCM\"}".utf8), Self.text("data".utf8))
    let box = try AES.GCM.seal(Self.content, using: key, nonce: nonce, authenticating: "\(header).\(aad)".utf8)
    func token(_ aad: String) -> String {
      "{\"protected\":\"\(header)\",\"iv\":\"\(Self.text(nonce))\",\"ciphertext\":\"\(Self.text(box.ciphertext))\","
        + "\"tag\":\"\(Self.text(box.tag))\"\(aad)}"
    }
    #expect(try JWE.open(token(",\"aad\":\"\(aad)\"").utf8, using: key, algorithms: [.direct]) == Self.content)
    for other in ["", ",\"aad\":\"\"", ",\"aad\":\"\(Self.text("date".utf8))\""] {
      #expect(throws: InteropError.authenticationFailure) {
        try JWE.open(token(other).utf8, using: key, algorithms: [.direct])
      }
    }
  }

  @Test func jsonIsChecked() throws {
    let header = Self.text("{\"alg\":\"dir\",\"enc\":\"A128GCM\"}".utf8)
    let signed = InteropError.unsupported("a signed token (JSON Web Signature), which is not encrypted")
    for (text, error) in [
      ("{}", InteropError.notThisFormat), ("{\"payload\":\"\",\"signatures\":[]}", signed),
      ("{\"payload\":\"e30\",\"protected\":\"e30\",\"signature\":\"\"}", signed),
      ("{\"ciphertext\":1}", .malformed("ciphertext is a number")),
      ("{\"ciphertext\":\"\",\"ciphertext\":\"\"}", .malformed("ciphertext stands there twice")),
      ("{\"ciphertext\":\"\",\"recipients\":{}}", .malformed("recipients is an object")),
      ("{\"ciphertext\":\"\",\"recipients\":[]}", .unsupported("0 recipients; 1 to 64 are read")),
      (
        "{\"ciphertext\":\"\",\"recipients\":[\([String](repeating: "{}", count: 65).joined(separator: ","))]}",
        .unsupported("65 recipients; 1 to 64 are read")
      ),
      ("{\"ciphertext\":\"\",\"recipients\":[1]}", .malformed("not JSON: expected '{' at byte 0")),
      ("{\"ciphertext\":\"\",\"header\":1}", .malformed("header is a number")),
      (
        "{\"ciphertext\":\"\",\"protected\":\"\(header)\",\"header\":{\"alg\":\"dir\"}}",
        .malformed("the header: alg stands there twice")
      ),
      ("{\"ciphertext\":\"\",\"protected\":\"*\"}", .notThisFormat),
    ] {
      #expect(throws: error, "\(text)") { try JWE.open(text.utf8, using: Self.key(16), algorithms: Self.every) }
    }
  }

  /// A direct key with two equal halves is refused, as it is wherever a key is divided.
  @Test func equalHalvesAreRefused() throws {
    let halves = SymmetricKey(data: [UInt8](repeating: 3, count: 32))
    #expect(throws: InteropError.argument("one key for encryption and authentication; they need a key each")) {
      try JWE.seal([1], using: halves, algorithm: .direct, encryption: .a128CBCHS256)
    }
    let token = try JWE.seal([1], using: Self.key(32), algorithm: .direct, encryption: .a128CBCHS256)
    #expect(throws: InteropError.authenticationFailure) { try JWE.open(token, using: halves, algorithms: Self.every) }
  }

  @Test func roundsAreLimited() throws {
    let token = try JWE.seal(Self.content, password: Self.password, rounds: 3)
    #expect(try JWE.open(token, password: Self.password, maximumRounds: 3) == Self.content)
    for limit in [2, 0, -1] {
      #expect(throws: InteropError.overLimit(rounds: 3, limit: limit)) {
        try JWE.open(token, password: Self.password, maximumRounds: limit)
      }
    }
    let hostile = "{\"alg\":\"PBES2-HS256+A128KW\",\"enc\":\"A128GCM\",\"p2s\":\"AAAAAAAAAAA\",\"p2c\":"
    for rounds in [10_000_001, 4_294_967_296, Int.max] {
      #expect(throws: InteropError.overLimit(rounds: rounds, limit: rounds == 10_000_001 ? 10_000_000 : .max)) {
        try JWE.open(
          Self.token("\(hostile)\(rounds)}", wrapped: 24), password: [1],
          maximumRounds: rounds == 10_000_001 ? 10_000_000 : .max)
      }
    }
    #expect(throws: InteropError.overLimit(rounds: 11, limit: 10)) {
      try JWE.seal([1], password: [1], rounds: 11, maximumRounds: 10)
    }
    for rounds in [0, -1, 1 << 32] {
      #expect(throws: InteropError.argument("\(rounds) rounds; there are 1 to 4294967295")) {
        try JWE.seal([1], password: [1], rounds: rounds, maximumRounds: .max)
      }
    }
  }

  /// A token with this header, and parts of these sizes.
  private static func token(
    _ header: String, wrapped: Int = 0, iv: Int = 12, ciphertext: Int = 16, tag: Int = 16
  ) -> [UInt8] {
    let parts = [Array(header.utf8)] + [wrapped, iv, ciphertext, tag].map { [UInt8](repeating: 0, count: $0) }
    return Array(parts.map { text($0) }.joined(separator: ".").utf8)
  }

  @Test(arguments: [
    ("{\"alg\":\"dir\"}", InteropError.unsupported("a signed token (JSON Web Signature), which is not encrypted")),
    ("{\"enc\":\"A128GCM\"}", .malformed("the header: no alg")),
    ("{\"alg\":null,\"enc\":\"A128GCM\"}", .malformed("the header: alg is null")),
    ("{\"alg\":\"dir\",\"enc\":[]}", .malformed("the header: enc is a list")),
    ("{\"alg\":\"dir\",\"enc\":\"A128GCM\",\"alg\":\"dir\"}", .malformed("the header: alg stands there twice")),
    ("{\"alg\":\"dir\",\"enc\":\"A128GCM\",\"\\u0061lg\":\"dir\"}", .malformed("the header: alg stands there twice")),
    ("{\"alg\":\"dir\",\"enc\":\"A128GCM\",\"zip\":\"DEF\"}", .unsupported("the parameter zip in the header")),
    ("{\"alg\":\"dir\",\"enc\":\"A128GCM\",\"crit\":[\"x\"]}", .unsupported("the parameter crit in the header")),
    ("{\"alg\":\"RSA-OAEP\",\"enc\":\"A128GCM\"}", .unsupported("the algorithm RSA-OAEP of keys")),
    ("{\"alg\":\"dir\",\"enc\":\"a128gcm\"}", .unsupported("the encryption a128gcm")),
    ("[1]", .malformed("the header: the JSON is a list; it must be an object")),
    ("{\"alg\":\"dir\"", .malformed("the header: not JSON: expected ',' or '}' at byte 12")),
    ("{\"alg\":\"PBES2-HS256+A128KW\",\"enc\":\"A128GCM\"}", .malformed("the header: no p2s")),
    (
      "{\"alg\":\"PBES2-HS256+A128KW\",\"enc\":\"A128GCM\",\"p2s\":\"AAAAAAAAAAA=\"}",
      .malformed("the header: p2s is not in base 64")
    ),
    (
      "{\"alg\":\"PBES2-HS256+A128KW\",\"enc\":\"A128GCM\",\"p2s\":\"AAAAAAAAAA\"}",
      .malformed("a salt of 7 bytes; it has 8 to 1024")
    ),
    (
      "{\"alg\":\"PBES2-HS256+A128KW\",\"enc\":\"A128GCM\",\"p2s\":\"\(String(repeating: "A", count: 1368))\"}",
      .malformed("a salt of 1026 bytes; it has 8 to 1024")
    ),
    ("{\"alg\":\"PBES2-HS256+A128KW\",\"enc\":\"A128GCM\",\"p2s\":\"AAAAAAAAAAA\"}", .malformed("the header: no p2c")),
  ])
  func headersAreChecked(_ header: String, _ error: InteropError) {
    #expect(throws: error) { try JWE.open(Self.token(header), using: Self.key(16), algorithms: Self.every) }
    #expect(throws: error) { try JWE.open(Self.token(header), password: [1]) }
  }

  @Test func roundsInHeadersAreWholeNumbers() {
    for rounds in ["0", "-1", "1.5", "1e3", "\"8\"", "9223372036854775808", "true"] {
      let header = "{\"alg\":\"PBES2-HS512+A256KW\",\"enc\":\"A128GCM\",\"p2s\":\"AAAAAAAAAAA\",\"p2c\":\(rounds)}"
      let error = InteropError.malformed("the header: p2c is no whole number of at least 1 and at most \(Int.max)")
      #expect(throws: error, "\(rounds)") { try JWE.open(Self.token(header), password: [1]) }
    }
  }

  @Test func partsAreChecked() {
    let (gcm, cbc) = ("{\"alg\":\"dir\",\"enc\":\"A128GCM\"}", "{\"alg\":\"dir\",\"enc\":\"A128CBC-HS256\"}")
    let wrap = "{\"alg\":\"A128KW\",\"enc\":\"A128GCM\"}"
    let gcmText = Self.text(gcm.utf8)
    let cases: [([UInt8], InteropError)] = [
      (Self.token(gcm), .authenticationFailure),
      (Self.token(gcm, wrapped: 1), .malformed("a wrapped key of 1 byte; with these algorithms it has 0")),
      (Self.token(wrap, wrapped: 16), .malformed("a wrapped key of 16 bytes; with these algorithms it has 24")),
      (Self.token(wrap, wrapped: 24), .authenticationFailure),
      (Self.token(gcm, iv: 16), .malformed("an IV of 16 bytes; with these algorithms it has 12")),
      (Self.token(gcm, tag: 12), .malformed("a tag of 12 bytes; with these algorithms it has 16")),
      (
        Self.token(cbc, iv: 16, ciphertext: 0),
        .malformed("a ciphertext of 0 bytes; it has a multiple of 16, and at least 16")
      ),
      (
        Self.token(cbc, iv: 16, ciphertext: 17),
        .malformed("a ciphertext of 17 bytes; it has a multiple of 16, and at least 16")
      ),
      (Array("\(gcmText)...".utf8), .malformed("4 parts; there are 5")),
      (Array("\(gcmText)..".utf8), .unsupported("a signed token (JSON Web Signature), which is not encrypted")),
      (Array("\(gcmText)".utf8) + [UInt8](repeating: 0x2E, count: 99_999), .malformed("100000 parts; there are 5")),
      (Array("\(gcmText).....".utf8), .malformed("6 parts; there are 5")),
      (Array("\(gcmText).A...".utf8), .malformed("the key: not in base 64 of URLs without padding")),
      (Array("\(gcmText)..AA==..".utf8), .malformed("the IV: not in base 64 of URLs without padding")),
      (Array("\(gcmText)..AA.+A.".utf8), .malformed("the ciphertext: not in base 64 of URLs without padding")),
      (Array("\(gcmText)..AA.AA./A".utf8), .malformed("the tag: not in base 64 of URLs without padding")),
      (Array("a+b....".utf8), .notThisFormat),
      ([], .malformed("the header: not JSON: expected a value or a digit at byte 0")),
      (
        [UInt8](repeating: 0x41, count: 16_385),
        .malformed("a header of 16385 characters; at most 16384 are read")
      ),
    ]
    for (token, error) in cases {
      var found: InteropError?
      do throws(InteropError) {
        let key = Self.key(token.starts(with: Self.text(cbc.utf8).utf8) ? 32 : 16)
        _ = try JWE.open(token, using: key, algorithms: Self.every)
      } catch { found = error }
      #expect(found == error)
    }
  }
}
