import SwiftVaultTestSupport
import Testing
import Vault

@testable import VaultInterop

/// Dictionaries that Tests/Vectors/articles.py wrote in the modes of the keychain article's code and of its text.
@Suite struct KeychainDictionaryTests {
  struct Vector: Sendable {
    let data: [UInt8]
    let password: [UInt8]
    let mode: KeychainDictionary.Mode
    let content: [UInt8]
    /// The content in the other mode, if its padding is valid.
    let other: [UInt8]?
  }

  static let vectors = try! VectorFile("Articles/keychain.txt", expecting: 24).records.map { record in
    let other = try record.text("OTHER_HEX")
    return Vector(
      data: try record.bytes("PLIST_HEX"), password: try record.bytes("PASSWORD_HEX"),
      mode: try record.text("MODE") == "ECB" ? .ecb : .cbc, content: try record.bytes("CONTENT_HEX"),
      other: other == "none" ? nil : try record.bytes("OTHER_HEX"))
  }

  @Test func theModeIsStated() throws {
    for vector in Self.vectors {
      let opened = try KeychainDictionary.open(vector.data, password: vector.password, mode: vector.mode)
      #expect(opened.content == vector.content && opened.mode == vector.mode && !opened.isAmbiguous)
      let otherMode: KeychainDictionary.Mode = vector.mode == .ecb ? .cbc : .ecb
      if let other = vector.other {
        let opened = try KeychainDictionary.open(vector.data, password: vector.password, mode: otherMode)
        #expect(opened.content == other && opened.mode == otherMode && !opened.isAmbiguous)
      } else {
        #expect(throws: InteropError.invalidPadding) {
          try KeychainDictionary.open(vector.data, password: vector.password, mode: otherMode)
        }
      }
    }
  }

  /// The longer padding decides. If both are equally long, ECB's does.
  @Test func theModeIsFound() throws {
    var ambiguous = 0
    for vector in Self.vectors {
      let opened = try KeychainDictionary.open(vector.data, password: vector.password)
      #expect(opened.isAmbiguous == (vector.other != nil))
      guard let other = vector.other else {
        #expect(opened.content == vector.content && opened.mode == vector.mode)
        continue
      }
      ambiguous += 1
      let isOther = other.count < vector.content.count || (other.count == vector.content.count && vector.mode == .cbc)
      #expect(opened.content == (isOther ? other : vector.content))
      #expect((opened.mode == vector.mode) == !isOther)
    }
    #expect(ambiguous == 8)
  }

  /// None of these wrong passwords gives a valid padding. The passwords are fixed, so the result does not depend on
  /// chance.
  @Test func wrongPasswords() throws {
    let vector = Self.vectors[0]
    for password in ["never tel", "never tell ", "", "Never tell"] {
      #expect(throws: InteropError.invalidPadding) { try KeychainDictionary.open(vector.data, password: password.utf8) }
    }
  }

  @Test func theRoundsAreLimited() throws {
    let vector = Self.vectors[0]
    #expect(throws: InteropError.overLimit(rounds: 14_271, limit: 14_270)) {
      try KeychainDictionary.open(vector.data, password: vector.password, maximumRounds: 14_270)
    }
    let enough = Vault.Limits(maximumRounds: 14_271)
    #expect(
      try KeychainDictionary.open(vector.data, password: vector.password, maximumRounds: enough.maximumRounds).content
        == vector.content)
  }

  /// The beginnings are enough, and nothing shorter than the name of the format.
  @Test func beginnings() {
    for vector in Self.vectors {
      let isBinary = vector.data.starts(with: "bplist00".utf8)
      #expect(KeychainDictionary.recognizes(vector.data.prefix(isBinary ? 8 : 256)))
      #expect(!KeychainDictionary.recognizes(vector.data.prefix(7)))
      #expect(!KeychainDictionary.recognizes(vector.data.dropFirst()))
    }
    for text in [
      "", "<", "bplist01", "<?xml version=\"1.0\"?><html>", "<!-- <plist> -->", "Salted__", "<!DOCTYPE html>",
    ] {
      #expect(!KeychainDictionary.recognizes(text.utf8), "\(text)")
    }
    for text in ["<plist>", " \n<!-- -- --><?xml?><plist version", "\u{feff}<!DOCTYPE plist SYSTEM"] {
      #expect(KeychainDictionary.recognizes(text.utf8), "\(text)")
    }
  }

  @Test func sizes() throws {
    func list(salt: Int = 8, iv: Int = 16, data: Int = 16) -> String {
      let zeros = [salt, iv, data].map { count in
        PropertyListText.base64([UInt8](repeating: 0, count: count))
      }
      return PropertyListText.xml(salt: zeros[0], iv: zeros[1], data: zeros[2])
    }
    let wrong: [(String, String)] = [
      (list(salt: 7), "an EncryptionSalt of 7 bytes; it has 8"),
      (list(salt: 9), "an EncryptionSalt of 9 bytes; it has 8"),
      (list(iv: 15), "an EncryptionIV of 15 bytes; it has 16"),
      (list(iv: 17), "an EncryptionIV of 17 bytes; it has 16"),
      (list(data: 0), "an EncryptionData of 0 bytes; it has 16 or a multiple of it"),
      (list(data: 17), "an EncryptionData of 17 bytes; it has 16 or a multiple of it"),
    ]
    let none = Vault.Limits(maximumRounds: 0)
    for (text, message) in wrong {
      #expect(throws: InteropError.malformed(message)) {
        try KeychainDictionary.open(text.utf8, password: [], maximumRounds: none.maximumRounds)
      }
    }
    #expect(throws: InteropError.overLimit(rounds: 14_271, limit: 0)) {
      try KeychainDictionary.open(list().utf8, password: [], maximumRounds: none.maximumRounds)
    }
  }
}

/// Property lists in XML, written by hand.
enum PropertyListText {
  static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start...].prefix(3)
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      let digits = [18, 12, 6, 0].map { alphabet[bits >> $0 & 63] }
      text += digits.prefix(group.count + 1) + [UInt8](repeating: UInt8(ascii: "="), count: 3 - group.count)
    }
    return String(decoding: text, as: UTF8.self)
  }

  static func xml(salt: String, iv: String, data: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>EncryptionData</key>
    \t<data>\(data)</data>
    \t<key>EncryptionIV</key>
    \t<data>\(iv)</data>
    \t<key>EncryptionSalt</key>
    \t<data>\(salt)</data>
    </dict>
    </plist>

    """
  }
}
