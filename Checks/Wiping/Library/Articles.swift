import Vault
import VaultInterop

/// What apps stored with the code of three published articles (Tests/Vectors/SOURCES.md). Fields: password, another
/// password, content; the salt and check of one, the salt and digest of another, and property lists in ECB and in CBC,
/// then others that open in both modes.
let articleCases: [Case] =
  [
    Case("article-check") { fields in
      let stored = try PasswordCheck(salt: fields[3], check: fields[4])
      let right = try stored.rounds(of: fields[0], generations: [4, 3], knownData: "Fuzzy Aliens".utf8)
      let wrong = try stored.rounds(of: fields[1], generations: [3], knownData: "Fuzzy Aliens".utf8)
      _ = try PasswordCheck(password: fields[0], rounds: 4, knownData: "Fuzzy Aliens".utf8)
      precondition(right == 3 && wrong == nil, "the check does not fit its password alone")
    },
    Case("article-digest") { fields in
      let stored = try IteratedDigest(salt: fields[5], digest: fields[6])
      let isRight = try stored.verify(fields[0])
      let isOther = try stored.verify(fields[1])
      precondition(isRight && !isOther, "the digest does not fit its password alone")
    },
  ]
  + KeychainDictionary.Mode.allCases.enumerated().map { number, mode in
    Case("article-keychain/\(mode.name)") { fields in
      var opened = try KeychainDictionary.open(fields[7 + number], password: fields[0])
      precondition(opened.mode == mode && opened.content.elementsEqual(fields[2]), "another content")
      forget(&opened.content)
    }
  }
  + KeychainDictionary.Mode.allCases.enumerated().map { number, mode in
    Case("article-keychain-ambiguous/\(mode.name)") { fields in
      var opened = try KeychainDictionary.open(fields[9 + number], password: fields[0])
      precondition(opened.mode == mode && opened.isAmbiguous, "not in both modes")
      forget(&opened.content)
    }
  }
