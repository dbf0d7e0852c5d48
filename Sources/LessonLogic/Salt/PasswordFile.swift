package import PBKDF2

/// A server's password file: for each user, a salt and a key derived from the password.
///
/// Spec: RFC 8018, sections 4.1 and 5.2.
package struct PasswordFile: Sendable {
  /// A line of the file.
  package struct Entry: Sendable {
    package let user: String
    /// The salt; empty in a file without salts.
    package let salt: [UInt8]
    package let key: [UInt8]
  }

  /// The result of an attack on the file.
  package struct Loot: Sendable {
    /// The index of the correct guess, by user.
    package let guesses: [String: Int]
    /// The number of keys that were derived.
    package let derivationCount: Int
  }

  package let rounds: Int
  package private(set) var entries: [Entry] = []

  /// A file without users, for PBKDF2-HMAC-SHA256 with the given rounds.
  package init(rounds: Int) { self.rounds = rounds }

  /// Adds a user.
  package mutating func add(_ user: String, password: [UInt8], salt: [UInt8]) throws(PBKDF2Error) {
    let key = try PasswordFile.keys([password], salt: salt, rounds: rounds)[0]
    entries.append(Entry(user: user, salt: salt, key: key))
  }

  /// Runs a dictionary attack on the file: one pass over all guesses for each salt.
  package func attack(_ guesses: [[UInt8]]) throws(PBKDF2Error) -> Loot {
    var found: [String: Int] = [:]
    let salts = Set(entries.map { $0.salt })
    for salt in salts {
      let keys = try PasswordFile.keys(guesses, salt: salt, rounds: rounds)
      for entry in entries where entry.salt == salt {
        found[entry.user] = keys.firstIndex(of: entry.key)
      }
    }
    return Loot(guesses: found, derivationCount: salts.count * guesses.count)
  }

  /// The keys of all guesses, derived sixteen at a time, as an attacker would.
  package static func keys(_ guesses: [[UInt8]], salt: [UInt8], rounds: Int) throws(PBKDF2Error) -> [[UInt8]] {
    var keys: [[UInt8]] = []
    for start in stride(from: 0, to: guesses.count, by: 16) {
      var requests: [PBKDF2<SHA256>.Request] = []
      for guess in guesses[start..<min(start + 16, guesses.count)] {
        requests.append(
          try PBKDF2<SHA256>.Request(
            password: guess, salt: .init(unchecked: salt), rounds: .exactly(rounds), outputByteCounts: [32]))
      }
      keys += PBKDF2<SHA256>.deriveKeys(requests).map { $0.withUnsafeBytes { Array($0) } }
    }
    return keys
  }
}
