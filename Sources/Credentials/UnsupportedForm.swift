/// Forms of stored checks that are not read, so that the error for such a text names its kind.
enum UnsupportedForm {
  /// The beginnings of texts, and their kinds. If one beginning is a prefix of another, the longer is first.
  private static let beginnings: [(start: String, kind: String)] = [
    ("$2a$", "bcrypt"), ("$2b$", "bcrypt"), ("$2x$", "bcrypt"), ("$2y$", "bcrypt"), ("bcrypt$", "bcrypt"),
    ("bcrypt_sha256$", "bcrypt"), ("{bcrypt}", "bcrypt"), ("$bcrypt-sha256$", "bcrypt"), ("$argon2i$", "Argon2i"),
    ("argon2$argon2i$", "Argon2i"), ("$argon2d$", "Argon2d"), ("argon2$argon2d$", "Argon2d"),
    ("{ARGON2}$argon2i$", "Argon2i"), ("{ARGON2I}", "Argon2i"), ("{ARGON2}$argon2d$", "Argon2d"),
    ("{argon2@SpringSecurity_v5_8}$argon2i$", "Argon2i"), ("{argon2@SpringSecurity_v5_8}$argon2d$", "Argon2d"),
    ("$argon2", "Argon2"), ("argon2$", "Argon2"),
    ("{ARGON2}", "Argon2"), ("{argon2", "Argon2"), ("{scrypt", "scrypt"), ("$7$", "scrypt"),
    ("$9$", "scrypt, as Cisco's type 9"), ("$y$", "yescrypt"), ("$gy$", "yescrypt"),
    ("$1$", "MD5-crypt"), ("$apr1$", "MD5-crypt"), ("$5$", "SHA-256-crypt"), ("$6$", "SHA-512-crypt"),
    ("{CRYPT}", "crypt(3) in LDAP"), ("$P$", "phpass, which is MD5"), ("$H$", "phpass, which is MD5"),
    ("$S$", "SHA-512 of Drupal"), ("{SSHA", "salted SHA"), ("{SHA", "SHA without a salt"), ("{SMD5}", "salted MD5"),
    ("{MD5}", "MD5 without a salt"), ("{noop}", "a password as it is"), ("{CLEARTEXT}", "a password as it is"),
    ("SCRAM-SHA-256$", "SCRAM, which stores keys"), ("md5$", "salted MD5"), ("sha1$", "salted SHA"),
    ("pbkdf2:", "PBKDF2 with another hash"), ("$pbkdf2-sha224$", "PBKDF2 with another hash"),
    ("$pbkdf2-sha384$", "PBKDF2 with another hash"), ("$pbkdf2-md5$", "PBKDF2 with another hash"),
    ("{pbkdf2", "PBKDF2 of Spring Security with settings that it does not state"),
  ]

  /// The kinds of texts that have only hexadecimal digits, by the number of digits.
  private static let digits: [(count: Int, kind: String)] = [
    (32, "MD5 or NTLM"), (40, "SHA-1"), (56, "SHA-224"), (64, "SHA-256"), (128, "SHA-512"),
    (80, "PBKDF2 of Spring Security, whose rounds are missing; with {pbkdf2} before it, it is read"),
    (96, "SHA-384, or PBKDF2 of Spring Security, whose rounds are missing"),
  ]

  /// Version 16 of Argon2, 1.0, whose passes combine blocks in another way.
  static let oldArgon2 = "Argon2 of version 1.0 (16); RFC 9106 has version 1.3 (19)"

  /// The kind of an algorithm by its name in a JSON object; nil for a name that cannot be printed.
  static func kind(ofAlgorithm name: String) -> String? {
    let isWord = 1...40 ~= name.utf8.count && name.utf8.allSatisfy { 0x21...0x7e ~= $0 }
    if name.utf8.starts(with: "pbkdf2".utf8) { return "PBKDF2 with another hash" }
    return isWord ? name : nil
  }

  /// The error of a text that has no known form.
  static func error(for text: [UInt8]) -> CredentialError {
    if let kind = beginnings.first(where: { FormReader.begins(text, with: $0.start) })?.kind { return .otherKind(kind) }
    let areDigits = text.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 | 0x20 }
    let kind = digits.first { $0.count == text.count }?.kind
    return areDigits ? kind.map { .otherKind($0) } ?? .unknownForm : .unknownForm
  }
}
