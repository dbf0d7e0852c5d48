import MemoryHard
import Testing

/// Runs the examples of MemoryHard's page and article. They quote them line for line.
@Suite struct MemoryHardSnippetTests {
  @Test func argon2id() throws {
    let salt = PasswordSalt()  // store salt.bytes, and the parameters
    let key = try Argon2id.forLogins.deriveKey(
      password: "correct horse battery staple".utf8, salt: salt, outputByteCount: 32)

    let again = try Argon2id.forLogins.deriveKey(
      password: "correct horse battery staple".utf8, salt: PasswordSalt(data: salt.bytes), outputByteCount: 32)
    #expect(again == key && key.bitCount == 256)
  }

  @Test func parameters() throws {
    let forLogins = Argon2id.forLogins  // 19 MiB, 2 passes, 1 lane
    let forFiles = Argon2id.forFiles  // 64 MiB, 3 passes, 4 lanes
    let own = try Argon2id(memoryByteCount: 256 << 20, passes: 2, lanes: 4)
    let stretching = PasswordStretching(argon2id: own)  // for a vault or a credential

    #expect(forLogins.description == "Argon2id, 19 MiB, 2 passes, 1 lane")
    #expect(forFiles.description == "Argon2id, 64 MiB, 3 passes, 4 lanes")
    #expect(stretching.argon2id == own && stretching.function == .argon2id)
    #expect(Scrypt.recommended.cost == 131_072 && Scrypt.recommended.blockSize == 8)
  }
}
