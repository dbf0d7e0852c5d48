import Foundation
import SwiftVaultTestSupport
import Testing

@testable import Vault

/// The texts of recipients and of their keys. Spec: FORMAT.md, sections 10 and 11.
@Suite struct RecipientTextTests {
  private let example = RecipientTextTests.key(0x60..<0x80)
  private let text = "swift-vault-recipient-cxexax7dey4k22sx5sv83wvs1d36rxsv2mgzxkspaxwngdrymmqqy9y0"

  private static func key(_ bytes: some Sequence<UInt8>) -> RecipientKey {
    try! RecipientKey(key: SymmetricKey(data: bytes))
  }

  private static func key(_ bytes: Range<UInt8>) -> RecipientKey { key(AnySequence(bytes)) }

  @Test func theTextsOfTheFormatsExample() throws {
    #expect(example.text == "C1GPQ-4RV4V-CNK65-ET39V-D9NPY-RVBE0-DXR78\n2WKKP-EHTQH-CXVRA-F5X7M-PZ3XW-FSZR7-AKSP2")
    #expect(example.recipient.text == text && "\(example.recipient)" == text)
    let format = try String(contentsOf: PythonVault.package.appendingPathComponent("FORMAT.md"), encoding: .utf8)
    #expect(format.contains("recipient           \(text)\n"))
    guard let python = try PythonVault.find() else { return }
    let block = String(decoding: try python.run(["recipient", "example"]).output, as: UTF8.self)
    #expect(block.utf8.count > 500 && format.contains(block))
  }

  @Test func pythonReadsTheCasesAndNoMutantOfItDoes() throws {
    guard let python = try PythonVault.find() else { return }
    let file = VectorFile.directory.appendingPathComponent("Recovery/recipients.txt")
    let folder = TestFolder()
    let written = folder.file("recipients.txt")
    #expect(try python.run(script: PythonVault.recipients, ["write", written.path]).status == 0)
    #expect(try Data(contentsOf: written) == Data(contentsOf: file))
    for (command, line) in [
      ("check", "127 texts, 0 not as expected\n"), ("mutants", "26 mutants, 0 not noticed\n"),
    ] {
      let outcome = try python.run(script: PythonVault.recipients, [command, file.path])
      #expect(String(decoding: outcome.output, as: UTF8.self) == line)
      #expect(outcome.status == 0, "\(outcome.error)")
    }
  }

  @Test func theCasesOfTheVectors() throws {
    for record in try VectorFile("Recovery/recipients.txt", expecting: 127).records {
      let text = try record.text("TEXT").dropFirst().dropLast().replacing("\\n", with: "\n")
      var outcome = ""
      do {
        if try record.text("KIND") == "key" {
          outcome = unsafe try RecipientKey(text: text.utf8).key.withUnsafeBytes { unsafe Hex.encode($0) }
        } else {
          outcome = Hex.encode(try VaultRecipient(text: text.utf8).publicKey)
          #expect(try VaultRecipient(text: String(text).utf8) == VaultRecipient(text: Array(text.utf8)))
        }
      } catch let error as VaultRecipientError {
        outcome = name(error)
      } catch let error as RecoveryKeyError {
        outcome = name(error)
      }
      #expect(outcome == (try record.text("EXPECT")), "\(record.place)")
    }
  }

  private func name(_ error: VaultRecipientError) -> String {
    switch error {
    case .prefix: "prefix"
    case .characterCount(let count): "character count \(count)"
    case .character(let place): "character \(place)"
    case .checksum: "checksum"
    case .publicKey: "key"
    case .keyByteCount(let count): "\(count) bytes"
    }
  }

  private func name(_ error: RecoveryKeyError) -> String {
    switch error {
    case .characterCount(let count, let group): "character count \(count) of group \(group)"
    case .character(let character, let group): "character \(character) of group \(group)"
    case .group(let group): "group \(group)"
    case .groupCount(let count): "group count \(count)"
    case .checksum: "checksum"
    case .recipientKey: "recipient key"
    case .recoveryKey: "recovery key"
    }
  }

