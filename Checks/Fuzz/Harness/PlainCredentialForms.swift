import Foundation

/// A second reader of credentials. A recognised form gives a result; its rounds are nil if the text is refused.
extension PlainCredentialReader {
  typealias Result = (rounds: (rounds: Int, cost: Int)?, isOfForm: Bool)

  /// A value of `userPassword` that a program other than OpenLDAP wrote; nil if OpenLDAP wrote it.
  static func directory(_ name: String, _ rest: String, digestByteCount: Int) -> Result? {
    if name == "{PBKDF2}", rest.prefix(while: { $0 != "$" }).contains(":") {
      return (opendj(rest, digestByteCount: digestByteCount), true)
    }
    if rest.hasSuffix("=") {
      return (padded(rest.components(separatedBy: "$"), digestByteCount...digestByteCount, digestByteCount), true)
    }
    guard name == "{PBKDF2}", rest.utf8.count == 80, !rest.contains("$") else { return nil }
    return (nil, true)  // Spring Security: its rounds exceed the limit of the target.
  }

  /// A text of a form that no other reader here knows; nil for any other text.
  static func other(_ text: String) -> Result? {
    if let result = memoryHard(text) { return result }
    for (scheme, count) in ["{PBKDF2-HMAC-SHA256}": 32, "{PBKDF2-HMAC-SHA512}": 64] {
      if let rest = rest(text, scheme, isCaseless: true) {
        return rest.prefix(while: { $0 != "$" }).contains(":")
          ? (opendj(rest, digestByteCount: count), true) : (nil, true)
      }
    }
    for (name, hash) in ["sha1": 20, "sha256": 32, "sha512": 64] {
      if let rest = rest(text, "pbkdf2:\(name):") { return (werkzeug(rest.components(separatedBy: "$"), hash), true) }
      if hash > 20, let rest = rest(text, "PBKDF2$\(name)$") {
        return (padded(rest.components(separatedBy: "$"), 16...64, hash), true)
      }
    }
    if let rest = rest(text, "grub.pbkdf2.sha512.") {
      return (digits(rest.components(separatedBy: "."), 16...64), true)
    }
    if let rest = rest(text, "$ml$") { return (digits(rest.components(separatedBy: "$"), 64...128), true) }
    if let rest = rest(text, "$p5k2$") { return (p5k2(rest), true) }
    // The rounds of these forms exceed the limit of the target.
    let fixed = ["{PKCS5S2}", "{pbkdf2@SpringSecurity_v5_8}"].contains { rest(text, $0, isCaseless: true) != nil }
    if fixed || text.hasPrefix("$8$") { return (nil, true) }
    return binary(text)
  }

  private static func rest(_ text: String, _ name: String, isCaseless: Bool = false) -> String? {
    let start = text.prefix(name.count)
    guard isCaseless ? start.uppercased() == name.uppercased() : start == name else { return nil }
    return String(text.dropFirst(name.count))
  }

  private static func binary(_ text: String) -> Result? {
    if let rest = rest(text, "{PBKDF2_SHA256}", isCaseless: true) {
      guard let data = padded(rest), data.count == 324, let rounds = number(data, 0) else { return (nil, true) }
      return ((rounds, 8 * rounds), true)
    }
    if text.hasPrefix("AQAAAA") {
      guard let data = padded(text), data.count > 13, let rounds = number(data, 5), let saltByteCount = number(data, 9),
        16...1024 ~= saltByteCount, 16...64 ~= data.count - 13 - saltByteCount, data[4] < 3
      else { return (nil, true) }
      let digest = [20, 32, 64][Int(data[4])]
      return ((rounds, rounds * ((data.count - 13 - saltByteCount + digest - 1) / digest)), true)
    }
    return text.hasPrefix("A") && text.utf8.count == 68 ? (nil, true) : nil
  }

  /// Argon2id and scrypt, where blocks count as rounds; nil for any other text.
  private static func memoryHard(_ text: String) -> Result? {
    for name in ["", "argon2", "{ARGON2}", "{ARGON2ID}", "{argon2@SpringSecurity_v5_8}"] {
      // Names in braces in either case.
      guard let argon2 = rest(text, name, isCaseless: name.first == "{"), let rest = rest(argon2, "$argon2id$") else {
        continue
      }
      return (argon2id(rest.components(separatedBy: "$")), true)
    }
    if let rest = rest(text, "$scrypt$") {
      let fields = rest.components(separatedBy: "$")
      guard fields.count == 3, let numbers = numbers(fields[0], ",", ["ln=", "r=", "p="]), numbers[0] < 10,
        let salt = base64(fields[1]), salt.count <= 1024, let check = base64(fields[2]), 16...64 ~= check.count
      else { return (nil, true) }
      return (scrypt([1 << numbers[0], numbers[1], numbers[2]]), true)
    }
    var fields = text.components(separatedBy: "$")
    if fields[0] == "scrypt", fields.count == 6, padded(fields[5])?.count == 64 {
      fields = [[fields[1], fields[3], fields[4]].joined(separator: ":"), fields[2]]
    } else if let rest = rest(text, "scrypt:") {
      fields = rest.components(separatedBy: "$")
      guard fields.count == 3, hex(fields[2])?.count == 64 else { return (nil, true) }
    } else {
      return fields[0] == "scrypt" ? (nil, true) : nil
    }
    guard let numbers = numbers(fields[0], ":", ["", "", ""]), 1...1024 ~= fields[1].utf8.count,
      fields[1].utf8.allSatisfy({ 0x20...0x7e ~= $0 })
    else { return (nil, true) }
    return (scrypt(numbers), true)
  }

