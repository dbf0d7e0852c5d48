import Vault

/// A private key in a text in PEM, from the line that begins it to the end of the text.
/// Spec: RFC 7468, sections 2 and 3; RFC 1421, section 4.6.
struct PEMPrivateKey {
  /// What follows `BEGIN` in the line that begins a key.
  enum Label: String, CaseIterable {
    case encrypted = "ENCRYPTED PRIVATE KEY"
    case plain = "PRIVATE KEY"
    case rsa = "RSA PRIVATE KEY"
    case ec = "EC PRIVATE KEY"
    case dsa = "DSA PRIVATE KEY"
    case openSSH = "OPENSSH PRIVATE KEY"
  }

  let label: Label
  /// What follows the line, up to the end of the text.
  private let rest: ArraySlice<UInt8>

  /// The private keys in a text. A byte order mark may precede it.
  static func all(in text: ArraySlice<UInt8>) -> [PEMPrivateKey] {
    var (keys, rest, isLineStart): ([PEMPrivateKey], ArraySlice<UInt8>, Bool) = ([], text, true)
    if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest.removeFirst(3) }
    while let first = rest.first {
      if isLineStart, first == UInt8(ascii: "-"), let key = PEMPrivateKey(rest) { keys.append(key) }
      isLineStart = first == UInt8(ascii: "\n") || first == UInt8(ascii: "\r")
      rest.removeFirst()
    }
    return keys
  }

  private init?(_ text: ArraySlice<UInt8>) {
    let found = Label.allCases.first { text.starts(with: Self.line("BEGIN", $0)) }
    guard let found else { return nil }
    (label, rest) = (found, text.dropFirst(Self.line("BEGIN", found).count))
  }

  /// The line that begins or ends a key.
  static func line(_ word: StaticString, _ label: Label) -> [UInt8] {
    Array("-----\(word) \(label.rawValue)-----".utf8)
  }

  /// Whether the key is encrypted: by its label, or by the header of the traditional form.
  var isEncrypted: Bool {
    switch label {
    case .encrypted: true
    case .plain, .openSSH: false
    case .rsa, .ec, .dsa: header != nil
    }
  }

  /// The bytes between the two lines.
  func bytes() throws(InteropError) -> [UInt8] {
    let digits = (header?.rest ?? rest).prefix { $0 != UInt8(ascii: "-") }
    guard rest[digits.endIndex...].starts(with: Self.line("END", label)) else {
      throw .malformed("PEM: the line that ends the key is missing")
    }
    var decoder = Base64Decoder()
    let bytes = try decoder.update(digits.filter { !Self.isSpace($0) })
    try decoder.finalize()
    return bytes
  }

  /// The cipher and the IV of the traditional form.
  func traditionalParameters() throws(InteropError) -> (cipher: EncryptedPrivateKey.Cipher, iv: [UInt8]) {
    guard let header else { throw .malformed("PEM: no header of an encrypted key") }
    let parts = header.information.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let name = String(decoding: parts.first ?? [], as: UTF8.self)
    let word = name.lowercased()
    guard let cipher = EncryptedPrivateKey.Cipher.allCases.first(where: { $0.rawValue.isIdentical(to: word) }) else {
      throw .unsupported(
        "the cipher \(name.prefix(32)) of DEK-Info; there is AES in CBC, with which openssl pkcs8 -topk8 writes the key"
      )
    }
    guard parts.count == 2, let iv = try? Hex.decode(String(decoding: parts[1], as: UTF8.self)), iv.count == 16 else {
      throw .malformed("the IV of DEK-Info; it has 32 hexadecimal digits")
    }
    return (cipher, iv)
  }

  /// What DEK-Info states, and the text after the header; nil if there is no header of an encrypted key.
  private var header: (information: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard [.rsa, .ec, .dsa].contains(label) else { return nil }
    var (text, information): (ArraySlice<UInt8>, ArraySlice<UInt8>?) = (rest, nil)
    // The rest of the line that begins the key is empty.
    guard Self.nextLine(&text)?.isEmpty == true, Self.nextLine(&text)?.elementsEqual(Self.procType) == true else {
      return nil
    }
    for _ in 0..<Self.maximumLineCount {
      guard let line = Self.nextLine(&text) else { return nil }
      if line.isEmpty { return (information ?? [], text) }
      if line.starts(with: Self.dekInfo) { information = line.dropFirst(Self.dekInfo.count) }
    }
    return nil
  }

  private static let procType = Array("Proc-Type: 4,ENCRYPTED".utf8)
  private static let dekInfo = Array("DEK-Info: ".utf8)

  // The limits of a header. OpenSSL writes two lines and an empty one.
  private static let (maximumLineCount, maximumLineByteCount) = (16, 256)

  /// Skips a line, and returns it without trailing white space and newline. Nil if there is no newline.
  private static func nextLine(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let end = text.prefix(maximumLineByteCount).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    var line = text[..<end]
    text = text[(end + 1)...]
    while let last = line.last, isSpace(last) { line.removeLast() }
    return line
  }

  /// Space, and the controls from tab to carriage return. Spec: RFC 7468, section 3.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0d ~= byte }
}

extension EncryptedPrivateKey {
  /// The error for a private key of a kind that is not read, from the beginning of its file; nil for other files.
  package static func refusal(of beginning: some Sequence<UInt8>) -> InteropError? {
    let beginning = Array(beginning)
    if let key = PEMPrivateKey.all(in: beginning[...]).first {
      switch key.label {
      case .encrypted: return nil
      case .plain: return plain
      case .rsa, .ec, .dsa: return key.isEncrypted ? nil : plain
      case .openSSH:
        return .unsupported(
          "an OPENSSH PRIVATE KEY; one of RSA or ECDSA is made an ENCRYPTED PRIVATE KEY in a copy of the file, by "
            + "ssh-keygen -p -m PKCS8 -f COPY")
      }
    }
    return isPKCS12(beginning) ? pkcs12 : nil
  }

  private static let plain = InteropError.unsupported(
    "a private key that is not encrypted; swift-vault seal takes any file")
  static let pkcs12 = InteropError.unsupported(
    "PKCS #12; openssl pkcs12 -in FILE -nocerts -out KEY writes its key as an ENCRYPTED PRIVATE KEY")

  /// Whether a file begins as a PFX: a sequence of the version 3 and a PKCS #7 ContentInfo. The length may be
  /// indefinite. Spec: RFC 7292, section 4.
  private static func isPKCS12(_ beginning: [UInt8]) -> Bool {
    let first = beginning.prefix(40)
    guard first.first == DERReader.Tag.sequence.rawValue else { return false }
    let version: [UInt8] = [0x02, 0x01, 0x03, 0x30]
    let content: [UInt8] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07]
    // Two heads of 2 to 10 bytes.
    return (2...10).contains { head in
      first.dropFirst(head).starts(with: version)
        && (head + 5...head + 13).contains { first.dropFirst($0).starts(with: content) }
    }
  }
}
