#if os(Linux)
import SwiftVault

private let password = Array("correct horse battery staple".utf8)
private let wrongPassword = Array("correct horse battery stapl3".utf8)
private let otherPassword = Array("another password of many".utf8)
private let context = Array("context".utf8)
private let wrongContext = Array("c0ntext".utf8)
/// Less than a chunk, and more whole chunks than two streams process at once, followed by a partial chunk.
private let contentByteCounts = [100, 3 * 65536 + 10]

/// A stored vault in which everything is secret, including the data key.
private func sealed(_ byteCount: Int, _ stretching: PasswordStretching) throws -> [UInt8] {
  publish(
    try withSecretRandomness {
      try Vault.seal(
        secret(count: byteCount), under: .password(secret(password)), context: VaultContext(secret(context)),
        stretching: stretching)
    })
}

private func unlocked(_ password: [UInt8] = password) throws -> UnlockedVault {
  try UnlockedVault(
    header: try sealed(100, fewRounds[0]), with: .password(secret(password)), context: VaultContext(secret(context)))
}

let vaultRows: [Row] = [fewRounds.flatMap(contentRows), damageRows, streamRows, passwordRows, keyRows, recipientRows]
  .flatMap { $0 }

/// A vault under a key, made like ``sealed(_:_:)``.
private func sealedUnderKey(_ byteCount: Int) throws -> [UInt8] {
  publish(
    try withSecretRandomness {
      try Vault.seal(secret(count: byteCount), under: .key(key()), context: VaultContext(secret(context)))
    })
}

private func key() -> SymmetricKey { SymmetricKey(data: secret(count: 32)) }
private func otherKey() -> SymmetricKey { SymmetricKey(data: secret((0..<32).map { 7 &* $0 ^ 90 })) }

/// The text of a key with its characters marked. The layout is public.
private func recoveryText() throws -> [UInt8] { marked(try RecoveryKey(key: key()).withText { Array($0) }) }

private func marked(_ text: [UInt8]) -> [UInt8] {
  let text = publish(text)
  return zip(text, secret(text)).map { [UInt8(ascii: "-"), UInt8(ascii: "\n")].contains($0) ? $0 : $1 }
}

/// The private key of a recipient. Its public key is published.
private func recipientKey(_ key: SymmetricKey = key()) throws -> RecipientKey { try RecipientKey(key: key) }

private func recipient(_ key: SymmetricKey = key()) throws -> VaultRecipient {
  try VaultRecipient(publicKey: publish(RecipientKey(key: key).recipient.publicKey))
}

/// A vault for a recipient, made like ``sealed(_:_:)``.
private func sealedForRecipient(_ byteCount: Int) throws -> [UInt8] {
  publish(
    try withSecretRandomness {
      try Vault.seal(secret(count: byteCount), under: .recipient(recipient()), context: VaultContext(secret(context)))
    })
}

private let recipientRows = [
  Row("Vault.seal for a recipient") { .bytes(try sealedForRecipient(100)) },
  Row("Vault.open using a private key") {
    .bytes(
      try contentByteCounts.flatMap {
        try Vault.open(
          try sealedForRecipient($0), with: .recipientKey(recipientKey()), context: VaultContext(secret(context)))
      })
  },
  Row("Vault.open using a wrong private key") {
    let vault = try sealedForRecipient(100)
    let wrong = try recipientKey(otherKey())
    return .verdict((try? Vault.open(vault, with: .recipientKey(wrong), context: VaultContext(secret(context)))) == nil)
  },
  Row("UnlockedVault.add and change, recipients") {
    var vault = try UnlockedVault(
      header: try sealedForRecipient(100), with: .recipientKey(recipientKey()), context: VaultContext(secret(context)))
    _ = try withSecretRandomness { try vault.add(.recipient(recipient(otherKey()))) }
    try withSecretRandomness { try vault.replaceSecret(with: .key(otherKey())) }
    return .bytes(vault.header)
  },
  Row("UnlockedVault.add, a private key in use") {
    var vault = try UnlockedVault(
      header: try sealedForRecipient(100), with: .recipientKey(recipientKey()), context: VaultContext(secret(context)))
    return .verdict((try? vault.add(.recipientKey(recipientKey()))) == nil)
  },
  Row("RecipientKey.withText") { .bytes(try recipientKey().withText { Array($0) }) },
  Row("RecipientKey of a text") {
    .bytes(bytes(of: try RecipientKey(text: marked(try recipientKey().withText { Array($0) })).key))
  },
  Row("RecipientKey of a recovery key") { .verdict((try? RecipientKey(text: try recoveryText())) == nil) },
]

