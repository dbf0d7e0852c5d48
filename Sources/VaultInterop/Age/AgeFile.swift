import Vault

/// The files of age, version 1. Spec: C2SP age.
///
/// A file is a header in text, 16 random bytes, and the content in chunks of 64 KiB, each encrypted with
/// ChaCha20-Poly1305 and 16 bytes longer. The header has a stanza for each recipient, or one for a password, which
/// wraps the key of the file, and a tag, HMAC-SHA256 under a key derived from that of the file.
///
/// | stanza | arguments | the wrapping key |
/// |---|---|---|
/// | `X25519` | a share of 32 bytes | HKDF-SHA256 of an X25519 shared secret |
/// | `scrypt` | a salt of 16 bytes, a work factor | scrypt with N = 2^(work factor), r = 8, p = 1 |
///
/// An armored file is these bytes in base 64, in lines of 64 digits between two lines.
///
/// Protected: without the password or an identity, nobody can read the content, or change the file undetected.
/// *Not* protected: the size of the content, and with recipients, who wrote the file: anybody can seal a file for them.
/// The password of a file cannot be changed without sealing the content again, and the file is bound to no context. A
/// quantum computer that breaks X25519 also opens the files for recipients that are recorded today.
///
/// Stanzas of other kinds, such as `ssh-ed25519`, `mlkem768x25519` and those of plugins, are passed over. If no other
/// stanza fits, ``Failure/noMatch(kinds:)`` names them.
public enum AgeFile {
  /// Why a file is not opened, in the classes of age's test kit.
  public enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The header breaks a rule of the format, or asks for more work than the limit. The text names the rule.
    case header(String)
    /// The tag of the header is wrong: the header was changed.
    case headerTag
    /// No stanza is for the identities or the password. The kinds of all stanzas are named.
    case noMatch(kinds: [String])
    /// The armor breaks a rule of the format.
    case armor(String)
    /// The content was changed, truncated or extended. What was returned before is authentic, but not all.
    case payload(String)

    /// A sentence that states the numbers.
    public var description: String {
      switch self {
      case .header(let fault): "the header is malformed: \(fault)"
      case .headerTag: "the tag of the header is wrong: the header was changed"
      case .noMatch(let kinds): "no stanza is for the password or an identity; the file is for \(Self.list(kinds))"
      case .armor(let fault): "the armor is malformed: \(fault)"
      case .payload(let fault): "the content is damaged: \(fault)"
      }
    }

    /// A header that is longer than the limit.
    package static let headerOverLimit = Failure.header("more than \(AgeHeader.maximumByteCount) bytes")

    /// A file of a version that follows the first.
    package static let newerVersion = Failure.header("it is of a newer version of age")

    /// The kinds that differ, of bounded length.
    package static func list(_ kinds: [String]) -> String {
      var counts: [(kind: String, count: Int)] = []
      for kind in kinds {
        if let place = counts.firstIndex(where: { $0.kind == kind }) {
          counts[place].count += 1
        } else if counts.count < 8 {
          counts.append((kind, 1))
        }
      }
      let texts = counts.map { kind, count in
        if kind == AgeScrypt.type { return "a password" }
        let note = kind == AgeX25519.type ? "" : " (not supported)"
        return "\(count.units("recipient")) of the kind \(kind.prefix(40))\(note)"
      }
      return texts.joined(separator: ", ")
    }
  }

  /// The highest work factor of scrypt that is accepted by default, as in age: 4 GiB of memory.
  public static var defaultMaximumWorkFactor: Int { 22 }
  /// The work factor of scrypt that is written by default, as in age: 256 MiB of memory.
  public static var defaultWorkFactor: Int { 18 }

  /// Whether a file begins as one of version 1, binary or armored. White space may precede the armor.
  ///
  /// - Parameter beginning: the first 35 bytes of the file, or more.
  public static func recognizes(_ beginning: some Sequence<UInt8>) -> Bool {
    let beginning = Array(beginning)
    return beginning.starts(with: AgeHeader.versionLine)
      || beginning.drop(while: AgeArmor.isSpace).starts(with: AgeArmor.firstLine)
  }

  /// Seals content under a password.
  ///
  /// - Parameters:
  ///   - content: any number of bytes.
  ///   - password: any bytes but none. For text, pass its UTF-8 form.
  ///   - workFactor: the logarithm to base two of scrypt's N, 1 to 30. Each step doubles time and memory.
  ///   - isArmored: whether the file is text.
  /// - Throws: ``InteropError/argument(_:)`` for an empty password and another work factor;
  ///   ``InteropError/unsupported(_:)`` when the system refuses the memory.
  public static func seal(
    _ content: some Sequence<UInt8>, password: some Sequence<UInt8>, workFactor: Int = defaultWorkFactor,
    isArmored: Bool = false
  ) throws(InteropError) -> [UInt8] {
    seal(content, try Encryptor(password: password, workFactor: workFactor, isArmored: isArmored))
  }

  /// Seals content for recipients.
  ///
  /// - Parameters:
  ///   - content: any number of bytes.
  ///   - recipients: at least one. Each can open the file.
  ///   - isArmored: whether the file is text.
  /// - Throws: ``InteropError/argument(_:)`` without a recipient, and for one whose shared secrets are all zero.
  public static func seal(
    _ content: some Sequence<UInt8>, for recipients: [Recipient], isArmored: Bool = false
  ) throws(InteropError) -> [UInt8] {
    seal(content, try Encryptor(for: recipients, isArmored: isArmored))
  }

  private static func seal(_ content: some Sequence<UInt8>, _ encryptor: consuming Encryptor) -> [UInt8] {
    let file = encryptor.update(content)
    return file + encryptor.finalize()
  }

  /// Opens a file with its password.
  ///
  /// - Parameters:
  ///   - file: the whole file, which shows whether it is armored.
  ///   - password: the bytes of the password.
  ///   - maximumWorkFactor: the highest work factor of scrypt that is computed.
  /// - Throws: ``InteropError/age(_:)``; ``InteropError/unsupported(_:)`` when the system refuses the memory.
  public static func open(
    _ file: some Sequence<UInt8>, password: some Sequence<UInt8>, maximumWorkFactor: Int = defaultMaximumWorkFactor
  ) throws(InteropError) -> [UInt8] {
    try open(file, Decryptor(password: password, maximumWorkFactor: maximumWorkFactor))
  }

  /// Opens a file with identities, which are tried in order.
  ///
  /// - Parameters:
  ///   - file: the whole file, which shows whether it is armored.
  ///   - identities: the identities.
  /// - Throws: ``InteropError/age(_:)``.
  public static func open(_ file: some Sequence<UInt8>, identities: [Identity]) throws(InteropError) -> [UInt8] {
    try open(file, Decryptor(identities: identities))
  }

  private static func open(
    _ file: some Sequence<UInt8>, _ decryptor: consuming Decryptor
  ) throws(InteropError) -> [UInt8] {
    var content = try decryptor.update(file)
    do throws(InteropError) {
      var last = try decryptor.finalize()
      content.growWiping(to: content.count + last.count)
      content += last
      wipe(&last)
    } catch {
      wipe(&content)
      throw error
    }
    return content
  }
}
