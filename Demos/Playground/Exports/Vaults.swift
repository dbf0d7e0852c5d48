import Vault

/// Seals content with any number of rounds of PBKDF2-HMAC-SHA512. Few rounds are allowed, because a page derives
/// slowly.
@c(vault_seal)
public func vaultSeal(
  _ content: UnsafeRawPointer?, _ contentCount: Int32, _ password: UnsafeRawPointer?, _ passwordCount: Int32,
  _ context: UnsafeRawPointer?, _ contextCount: Int32, _ rounds: Int32
) -> Int32 {
  do throws(PBKDF2Error) {
    let stretching = try PasswordStretching(rounds: .exactly(Int(rounds)))
    do throws(VaultError) {
      return Answer.success(
        try Vault.seal(
          Bytes(content, contentCount).buffer, under: .password(Bytes(password, passwordCount).buffer),
          context: VaultContext(Bytes(context, contextCount).buffer), stretching: stretching))
    } catch {
      return Answer.failure(error.description)
    }
  } catch {
    return Answer.failure(error.description)
  }
}

/// The content of a vault.
@c(vault_open)
public func vaultOpen(
  _ vault: UnsafeRawPointer?, _ vaultCount: Int32, _ password: UnsafeRawPointer?, _ passwordCount: Int32,
  _ context: UnsafeRawPointer?, _ contextCount: Int32
) -> Int32 {
  do throws(VaultError) {
    return Answer.success(
      try Vault.open(
        Bytes(vault, vaultCount).buffer, with: .password(Bytes(password, passwordCount).buffer),
        context: VaultContext(Bytes(context, contextCount).buffer)))
  } catch {
    return Answer.failure(error.description)
  }
}

/// What a vault reveals without a password, as lines of a name, a colon and a value.
@c(vault_inspect)
public func vaultInspect(_ vault: UnsafeRawPointer?, _ vaultCount: Int32) -> Int32 {
  do throws(VaultError) {
    let found = try Vault.inspect(Bytes(vault, vaultCount).buffer)
    var lines = [
      "version: \(found.version)", "suite: \(found.suite)", "generation: \(found.generation)",
      "copies: \(found.headerCopiesMatch ? "alike" : "different")", "content: \(found.contentByteCount)",
      "chunks: \(found.chunkCount)",
    ]
    for (number, slot) in found.slots.enumerated() {
      if let slot { lines.append("slot \(number): \(slot.description)") }
    }
    return Answer.success(lines.flatMap { Array($0.utf8) + [10] })
  } catch {
    return Answer.failure(error.description)
  }
}