private let keyRows = [
  Row("Vault.seal using a key") {
    .bytes(
      try withSecretRandomness {
        try Vault.seal(secret(count: 100), under: .key(key()), context: VaultContext(secret(context)))
      })
  },
  Row("Vault.open using a key") {
    .bytes(
      try contentByteCounts.flatMap {
        try Vault.open(try sealedUnderKey($0), with: .key(key()), context: VaultContext(secret(context)))
      })
  },
  Row("Vault.open using a wrong key") {
    let vault = try sealedUnderKey(100)
    return .verdict((try? Vault.open(vault, with: .key(otherKey()), context: VaultContext(secret(context)))) == nil)
  },
  Row("UnlockedVault.add and change, keys") {
    var vault = try UnlockedVault(
      header: try sealedUnderKey(100), with: .key(key()), context: VaultContext(secret(context)))
    _ = try withSecretRandomness { try vault.add(.key(otherKey())) }
    try withSecretRandomness {
      try vault.replaceSecret(with: .key(SymmetricKey(data: secret(repeatElement(9, count: 32)))))
    }
    return .bytes(vault.header)
  },
  Row("UnlockedVault.add, a key in use") {
    var vault = try UnlockedVault(
      header: try sealedUnderKey(100), with: .key(key()), context: VaultContext(secret(context)))
    return .verdict((try? vault.add(.key(key()))) == nil)
  },
  Row("RecoveryKey.withText") { .bytes(try RecoveryKey(key: key()).withText { Array($0) }) },
  Row("RecoveryKey of a text") { .bytes(bytes(of: try RecoveryKey(text: try recoveryText()).key)) },
  Row("RecoveryKey of a private key") {
    .verdict((try? RecoveryKey(text: marked(try recipientKey().withText { Array($0) }))) == nil)
  },
  Row("RecoveryKey of a mistyped text") {
    var text = try recoveryText()
    text[50] ^= 1
    return .verdict((try? RecoveryKey(text: text)) == nil)
  },
]

private func contentRows(_ stretching: PasswordStretching) -> [Row] {
  [
    Row("Vault.seal \(stretching.function)") {
      .bytes(
        try withSecretRandomness {
          try Vault.seal(
            secret(count: 100), under: .password(secret(password)), context: VaultContext(secret(context)),
            stretching: stretching)
        })
    },
    Row("Vault.open \(stretching.function)") {
      .bytes(
        try contentByteCounts.flatMap {
          try Vault.open(
            try sealed($0, stretching), with: .password(secret(password)), context: VaultContext(secret(context)))
        })
    },
    Row("Vault.open \(stretching.function), wrong password") {
      let vault = try sealed(100, stretching)
      return .verdict(
        (try? Vault.open(vault, with: .password(secret(wrongPassword)), context: VaultContext(secret(context)))) == nil)
    },
  ]
}

