import Foundation
import Credentials
import Vault

/// A text read as a credential is refused, or its description is the same text. A plain reader of CREDENTIALS.md
/// and of the other programs' formats must agree.
enum CredentialText: Target {
  static func run(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    let limits = Credential.Limits(maximumRounds: 50)
    let credential = attempt(CredentialError.self) { try Credential(text, limits: limits) }
    if PlainCredentialReader.isObject(text) {
      guard let credential else { return }
      let rounds = PlainCredentialReader.object(text)
      expect(rounds == nil || rounds == credential.rounds, "the plain reader has \(rounds as Any)")
    } else {
      let rounds = PlainCredentialReader.rounds(text)
      expect((credential != nil) == (rounds.map { $0.cost <= 50 } ?? false), "the plain reader has \(rounds as Any)")
      guard let credential, let rounds else { return }
      expect(credential.rounds == rounds.rounds, "\(credential)")
    }
    check(credential!, text, limits)
  }

  private static func check(_ credential: Credential, _ text: String, _ limits: Credential.Limits) {
    expect(credential.description == text, "\(credential)")
    expect((try? Credential(credential.description, limits: limits)) == credential, "it reads itself")
    for form in Credential.Form.allCases {
      guard let other = attempt(CredentialError.self, { try credential.text(as: form) }) else { continue }
      let read = try? Credential(other, limits: limits)
      expect(read?.form == form && read?.rounds == credential.rounds, "written as \(form): \(other)")
      expect(read?.keyDerivation == credential.keyDerivation, "written as \(form): \(other)")
    }
    let policy = try! PasswordStretching(rounds: .exactly(1))
    let (password, empty) = (Array("password".utf8), [UInt8]())
    let alone = [password, empty].map { try! credential.verify($0, stretching: policy) }
    let together = Credential.verify([(credential, password), (credential, empty)], stretching: policy)
    for (password, (alone, together)) in zip([password, empty], zip(alone, together)) {
      let together = try! together.get()
      expect(
        alone.isValid == together.isValid && alone.upgrade == together.upgrade,
        "\(alone) alone, \(together) beside another")
      guard let upgrade = alone.upgrade else { continue }
      let new = try! Credential(password: password, stretching: upgrade)
      let result = try! new.verify(password, stretching: policy)
      expect(result.isValid && result.upgrade == nil, "the upgrade \(new)")
    }
  }
}

/// A second reader of credentials, which uses Foundation's Base64. It returns the rounds in the text, and the rounds
/// that a check costs.
enum PlainCredentialReader {
  static func rounds(_ text: String) -> (rounds: Int, cost: Int)? {
    guard text.utf8.count <= 2048, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    for (name, count) in ["sha1:": 20, "sha256:": 32, "sha512:": 64] where text.hasPrefix(name) {
      return padded(Array(text.components(separatedBy: ":").dropFirst()), 16...64, count)
    }
    for (name, count) in ["{PBKDF2}": 20, "{PBKDF2-SHA1}": 20, "{PBKDF2-SHA256}": 32, "{PBKDF2-SHA512}": 64]
    where text.prefix(name.count).uppercased() == name {
      let fields = text.dropFirst(name.count).components(separatedBy: "$")
      if let other = directory(name, String(text.dropFirst(name.count)), digestByteCount: count) { return other.rounds }
      return fields.count == 3 ? passlib(["", ""] + fields, digestByteCount: count) : nil
    }
    if let other = other(text) { return other.rounds }
    let fields = text.components(separatedBy: "$")
    switch fields[0] {
    case "pbkdf2_sha256" where fields.count == 4: return django(fields, digestByteCount: 32)
    case "pbkdf2_sha1" where fields.count == 4: return django(fields, digestByteCount: 20)
    case "" where fields.count > 4:
      let name = fields[1]
      if name == "swift-vault-pbkdf2-sha512" { return own(fields, digestByteCount: 64) }
      if name == "swift-vault-pbkdf2-sha256" { return own(fields, digestByteCount: 32) }
      let isVapor = text.hasSuffix("=") && !fields[2].contains("=")
      let sizes = [isVapor ? "pbkdf2-sha1" : "pbkdf2": 20, "pbkdf2-sha256": 32, "pbkdf2-sha512": 64]
      guard let digestByteCount = sizes[name], fields.count == 5 else { return nil }
      if isVapor { return padded(Array(fields.dropFirst(2)), digestByteCount...digestByteCount, digestByteCount) }
      return fields[2].contains("=")
        ? phc(fields, digestByteCount: digestByteCount) : passlib(fields, digestByteCount: digestByteCount)
    default: return nil
    }
  }

  private static func own(_ fields: [String], digestByteCount: Int) -> (rounds: Int, cost: Int)? {
    guard fields.count == 6, fields[2] == "v=1", let rounds = number(fields[3], "i="), base64(fields[4])?.count == 16,
      base64(fields[5])?.count == digestByteCount
    else { return nil }
    return (rounds, rounds)
  }

  private static func phc(_ fields: [String], digestByteCount: Int) -> (rounds: Int, cost: Int)? {
    let parameters = fields[2].components(separatedBy: ",")
    guard parameters.count <= 2, let rounds = number(parameters[0], "i="), let salt = base64(fields[3]),
      1...1024 ~= salt.count, let check = base64(fields[4]), 16...64 ~= check.count,
      parameters.count == 1 || number(parameters[1], "l=") == check.count
    else { return nil }
    return (rounds, rounds * ((check.count + digestByteCount - 1) / digestByteCount))
  }

  private static func passlib(_ fields: [String], digestByteCount: Int) -> (rounds: Int, cost: Int)? {
    func dotted(_ text: String) -> Data? { base64(text.replacingOccurrences(of: ".", with: "+")) }
    guard let rounds = number(fields[2], ""), let salt = dotted(fields[3]), 0...1024 ~= salt.count,
      dotted(fields[4])?.count == digestByteCount
    else { return nil }
    return (rounds, rounds)
  }

  private static func django(_ fields: [String], digestByteCount: Int) -> (rounds: Int, cost: Int)? {
    let (salt, check) = (fields[2], fields[3])
    guard let rounds = number(fields[1], ""), 1...1024 ~= salt.utf8.count,
      salt.utf8.allSatisfy({ 0x20...0x7e ~= $0 }), padded(check)?.count == digestByteCount
    else { return nil }
    return (rounds, rounds)
  }

  static func number(_ text: String, _ name: String) -> Int? {
    guard text.hasPrefix(name), let value = UInt32(text.dropFirst(name.count)), value > 0,
      "\(name)\(value)" == text
    else { return nil }
    return Int(value)
  }

  static func base64(_ text: String) -> Data? {
    text.contains("=") ? nil : padded(text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
  }
}
