#if os(Linux)
import SwiftVault

/// What a vault is sealed under and opened with.
private struct Way: Sendable {
  let name: String
  var stretching = fewRounds[0]
  let sealing: @Sendable () throws -> VaultSecret
  let opening: @Sendable () throws -> VaultSecret
  /// Opens no vault of these rows.
  let wrong: @Sendable () throws -> VaultSecret
  /// Another one to add, and one to change to.
  let other: @Sendable () throws -> VaultSecret
  let new: @Sendable () throws -> VaultSecret
}

private let passwords = fewRounds.map { stretching in
  Way(
    name: "\(stretching.function)", stretching: stretching, sealing: { password("correct horse battery staple") },
    opening: { password("correct horse battery staple") }, wrong: { password("correct horse battery stapl3") },
    other: { password("another password of many") }, new: { password("another password of many") })
}

private let ways =
  passwords + [
    Way(
      name: "key", sealing: { .key(key()) }, opening: { .key(key()) }, wrong: { .key(otherKey()) },
      other: { .key(otherKey()) }, new: { .key(otherKey()) }),
    Way(
      name: "private key", sealing: { .recipient(try recipient()) }, opening: { .recipientKey(try recipientKey()) },
      wrong: { .recipientKey(try recipientKey(otherKey())) }, other: { .recipient(try recipient(otherKey())) },
      new: { .key(otherKey()) }),
  ]

private func password(_ text: String) -> VaultSecret { .password(secret(text.utf8)) }
private func key() -> SymmetricKey { SymmetricKey(data: secret(count: 32)) }
private func otherKey() -> SymmetricKey { SymmetricKey(data: secret((0..<32).map { 7 &* $0 ^ 90 })) }
private func context(_ text: String = "context") -> VaultContext { VaultContext(secret(text.utf8)) }

/// The private key of a recipient. Its public key is published.
private func recipientKey(_ key: SymmetricKey = key()) throws -> RecipientKey { try RecipientKey(key: key) }

private func recipient(_ key: SymmetricKey = key()) throws -> VaultRecipient {
  try VaultRecipient(publicKey: publish(RecipientKey(key: key).recipient.publicKey))
}

/// A vault in which everything is secret, including the data key.
private func seal(_ byteCount: Int, _ way: Way) throws -> [UInt8] {
  try withSecretRandomness {
    try Vault.seal(
      secret(count: byteCount), under: way.sealing(), context: context(), stretching: way.stretching)
  }
}

/// The same, as it is stored.
private func sealed(_ byteCount: Int, _ way: Way = passwords[0]) throws -> [UInt8] {
  publish(try seal(byteCount, way))
}

private func open(
  _ vault: some Sequence<UInt8>, _ secret: VaultSecret, _ context: VaultContext = context()
) throws -> [UInt8] {
  try Vault.open(vault, with: secret, context: context)
}

private func unlocked(_ way: Way = passwords[0]) throws -> UnlockedVault {
  try UnlockedVault(header: try sealed(100, way), with: way.opening(), context: context())
}

/// Less than a chunk, and more whole chunks than two streams process at once, followed by a partial chunk.
private let contentByteCounts = [100, 3 * 65536 + 10]

let vaultRows: [Row] = [ways.flatMap(rows), damageRows, streamRows, textRows].flatMap { $0 }

private func rows(_ way: Way) -> [Row] {
  [
    Row("Vault.seal \(way.name)") { .bytes(try seal(100, way)) },
    Row("Vault.open \(way.name)") {
      .bytes(try contentByteCounts.flatMap { try open(try sealed($0, way), way.opening()) })
    },
    Row("Vault.open wrong \(way.name)") {
      let (vault, wrong) = (try sealed(100, way), try way.wrong())
      return .verdict((try? open(vault, wrong)) == nil)
    },
    Row("UnlockedVault.add \(way.name)") {
      var vault = try unlocked(way)
      _ = try withSecretRandomness { try vault.add(way.other(), stretching: fewRounds[1]) }
      return .bytes(vault.header)
    },
    Row("UnlockedVault.add \(way.name), one in use") {
      var vault = try unlocked(way)
      return .verdict((try? vault.add(way.opening(), stretching: fewRounds[1])) == nil)
    },
    Row("UnlockedVault.change \(way.name)") {
      var vault = try unlocked(way)
      try withSecretRandomness { try vault.replaceSecret(with: way.new(), stretching: fewRounds[1]) }
      return .bytes(vault.header)
    },
    Row("UnlockedVault.remove \(way.name)") {
      var vault = try unlocked(way)
      _ = try vault.add(way.other(), stretching: fewRounds[1])
      try vault.remove(slots: vault.openedSlots)
      return .bytes(vault.header)
    },
  ]
}

