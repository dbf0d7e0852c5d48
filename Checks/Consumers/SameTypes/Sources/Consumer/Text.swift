import Foundation
import SwiftVaultFoundation

/// A file that imports Foundation: passwords are text, and results are used as `Data`.
extension Consumer {
  static func checkText() throws {
    let sealed = Data(try Vault.seal(Data("my notes".utf8), under: .password("caf\u{e9}"), context: "notes/1"))
    let opened = try Vault.open(sealed, with: .password("cafe\u{301}"), context: "notes/1")
    check("text", Data(opened) == Data("my notes".utf8))
    let digest = SHA256.hash(data: sealed)
    check("digest", Data(digest) == digest && digest == Data(digest))
    do {
      _ = try Vault.open(sealed, with: .password("cafe"), context: "notes/1")
      check("wrong password", false)
    } catch {
      check("wrong password", error.localizedDescription.hasPrefix("wrong password"))
    }
  }

  private static func check(_ name: String, _ isRight: Bool) {
    if !isRight { wrong.append(name) }
  }
}
