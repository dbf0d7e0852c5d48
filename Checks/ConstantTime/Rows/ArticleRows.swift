#if os(Linux)
import SwiftVault
import VaultInterop

private let right = Array("password".utf8)
private let wrong = Array("passwore".utf8)

/// What apps stored for the password `password` with the code of three published articles (Tests/Vectors/SOURCES.md),
/// computed as in Tests/Vectors/articles.py.
let articleRows: [Row] =
  [("right", right, true), ("wrong", wrong, false)].flatMap { what, password, isRight in
    [
      Row("PasswordCheck, \(what) password") {
        let rounds = try check.rounds(of: secret(password), generations: [3, 2], knownData: "Fuzzy Aliens".utf8)
        return .verdict((rounds != nil) == isRight)
      },
      Row("IteratedDigest, \(what) password") { .verdict(try digest.verify(secret(password)) == isRight) },
    ]
  }
  // With the right password, the content's length and mode follow from the padding, and the row would branch on them.
  + KeychainDictionary.Mode.allCases.map { mode in
    Row("KeychainDictionary \(mode.name), wrong password") {
      .verdict((try? KeychainDictionary.open(list(mode).utf8, password: secret(wrong))) == nil)
    }
  }

private let check = try! PasswordCheck(
  salt: 0..<16, check: Hex.decode("deae9588e0f75aca6b407f9834de15429f3edfe90d7799561da510f0e8b6838b"))
private let digest = try! IteratedDigest(
  salt: " 0 1 2 3 4 5 6 7 8 9 a b c d e f".utf8,
  digest: Hex.decode(
    "78e7d00a795c9f9568112d7a782c35ce04ac8ed4b2d006fc48f9ac79bc545ae7"
      + "db7c1eda780bcd3b771eb9d6c5d1417c1cbdb0079afd179efc7bd8c02a433351"))

private func list(_ mode: KeychainDictionary.Mode) -> String {
  let data = mode == .ecb ? "S078adOmkPNad6uQXgOF+w==" : "QYcJuN5488JCripSSmdmEw=="
  return """
    <plist><dict><key>EncryptionSalt</key><data>AAECAwQFBgc=</data><key>EncryptionIV</key>
    <data>EBESExQVFhcYGRobHB0eHw==</data><key>EncryptionData</key><data>\(data)</data></dict></plist>
    """
}
#endif
