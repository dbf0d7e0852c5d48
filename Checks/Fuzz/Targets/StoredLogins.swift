import Foundation
import Credentials
import Vault

/// Logins in the formats of this library and of other programs, made here with PBKDF2 and Foundation's Base64. The
/// right password is accepted, and others are not. A changed text is refused, or the password no longer fits it.
enum StoredLogins: Target {
  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let (form, isSHA512, rounds) = (input.number(below: 6), input.flag(), 1 + input.number(below: 20))
    let salt = input.bytes(form == 0 ? 16 : 1 + input.number(below: 24)).map { form == 3 ? 0x30 | $0 & 0x0f : $0 }
    let edit = Edit(&input)
    let other = input.bytes(input.number(below: 9))
    let password = input.remaining()
    let text = stored(form, isSHA512, rounds, salt, password)

    let limits = Credential.Limits(maximumRounds: 60)
    let credential: Credential
    do {
      credential = try Credential(text, limits: limits)
    } catch {
      fatalError("\(text) is refused: \(error)")
    }
    let policy = try! PasswordStretching(
      isSHA512 ? .pbkdf2HMACSHA512 : .pbkdf2HMACSHA256, rounds: .exactly(rounds))
    func isRight(_ password: [UInt8]) -> Bool { try! credential.verify(password, stretching: policy).isValid }
    let result = try! credential.verify(password, stretching: policy)
    expect(result.isValid, "\(text) does not fit its password")
    expect((result.upgrade == nil) == (form == 0), "a login of another program alone needs an upgrade")
    if let upgrade = result.upgrade {
      let new = try! Credential(password: password, stretching: upgrade)
      let result = try! new.verify(password, stretching: policy)
      expect(result.isValid && result.upgrade == nil, "the upgrade")
    }
    // HMAC treats a password and the same password with zeros appended as equal.
    let isEqualToHMAC = form != 0 && trimmed(other) == trimmed(password)
    if other != password, !isEqualToHMAC {
      expect(!isRight(other), "another password")
    }
    let changed = edit.applied(to: Array(text.utf8))
    // hashcat's lines do not state the size of the check: a shorter check still fits, and one that is a byte longer may
    // fit.
    let paddings = [Array(text.utf8), changed].map { $0.count { $0 == UInt8(ascii: "=") } }
    guard folded(changed) != folded(Array(text.utf8)), form != 5 || paddings[0] == paddings[1],
      let credential = attempt(
        CredentialError.self,
        { try Credential(String(decoding: changed, as: UTF8.self), limits: limits) })
    else { return }
    let isStillRight = try! credential.verify(password, stretching: policy).isValid
    expect(!isStillRight, "the changed \(credential)")
  }

  /// Replaces, inserts or removes a byte of the text.
  private struct Edit {
    let (kind, place, letter): (Int, Int, UInt8)

    init(_ input: inout FuzzInput) {
      kind = input.number(below: 3)
      place = input.number(below: 400)
      letter = input.choice(Array("A=$.+/,0".utf8) + [input.byte()])
    }

    func applied(to text: [UInt8]) -> [UInt8] {
      let (place, isInserted) = (place % text.count, kind == 1)
      return text[..<place] + (kind == 2 ? [] : [letter]) + text[(isInserted ? place : place + 1)...]
    }
  }

  /// The text in one spelling: passlib and OpenLDAP write a dot where others write a plus, and the name in braces may
  /// have letters of either case.
  private static func folded(_ text: [UInt8]) -> [UInt8] {
    let name = text.first == UInt8(ascii: "{") ? text.prefix { $0 != UInt8(ascii: "}") } : []
    let lowercased = Array(String(decoding: name, as: UTF8.self).lowercased().utf8)
    return lowercased + text[name.count...].map { $0 == UInt8(ascii: "+") ? UInt8(ascii: ".") : $0 }
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.reversed().drop { $0 == 0 }) }

  private static func stored(
    _ form: Int, _ isSHA512: Bool, _ rounds: Int, _ salt: [UInt8], _ password: [UInt8]
  ) -> String {
    let name = isSHA512 ? "sha512" : "sha256"
    switch form {
    case 0:
      let stretched = key(isSHA512, rounds, salt, password)
      let info = Array("swift-vault v1 credential".utf8) + BaseVault.bytes(password.count, 8)
      let check =
        isSHA512
        ? HKDF<SHA512>.deriveKey(inputKeyMaterial: stretched, info: info, outputByteCount: 64)
        : HKDF<SHA256>.deriveKey(inputKeyMaterial: stretched, info: info, outputByteCount: 32)
      return "$swift-vault-pbkdf2-\(name)$v=1$i=\(rounds)$\(base64(salt))$\(base64(check.bytes))"
    case 1:
      let check = base64(key(isSHA512, rounds, salt, password).bytes)
      return "$pbkdf2-\(name)$i=\(rounds),l=\(isSHA512 ? 64 : 32)$\(base64(salt))$\(check)"
    case 2:
      let check = base64(key(isSHA512, rounds, salt, password).bytes)
      return "$pbkdf2-\(name)$\(rounds)$\(base64(salt))$\(check)".replacingOccurrences(of: "+", with: ".")
    case 4:
      let check = base64(key(isSHA512, rounds, salt, password).bytes)
      return "{PBKDF2-\(name.uppercased())}\(rounds)$\(base64(salt))$\(check)".replacingOccurrences(of: "+", with: ".")
    case 5:
      let check = key(isSHA512, rounds, salt, password).bytes
      return "\(name):\(rounds):\(Data(salt).base64EncodedString()):\(Data(check).base64EncodedString())"
    default:
      let key = isSHA512 ? sha1(rounds, salt, password) : key(false, rounds, salt, password)
      let text = String(decoding: salt, as: UTF8.self)
      return "pbkdf2_\(isSHA512 ? "sha1" : "sha256")$\(rounds)$\(text)$\(Data(key.bytes).base64EncodedString())"
    }
  }

  private static func key(_ isSHA512: Bool, _ rounds: Int, _ salt: [UInt8], _ password: [UInt8]) -> SymmetricKey {
    try! isSHA512
      ? PBKDF2<SHA512>.deriveKey(
        password: password, salt: .init(unchecked: salt), rounds: .exactly(rounds), outputByteCount: 64)
      : PBKDF2<SHA256>.deriveKey(
        password: password, salt: .init(unchecked: salt), rounds: .exactly(rounds), outputByteCount: 32)
  }

  private static func sha1(_ rounds: Int, _ salt: [UInt8], _ password: [UInt8]) -> SymmetricKey {
    try! PBKDF2<Insecure.SHA1>.deriveKey(
      password: password, salt: .init(unchecked: salt), rounds: .exactly(rounds), outputByteCount: 20)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacingOccurrences(of: "=", with: "")
  }
}

extension SymmetricKey {
  var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
