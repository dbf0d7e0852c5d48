extension FormRow {
  private static let padded = Encoding.base64(.padded)
  private static let unpadded = Encoding.base64(.unpadded)
  private static let dotted = Encoding.base64(.dotted)
  private static let outputs = 16...64

  /// The forms. Of those that share a name, the one without a discriminator is last. <doc:FormsOfCredentials> states
  /// the source of each.
  static let all: [FormRow] =
    own + passlibAndFriends + directories + applications + devices + binaries + objects + memoryHard

  private static let own = [
    FormRow(
      name: "swift-vault", word: "swift-vault",
      names: [
        ("$swift-vault-pbkdf2-sha512$", .pbkdf2HMACSHA512), ("$swift-vault-pbkdf2-sha256$", .pbkdf2HMACSHA256),
      ],
      fields: [.version(1), .namedRounds, .salt, .check], salt: unpadded, saltByteCounts: 16...16)
  ]

  private static let mcf: [(text: String, function: Function)] = [
    ("$pbkdf2-sha512$", .pbkdf2HMACSHA512), ("$pbkdf2-sha256$", .pbkdf2HMACSHA256), ("$pbkdf2$", .pbkdf2HMACSHA1),
  ]

  private static let passlibAndFriends = [
    FormRow(
      name: "PHC", word: "phc", names: mcf, discriminator: .inFirst("="), fields: [.parameters, .salt, .check],
      salt: unpadded, checkByteCounts: outputs),
    FormRow(
      name: "Vapor", word: "vapor",
      names: [
        ("$pbkdf2-sha512$", .pbkdf2HMACSHA512), ("$pbkdf2-sha256$", .pbkdf2HMACSHA256),
        ("$pbkdf2-sha1$", .pbkdf2HMACSHA1),
      ], discriminator: .padding, fields: [.rounds, .salt, .check], salt: padded),
    FormRow(
      name: "passlib", word: "passlib", names: mcf, fields: [.rounds, .salt, .check], salt: dotted,
      saltByteCounts: 0...1024),
    FormRow(
      name: "Django", word: "django",
      names: [("pbkdf2_sha256$", .pbkdf2HMACSHA256), ("pbkdf2_sha1$", .pbkdf2HMACSHA1)],
      fields: [.rounds, .salt, .check], salt: .text, check: padded),
    FormRow(
      name: "hashcat", word: "hashcat",
      names: [("sha512:", .pbkdf2HMACSHA512), ("sha256:", .pbkdf2HMACSHA256), ("sha1:", .pbkdf2HMACSHA1)],
      separator: ":",
      fields: [.rounds, .salt, .check], salt: padded, checkByteCounts: outputs),
  ]

  private static let directories = [
    FormRow(
      name: "OpenDJ", word: "opendj",
      names: [
        ("{PBKDF2-HMAC-SHA512}", .pbkdf2HMACSHA512), ("{PBKDF2-HMAC-SHA256}", .pbkdf2HMACSHA256),
        ("{PBKDF2}", .pbkdf2HMACSHA1),
      ],
      discriminator: .inFirst(":"), separator: ":", fields: [.rounds, .binary], binary: [.check, .salt], salt: padded),
    FormRow(
      name: "389 Directory Server", word: "389ds",
      names: [
        ("{PBKDF2-SHA512}", .pbkdf2HMACSHA512), ("{PBKDF2-SHA256}", .pbkdf2HMACSHA256),
        ("{PBKDF2-SHA1}", .pbkdf2HMACSHA1),
        ("{PBKDF2}", .pbkdf2HMACSHA1),
      ], discriminator: .padding, fields: [.rounds, .salt, .check], salt: padded),
    FormRow(
      name: "Spring Security", word: "spring", names: [("{pbkdf2}", .pbkdf2HMACSHA1)],
      discriminator: .start("", byteCount: 80),
      fields: [.binary], binary: [.salt, .check], rounds: 185_000, salt: .hex, saltByteCounts: 8...8,
      checkByteCounts: 32...32),
    FormRow(
      name: "Spring Security 5.8", word: "spring58",
      names: [("{pbkdf2@SpringSecurity_v5_8}", .pbkdf2HMACSHA256)], fields: [.binary], binary: [.salt, .check],
      rounds: 310_000, salt: .hex, saltByteCounts: 16...16),
    FormRow(
      name: "LDAP", word: "ldap",
      names: [
        ("{PBKDF2-SHA512}", .pbkdf2HMACSHA512), ("{PBKDF2-SHA256}", .pbkdf2HMACSHA256), ("{PBKDF2}", .pbkdf2HMACSHA1),
        ("{PBKDF2-SHA1}", .pbkdf2HMACSHA1),
      ], fields: [.rounds, .salt, .check], salt: dotted, saltByteCounts: 0...1024),
    FormRow(
      name: "389 Directory Server, binary", word: "389ds-binary", names: [("{PBKDF2_SHA256}", .pbkdf2HMACSHA256)],
      fields: [.binary], binary: [.rounds, .salt, .check], salt: padded, saltByteCounts: 64...64,
      checkByteCounts: 256...256),
    FormRow(
      name: "Atlassian", word: "atlassian", names: [("{PKCS5S2}", .pbkdf2HMACSHA1)], fields: [.binary],
      binary: [.salt, .check],
      rounds: 10_000, salt: padded, saltByteCounts: 16...16, checkByteCounts: 32...32),
  ]

  private static let applications = [
    FormRow(
      name: "Werkzeug", word: "werkzeug",
      names: [
        ("pbkdf2:sha512:", .pbkdf2HMACSHA512), ("pbkdf2:sha256:", .pbkdf2HMACSHA256), ("pbkdf2:sha1:", .pbkdf2HMACSHA1),
      ], fields: [.rounds, .salt, .check], salt: .text, check: .hex)
  ]

  private static let devices = [
    FormRow(
      name: "GRUB", word: "grub", names: [("grub.pbkdf2.sha512.", .pbkdf2HMACSHA512)], separator: ".",
      fields: [.rounds, .salt, .check], salt: .capitalHex, checkByteCounts: outputs),
    FormRow(
      name: "Cryptacular", word: "cta", names: [("$p5k2$", .pbkdf2HMACSHA1)], discriminator: .padding,
      fields: [.hexRounds(ifEmpty: nil), .salt, .check], salt: .base64(.paddedURL), saltByteCounts: 0...1024),
    FormRow(
      name: "Litzenberger", word: "dlitz", names: [("$p5k2$", .pbkdf2HMACSHA1)],
      fields: [.hexRounds(ifEmpty: 400), .setting, .check], salt: .text, check: dotted, checkByteCounts: 24...24),
    FormRow(
      name: "macOS", word: "macos", names: [("$ml$", .pbkdf2HMACSHA512)], fields: [.rounds, .salt, .check],
      salt: .hex, checkByteCounts: 64...128),
    FormRow(
      name: "Cisco type 8", word: "cisco8", names: [("$8$", .pbkdf2HMACSHA256)], fields: [.salt, .check],
      rounds: 20_000, salt: .text, saltByteCounts: 14...14, check: .base64(.crypt)),
    FormRow(
      name: "mosquitto-go-auth", word: "mosquitto",
      names: [("PBKDF2$sha512$", .pbkdf2HMACSHA512), ("PBKDF2$sha256$", .pbkdf2HMACSHA256)],
      fields: [.rounds, .salt, .check], salt: padded, checkByteCounts: outputs),
  ]

  private static let binaries = [
    FormRow(
      name: "ASP.NET Identity 3", word: "aspnet3",
      names: [("", .pbkdf2HMACSHA512), ("", .pbkdf2HMACSHA256), ("", .pbkdf2HMACSHA1)],
      discriminator: .start("AQAAAA", byteCount: nil),
      fields: [.binary], binary: [.byte(1), .function, .rounds, .saltByteCount, .salt, .check], salt: padded,
      saltByteCounts: 16...1024, checkByteCounts: outputs),
    FormRow(
      name: "ASP.NET Identity 2", word: "aspnet2", names: [("", .pbkdf2HMACSHA1)],
      discriminator: .start("A", byteCount: 68),
      fields: [.binary], binary: [.byte(0), .salt, .check], rounds: 1000, salt: padded, saltByteCounts: 16...16,
      checkByteCounts: 32...32),
  ]

  private static let objects = [
    FormRow(
      name: "Keycloak", word: "keycloak",
      names: [
        ("pbkdf2-sha512", .pbkdf2HMACSHA512), ("pbkdf2-sha256", .pbkdf2HMACSHA256), ("pbkdf2", .pbkdf2HMACSHA1),
        ("argon2", .argon2id),
      ],
      discriminator: .json(.keycloak), fields: [], salt: padded, checkByteCounts: outputs),
    FormRow(
      name: "kanidm", word: "kanidm",
      names: [("PBKDF2_SHA512", .pbkdf2HMACSHA512), ("PBKDF2", .pbkdf2HMACSHA256), ("PBKDF2_SHA1", .pbkdf2HMACSHA1)],
      discriminator: .json(.kanidm), fields: [], salt: .base64(.unpaddedURL), checkByteCounts: outputs),
  ]

  /// The numbers of Argon2id, and those of scrypt in a PHC string and in the text of Werkzeug.
  private static let argon2id = Field.numbers([("m=", .memory), ("t=", .passes), ("p=", .lanes)], separator: ",")
  private static let scrypt = Field.numbers(
    [("ln=", .costLogarithm), ("r=", .blockSize), ("p=", .parallelization)], separator: ",")
  private static let werkzeugScrypt = Field.numbers(
    [("", .cost), ("", .blockSize), ("", .parallelization)], separator: ":")

  private static func argon2idRow(_ name: String, _ word: String, names: [String]) -> FormRow {
    FormRow(
      name: name, word: word, names: names.map { ($0, .argon2id) }, fields: [.version(19), argon2id, .salt, .check],
      salt: unpadded, saltByteCounts: 8...1024, checkByteCounts: 4...1024)
  }

  private static let memoryHard = [
    argon2idRow("PHC, Argon2id", "argon2id", names: ["$argon2id$"]),
    argon2idRow("Django, Argon2id", "django-argon2id", names: ["argon2$argon2id$"]),
    argon2idRow("OpenLDAP, Argon2id", "ldap-argon2id", names: ["{ARGON2}$argon2id$"]),
    argon2idRow("Dovecot, Argon2id", "dovecot-argon2id", names: ["{ARGON2ID}$argon2id$"]),
    argon2idRow("Spring Security, Argon2id", "spring-argon2id", names: ["{argon2@SpringSecurity_v5_8}$argon2id$"]),
    FormRow(
      name: "PHC, scrypt", word: "scrypt", names: [("$scrypt$", .scrypt)], fields: [scrypt, .salt, .check],
      salt: unpadded, saltByteCounts: 0...1024, checkByteCounts: outputs),
    FormRow(
      name: "Django, scrypt", word: "django-scrypt", names: [("scrypt$", .scrypt)],
      fields: [.number(.cost), .salt, .number(.blockSize), .number(.parallelization), .check], salt: .text,
      check: padded, checkByteCounts: 64...64),
    FormRow(
      name: "Werkzeug, scrypt", word: "werkzeug-scrypt", names: [("scrypt:", .scrypt)],
      fields: [werkzeugScrypt, .salt, .check], salt: .text, check: .hex, checkByteCounts: 64...64),
  ]
}
