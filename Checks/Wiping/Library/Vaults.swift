import SHA
import Credentials
import Vault

private let stretching = try! PasswordStretching(.pbkdf2HMACSHA512, rounds: .exactly(3))
private let other = try! PasswordStretching(.pbkdf2HMACSHA256, rounds: .exactly(4))

/// The operations of vaults and credentials. Fields: a vault, its password, another password, content, credentials of
/// the password: one that meets the policy, one that does not, one of passlib with SHA-1; a key, a vault under it, its
/// text as a recovery key, the credential of passlib as Keycloak stores it, a vault for the recipient of the key, and
/// the text of a recipient's private key.
let vaultCases: [Case] = [
  Case("vault-seal") { fields in
    _ = try Vault.seal(fields[3], under: .password(fields[1]), stretching: stretching, cores: 2)
  },
  Case("vault-seal-async") { fields in
    let (content, password) = (Bytes(fields[3]), Bytes(fields[1]))
    blocking { _ = try? await Vault.seal(content, under: .password(password), stretching: stretching, cores: 2) }
  },
  Case("vault-seal-cancelled") { fields in
    let (content, password) = (Bytes(fields[3]), Bytes(fields[1]))
    let many = try PasswordStretching(rounds: .atLeastRecommended(PasswordStretching.maximumRounds))
    blocking {
      let (started, start) = AsyncStream<Void>.makeStream()
      let task = Task {
        try await Vault.seal(
          content, under: .password(password), stretching: many, limits: Vault.Limits(maximumRounds: .max)
        ) { _ in start.yield() }
      }
      for await _ in started { break }
      task.cancel()
      let result = await task.result
      guard case .failure(let error) = result, error is CancellationError else { fatalError("not cancelled") }
    }
  },
  Case("vault-open-async") { fields in
    let (vault, password) = (Array(fields[0]), Bytes(fields[1]))
    blocking {
      guard var content = try? await Vault.open(vault, with: .password(password), cores: 2) else {
        fatalError("not opened")
      }
      forget(&content)
    }
  },
  Case("vault-open") { fields in
    var content = try Vault.open(fields[0], with: .password(fields[1]), cores: 2)
    forget(&content)
  },
  Case("vault-refused") { fields in
    var vault = Array(fields[0])
    vault[vault.count - 40] ^= 1
    precondition((try? Vault.open(vault, with: .password(fields[1]))) == nil, "a damaged vault opens")
    precondition((try? Vault.open(fields[0], with: .password(fields[2]))) == nil, "a wrong password opens")
  },
  Case("vault-context") { fields in
    precondition(
      (try? Vault.open(fields[0], with: .password(fields[1]), context: VaultContext([1]))) == nil,
      "another context opens")
  },
  Case("vault-reseal") { fields in
    _ = try Vault.reseal(fields[0], with: .password(fields[1]), under: .password(fields[2]), stretching: stretching)
  },
  Case("vault-writer") { fields in
    var writer = try VaultWriter(under: .password(fields[1]), stretching: stretching)
    var vault: [UInt8] = []
    for start in stride(from: 0, to: fields[3].count, by: 70_001) {
      try writer.update(fields[3].dropFirst(start).prefix(70_001), into: &vault)
    }
    try writer.finalize(into: &vault)
  },
  Case("vault-reader") { fields in
    var reader = try VaultReader(header: fields[0].prefix(Vault.headerByteCount), with: .password(fields[1]))
    var content: [UInt8] = []
    for start in stride(from: Vault.headerByteCount, to: fields[0].count, by: 70_001) {
      try reader.update(fields[0].dropFirst(start).prefix(70_001), into: &content)
    }
    try reader.finalize(into: &content)
    forget(&content)
  },
  Case("vault-reader-refused") { fields in
    var reader = try VaultReader(header: fields[0].prefix(Vault.headerByteCount), with: .password(fields[1]))
    var content: [UInt8] = []
    try reader.update(fields[0].dropFirst(Vault.headerByteCount).dropLast(), into: &content)
    do {
      try reader.finalize(into: &content)
      fatalError("a damaged vault opens")
    } catch { forget(&content) }
  },
  Case("vault-range") { fields in
    let vault = try UnlockedVault(header: fields[0].prefix(Vault.headerByteCount), with: .password(fields[1]))
    var part = try vault.read(at: 65_000, count: 1_000, ofVault: UInt64(fields[0].count)) { range in
      Array(fields[0][Int(range.lowerBound)..<Int(range.upperBound)])
    }
    forget(&part)
  },
  Case("vault-passwords") { fields in
    var vault = try UnlockedVault(header: fields[0].prefix(Vault.headerByteCount), with: .password(fields[1]))
    _ = try vault.add(.password(fields[2]), stretching: other)
    try vault.remove(slots: [1])
    try vault.replaceSecret(with: .password(fields[2]), stretching: stretching)
    _ = vault.header
  },
  Case("vault-key") { fields in
    let key = SymmetricKey(data: fields[7])
    _ = try Vault.seal(fields[3], under: .key(key))
    var content = try Vault.open(fields[8], with: .key(key))
    forget(&content)
    var vault = try UnlockedVault(header: fields[8].prefix(Vault.headerByteCount), with: .key(key))
    _ = try vault.add(.password(fields[2]), stretching: other)
    try vault.remove(slots: vault.openedSlots)
    _ = try vault.add(.key(key))
    _ = vault.header
  },
  Case("recovery-key") { fields in
    let recovery = try RecoveryKey(key: SymmetricKey(data: fields[7]))
    recovery.withText { precondition($0.elementsEqual(fields[9]), "another text") }
    let read = try RecoveryKey(text: fields[9])
    precondition(read.key == recovery.key, "another key")
    var wrong = Array(fields[9])
    wrong[7] ^= 1
    precondition((try? RecoveryKey(text: wrong)) == nil, "a mistyped group is taken for right")
    forget(&wrong)
  },
  Case("vault-recipient") { fields in
    let key = try RecipientKey(key: SymmetricKey(data: fields[7]))
    _ = try Vault.seal(fields[3], under: .recipient(key.recipient))
    var content = try Vault.open(fields[11], with: .recipientKey(key))
    forget(&content)
    precondition((try? Vault.open(fields[11], with: .recipientKey(RecipientKey()))) == nil, "another key opens")
    var vault = try UnlockedVault(header: fields[11].prefix(Vault.headerByteCount), with: .recipientKey(key))
    _ = try vault.add(.password(fields[2]), stretching: other)
    _ = try vault.add(.recipient(RecipientKey().recipient))
    try vault.remove(slots: vault.openedSlots)
    _ = try vault.add(.recipientKey(key))
    _ = vault.header
  },
  Case("recipient-key") { fields in
    let key = try RecipientKey(key: SymmetricKey(data: fields[7]))
    key.withText { precondition($0.elementsEqual(fields[12]), "another text") }
    let read = try RecipientKey(text: fields[12])
    precondition(read.key == key.key, "another key")
    precondition(read.recipient == key.recipient, "another recipient")
    precondition((try? RecipientKey(text: fields[9])) == nil, "a recovery key is taken for the key of a recipient")
  },
  Case("credential-create") { fields in _ = try Credential(password: fields[1], stretching: stretching) },
  Case("credential-verify") { fields in
    for field in [4, 5, 6, 10] {
      let credential = try Credential(String(decoding: fields[field], as: UTF8.self))
      let policy = field == 4 ? stretching : other
      let expected = field == 4
      let result = try credential.verify(fields[1], stretching: policy)
      precondition(result.isValid && (result.upgrade == nil) == expected, "\(result)")
      if let upgrade = result.upgrade { _ = try Credential(password: fields[1], stretching: upgrade) }
      let isWrong = try !credential.verify(fields[2], stretching: policy).isValid
      precondition(isWrong, "a wrong password is taken for right")
    }
  },
  Case("credential-batch") { fields in
    let credentials = try [4, 5, 6, 10].map { try Credential(String(decoding: fields[$0], as: UTF8.self)) }
    let results = Credential.verify(credentials.map { ($0, fields[1]) }, stretching: stretching)
    for result in results {
      let isValid = try result.get().isValid
      precondition(isValid, "\(results)")
    }
  },
  Case("random-key") { _ in withExtendedLifetime(SymmetricKey(size: .bits256)) {} },
  Case("key-equal") { fields in
    precondition(fields.key(1) != fields.key(2), "different passwords are equal")
    withExtendedLifetime(SymmetricKey(data: AnySequence(fields[1]))) {}
  },
]
