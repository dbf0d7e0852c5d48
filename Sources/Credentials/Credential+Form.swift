extension Credential {
  /// The text format of a credential: a row of the table of forms.
  public struct Form: Sendable, Hashable, CaseIterable, CustomStringConvertible {
    private let index: Int

    /// This library's own form, used for new credentials with PBKDF2.
    public static let swiftVault = Form(index: 0)
    /// A PHC string with PBKDF2's output, such as `$pbkdf2-sha256$i=600000,l=32$…`.
    public static let phc = Form(index: 1)
    /// A hash of Vapor, such as `$pbkdf2-sha256$600000$…`, in base 64 with padding.
    public static let vapor = Form(index: 2)
    /// A hash of passlib, such as `$pbkdf2-sha512$25000$…`.
    public static let passlib = Form(index: 3)
    /// A hash of Django, such as `pbkdf2_sha256$1000000$…`.
    public static let django = Form(index: 4)
    /// A line of hashcat's modes 10900, 12000 and 12100, such as `sha256:1000:…`.
    public static let hashcat = Form(index: 5)
    /// A value of the LDAP attribute `userPassword` as OpenDJ writes it, such as `{PBKDF2-HMAC-SHA256}10000:…`.
    public static let openDJ = Form(index: 6)
    /// A value of the LDAP attribute `userPassword` as 389 Directory Server and FreeIPA write it, with padding.
    public static let directoryServer = Form(index: 7)
    /// A password of Spring Security's encoder `pbkdf2`, whose settings are those of version 5.5: `{pbkdf2}…`.
    public static let spring = Form(index: 8)
    /// A password of Spring Security's encoder `pbkdf2@SpringSecurity_v5_8`.
    public static let spring58 = Form(index: 9)
    /// A value of the LDAP attribute `userPassword` as OpenLDAP's module pw-pbkdf2 and passlib write it, such as
    /// `{PBKDF2-SHA512}10000$…`.
    public static let ldap = Form(index: 10)
    /// A value of the LDAP attribute `userPassword` as older versions of 389 Directory Server write it:
    /// `{PBKDF2_SHA256}…`.
    public static let directoryServerBinary = Form(index: 11)
    /// A password of Atlassian's programs, such as Jira and Crowd: `{PKCS5S2}…`.
    public static let atlassian = Form(index: 12)
    /// A hash of Werkzeug, which Flask uses, such as `pbkdf2:sha256:1000000$…`.
    public static let werkzeug = Form(index: 13)
    /// A password of the boot loader GRUB, such as `grub.pbkdf2.sha512.10000.…`.
    public static let grub = Form(index: 14)
    /// A hash of Cryptacular, which is passlib's `cta_pbkdf2_sha1`, such as `$p5k2$2710$…`.
    public static let cryptacular = Form(index: 15)
    /// A hash of Dwayne Litzenberger's PBKDF2, which is passlib's `dlitz_pbkdf2_sha1`, such as `$p5k2$2710$…`.
    public static let litzenberger = Form(index: 16)
    /// A password of macOS 10.8 and later in the text of hashcat's mode 7100, such as `$ml$35460$…`.
    public static let macOS = Form(index: 17)
    /// A password of type 8 in the configuration of a Cisco device: `$8$…`.
    public static let cisco8 = Form(index: 18)
    /// A hash of mosquitto-go-auth, with its salt in base 64, such as `PBKDF2$sha512$100000$…`.
    public static let mosquitto = Form(index: 19)
    /// A hash of ASP.NET Core Identity, version 3: base 64 that begins with `AQAAAA`.
    public static let aspNet3 = Form(index: 20)
    /// A hash of ASP.NET Identity, version 2: 68 characters of base 64 that begin with `A`.
    public static let aspNet2 = Form(index: 21)
    /// A password in Keycloak's JSON, an object with `secretData` and `credentialData`.
    public static let keycloak = Form(index: 22)
    /// A password in the JSON with which servers of kanidm replicate, such as `{"PBKDF2":{"cost":…`.
    public static let kanidm = Form(index: 23)
    /// A PHC string with Argon2id's output, used for new credentials with Argon2id: `$argon2id$v=19$m=65536,t=3,p=4$…`.
    public static let argon2id = Form(index: 24)
    /// A hash of Django with Argon2id, such as `argon2$argon2id$v=19$m=102400,t=2,p=8$…`.
    public static let djangoArgon2id = Form(index: 25)
    /// A value of the LDAP attribute `userPassword` as OpenLDAP's module argon2 writes it: `{ARGON2}$argon2id$…`.
    public static let ldapArgon2id = Form(index: 26)
    /// A password of Dovecot with Argon2id: `{ARGON2ID}$argon2id$…`.
    public static let dovecotArgon2id = Form(index: 27)
    /// A password of Spring Security's encoder `argon2@SpringSecurity_v5_8`. The name `argon2` is read too.
    public static let springArgon2id = Form(index: 28)
    /// A PHC string with scrypt's output, such as `$scrypt$ln=17,r=8,p=1$…`, which passlib writes too.
    public static let scrypt = Form(index: 29)
    /// A hash of Django with scrypt, such as `scrypt$16384$…`.
    public static let djangoScrypt = Form(index: 30)
    /// A hash of Werkzeug with scrypt, such as `scrypt:32768:8:1$…`.
    public static let werkzeugScrypt = Form(index: 31)

    /// All forms, this library's own form first.
    public static let allCases = FormRow.all.indices.map { Form(index: $0) }

    /// The name of the form.
    public var description: String { row.name }

    /// The row of the form in the table.
    var row: FormRow { FormRow.all[index] }

    /// The word for the form on a command line.
    package var word: String { row.word }
  }
}

extension Credential {
  /// The credential in another form, for another program. This needs neither the password nor any rounds.
  ///
  /// All forms except this library's store the output of the function. They can be converted into each other if the new
  /// form has a place for function, rounds, salt and check. A check that is longer than the form allows is cut: the
  /// beginning of an output of PBKDF2 and scrypt is the shorter output. This library's form stores a value that is
  /// derived from that output, so it can be converted neither way. A credential gets this form when a password is right
  /// (``Verification/validUpgrade(_:)``).
  ///
  /// - Returns: the ``description`` if the credential already has the form, otherwise the text that the form's program
  ///   writes.
  /// - Throws: ``CredentialError/notCarried(_:by:)`` for the form of this library, and for the first of function,
  ///   check, rounds and salt that the form has no place for. <doc:FormsOfCredentials> lists what each form has.
  public func text(as form: Form) throws(CredentialError) -> String {
    if form == self.form { return description }
    let row = form.row
    guard self.form != .swiftVault, form != .swiftVault else { throw .notCarried(.check, by: form) }
    let allowed = row.checkByteCounts(storedStretching.function)
    let check = storedStretching.function == .argon2id ? check : Array(check.prefix(allowed.upperBound))
    guard let writer = FormWriter(form, storedStretching, salt: salt, check: check) else {
      throw .notCarried(.function, by: form)
    }
    guard allowed ~= check.count else { throw .notCarried(.check, by: form) }
    guard row.rounds == nil || row.rounds == rounds else { throw .notCarried(.rounds, by: form) }
    guard row.saltByteCounts(storedStretching.function) ~= salt.count, let text = writer.text,
      text.utf8.count <= Self.maximumByteCount
    else {
      throw .notCarried(.salt, by: form)
    }
    return text
  }
}
