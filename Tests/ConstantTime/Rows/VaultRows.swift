#if os(Linux)
import SwiftVault

private let password = Array("correct horse battery staple".utf8)
private let wrongPassword = Array("correct horse battery stapl3".utf8)
private let otherPassword = Array("another password of many".utf8)
private let context = Array("context".utf8)
private let wrongContext = Array("c0ntext".utf8)
/// Less than a chunk, and more whole chunks than two streams take, with a part of one behind them.
private let contentByteCounts = [100, 3 * 65536 + 10]

/// A vault as it is stored, made of secrets alone, the data key included.
private func sealed(_ byteCount: Int, _ stretching: PasswordStretching) throws -> [UInt8] {
  publish(
    try withSecretRandomness {
      try Vault.seal(
        secret(count: byteCount), password: secret(password), context: secret(context), stretching: stretching)
    })
}

private func unlocked(_ password: [UInt8] = password) throws -> UnlockedVault {
  try UnlockedVault(header: try sealed(100, fewRounds[0]), password: secret(password), context: secret(context))
}

let vaultRows: [Row] = [fewRounds.flatMap(contentRows), damageRows, streamRows, passwordRows].flatMap { $0 }

private func contentRows(_ stretching: PasswordStretching) -> [Row] {
  [
    Row("Vault.seal \(stretching.function)") {
      .bytes(
        try withSecretRandomness {
          try Vault.seal(
            secret(count: 100), password: secret(password), context: secret(context), stretching: stretching)
        })
    },
    Row("Vault.open \(stretching.function)") {
      .bytes(
        try contentByteCounts.flatMap {
          try Vault.open(try sealed($0, stretching), password: secret(password), context: secret(context))
        })
    },
    Row("Vault.open \(stretching.function), wrong password") {
      let vault = try sealed(100, stretching)
      return .verdict((try? Vault.open(vault, password: secret(wrongPassword), context: secret(context))) == nil)
    },
  ]
}

private let damageRows = [
  Row("Vault.open, wrong context") {
    let vault = try sealed(100, fewRounds[0])
    return .verdict((try? Vault.open(vault, password: secret(password), context: secret(wrongContext))) == nil)
  },
  Row("Vault.open, damaged chunk") {
    var vault = try sealed(contentByteCounts[1], fewRounds[0])
    vault[Vault.headerByteCount + 70_000] ^= 1
    return .verdict((try? Vault.open(vault, password: secret(password), context: secret(context))) == nil)
  },
  Row("Vault.open, end cut off") {
    let vault = try sealed(contentByteCounts[1], fewRounds[0])
    let cut = vault.dropLast(10 + 32)
    return .verdict((try? Vault.open(cut, password: secret(password), context: secret(context))) == nil)
  },
]

private let streamRows = [
  Row("Vault.reseal") {
    let vault = try sealed(100, fewRounds[0])
    return .bytes(
      try Vault.reseal(
        vault, password: secret(password), newPassword: secret(otherPassword), context: secret(context),
        stretching: fewRounds[1]))
  },
  Row("VaultWriter and VaultReader") {
    var vault: [UInt8] = []
    try withSecretRandomness {
      var writer = try VaultWriter(password: secret(password), context: secret(context), stretching: fewRounds[0])
      for count in [70_000, 1, 150_000] { try writer.update(secret(count: count), appendingTo: &vault) }
      try writer.finalize(appendingTo: &vault)
    }
    vault = publish(vault)
    let header = vault[..<Vault.headerByteCount]
    var reader = try VaultReader(header: header, password: secret(password), context: secret(context))
    var content: [UInt8] = []
    for start in stride(from: header.count, to: vault.count, by: 90_000) {
      try reader.update(vault[start..<min(start + 90_000, vault.count)], appendingTo: &content)
    }
    try reader.finalize(appendingTo: &content)
    return .bytes(content)
  },
  Row("UnlockedVault.read of a part") {
    let vault = try sealed(contentByteCounts[1], fewRounds[0])
    let unlocked = try UnlockedVault(header: vault, password: secret(password), context: secret(context))
    let part = try unlocked.read(at: 65_500, count: 100, ofVault: UInt64(vault.count)) { range in
      Array(vault[Int(range.lowerBound)..<Int(range.upperBound)])
    }
    return .bytes(part)
  },
]

private let passwordRows = [
  Row("UnlockedVault.addPassword") {
    var vault = try unlocked()
    _ = try withSecretRandomness { try vault.addPassword(secret(otherPassword), stretching: fewRounds[1]) }
    return .bytes(vault.header)
  },
  Row("UnlockedVault.addPassword, one in use") {
    var vault = try unlocked()
    return .verdict((try? vault.addPassword(secret(password), stretching: fewRounds[1])) == nil)
  },
  Row("UnlockedVault.changePassword") {
    var vault = try unlocked()
    try withSecretRandomness { try vault.changePassword(to: secret(otherPassword), stretching: fewRounds[1]) }
    return .bytes(vault.header)
  },
  Row("UnlockedVault.removePassword") {
    var vault = try unlocked()
    _ = try vault.addPassword(secret(otherPassword), stretching: fewRounds[1])
    try vault.removePassword()
    return .bytes(vault.header)
  },
]
#endif