private let damageRows = [
  Row("Vault.open, wrong context") {
    let vault = try sealed(100, fewRounds[0])
    return .verdict(
      (try? Vault.open(vault, with: .password(secret(password)), context: VaultContext(secret(wrongContext)))) == nil)
  },
  Row("Vault.open, damaged chunk") {
    var vault = try sealed(contentByteCounts[1], fewRounds[0])
    vault[Vault.headerByteCount + 70_000] ^= 1
    return .verdict(
      (try? Vault.open(vault, with: .password(secret(password)), context: VaultContext(secret(context)))) == nil)
  },
  Row("Vault.open, end cut off") {
    let vault = try sealed(contentByteCounts[1], fewRounds[0])
    let cut = vault.dropLast(10 + 32)
    return .verdict(
      (try? Vault.open(cut, with: .password(secret(password)), context: VaultContext(secret(context)))) == nil)
  },
]

private let streamRows = [
  Row("Vault.reseal") {
    let vault = try sealed(100, fewRounds[0])
    return .bytes(
      try Vault.reseal(
        vault, with: .password(secret(password)), under: .password(secret(otherPassword)),
        context: VaultContext(secret(context)),
        stretching: fewRounds[1]))
  },
  Row("VaultWriter and VaultReader") {
    var vault: [UInt8] = []
    try withSecretRandomness {
      var writer = try VaultWriter(
        under: .password(secret(password)), context: VaultContext(secret(context)), stretching: fewRounds[0])
      for count in [70_000, 1, 150_000] { try writer.update(secret(count: count), into: &vault) }
      try writer.finalize(into: &vault)
    }
    vault = publish(vault)
    let header = vault[..<Vault.headerByteCount]
    var reader = try VaultReader(
      header: header, with: .password(secret(password)), context: VaultContext(secret(context)))
    var content: [UInt8] = []
    for start in stride(from: header.count, to: vault.count, by: 90_000) {
      try reader.update(vault[start..<min(start + 90_000, vault.count)], into: &content)
    }
    try reader.finalize(into: &content)
    return .bytes(content)
  },
  Row("VaultSealer and VaultOpener") {
    let sealer = try withSecretRandomness {
      try VaultSealer(under: .key(key()), context: VaultContext(secret(context)))
    }
    let unit = publish(try sealer.seal(secret(count: 100), unit: 0, isLast: true))
    let opener = VaultOpener(
      try UnlockedVault(header: publish(sealer.header), with: .key(key()), context: VaultContext(secret(context))))
    return .bytes(try opener.open(unit, unit: 0, isLast: true))
  },
  Row("UnlockedVault.deriveKey") { .bytes(bytes(of: try unlocked().deriveKey(info: [1]))) },
  Row("UnlockedVault.read of a part") {
    let vault = try sealed(contentByteCounts[1], fewRounds[0])
    let unlocked = try UnlockedVault(
      header: vault, with: .password(secret(password)), context: VaultContext(secret(context)))
    let part = try unlocked.read(at: 65_500, count: 100, ofVault: UInt64(vault.count)) { range in
      Array(vault[Int(range.lowerBound)..<Int(range.upperBound)])
    }
    return .bytes(part)
  },
]

private let passwordRows = [
  Row("UnlockedVault.add") {
    var vault = try unlocked()
    _ = try withSecretRandomness { try vault.add(.password(secret(otherPassword)), stretching: fewRounds[1]) }
    return .bytes(vault.header)
  },
  Row("UnlockedVault.add, one in use") {
    var vault = try unlocked()
    return .verdict((try? vault.add(.password(secret(password)), stretching: fewRounds[1])) == nil)
  },
  Row("UnlockedVault.change") {
    var vault = try unlocked()
    try withSecretRandomness {
      try vault.replaceSecret(with: .password(secret(otherPassword)), stretching: fewRounds[1])
    }
    return .bytes(vault.header)
  },
  Row("UnlockedVault.remove") {
    var vault = try unlocked()
    _ = try vault.add(.password(secret(otherPassword)), stretching: fewRounds[1])
    try vault.remove(slots: vault.openedSlots)
    return .bytes(vault.header)
  },
]
#endif
