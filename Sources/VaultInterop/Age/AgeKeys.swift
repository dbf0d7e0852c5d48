internal import Curve25519
public import Vault

extension AgeFile {
  /// A recipient that files are sealed for: an X25519 public key. Spec: C2SP age: X25519.
  public struct Recipient: Sendable, Hashable {
    static let prefix = Array("age".utf8)

    let publicKey: Curve25519.KeyAgreement.PublicKey

    init(_ publicKey: Curve25519.KeyAgreement.PublicKey) { self.publicKey = publicKey }

    /// Reads the text of a recipient, which begins with `age1`.
    ///
    /// - Throws: ``InteropError/malformed(_:)`` for another text; ``InteropError/unsupported(_:)``, with a name, for a
    ///   recipient of another kind.
    public init(text: some Sequence<UInt8>) throws(InteropError) {
      let key = try unsafe text.withBytes { text throws(InteropError) in
        try unsafe AgeText.check(text, begins: "age1", "a recipient")
        // No digit of Bech32 is a 1.
        if unsafe text.dropFirst(4).contains(UInt8(ascii: "1")) {
          throw .unsupported("the recipient of an age plugin (age1NAME1…)")
        }
        return try unsafe Bech32.decode(text, prefix: Self.prefix)
      }
      do {
        publicKey = try unsafe key.withUnsafeBytes { key throws(Curve25519Error) in
          try unsafe Curve25519.KeyAgreement.PublicKey(rawRepresentation: key)
        }
      } catch {
        throw .malformed("a recipient of \((key.bitCount / 8).units("byte")); it has 32")
      }
    }

    /// The text, 62 characters.
    public var text: String {
      let count = Bech32.characterCount(prefix: Self.prefix, byteCount: 32)
      return unsafe publicKey.withUnsafeBytes { key in
        unsafe String(unsafeUninitializedCapacity: count) { output in
          unsafe Bech32.encode(key, prefix: Self.prefix, into: UnsafeMutableRawBufferPointer(output))
          return count
        }
      }
    }
  }

  /// An identity that opens the files of its recipient: an X25519 private key. Spec: C2SP age: X25519.
  ///
  /// It prints as `Identity (redacted)`.
  public struct Identity: Sendable, Redacted {
    static let prefix = Array("age-secret-key-".utf8)

    let privateKey: Curve25519.KeyAgreement.PrivateKey

    /// A new random identity from the operating system's cryptographic generator.
    public init() { privateKey = Curve25519.KeyAgreement.PrivateKey() }

    /// Reads the text of an identity, which begins with `AGE-SECRET-KEY-1`.
    ///
    /// - Parameter text: ASCII; of a string, its `utf8`. *Not* wiped: it belongs to the caller.
    /// - Throws: ``InteropError/malformed(_:)`` for another text; ``InteropError/unsupported(_:)``, with a name, for an
    ///   identity of another kind.
    public init(text: some Sequence<UInt8>) throws(InteropError) {
      self = try unsafe text.withBytes { text throws(InteropError) in
        try wipingStack { () throws(InteropError) in try unsafe Self(characters: text) }
      }
    }

    private init(characters text: UnsafeRawBufferPointer) throws(InteropError) {
      try unsafe AgeText.check(text, begins: "AGE-SECRET-KEY-1", "an identity")
      let key = try unsafe Bech32.decode(text, prefix: Self.prefix)
      do {
        privateKey = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: key)
      } catch {
        throw .malformed("an identity of \((key.bitCount / 8).units("byte")); it has 32")
      }
    }

    /// Reads the identities of a file, one a line. Empty lines and lines that begin with `#` are comments.
    ///
    /// - Parameter file: the content of the file. *Not* wiped: it belongs to the caller.
    /// - Throws: ``InteropError`` with the number of the first line that is no identity; without any identity,
    ///   ``InteropError/malformed(_:)``.
    public static func list(_ file: some Sequence<UInt8>) throws(InteropError) -> [Identity] {
      try unsafe file.withBytes { file throws(InteropError) in
        var (identities, number, rest): ([Identity], Int, Slice<UnsafeRawBufferPointer>) = unsafe ([], 0, file[...])
        while unsafe !rest.isEmpty {
          let end = unsafe rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
          var line = unsafe rest[..<end]
          unsafe rest = rest[end...].dropFirst()
          number += 1
          if unsafe line.last == UInt8(ascii: "\r") { unsafe line.removeLast() }
          if unsafe line.isEmpty || line.first == UInt8(ascii: "#") { continue }
          do throws(InteropError) {
            unsafe identities.append(try Identity(text: UnsafeRawBufferPointer(rebasing: line)))
          } catch {
            throw error.inLine(number)
          }
        }
        guard !identities.isEmpty else { throw .malformed("no identity; it has none but comments") }
        return identities
      }
    }

    /// The recipient whose files the identity opens.
    public var recipient: Recipient { Recipient(privateKey.publicKey) }

    /// Calls `body` with the text in ASCII, 74 bytes, which are overwritten afterwards. The pointer is valid only
    /// during the call.
    public func withText<Result, Failure: Error>(
      _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let text = SecretMemory(byteCount: Bech32.characterCount(prefix: Self.prefix, byteCount: 32))
      wipingStack {
        unsafe privateKey.withUnsafeBytes { unsafe Bech32.encode($0, prefix: Self.prefix, into: text.bytes) }
        // Capitals: a digit of Bech32 is a letter if bit 6 is set.
        for index in unsafe text.bytes.indices { unsafe text.bytes[index] &= ~((text.bytes[index] & 0x40) &>> 1) }
      }
      return try unsafe body(UnsafeRawBufferPointer(text.bytes))
    }
  }
}

/// The texts of keys that age and its plugins have, by their beginnings.
/// Spec: C2SP age: native recipient types; C2SP age-plugin.
private enum AgeText {
  private static let kinds = [
    ("age1pq1", "a post-quantum recipient (age1pq1…), which age has since version 1.3"),
    ("age1tagpq1", "a post-quantum recipient of a hardware key (age1tagpq1…), which age has since version 1.3"),
    ("age1tag1", "a recipient of a hardware key (age1tag1…), which age has since version 1.3"),
    ("age1", "a recipient (age1…), which is public, and not an identity"),
    ("age-secret-key-pq-1", "a post-quantum identity (AGE-SECRET-KEY-PQ-1…), which age has since version 1.3"),
    ("age-secret-key-1", "an identity (AGE-SECRET-KEY-1…), which is secret, and not a recipient"),
    ("age-plugin-", "the identity of an age plugin (AGE-PLUGIN-…)"),
    ("ssh-", "an SSH key"), ("-----begin openssh private key-----", "an SSH key"),
  ]

  /// Throws unless a text is of the kind that begins so, in this case.
  static func check(_ text: UnsafeRawBufferPointer, begins beginning: String, _ noun: String) throws(InteropError) {
    let kind = kinds.first { unsafe text.starts(with: $0.0.utf8, by: { $0 | ($0 & 0x40) &>> 1 == $1 }) }
    guard let kind else { throw .malformed("\(noun) begins with \(beginning)") }
    guard kind.0 == beginning.lowercased() else { throw .unsupported(kind.1) }
    guard unsafe text.starts(with: beginning.utf8) else {
      throw .malformed("\(noun) is in \(kind.0 == beginning ? "small letters" : "capitals")")
    }
  }
}

extension InteropError {
  fileprivate func inLine(_ number: Int) -> InteropError {
    switch self {
    case .malformed(let fault): .malformed("line \(number): \(fault)")
    case .unsupported(let kind): .unsupported("line \(number): \(kind)")
    default: self
    }
  }
}
