import Vault

extension PBKDF2 {
  /// A key for rounds and a size that the caller has checked: at least 1 of each.
  static func key(password: some Sequence<UInt8>, salt: [UInt8], rounds: Int, byteCount: Int) -> SymmetricKey {
    do throws(PBKDF2Error) {
      return try deriveKey(
        password: password, salt: PasswordSalt(unchecked: salt), rounds: .exactly(rounds),
        outputByteCount: byteCount)
    } catch {
      preconditionFailure("the rounds and the size have been checked: \(error)")
    }
  }
}
