/// The known answers of a hash function, and of HMAC and PBKDF2 with it.
struct HashAnswers {
  /// The name of the hash function in its standard.
  let name: String
  /// The digest of "abc". Spec: NIST examples of FIPS 180-4.
  let abc: String
  /// The digest of the digests of messages of 0 to 300 bytes.
  let ladder: String
  /// The tag of "what do ya want for nothing?" under "Jefe". Spec: RFC 4231, section 4.3; RFC 2202, sections 2 and 3,
  /// test case 2.
  let tag: String
  /// The SHA-256 digest of the keys of seventeen PBKDF2 derivations.
  let keys: String
}

extension SelfTestRun {
  mutating func checkHashes() {
    for kernel in MD5Kernel.available { check(Insecure.MD5(kernel: kernel), .md5, kernel) }
    for kernel in SHA1Kernel.available { check(Insecure.SHA1(kernel: kernel), .sha1, kernel) }
    for kernel in SHA256Kernel.available {
      check(SHA224(kernel: kernel), .sha224, kernel)
      check(SHA256(kernel: kernel), .sha256, kernel)
      checkLanes(kernel)
    }
    for kernel in SHA512Kernel.available {
      check(SHA384(kernel: kernel), .sha384, kernel)
      check(SHA512(kernel: kernel), .sha512, kernel)
      check(SHA512_224(kernel: kernel), .sha512_224, kernel)
      check(SHA512_256(kernel: kernel), .sha512_256, kernel)
    }
  }

  /// Checks a hash function, and HMAC and PBKDF2 with it; `empty` is the hash of the empty message on the kernel.
  mutating func check<H: PBKDF2HashFunction>(_ empty: H, _ answers: HashAnswers, _ kernel: some Kernel) {
    func digest(_ message: [UInt8]) -> H.Digest {
      var hash = empty
      hash.update(data: message)
      return hash.finalize()
    }
    let name = kernel.rawValue
    expect(answers.name, "\"abc\"", on: name, digest(Array("abc".utf8)), is: answers.abc)
    var ladder = empty
    for count in 0...300 { ladder.update(data: digest(Self.message(count))) }
    expect(answers.name, "messages of 0 to 300 bytes", on: name, ladder.finalize(), is: answers.ladder)

    var tag = HMAC(key: SymmetricKey(data: "Jefe".utf8), startingFrom: empty)
    tag.update(data: "what do ya want for nothing?".utf8)
    expect("HMAC-\(answers.name)", "\"Jefe\"", on: name, tag.finalize(), is: answers.tag)

    let requests = (0...16).compactMap { number in
      try? PBKDF2<H>.Request(
        password: Self.message(number), salt: .init(unchecked: [UInt8](repeating: UInt8(number), count: 16)),
        rounds: .exactly(1 + number % 3), outputByteCounts: [1 + 7 * number])
    }
    var keys = SHA256()
    for key in PBKDF2<H>.deriveKeys(requests, startingFrom: empty) {
      unsafe key.withUnsafeBytes { unsafe keys.update(bufferPointer: $0) }
    }
    expect("PBKDF2-HMAC-\(answers.name)", "seventeen keys", on: name, keys.finalize(), is: answers.keys)
  }

  /// Checks messages in parallel lanes: as many as there are, and half of them.
  private mutating func checkLanes(_ kernel: SHA256Kernel) {
    let bytes = Self.message(1024 + SHA256.laneCapacity)
    var all = SHA256(kernel: kernel)
    for count in [SHA256.laneCapacity / 2, SHA256.laneCapacity] {
      var lanes = [SHA256](repeating: SHA256(kernel: kernel), count: count)
      unsafe bytes.withUnsafeBytes { bytes in
        // SAFETY: each message is 1024 bytes within `bytes`.
        let messages = unsafe lanes.indices.map { unsafe bytes.baseAddress! + $0 }
        unsafe messages.withUnsafeBufferPointer { unsafe SHA256.update(&lanes, messages: $0, byteCount: 1024) }
      }
      for lane in lanes { all.update(data: lane.finalize()) }
    }
    expect("SHA-256", "16 and 32 messages side by side", on: kernel.rawValue, all.finalize(), is: HashAnswers.lanes)
  }

  mutating func checkKeyDerivation() {
    // Spec: RFC 5869, appendix A.1.
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: [UInt8](repeating: 0x0b, count: 22)), salt: Self.message(13),
      info: 0xf0...0xf9, outputByteCount: 42)
    expect(
      "HKDF-SHA-256", "RFC 5869, A.1", on: "best", Self.bytes(key),
      is: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    // Spec: RFC 7914, section 11.
    let stretched = try? PBKDF2<SHA256>.deriveKey(
      password: "passwd".utf8, salt: .init(unchecked: "salt".utf8), rounds: .exactly(1), outputByteCount: 64)
    expect(
      "PBKDF2-HMAC-SHA-256", "RFC 7914, section 11", on: "best", Self.bytes(stretched),
      is: "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
        + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783")
  }
}
