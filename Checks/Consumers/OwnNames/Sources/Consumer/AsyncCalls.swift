import SwiftVault

@MainActor private final class Call {
  var isOver = false
}

/// Calls everything that has an asynchronous form from the main actor, with `await` and without `progress`. Returns the
/// names of the calls during which no other task of the actor could run.
///
/// If a synchronous form were called, the compiler would also warn that there is nothing to await.
///
/// This file is compiled in Swift 6 mode here, and in Swift 5 mode in the other consumer, which links to it.
@MainActor func keptTheActorToThemselves() async throws -> [String] {
  let password = Array("correct horse".utf8)
  let stretching = try PasswordStretching(rounds: .exactly(1))
  var names: [String] = []
  func call(_ name: String, _ body: @MainActor () async throws -> Void) async throws {
    let call = Call()
    let other = Task { @MainActor in call.isOver }
    try await body()
    call.isOver = true
    if await other.value { names.append(name) }
  }
  let request = try PBKDF2<SHA512>.Request(
    password: password, salt: .init(), rounds: .exactly(1), outputByteCounts: [64])
  try await call("PBKDF2.deriveKey, rounds") {
    _ = try await PBKDF2<SHA512>.deriveKey(password: password, salt: .init(), rounds: 220_000, outputByteCount: 64)
  }
  try await call("PBKDF2.deriveKey") {
    _ = try await PBKDF2<SHA512>.deriveKey(
      password: "a password".utf8, salt: .init(), rounds: .exactly(1), outputByteCount: 64)
  }
  try await call("PBKDF2.deriveKeys") { _ = try await PBKDF2.deriveKeys([request]) }
  try await call("PBKDF2.calibrate") { _ = try await PBKDF2<SHA512>.calibrate(for: .milliseconds(1)) }

  var vault: [UInt8] = []
  try await call("Vault.seal, key") { vault = try await Vault.seal([1], under: .key(SymmetricKey(data: 0..<32))) }
  try await call("Vault.open, key") { _ = try await Vault.open(vault, with: .key(SymmetricKey(data: 0..<32))) }
  try await call("Vault.seal") { vault = try await Vault.seal([1], under: .password(password), stretching: stretching) }
  try await call("Vault.open") { _ = try await Vault.open(vault, with: .password(password)) }
  try await call("Vault.reseal") {
    _ = try await Vault.reseal(vault, with: .password(password), under: .password([7]), stretching: stretching)
  }
  // A closure without `await` is not asynchronous: it calls the form that blocks.
  var unlocked = try { try UnlockedVault(header: vault, with: .password(password)) }()
  try await call("UnlockedVault") { unlocked = try await UnlockedVault(header: vault, with: .password(password)) }
  try await call("add") { try await unlocked.add(.password([7]), stretching: stretching) }
  try await call("change") { try await unlocked.replaceSecret(with: .password([8]), stretching: stretching) }
  try await call("VaultSealer") { _ = try await VaultSealer(under: .password(password), stretching: stretching) }
  try await call("VaultWriter") { _ = try await VaultWriter(under: .password(password), stretching: stretching) }
  try await call("VaultReader") { _ = try await VaultReader(header: vault, with: .password(password)) }

  var credential = Credential.decoy(stretching: stretching)
  try await call("Credential") {
    credential = try await Credential(password: password, stretching: stretching)
  }
  try await call("verify") { _ = try await credential.verify(password, stretching: stretching) }
  try await call("Credential.verify") {
    _ = try await Credential.verify([(credential, password)], stretching: stretching)
  }
  return names
}
