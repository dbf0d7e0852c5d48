import AES
import SwiftVaultCommandSupport

/// AES with a key and a message, in every mode and direction, without padding; and CMAC.
///
/// Nothing throws here: the key has a size of AES, and the message is whole blocks.
final class AESWorkload {
  let key: SymmetricKey
  let expandedKey: SymmetricKey
  let kernel: AESKernel
  /// Whether the kernel was named. If not, the calls that set up a key for each message are those of an app.
  let isNamed: Bool
  let message: Message
  let iv = try! AES.IV(data: [UInt8](repeating: 0x1F, count: 16))
  let nonce = try! AES.CTR.Nonce(data: [UInt8](repeating: 0x1F, count: 16))

  private let ecbEncryptor: AES.ECB.Encryptor
  private let ecbDecryptor: AES.ECB.Decryptor
  private let cbcEncryptor: AES.CBC.Encryptor
  private let cbcDecryptor: AES.CBC.Decryptor
  private let ctr: AES.CTR.Cipher
  private let cfbEncryptor: AES.CFB.Encryptor
  private let cfbDecryptor: AES.CFB.Decryptor
  private let cfb8Encryptor: AES.CFB.Encryptor
  private let cfb8Decryptor: AES.CFB.Decryptor
  private let ofb: AES.OFB.Cipher
  private let cmac: AES.CMAC
  let gcmNonce = try! AES.GCM.Nonce(data: [UInt8](repeating: 0x1F, count: 12))
  private let box: AES.GCM.SealedBox
  /// The text of the box and its tag.
  let sealed: Message
  /// A place for a tag.
  let tagPlace = Message(byteCount: AES.GCM.tagByteCount)

  /// A message of whole blocks and a key of 128, 192 or 256 bits.
  init(keyBits: Int, byteCount: Int, kernel name: String?) throws(ArgumentError) {
    key = SymmetricKey(data: benchKey.prefix(keyBits / 8))
    kernel = try .named(name)
    expandedKey = try! AES.expand(key, kernel: kernel)
    isNamed = name != nil
    message = Message(byteCount: byteCount)
    ecbEncryptor = try! AES.ECB.Encryptor(using: key, padding: .none, kernel: kernel)
    ecbDecryptor = try! AES.ECB.Decryptor(using: key, padding: .none, kernel: kernel)
    cbcEncryptor = try! AES.CBC.Encryptor(using: key, iv: iv, padding: .none, kernel: kernel)
    cbcDecryptor = try! AES.CBC.Decryptor(using: key, iv: iv, padding: .none, kernel: kernel)
    ctr = try! AES.CTR.Cipher(using: key, nonce: nonce, kernel: kernel)
    cfbEncryptor = try! AES.CFB.Encryptor(using: key, iv: iv, kernel: kernel)
    cfbDecryptor = try! AES.CFB.Decryptor(using: key, iv: iv, kernel: kernel)
    cfb8Encryptor = try! AES.CFB.Encryptor(using: key, iv: iv, segment: .bits8, kernel: kernel)
    cfb8Decryptor = try! AES.CFB.Decryptor(using: key, iv: iv, segment: .bits8, kernel: kernel)
    ofb = try! AES.OFB.Cipher(using: key, iv: iv, kernel: kernel)
    cmac = try! AES.CMAC(key: key, kernel: kernel)
    box = try! AES.GCM.seal(message.contents, using: key, nonce: gcmNonce, authenticating: [], kernel: kernel)
    sealed = Message(byteCount: byteCount + AES.GCM.tagByteCount)
    sealed.bytes.copyBytes(from: box.ciphertext + box.tag)
  }

  /// The next message under a key that has been set up, where it is. The cipher is a local variable, as in an app:
  /// each access to one in an object would be checked for exclusivity.
  func streaming(_ form: BenchOperation.AESForm, _ count: Int) {
    // A local variable: the compiler crashes on a span of a property.
    let bytes = message.bytes
    var span = bytes.mutableBytes
    switch form {
    case .ecbEncrypt:
      var cipher = ecbEncryptor
      for _ in 0..<count { try! cipher.update(inPlace: &span) }
    case .ecbDecrypt:
      var cipher = ecbDecryptor
      for _ in 0..<count { try! cipher.update(inPlace: &span) }
    case .cbcEncrypt:
      var cipher = cbcEncryptor
      for _ in 0..<count { try! cipher.update(inPlace: &span) }
    case .cbcDecrypt:
      var cipher = cbcDecryptor
      for _ in 0..<count { try! cipher.update(inPlace: &span) }
    case .ctr:
      var cipher = ctr
      for _ in 0..<count { try! cipher.update(inPlace: &span) }
    case .cfbEncrypt: feedback(cfbEncryptor, count)
    case .cfbDecrypt: feedback(cfbDecryptor, count)
    case .cfb8Encrypt: feedback(cfb8Encryptor, count)
    case .cfb8Decrypt: feedback(cfb8Decryptor, count)
    case .ofb: feedback(ofb, count)
    case .cmac:
      for _ in 0..<count {
        var function = cmac
        function.update(bufferPointer: UnsafeRawBufferPointer(message.bytes))
        keep(Array(function.finalize()))
      }
    case .gcmEncrypt, .gcmDecrypt: preconditionFailure("measured as one call only")
    }
  }

  private func feedback<Operation>(_ start: AES.FeedbackCipher<Operation>, _ count: Int) {
    var cipher = start
    // A local variable: the compiler crashes on a span of a property.
    let bytes = message.bytes
    var span = bytes.mutableBytes
    for _ in 0..<count { cipher.update(inPlace: &span) }
  }

