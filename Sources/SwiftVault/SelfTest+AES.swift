/// The known answers of AES with one key.
struct AESAnswers {
  /// The size of the key in bytes. The key is the bytes 0, 1, 2 …
  let keyByteCount: Int
  /// The ciphertext of the block 00112233…ff. Spec: FIPS 197, appendix C.
  let block: String
  /// The SHA-256 digests of the ciphertexts of the bytes 0, 1, 2 …: 1,072 bytes without padding, and 1,077 bytes in
  /// CTR, whose counter carries, in CFB and in OFB.
  let ecb: String
  let cbc: String
  let ctr: String
  let cfb: String
  let cfb8: String
  let ofb: String
  /// The tag of the 1,077 bytes.
  let cmac: String
}

extension SelfTestRun {
  mutating func checkAES() {
    for kernel in AESKernel.available {
      for answers in AESAnswers.all {
        check(answers, kernel)
      }
      for padding in AES.Padding.allCases { check(padding, kernel) }
    }
    checkKeyWrap()
  }

  mutating func check(_ answers: AESAnswers, _ kernel: AESKernel) {
    let key = SymmetricKey(data: Self.message(answers.keyByteCount))
    let message = Self.message(16 * 67)
    let size = "-\(8 * answers.keyByteCount)"
    let on = kernel.rawValue

    let block = (0..<16).map { UInt8(0x11 * $0) }
    var single = try? AES.ECB.Encryptor(using: key, padding: .none, kernel: kernel)
    let encrypted = single?.update(block)
    expect("AES\(size)-ECB", "FIPS 197, appendix C", on: on, encrypted, is: answers.block)

    var ecb = try? AES.ECB.Encryptor(using: key, padding: .none, kernel: kernel)
    let ecbText = ecb?.update(message)
    expect("AES\(size)-ECB", "67 blocks", on: on, ecbText.map { SHA256.hash(data: $0) }, is: answers.ecb)
    var ecbBack = try? AES.ECB.Decryptor(using: key, padding: .none, kernel: kernel)
    expect("AES\(size)-ECB", "67 blocks back", on: on, ecbText.flatMap { ecbBack?.update($0) } == message)
    let ecbWhole = try? AES.ECB.encrypt(message, using: key, padding: .none, kernel: kernel)
    let ecbWholeBack = ecbWhole.flatMap { try? AES.ECB.decrypt($0, using: key, padding: .none, kernel: kernel) }
    expect("AES\(size)-ECB", "67 blocks in one call", on: on, ecbWhole == ecbText && ecbWholeBack == message)

    let iv = try? AES.IV(data: 0xf0...0xff)
    var cbc = iv.flatMap { try? AES.CBC.Encryptor(using: key, iv: $0, padding: .none, kernel: kernel) }
    let cbcText = cbc?.update(message)
    expect("AES\(size)-CBC", "67 blocks", on: on, cbcText.map { SHA256.hash(data: $0) }, is: answers.cbc)
    var cbcBack = iv.flatMap { try? AES.CBC.Decryptor(using: key, iv: $0, padding: .none, kernel: kernel) }
    expect("AES\(size)-CBC", "67 blocks back", on: on, cbcText.flatMap { cbcBack?.update($0) } == message)
    let cbcWhole = iv.flatMap { try? AES.CBC.encrypt(message, using: key, iv: $0, padding: .none, kernel: kernel) }
    let cbcWholeBack = iv.flatMap { iv in
      cbcWhole.flatMap { try? AES.CBC.decrypt($0, using: key, iv: iv, padding: .none, kernel: kernel) }
    }
    expect("AES\(size)-CBC", "67 blocks in one call", on: on, cbcWhole == cbcText && cbcWholeBack == message)

    let nonce = try? AES.CTR.Nonce(data: [UInt8](repeating: 0xff, count: 15) + [0xf0])
    var ctr = nonce.flatMap { try? AES.CTR.Cipher(using: key, nonce: $0, kernel: kernel) }
    var ctrText = try? ctr?.update(message)
    ctrText = ctrText.flatMap { text in (try? ctr?.update(Self.message(5))).map { text + $0 } }
    expect("AES\(size)-CTR", "1,077 bytes", on: on, ctrText.map { SHA256.hash(data: $0) }, is: answers.ctr)

    let ctrWhole = nonce.flatMap {
      try? AES.CTR.encrypt(message + Self.message(5), using: key, nonce: $0, kernel: kernel)
    }
    expect("AES\(size)-CTR", "1,077 bytes in one call", on: on, ctrWhole != nil && ctrWhole == ctrText)

    checkFeedback(answers, kernel)
  }

