import VaultInterop

extension ToolError {
  /// An error of another program's format as a sentence that says what to do.
  init(_ error: InteropError, _ name: String, _ format: ForeignFormat, secret: String) {
    switch error {
    case .notThisFormat where format == .openSSL:
      self.init(
        .notReadable, name,
        "does not begin like a salted file of \(format.title); use \(Option.noSalt.spelling) if it has no salt, "
          + "\(Option.salt.spelling) for -S, and \(Option.keyFile.spelling) and \(Option.iv.spelling) for -K")
    case .notThisFormat: self.init(.notReadable, name, "is not in the format of \(format.title); see --format")
    case .malformed(let field) where format == .openSSL:
      self.init(.damaged, name, "is damaged, or needs another --cipher or --saltlen, as \(format.title): \(field)")
    case .malformed(let field): self.init(.damaged, name, "is damaged, as \(format.title): \(field)")
    case .unsupported(let what) where format == .themis:
      self.init(
        .notReadable, name,
        "is not read as \(format.title): \(what); import the ciphertext with \(Option.token.spelling)")
    case .unsupported(let what): self.init(.notReadable, name, "is not read as \(format.title): \(what)")
    case .overLimit(let rounds, let limit): self.init(name, rounds: rounds, limit: limit)
    case .notValidNow(let times): self.init(.notReadable, name, "is not read as \(format.title): \(times)")
    case .argument(let argument): self.init(.usage, name, "is refused as \(format.title): \(argument)")
    case .authenticationFailure:
      let context = format == .themis ? " or the context" : ""
      let options =
        switch format {
        case .fernet where secret == "password":
          " (its salt and rounds are \(Option.fernetSalt.spelling) and \(Option.iterations.spelling))"
        case .themis: " (\(Option.context.spelling), or \(Option.cellContext.spelling) if it is not text)"
        case .rnCryptor: " (some writers have other rounds, \(Option.iterations.spelling))"
        default: ""
        }
      self.init(
        .wrongPassword, name,
        "read as \(format.title), the \(secret)\(context) is wrong, or the file was changed\(options)")
    case .age(let failure): self.init(failure, name, secret: secret)
    case .invalidPadding:
      let hint =
        format == .openSSL
        ? ", or --cipher, --digest or --iter is (without -pbkdf2 it is --iter 0, and before OpenSSL 1.1.0 "
          + "--digest md5 too; -saltlen and -iv are --saltlen and --iv)" : ""
      self.init(.wrongPassword, name, "read as \(format.title), the \(secret) is wrong\(hint), or the file was changed")
    }
  }

  private init(_ failure: AgeFile.Failure, _ name: String, secret: String) {
    if case .header(let fault) = failure, failure == .headerOverLimit || failure == .newerVersion {
      let subject = failure == .headerOverLimit ? "its header has " : ""
      self.init(.notReadable, name, "is not read as age: \(subject)\(fault)")
      return
    }
    guard case .noMatch(let kinds) = failure else {
      self.init(.damaged, name, "is damaged, as age: \(failure)")
      return
    }
    let isForPassword = kinds.contains("scrypt")
    let list = AgeFile.Failure.list(kinds)
    switch secret {
    case "password" where !isForPassword:
      let advice = kinds.contains("X25519") ? "; \(Option.keyFile.spelling) names a file of identities" : ""
      self.init(.wrongPassword, name, "no password opens it: it is for \(list)\(advice)")
    case "password": self.init(.wrongPassword, name, "read as age, the password is wrong")
    case _ where isForPassword: self.init(.wrongPassword, name, "no identity opens it, only a password does")
    default: self.init(.wrongPassword, name, "no identity of the key file opens it: it is for \(list)")
    }
    isFinal = !isForPassword || secret != "password"
  }
}
