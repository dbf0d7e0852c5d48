#if os(Linux)
import SwiftVault
import SwiftVaultCommandSupport

/// Stored credentials of the password `password`, from Tests/Vectors/Credential. A new form is one line. Credentials of
/// 10,000 rounds or more have no line: the same code reads and verifies them.
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
  "389 Directory Server": "{PBKDF2-SHA256}2$W2JpcHd+hYyTmqGor7a9xA==$ZvrnYkxrzDDvV2oqrLKmmZMaJybBU5yhANOCcAgGTe8=",
  "OpenDJ": "{PBKDF2-HMAC-SHA256}2:cDRca6CuPRlHbAXgHk/MYUVznWMCuBZnSWpU/MdgRvEUGyIpMDc+RUxTWmFob3Z9",
  "Werkzeug": "pbkdf2:sha256:2$s$864f0b30dc3e1364fc4b277e143f67f4f7780d137c4fa60eead852b580b64dbe",
  "GRUB":
    "grub.pbkdf2.sha512.2.333A41484F565D64.CDDB568FCE23BBA2D0031CE7F0E79BE519F3B453E0AD1E287A3E34B7781B2779A82D2B9B5594ABB3CCD3C601E38CC23963B4DEEE5D50A4AA2A1E4C1FB121A155",
  "Vapor": "$pbkdf2-sha256$2$FBsiKTA3PkVMU1phaG92fQ==$cDRca6CuPRlHbAXgHk/MYUVznWMCuBZnSWpU/MdgRvE=",
  "Cryptacular": "$p5k2$b$PURLUllgZ251fA==$Ye356Dbdnrrjp_ul5EcsxbA1Pz4=",
  "Litzenberger": "$p5k2$b$s$F6CCE/L7nbr.LOzSmo.UtMCVYGPr/vcv",
  "macOS":
    "$ml$2$474e555c636a71787f868d949ba2a9b0b7bec5ccd3dae1e8eff6020910171e25$72d17f1f466b6507cd12bbb6632373b667750b6ae6ce84aa8ca71baf1cd0847727df06d24f3fe6222db01cc871d30db38e4ea88b88a21cd5e44c6459a8e4980f",
  "mosquitto-go-auth":
    "PBKDF2$sha256$2$FBsiKTA3PkVMU1phaG92fQ==$cDRca6CuPRlHbAXgHk/MYUVznWMCuBZnSWpU/MdgRvHW+SJoA4lf1GWO3uwT4+wMKFrQGxvALDmJJ/6mBIMr3g==",
  "ASP.NET Identity 2": "AFFYX2ZtdHuCiZCXnqWss7qSUhv1kOxlFazyusANSA13cPtG+Rx5BL6/FLKTFII2Cw==",
  "ASP.NET Identity 3": "AQAAAAIAAAACAAAAEBQbIikwNz5FTFNaYWhvdn1ZWtJVOeaJcONDPVIHESlm",
  "Keycloak":
    #"{"secretData":"{\"value\":\"cDRca6CuPRlHbAXgHk/MYUVznWMCuBZnSWpU/MdgRvHW+SJoA4lf1GWO3uwT4+wMKFrQGxvALDmJJ/6mBIMr3g==\",\"salt\":\"FBsiKTA3PkVMU1phaG92fQ==\"}","credentialData":"{\"hashIterations\":2,\"algorithm\":\"pbkdf2-sha256\"}"}"#,
  "kanidm":
    #"{"PBKDF2_SHA512":{"cost":2,"salt":"FBsiKTA3PkVMU1phaG92fQ","hash":"WVrSVTnmiXDjQz1SBxEpZjJlr0AUqVElnB7R7_XR7VtwT4u9BflNfBmLuSEx-9g6WqwjEF64SxI9U2J7CtQWYA"}}"#,
].sorted { $0.key < $1.key }

private let right = Array("password".utf8)
private let wrong = Array("passwore".utf8)
/// PBKDF2 only. Argon2id and scrypt have no row: by design, the blocks that they read depend on the password.
let fewRounds = PasswordStretching.Function.pbkdf2.map { try! PasswordStretching($0, rounds: .exactly(2)) }

let credentialRows: [Row] = [verifyRows, createRows, [batchRow, passphraseRow]].flatMap { $0 }

private let verifyRows = stored.flatMap { name, text in
  [("right", right, true), ("wrong", wrong, false)].map { what, password, isRight in
    Row("Credential.verify \(name), \(what) password") {
      let credential = try Credential(text)
      let policy = fewRounds.first { credential.meets($0) } ?? fewRounds[0]
      return .verdict(try credential.verify(secret(password), stretching: policy).isValid == isRight)
    }
  }
}

private let createRows = fewRounds.map { policy in
  Row("Credential(password:) \(policy.function)") {
    .bytes(Array(try Credential(password: secret(right), stretching: policy).description.utf8))
  }
}

private let batchRow = Row("Credential.verify of many") {
  let logins = try stored.map { (credential: try Credential($0.value), password: secret(right)) }
  return .verdict(try Credential.verify(logins, stretching: fewRounds[0]).allSatisfy { try $0.get().isValid })
}

/// The passphrase of `--generate`. Its length is returned marked.
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
