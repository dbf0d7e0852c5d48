#if os(Linux)
import SwiftVault
import VaultInterop

private let iv = try! AES.IV(data: 0..<16)
private let salts = [UInt8](0..<16)

/// Files of RNCryptor: passwords and contents are secrets. Files are public. A right tag is followed by AES-CBC, which
/// has its own rows.
let rnCryptorRows = [
  Row("RNCryptor.seal") { .bytes(file(count: 37)) },
  Row("RNCryptor.open, wrong password") {
    .verdict((try? RNCryptor.open(publish(file(count: 37)), password(13))) == nil)
  },
]

private func file(count: Int) -> [UInt8] {
  RNCryptor.seal(
    secret(count: count), RNCryptor.Encryptor(password: secret(count: 12), salts: salts, iv: iv, rounds: 3))
}

private func password(_ count: Int) -> RNCryptorSecret {
  .password(SymmetricKey(data: secret(count: count)), maximumRounds: 10_000_000, rounds: 3)
}

/// Secure Cells: passwords, keys, contexts and contents are secrets. Cells are public.
let themisRows = [
  Row("ThemisSecureCell.seal") {
    .bytes(
      try ThemisSecureCell.seal(secret(count: 37), password: secret(count: 12), context: secret(count: 9), rounds: 3))
  },
  Row("ThemisSecureCell.open") { .bytes(try open { $0 }) },
  Row("ThemisSecureCell.open, changed") { .verdict((try? open { $0.dropLast() + [$0.last! ^ 1] }) == nil) },
  Row("ThemisSecureCell using a key") {
    let key = SymmetricKey(data: secret(count: 32))
    let cell = publish(try ThemisSecureCell.seal(secret(count: 37), using: key, context: secret(count: 9)))
    return .bytes(try ThemisSecureCell.open(cell, using: key, context: secret(count: 9)))
  },
]

/// Themis's other modes: keys, contexts and contents are secrets. A token and a ciphertext are public; in Context
/// Imprint, so is a cell, and the counter is derived from the key.
let themisModeRows = [
  Row("ThemisTokenProtect") {
    let key = SymmetricKey(data: secret(count: 32))
    let cell = try ThemisTokenProtect.seal(secret(count: 37), using: key, context: secret(count: 9))
    return .bytes(
      try ThemisTokenProtect.open(
        publish(cell.ciphertext), token: publish(cell.token), using: key, context: secret(count: 9)))
  },
  Row("ThemisContextImprint") {
    let key = SymmetricKey(data: secret(count: 32))
    let cell = publish(try ThemisContextImprint.encrypt(secret(count: 37), using: key, context: secret(count: 9)))
    return .bytes(try ThemisContextImprint.decrypt(cell, using: key, context: secret(count: 9)))
  },
]

private func open(_ change: ([UInt8]) -> [UInt8]) throws -> [UInt8] {
  let cell = publish(
    try ThemisSecureCell.seal(secret(count: 37), password: secret(count: 12), context: secret(count: 9), rounds: 3))
  return try ThemisSecureCell.open(change(cell), password: secret(count: 12), context: secret(count: 9))
}
#endif