  private static func argon2id(_ fields: [String]) -> (rounds: Int, cost: Int)? {
    guard fields.count == 4, fields[0] == "v=19", let numbers = numbers(fields[1], ",", ["m=", "t=", "p="]),
      numbers[0] >= 8 * numbers[2], let salt = base64(fields[2]), 8...1024 ~= salt.count, let check = base64(fields[3]),
      4...1024 ~= check.count
    else { return nil }
    return (numbers[0] * numbers[1], numbers[0] * numbers[1])
  }

  private static func scrypt(_ numbers: [Int]) -> (rounds: Int, cost: Int)? {
    guard [2, 4, 8, 16, 32, 64, 128, 256, 512].contains(numbers[0]) else { return nil }
    let blocks = (numbers.reduce(1, *) + 3) / 4
    return (blocks, blocks)
  }

  /// The numbers after their names; nil if one exceeds the limit of the target.
  private static func numbers(_ text: String, _ separator: String, _ names: [String]) -> [Int]? {
    let parts = text.components(separatedBy: separator)
    let numbers = zip(parts, names).compactMap { number($0, $1) }
    return parts.count == names.count && numbers.count == names.count && numbers.allSatisfy { $0 <= 1000 }
      ? numbers : nil
  }

  /// Rounds, salt and check in base 64 with padding.
  static func padded(_ fields: [String], _ sizes: ClosedRange<Int>, _ digest: Int) -> (rounds: Int, cost: Int)? {
    guard fields.count == 3, let rounds = number(fields[0], ""), let salt = padded(fields[1]), 1...1024 ~= salt.count,
      let check = padded(fields[2]), sizes ~= check.count
    else { return nil }
    return (rounds, rounds * ((check.count + digest - 1) / digest))
  }

  private static func opendj(_ rest: String, digestByteCount: Int) -> (rounds: Int, cost: Int)? {
    let fields = rest.components(separatedBy: ":")
    guard fields.count == 2, let rounds = number(fields[0], ""), let data = padded(fields[1]),
      1...1024 ~= data.count - digestByteCount
    else { return nil }
    return (rounds, rounds)
  }

  private static func werkzeug(_ fields: [String], _ digest: Int) -> (rounds: Int, cost: Int)? {
    guard fields.count == 3, let rounds = number(fields[0], ""), 1...1024 ~= fields[1].utf8.count,
      fields[1].utf8.allSatisfy({ 0x20...0x7e ~= $0 }), hex(fields[2])?.count == digest
    else { return nil }
    return (rounds, rounds)
  }

  /// Rounds, salt and check in hexadecimal, with SHA-512.
  private static func digits(_ fields: [String], _ sizes: ClosedRange<Int>) -> (rounds: Int, cost: Int)? {
    guard fields.count == 3, let rounds = number(fields[0], ""), let salt = hex(fields[1]), 1...1024 ~= salt.count,
      let check = hex(fields[2]), sizes ~= check.count
    else { return nil }
    return (rounds, rounds * ((check.count + 63) / 64))
  }

  private static func p5k2(_ rest: String) -> (rounds: Int, cost: Int)? {
    let fields = rest.components(separatedBy: "$")
    let isPadded = rest.hasSuffix("=")
    guard fields.count == 3 else { return nil }
    var rounds = UInt32(fields[0], radix: 16).flatMap { $0 > 0 && String($0, radix: 16) == fields[0] ? Int($0) : nil }
    if isPadded {
      func url(_ text: String) -> Data? {
        let isPlain = text.contains { "+/".contains($0) }
        return isPlain ? nil : padded(String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }))
      }
      guard let rounds, let salt = url(fields[1]), salt.count <= 1024, url(fields[2])?.count == 20 else { return nil }
      return (rounds, rounds)
    }
    rounds = fields[0].isEmpty ? 400 : rounds == 400 ? nil : rounds
    guard let rounds, fields[1].utf8.allSatisfy({ 0x20...0x7e ~= $0 }),
      6 + fields[0].utf8.count + 1 + fields[1].utf8.count <= 1024, fields[2].utf8.count == 32,
      padded(fields[2].replacingOccurrences(of: ".", with: "+"))?.count == 24
    else { return nil }
    return (rounds, 2 * rounds)
  }

  static func padded(_ text: String) -> Data? {
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
    return data
  }

  private static func hex(_ text: String) -> [UInt8]? {
    guard text.utf8.count % 2 == 0, text.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
      return nil
    }
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)!
    }
  }

  private static func number(_ data: Data, _ start: Int) -> Int? {
    let number = data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    return number > 0 ? number : nil
  }

  /// Whether a text is read as an object of JSON.
  static func isObject(_ text: String) -> Bool { text.wholeMatch(of: /\{[ \t\n\r]*"(?s:.*)/) != nil }

  /// The rounds of an object; nil if Foundation, which has other limits, does not read it or finds no number.
  static func object(_ text: String) -> Int? {
    guard let members = parsed(text) else { return nil }
    guard members["secretData"] != nil, let data = members["credentialData"] else {
      return (members.first?.value as? [String: Any])?["cost"] as? Int
    }
    guard let parameters = (data as? String).flatMap({ parsed($0) }) ?? (data as? [String: Any]) else { return nil }
    // With Argon2, these are the passes.
    return parameters["algorithm"] as? String == "argon2" ? nil : parameters["hashIterations"] as? Int
  }

  private static func parsed(_ text: String) -> [String: Any]? {
    try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
  }
}
