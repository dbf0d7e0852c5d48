#if os(Linux)
import SwiftVault
import SwiftVaultCommandSupport

/// Stored credentials of the password `password`, from Tests/Vectors/Credential. A new form is one line.
private let stored = [
  "swift-vault, SHA-512":
    "$swift-vault-pbkdf2-sha512$v=1$i=2$CA8WHSQrMjlAR05VXGNqcQ$XBUM7IIMfeMu1WTkI7zFwBSK2fWhSDSLktyuTwuKc1BNfrFWMz/pmk7DqJVB1yeyVp4cV9stA+QfD0gD+EuhEA",
  "swift-vault, SHA-256":
    "$swift-vault-pbkdf2-sha256$v=1$i=2$CA8WHSQrMjlAR05VXGNqcQ$9W8dxqW0FMZDKOLPJQfSwWwqIIwNPMT2773aRPVki74",
  "PHC, SHA-1": "$pbkdf2$i=2,l=16$PURLUllgZ24$xWYbevDislxQCjGEP/Na7g",
  "PHC, SHA-256": "$pbkdf2-sha256$i=2,l=16$PURLUllgZ24$SCiwUyEHUU1xbTJr03zpVQ",
  "PHC, SHA-512": "$pbkdf2-sha512$i=2,l=16$PURLUllgZ24$eRxdEyue/dFUPBLVM2jICw",
  "LDAP, SHA-1": "{PBKDF2}2$AAECAwQFBgcICQoLDA0ODw$hq90QynLNJEBWTnnOIyjrw3Xcjs",
  "LDAP, SHA-256": "{PBKDF2-SHA256}2$AAECAwQFBgcICQoLDA0ODw$oP/TQpLk59UZ7g8lEk4MW5SB2IvkD0Zi62y0ueQ/n0E",
  "LDAP, SHA-512":
    "{PBKDF2-SHA512}2$AAECAwQFBgcICQoLDA0ODw$AlUQ/YZMqXpp0TwzWf6B7MPieKhbKTe.IKNak29qNVeNSCAWDEds3BGBwEI0DxfQoUan46vfsR9AU2PYKtxauQ",
  "hashcat, SHA-1": "sha1:2:AAECAwQFBgcICQoLDA0ODw==:hq90QynLNJEBWTnnOIyjrw3Xcjs=",
  "hashcat, SHA-256": "sha256:2:AAECAwQFBgcICQoLDA0ODw==:oP/TQpLk59UZ7g8lEk4MW5SB2IvkD0Zi62y0ueQ/n0E=",
  "hashcat, SHA-512":
    "sha512:2:AAECAwQFBgcICQoLDA0ODw==:AlUQ/YZMqXpp0TwzWf6B7MPieKhbKTe+IKNak29qNVeNSCAWDEds3BGBwEI0DxfQoUan46vfsR9AU2PYKtxauQ==",
  "passlib, SHA-1": "$pbkdf2$2$09rh6O/2AgkQFw$JRAsQo/oaJMYgrdsTBpvD/LGt40",
  "passlib, SHA-256": "$pbkdf2-sha256$2$09rh6O/2AgkQFw$SDHm.TBFJ9iyiD3W7wfBhG83Ba58DWGg4GQtyanUf5M",
  "passlib, SHA-512":
    "$pbkdf2-sha512$2$09rh6O/2AgkQFw$2qe/KjzRJHKQzEdQzVhGl/E1gHwAJW29ByFRjy0jiPGSXGgbkeVu/Gp0O/yimKOrB43USk2x71r9O97BUXcZww",
  "Django, SHA-1": "pbkdf2_sha1$2$gXW8Yk0C3GvVvr4oWyqkQm$ZRUocVGmE5rBHq//MDpb6CINlSU=",
  "Django, SHA-256": "pbkdf2_sha256$2$gXW8Yk0C3GvVvr4oWyqkQm$oc8+be4RGiSoqgHZOceqDfmYtybT1hyXli6o/XrGaGI=",
].sorted { $0.key < $1.key }

private let right = Array("password".utf8)
private let wrong = Array("passwore".utf8)
let fewRounds = PasswordStretching.Function.allCases.map { try! PasswordStretching($0, rounds: .unchecked(2)) }

let credentialRows: [Row] = [verifyRows, createRows, [batchRow, passphraseRow]].flatMap { $0 }

private let verifyRows = stored.flatMap { name, text in
  [("right", right, true), ("wrong", wrong, false)].map { what, password, isRight in
    Row("Credential.verify \(name), \(what) password") {
      let credential = try Credential(text)
      let policy = fewRounds.first { credential.meets($0) } ?? fewRounds[0]
      return .verdict((credential.verify(secret(password), policy: policy) != .invalid) == isRight)
    }
  }
}

private let createRows = fewRounds.map { policy in
  Row("Credential.create \(policy.function)") {
    .bytes(Array(Credential.create(password: secret(right), policy: policy).description.utf8))
  }
}

private let batchRow = Row("Credential.verify of many") {
  let logins = try stored.map { (credential: try Credential($0.value), password: secret(right)) }
  return .verdict(Credential.verify(logins, policy: fewRounds[0]).allSatisfy { $0 != .invalid })
}

/// The passphrase of `--generate`. Its length is handed back marked.
private let passphraseRow = Row("Passphrase") {
  let choices = secret(count: 14)
  var table = [UInt8](repeating: 0, count: 7 * Passphrase.columns)
  var passphrase = table
  let byteCount = choices.withUnsafeBytes { choices in
    table.withUnsafeMutableBytes { table in
      Passphrase.choose(by: choices, into: table)
      return passphrase.withUnsafeMutableBytes { Passphrase.pack(UnsafeRawBufferPointer(table), to: $0) }
    }
  }
  return .bytes(passphrase + [UInt8(truncatingIfNeeded: byteCount)])
}
#endif