private let damageRows = [
  Row("Vault.open, wrong context") {
    let vault = try sealed(100)
    return .verdict((try? open(vault, passwords[0].opening(), context("c0ntext"))) == nil)
  },
  Row("Vault.open, damaged chunk") {
    var vault = try sealed(contentByteCounts[1])
    vault[Vault.headerByteCount + 70_000] ^= 1
    return .verdict((try? open(vault, passwords[0].opening())) == nil)
  },
  Row("Vault.open, end cut off") {
    let vault = try sealed(contentByteCounts[1])
    return .verdict((try? open(vault.dropLast(10 + 32), passwords[0].opening())) == nil)
  },
]

private let streamRows = [
  Row("Vault.reseal") {
    .bytes(
      try Vault.reseal(
        sealed(100), with: passwords[0].opening(), under: passwords[0].other(), context: context(),
        stretching: fewRounds[1]))
  },
  Row("VaultWriter and VaultReader") {
    var vault: [UInt8] = []
    try withSecretRandomness {
      var writer = try VaultWriter(
        under: passwords[0].sealing(), context: context(), stretching: fewRounds[0])
      for count in [70_000, 1, 150_000] { try writer.update(secret(count: count), into: &vault) }
      try writer.finalize(into: &vault)
    }
    vault = publish(vault)
    let header = vault[..<Vault.headerByteCount]
    var reader = try VaultReader(header: header, with: passwords[0].opening(), context: context())
    var content: [UInt8] = []
    for start in stride(from: header.count, to: vault.count, by: 90_000) {
      try reader.update(vault[start..<min(start + 90_000, vault.count)], into: &content)
    }
    try reader.finalize(into: &content)
    return .bytes(content)
  },
  Row("VaultSealer and VaultOpener") {
    let sealer = try withSecretRandomness { try VaultSealer(under: .key(key()), context: context()) }
    let unit = publish(try sealer.seal(secret(count: 100), unit: 0, isLast: true))
    let opener = VaultOpener(
      try UnlockedVault(header: publish(sealer.header), with: .key(key()), context: context()))
    return .bytes(try opener.open(unit, unit: 0, isLast: true))
  },
  Row("UnlockedVault.deriveKey") { .bytes(bytes(of: try unlocked().deriveKey(info: [1]))) },
  Row("UnlockedVault.read of a part") {
    let vault = try sealed(contentByteCounts[1])
    let unlocked = try UnlockedVault(header: vault, with: passwords[0].opening(), context: context())
    let part = try unlocked.read(at: 65_500, count: 100, ofVault: UInt64(vault.count)) { range in
      Array(vault[Int(range.lowerBound)..<Int(range.upperBound)])
    }
    return .bytes(part)
  },
]

/// A text of a key with its characters marked. The layout is public.
private func marked(_ text: [UInt8]) -> [UInt8] {
  let text = publish(text)
  return zip(text, secret(text)).map { [UInt8(ascii: "-"), UInt8(ascii: "\n")].contains($0) ? $0 : $1 }
}

private func recoveryText() throws -> [UInt8] { marked(try RecoveryKey(key: key()).withText { Array($0) }) }
private func recipientText() throws -> [UInt8] { marked(try recipientKey().withText { Array($0) }) }

private let textRows = [
  Row("RecipientKey.withText") { .bytes(try recipientKey().withText { Array($0) }) },
  Row("RecipientKey of a text") { .bytes(bytes(of: try RecipientKey(text: recipientText()).key)) },
  Row("RecipientKey of a recovery key") { .verdict((try? RecipientKey(text: try recoveryText())) == nil) },
  Row("RecoveryKey.withText") { .bytes(try RecoveryKey(key: key()).withText { Array($0) }) },
  Row("RecoveryKey of a text") { .bytes(bytes(of: try RecoveryKey(text: try recoveryText()).key)) },
  Row("RecoveryKey of a private key") { .verdict((try? RecoveryKey(text: recipientText())) == nil) },
  Row("RecoveryKey of a mistyped text") {
    var text = try recoveryText()
    text[50] ^= 1
    return .verdict((try? RecoveryKey(text: text)) == nil)
  },
]
#endif