  /// CFB, OFB and CMAC of 1,077 bytes in two pieces and in one call.
  private mutating func checkFeedback(_ answers: AESAnswers, _ kernel: AESKernel) {
    let key = SymmetricKey(data: Self.message(answers.keyByteCount))
    let message = Self.message(16 * 67) + Self.message(5)
    let size = "-\(8 * answers.keyByteCount)"
    let on = kernel.rawValue
    let iv = try? AES.IV(data: 0xf0...0xff)
    for segment in AES.CFB.SegmentSize.allCases {
      let primitive = "AES\(size)-CFB\(segment.rawValue)"
      var encryptor = iv.flatMap { try? AES.CFB.Encryptor(using: key, iv: $0, segment: segment, kernel: kernel) }
      let text = encryptor.map { _ in encryptor!.update(message[..<39]) + encryptor!.update(message[39...]) }
      let answer = segment == .bits8 ? answers.cfb8 : answers.cfb
      expect(primitive, "1,077 bytes", on: on, text.map { SHA256.hash(data: $0) }, is: answer)
      var decryptor = iv.flatMap { try? AES.CFB.Decryptor(using: key, iv: $0, segment: segment, kernel: kernel) }
      expect(primitive, "1,077 bytes back", on: on, text.flatMap { decryptor?.update($0) } == message)
      let whole = iv.flatMap { try? AES.CFB.encrypt(message, using: key, iv: $0, segment: segment, kernel: kernel) }
      let wholeBack = iv.flatMap { iv in
        whole.flatMap { try? AES.CFB.decrypt($0, using: key, iv: iv, segment: segment, kernel: kernel) }
      }
      expect(primitive, "1,077 bytes in one call", on: on, whole == text && wholeBack == message)
    }
    var ofb = iv.flatMap { try? AES.OFB.Cipher(using: key, iv: $0, kernel: kernel) }
    let ofbText = ofb.map { _ in ofb!.update(message[..<39]) + ofb!.update(message[39...]) }
    expect("AES\(size)-OFB", "1,077 bytes", on: on, ofbText.map { SHA256.hash(data: $0) }, is: answers.ofb)
    let ofbWhole = iv.flatMap { try? AES.OFB.encrypt(message, using: key, iv: $0, kernel: kernel) }
    expect("AES\(size)-OFB", "1,077 bytes in one call", on: on, ofbWhole != nil && ofbWhole == ofbText)
    var cmac = try? AES.CMAC(key: key, kernel: kernel)
    cmac?.update(data: message[..<39])
    cmac?.update(data: message[39...])
    expect("AES\(size)-CMAC", "1,077 bytes", on: on, cmac?.finalize(), is: answers.cmac)
    let cmacWhole = unsafe message.withUnsafeBytes {
      try? unsafe AES.CMAC.authenticationCode(for: $0, using: key, kernel: kernel)
    }
    expect("AES\(size)-CMAC", "1,077 bytes in one call", on: on, cmacWhole, is: answers.cmac)
  }

  /// Checks CBC with messages of 0 to 32 bytes; without padding, only those of whole blocks.
  private mutating func check(_ padding: AES.Padding, _ kernel: AESKernel) {
    let key = SymmetricKey(data: Self.message(32))
    guard let iv = try? AES.IV(data: 0xf0...0xff) else { return expect("AES-CBC", "IV", on: "best", false) }
    var all = SHA256()
    var comesBack = true
    for count in stride(from: 0, through: 32, by: padding == .none ? 16 : 1) {
      // Zero padding would remove zeros at the end of the message.
      let message = Self.message(count + 1).dropFirst()
      var encryptor = try? AES.CBC.Encryptor(using: key, iv: iv, padding: padding, kernel: kernel)
      var text = encryptor?.update(message)
      text = text.flatMap { text in (try? encryptor?.finalize()).map { text + $0 } }
      all.update(data: text ?? [])
      var decryptor = try? AES.CBC.Decryptor(using: key, iv: iv, padding: padding, kernel: kernel)
      var back = text.flatMap { decryptor?.update($0) }
      back = back.flatMap { back in (try? decryptor?.finalize()).map { back + $0 } }
      comesBack = comesBack && back?.elementsEqual(message) == true
    }
    let name = "padding \(padding.rawValue)"
    expect("AES-256-CBC", name, on: kernel.rawValue, all.finalize(), is: AESAnswers.answer(padding))
    expect("AES-256-CBC", name + " back", on: kernel.rawValue, comesBack)
  }

  /// Spec: RFC 3394, section 4.6.
  private mutating func checkKeyWrap() {
    let kek = SymmetricKey(data: Self.message(32))
    let key = SymmetricKey(data: (0..<16).map { UInt8(0x11 * $0) } + Self.message(16))
    let wrapped = try? AES.KeyWrap.wrap(key, using: kek)
    expect(
      "AES-256-KW", "RFC 3394, section 4.6", on: "best", wrapped,
      is: "28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21")
    let unwrapped = wrapped.flatMap { try? AES.KeyWrap.unwrap($0, using: kek) }
    expect("AES-256-KW", "RFC 3394, section 4.6, back", on: "best", unwrapped == key)
    var changed = wrapped ?? []
    if !changed.isEmpty { changed[0] ^= 1 }
    expect("AES-256-KW", "a changed byte", on: "best", (try? AES.KeyWrap.unwrap(changed, using: kek)) == nil)
    checkKeyWrapWithPadding()
  }

  /// Spec: RFC 5649, section 6.
  private mutating func checkKeyWrapWithPadding() {
    let name = "RFC 5649, section 6"
    let kek = (try? Hex.decode("5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8")).map { SymmetricKey(data: $0) }
    for (bytes, answer) in [
      ("c37b7e6492584340bed12207808941155068f738", "138bdeaa9b8fa7fc61f97742e72248ee5ae6ae5360d1ae6a5f54f373fa543b6a"),
      ("466f7250617369", "afbeb0f07dfbf5419200f2ccb50bb24f"),
    ] {
      let key = (try? Hex.decode(bytes)).map { SymmetricKey(data: $0) }
      let wrapped = kek.flatMap { kek in key.flatMap { try? AES.KeyWrap.wrapPadded($0, using: kek) } }
      expect("AES-192-KWP", name, on: "best", wrapped, is: answer)
      let unwrapped = kek.flatMap { kek in wrapped.flatMap { try? AES.KeyWrap.unwrapPadded($0, using: kek) } }
      expect("AES-192-KWP", name + ", back", on: "best", unwrapped == key)
      var changed = wrapped ?? []
      if !changed.isEmpty { changed[0] ^= 1 }
      let refused = kek.map { (try? AES.KeyWrap.unwrapPadded(changed, using: $0)) == nil }
      expect("AES-192-KWP", "a changed byte", on: "best", refused == true)
    }
  }
}
