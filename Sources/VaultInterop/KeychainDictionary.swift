public import Vault

/// The encrypted dictionary of the article “Security: implement your own encryption schema” of swifting.io, as a
/// property list.
///
/// The root of the property list, in its binary form (`bplist00`) or in XML, is a dictionary with three values of data:
///
/// | key | bytes |
/// |---|---|
/// | `EncryptionSalt` | 8 |
/// | `EncryptionIV` | 16 |
/// | `EncryptionData` | 16 or a multiple of it: AES-256 with PKCS#7 padding |
///
/// The key is 32 bytes of PBKDF2-HMAC-SHA512 with 14,271 rounds. The text of the article says CBC. Its code passes
/// `kCCOptionPKCS7Padding + kCCModeCBC`, and `kCCModeCBC` has the value of `kCCOptionECBMode`. So the code writes ECB,
/// and does not use the IV. Data of both modes are in use, so both are read.
///
/// *Not* protected: nothing is authenticated. A wrong password or changed data may give wrong content instead of an
/// error: a wrong key does so once in 128 times. Check the content, and seal it in a `Vault`.
///
/// Source: swifting.io, Security: implement your own encryption schema; Apple, CommonCryptor.h.
public enum KeychainDictionary {
  /// The mode of operation of AES.
  public enum Mode: Sendable {
    package static let allCases = [Mode.ecb, .cbc]

    /// Electronic codebook, which the code of the article uses.
    case ecb
    /// Cipher block chaining, which the text of the article describes.
    case cbc

    package var name: String { self == .ecb ? "AES-256-ECB" : "AES-256-CBC" }
  }

  /// The rounds of PBKDF2.
  package static let rounds = 14_271

  /// Whether bytes begin as a property list does, binary or in XML. The keys of the list are not checked.
  ///
  /// - Parameter beginning: the first bytes of the data. In XML, they have to extend to the element `plist` or its
  ///   document type: 256 bytes are enough unless comments are long.
  public static func recognizes(_ beginning: some Sequence<UInt8>) -> Bool { PropertyList.recognizes(Array(beginning)) }

  /// Decrypts the content of a dictionary.
  ///
  /// Without a mode, the padding decides. If both modes give valid padding, the mode with the longer padding is chosen,
  /// because random bytes end in n bytes of padding once in 256^n times; with equal lengths, it is ECB. `isAmbiguous`
  /// is then true: the content is wrong once in some hundred times. To see the other content, call this again with the
  /// other mode.
  ///
  /// - Parameters:
  ///   - data: the property list. Other keys are skipped.
  ///   - password: the bytes of the password: its UTF-8 form, which the article does not normalise.
  ///   - mode: the mode that the data are in, if it is known.
  ///   - maximumRounds: the maximum number of rounds. The format has 14,271.
  /// - Returns: the content, the mode that it was in, and whether the other mode gives valid padding too. With a given
  ///   mode, the result is never ambiguous.
  /// - Throws: ``InteropError``, with ``InteropError/invalidPadding`` for nearly every wrong password.
  public static func open(
    _ data: some Sequence<UInt8>, password: some Sequence<UInt8>, mode: Mode? = nil,
    maximumRounds: Int = PasswordStretching.defaultMaximumRounds
  ) throws(InteropError) -> (content: [UInt8], mode: Mode, isAmbiguous: Bool) {
    let fields = try PropertyList.data(["EncryptionSalt", "EncryptionIV", "EncryptionData"], in: Array(data))
    let (salt, iv, ciphertext) = (fields[0], fields[1], fields[2])
    guard salt.count == 8 else { throw .malformed("an EncryptionSalt of \(salt.count.units("byte")); it has 8") }
    guard let iv = try? AES.IV(data: iv) else {
      throw .malformed("an EncryptionIV of \(iv.count.units("byte")); it has 16")
    }
    guard !ciphertext.isEmpty && ciphertext.count % 16 == 0 else {
      throw .malformed("an EncryptionData of \(ciphertext.count.units("byte")); it has 16 or a multiple of it")
    }
    guard rounds <= maximumRounds else { throw .overLimit(rounds: rounds, limit: maximumRounds) }
    let key = PBKDF2<SHA512>.key(password: password, salt: salt, rounds: rounds, byteCount: 32)
    return try decrypt(ciphertext, using: key, iv: iv, mode: mode)
  }

  /// Decrypts whole blocks in the given mode, or in both.
  private static func decrypt(
    _ ciphertext: [UInt8], using key: SymmetricKey, iv: AES.IV, mode: Mode?
  ) throws(InteropError) -> (content: [UInt8], mode: Mode, isAmbiguous: Bool) {
    // After wrong padding, the array is wiped and empty.
    var (ecb, cbc) = (ciphertext, ciphertext)
    let isECB = mode != .cbc && (try? AES.ECB.decrypt(inPlace: &ecb, using: key)) != nil
    let isCBC = mode != .ecb && (try? AES.CBC.decrypt(inPlace: &cbc, using: key, iv: iv)) != nil
    guard isECB || isCBC else { throw .invalidPadding }
    if isECB && (!isCBC || ecb.count <= cbc.count) {
      if isCBC { wipe(&cbc) }
      return (ecb, .ecb, isCBC)
    }
    if isECB { wipe(&ecb) }
    return (cbc, .cbc, isECB)
  }
}
