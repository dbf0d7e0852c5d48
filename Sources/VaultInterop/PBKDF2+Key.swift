import Vault

extension PBKDF2 {
  /// A key for rounds and a size that the caller has checked: at least 1 of each.
  static func key(password: some Sequence<UInt8>, salt: [UInt8], rounds: Int, byteCount: Int) -> SymmetricKey {
    // The rounds and the size have been checked.
    try! deriveKey(
      password: password, salt: PasswordSalt(unchecked: salt), rounds: .exactly(rounds), outputByteCount: byteCount)
  }
}