  @Test func theTextsComeBack() throws {
    for key in (0..<30).map({ _ in RecipientKey() }) + [example] {
      #expect(try RecipientKey(text: key.text.utf8).key == key.key && RecipientKey(text: key.text.utf8).key == key.key)
      #expect(try RecipientKey(text: AnySequence(key.text.utf8)).recipient == key.recipient)
      let text = unsafe key.withText { unsafe Array($0) }
      #expect(text == Array(key.text.utf8))
      let recipient = key.recipient
      #expect(recipient.text.utf8.count == 78 && recipient.publicKey.count == 32)
      #expect(try VaultRecipient(text: recipient.text.utf8) == recipient)
      #expect(try VaultRecipient(publicKey: recipient.publicKey) == recipient)
      #expect(try VaultRecipient(text: AnySequence(recipient.text.utf8)) == recipient)
      #expect(Set([recipient, try VaultRecipient(text: recipient.text.uppercased().utf8)]).count == 1)
    }
    #expect(RecipientKey().key != RecipientKey().key && RecipientKey().key.bitCount == 256)
  }

  /// A text of one kind is not read as the other, and the errors say which it is.
  @Test func theKindsAreToldApart() throws {
    let recovery = try RecoveryKey(key: example.key)
    #expect(recovery.text != example.text)
    #expect(throws: RecoveryKeyError.recipientKey) { try RecoveryKey(text: example.text.utf8) }
    #expect(throws: RecoveryKeyError.recoveryKey) { try RecipientKey(text: recovery.text.utf8) }
    #expect(throws: VaultRecipientError.prefix) { try VaultRecipient(text: example.text.utf8) }
    #expect(throws: VaultRecipientError.prefix) { try VaultRecipient(text: recovery.text.utf8) }
    #expect(throws: RecoveryKeyError.self) { try RecoveryKey(text: text.utf8) }
  }

  /// The checksum finds one wrong character in every place.
  @Test func oneWrongCharacterIsFound() throws {
    let right = Array(text.utf8)
    for place in 22..<78 {
      for character in "0123456789abcdefghjkmnpqrstvwxyz".utf8 where character != right[place] {
        var wrong = right
        wrong[place] = character
        #expect(throws: VaultRecipientError.checksum) { try VaultRecipient(text: wrong) }
      }
    }
  }

  @Test func everyByteIsACharacterOrNone() throws {
    for byte in UInt8.min...UInt8.max {
      var wrong = Array(text.utf8)
      wrong[30] = byte
      let isCharacter = RecoveryKeyCharacter.value(byte) < 32
      #expect(
        isCharacter
          == (byte < 128
            && (Character(Unicode.Scalar(byte)).isLetter && !"uU".utf8.contains(byte)
              || 48...57 ~= byte))
      )
      do {
        _ = try VaultRecipient(text: wrong)
        #expect(isCharacter)
      } catch {
        #expect(error == (isCharacter ? .checksum : .character(9)))
      }
    }
  }

  @Test(arguments: [0, 16, 31, 33, 64]) func aKeyOfAnotherSizeIsRefused(byteCount: Int) {
    let bytes = [UInt8](repeating: 9, count: byteCount)
    #expect(throws: VaultError.keyByteCount(byteCount)) { try RecipientKey(key: SymmetricKey(data: bytes)) }
    #expect(throws: VaultRecipientError.keyByteCount(byteCount)) { try VaultRecipient(publicKey: bytes) }
  }

  @Test func theKeyPrintsWithoutItself() throws {
    var dumped = ""
    dump(example, to: &dumped)
    for text in ["\(example)", String(reflecting: example), dumped, "\(VaultSecret.recipientKey(example))"] {
      #expect(text.contains("(redacted)") && text.utf8.count < 40)
    }
  }

  @Test func errorsSayWhatIsWrong() {
    let sentences: [(VaultRecipientError, String)] = [
      (.prefix, "the text of a recipient begins with swift-vault-recipient-"),
      (.characterCount(1), "1 character after swift-vault-recipient-; a recipient has 56"),
      (.character(7), "character 7 after swift-vault-recipient- is none of a recipient"),
      (.checksum, "the checksum of the recipient does not fit: a character is mistyped"),
      (.keyByteCount(31), "a public key of 31 bytes; that of a recipient has 32"),
      (.publicKey, "no valid public key: its number is too large, or every secret that is agreed with it is zero"),
    ]
    for (error, sentence) in sentences { #expect("\(error)" == sentence) }
  }
}