  /// A message in one call that sets up the key and returns a new array.
  func oneShot(_ form: BenchOperation.AESForm, _ count: Int) {
    if form == .cmac {
      for _ in 0..<count { keep(tag()) }
    } else {
      repeated(count, form) { keep($0) }
    }
  }

  /// 16 bytes of what one call gives: the tag, or the end of the text.
  func checked(_ form: BenchOperation.AESForm, _ call: BenchOperation.AESCall) -> [UInt8] {
    if form == .cmac { return Array(tag()) }
    switch call {
    case .streaming: streaming(form, 1)
    case .oneShot:
      var end: [UInt8] = []
      repeated(1, form) { end = Array($0.suffix(16)) }
      return end
    case .inPlace, .expanded:
      inPlace(form, isExpanded: call == .expanded, 1)
      if form == .gcmEncrypt { return Array(tagPlace.contents) }
    }
    return Array(message.contents.suffix(16))
  }

  /// Gives the results of `count` calls.
  @inline(__always)
  private func repeated(_ count: Int, _ form: BenchOperation.AESForm, _ use: (borrowing [UInt8]) -> Void) {
    isNamed ? repeatedOnKernel(count, form, use) : repeatedInApp(count, form, use)
  }

  @inline(__always)
  private func repeatedInApp(
    _ count: Int, _ form: BenchOperation.AESForm, _ use: (borrowing [UInt8]) -> Void
  ) {
    // Local variables, as in an app.
    let (input, key, iv, nonce, gcmNonce, box) = (message.contents, key, iv, nonce, gcmNonce, box)
    @inline(__always)
    func each(_ call: () -> [UInt8]) { for _ in 0..<count { use(call()) } }
    switch form {
    case .ecbEncrypt: each { try! AES.ECB.encrypt(input, using: key, padding: .none) }
    case .ecbDecrypt: each { try! AES.ECB.decrypt(input, using: key, padding: .none) }
    case .cbcEncrypt: each { try! AES.CBC.encrypt(input, using: key, iv: iv, padding: .none) }
    case .cbcDecrypt: each { try! AES.CBC.decrypt(input, using: key, iv: iv, padding: .none) }
    case .gcmEncrypt: each { try! AES.GCM.seal(input, using: key, nonce: gcmNonce).combined! }
    case .gcmDecrypt: each { try! AES.GCM.open(box, using: key) }
    case .ctr: each { try! AES.CTR.encrypt(input, using: key, nonce: nonce) }
    case .cfbEncrypt: each { try! AES.CFB.encrypt(input, using: key, iv: iv) }
    case .cfbDecrypt: each { try! AES.CFB.decrypt(input, using: key, iv: iv) }
    case .cfb8Encrypt: each { try! AES.CFB.encrypt(input, using: key, iv: iv, segment: .bits8) }
    case .cfb8Decrypt: each { try! AES.CFB.decrypt(input, using: key, iv: iv, segment: .bits8) }
    case .ofb: each { try! AES.OFB.encrypt(input, using: key, iv: iv) }
    case .cmac: preconditionFailure("no call with an array")
    }
  }

  @inline(__always)
  private func repeatedOnKernel(
    _ count: Int, _ form: BenchOperation.AESForm, _ use: (borrowing [UInt8]) -> Void
  ) {
    // Local variables, as in an app.
    let (input, key, iv, nonce, gcmNonce, box) = (message.contents, key, iv, nonce, gcmNonce, box)
    @inline(__always)
    func each(_ call: () -> [UInt8]) { for _ in 0..<count { use(call()) } }
    switch form {
    case .ecbEncrypt: each { try! AES.ECB.encrypt(input, using: key, padding: .none, kernel: kernel) }
    case .ecbDecrypt: each { try! AES.ECB.decrypt(input, using: key, padding: .none, kernel: kernel) }
    case .cbcEncrypt: each { try! AES.CBC.encrypt(input, using: key, iv: iv, padding: .none, kernel: kernel) }
    case .cbcDecrypt: each { try! AES.CBC.decrypt(input, using: key, iv: iv, padding: .none, kernel: kernel) }
    case .gcmEncrypt:
      each { try! AES.GCM.seal(input, using: key, nonce: gcmNonce, authenticating: [], kernel: kernel).combined! }
    case .gcmDecrypt: each { try! AES.GCM.open(box, using: key, authenticating: [], kernel: kernel) }
    case .ctr: each { try! AES.CTR.encrypt(input, using: key, nonce: nonce, kernel: kernel) }
    case .cfbEncrypt: each { try! AES.CFB.encrypt(input, using: key, iv: iv, kernel: kernel) }
    case .cfbDecrypt: each { try! AES.CFB.decrypt(input, using: key, iv: iv, kernel: kernel) }
    case .cfb8Encrypt: each { try! AES.CFB.encrypt(input, using: key, iv: iv, segment: .bits8, kernel: kernel) }
    case .cfb8Decrypt: each { try! AES.CFB.decrypt(input, using: key, iv: iv, segment: .bits8, kernel: kernel) }
    case .ofb: each { try! AES.OFB.encrypt(input, using: key, iv: iv, kernel: kernel) }
    case .cmac: preconditionFailure("no call with an array")
    }
  }

  private func tag() -> AES.CMAC.MAC {
    isNamed
      ? try! AES.CMAC.authenticationCode(for: message.contents, using: key, kernel: kernel)
      : try! AES.CMAC.authenticationCode(for: message.contents, using: key)
  }
}
