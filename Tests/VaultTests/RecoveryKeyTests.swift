import Foundation
import SwiftVaultTestSupport
import Testing

@testable import Vault

/// The text of a key. Spec: FORMAT.md, section 10.
@Suite struct RecoveryKeyTests {
  private let keys: [SymmetricKey] = [
    SymmetricKey(data: 0..<32), SymmetricKey(data: repeatElement(0, count: 32)),
    SymmetricKey(data: repeatElement(255, count: 32)), SymmetricKey(data: (0..<32).map { 251 &- 7 &* $0 }),
  ]

  /// The groups of a text, without separators.
  private func groups(_ text: String) -> [[UInt8]] {
    text.utf8.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "\n") }.map(Array.init)
  }

  private func error(of groups: [[UInt8]]) -> RecoveryKeyError? {
    error(of: groups.joined(separator: [UInt8(ascii: "-")]))
  }

  private func error(of text: some Sequence<UInt8>) -> RecoveryKeyError? {
    do throws(RecoveryKeyError) {
      _ = try RecoveryKey(text: text)
      return nil
    } catch {
      return error
    }
  }

  @Test func theTextOfTheFormatsExample() throws {
    let recovery = try RecoveryKey(key: keys[0])
    let text = "000G7-40R49-0M30N-E2099-185GE-R38EJ-1W81R\n24GK4-2GAH1-C5RRR-34D14-P70XE-3RFRV-9SH6D"
    #expect(recovery.text == text)
    let format = try String(contentsOf: PythonVault.package.appendingPathComponent("FORMAT.md"), encoding: .utf8)
    let indented = text.replacing("\n", with: "\n" + String(repeating: " ", count: 20))
    #expect(format.contains("recovery key        \(indented)\n"))
    guard let python = try PythonVault.find() else { return }
    let example = String(decoding: try python.run(["recovery", "example"]).output, as: UTF8.self)
    #expect(example.utf8.count > 200 && format.contains(example))
  }

  /// Python and Swift write the same texts.
  @Test func pythonWritesTheSameText() throws {
    guard let python = try PythonVault.find() else { return }
    for key in keys.dropFirst() + [RecoveryKey().key] {
      let digits = unsafe key.withUnsafeBytes { unsafe Hex.encode($0) }
      let outcome = try python.run(["recovery", "text", "--key-hex", digits])
      #expect(outcome.output == Array((try RecoveryKey(key: key).text + "\n").utf8), "\(outcome.error)")
    }
  }

  @Test func pythonReadsTheCasesAndNoMutantOfItDoes() throws {
    guard let python = try PythonVault.find() else { return }
    let file = VectorFile.directory.appendingPathComponent("Recovery/recovery.txt")
    let folder = TestFolder()
    let written = folder.file("recovery.txt")
    #expect(try python.run(script: PythonVault.recovery, ["write", written.path]).status == 0)
    #expect(try Data(contentsOf: written) == Data(contentsOf: file))
    for (command, line) in [
      ("check", "325 texts, 0 not as expected\n"), ("mutants", "39 mutants, 0 not noticed\n"),
    ] {
      let outcome = try python.run(script: PythonVault.recovery, [command, file.path])
      #expect(String(decoding: outcome.output, as: UTF8.self) == line)
      #expect(outcome.status == 0, "\(outcome.error)")
    }
  }

  @Test func theTextComesBack() throws {
    for key in keys + (0..<50).map({ _ in RecoveryKey().key }) {
      let text = try RecoveryKey(key: key).text
      #expect(text.utf8.count == 83 && groups(text).map(\.count) == Array(repeating: 5, count: 14))
      #expect(text.split(separator: "\n").map(\.count) == [41, 41])
      #expect(try RecoveryKey(text: text.utf8).key == key && RecoveryKey(text: Array(text.utf8)).key == key)
      #expect(try RecoveryKey(text: AnySequence(text.utf8)).key == key)
      #expect(try RecoveryKey(key: key).withText { unsafe Array($0) } == Array(text.utf8))
    }
    #expect(RecoveryKey().key != RecoveryKey().key)
    #expect(RecoveryKey().key.bitCount == 256)
  }

  @Test(arguments: [0, 16, 31, 33, 64]) func aKeyOfAnotherSizeIsRefused(byteCount: Int) {
    #expect(throws: VaultError.keyByteCount(byteCount)) {
      try RecoveryKey(key: SymmetricKey(data: repeatElement(1, count: byteCount)))
    }
  }

  @Test func itPrintsWithoutTheKey() throws {
    let recovery = try RecoveryKey(key: keys[3])
    var dumped = ""
    dump(recovery, to: &dumped)
    for text in ["\(recovery)", String(reflecting: recovery), dumped] {
      #expect(!groups(recovery.text).contains { text.contains(String(decoding: $0, as: UTF8.self)) })
      #expect(text.contains("RecoveryKey") && text.utf8.count < 40)
    }
  }

  @Test func itOpensAVault() throws {
    let recovery = RecoveryKey()
    let vault = try Vault.seal("content".utf8, under: .key(recovery.key))
    let typed = recovery.text.lowercased().replacing("0", with: "o").replacing("1", with: "l")
    #expect(try Vault.open(vault, with: .key(RecoveryKey(text: typed.utf8).key)) == Array("content".utf8))
  }

  /// The errors say what is wrong in every group.
  @Test func oneWrongCharacterIsFoundInItsGroup() throws {
    let characters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    for key in keys {
      let right = groups(try RecoveryKey(key: key).text)
      for group in right.indices {
        for place in 0..<5 {
          for character in characters where character != right[group][place] {
            var wrong = right
            wrong[group][place] = character
            #expect(error(of: wrong) == .group(group + 1))
          }
        }
      }
    }
  }

  @Test func twoExchangedGroupsAreFound() throws {
    for key in keys {
      let right = groups(try RecoveryKey(key: key).text)
      for first in right.indices {
        for second in right.indices where first < second {
          var wrong = right
          wrong.swapAt(first, second)
          #expect(error(of: wrong) == .group(first + 1))
        }
      }
    }
  }

  /// Any group at a wrong place is found, and not only a group of this key.
  @Test func aGroupInAnotherPlaceIsFound() throws {
    for bits in stride(from: UInt32(0), to: 1 << 20, by: 1021) {
      for number in 1...14 {
        let group = written(bits, number: number)
        for other in 1...14 {
          #expect(isRight(group, number: other) == (number == other))
        }
      }
    }
  }

  /// Every value of each pair of characters in a group, the check character included.
  @Test func twoExchangedCharactersOfAGroupAreFound() throws {
    for first in 0..<5 {
      for second in (first + 1)..<5 {
        // Two of the four values take every value. So does a third if the check character is one of the pair.
        let third = (0..<4).first { $0 != first && $0 != second }!
        let free = second < 4 ? second : (0..<4).first { $0 != first && $0 != third }!
        var seen: Set<[UInt8]> = []
        for values in 0..<UInt32(1 << 15) {
          var bits: UInt32 = 0b01101_10010_00111_11001
          for (index, place) in [first, free, third].enumerated() {
            let shift = 15 - 5 * place
            bits = bits & ~(31 << shift) | (values >> (5 * index) & 31) << shift
          }
          let right = written(bits, number: 7)
          var wrong = right
          wrong.swapAt(first, second)
          seen.insert([right[first], right[second]])
          #expect(isRight(wrong, number: 7) == (right[first] == right[second]))
        }
        #expect(seen.count == 1024)
      }
    }
  }

  private func written(_ bits: UInt32, number: Int) -> [UInt8] {
    var group = [UInt8](repeating: 0, count: 5)
    unsafe group.withUnsafeMutableBytes { unsafe RecoveryKeyText.write(bits, number: number, to: $0, at: 0) }
    return group
  }

  private func isRight(_ group: [UInt8], number: Int) -> Bool {
    unsafe group.withUnsafeBytes { group in
      do throws(RecoveryKeyError) {
        _ = try unsafe RecoveryKeyText.read(group, 0..<5, number: number)
        return true
      } catch {
        return false
      }
    }
  }

  @Test func everyByteIsACharacterOrNone() throws {
    let right = groups(try RecoveryKey(key: keys[3]).text)
    let characters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    var read: [UInt8: UInt8] = [:]
    for (values, characters) in [
      (0...31, "0123456789ABCDEFGHJKMNPQRSTVWXYZ"), (10...31, "abcdefghjkmnpqrstvwxyz"), (0...0, "O"), (0...0, "o"),
      (1...1, "I"), (1...1, "i"), (1...1, "L"), (1...1, "l"),
    ] as [(ClosedRange<UInt8>, String)] {
      for (value, character) in zip(values, characters.utf8) { read[character] = value }
    }
    #expect(read.count == 60)
    for byte in UInt8.min...UInt8.max {
      #expect(RecoveryKeyCharacter.value(byte) == read[byte] ?? 255)
      guard read[byte] == nil, !" \t\r\n-".utf8.contains(byte) else { continue }
      var wrong = right
      wrong[8][2] = byte
      #expect(error(of: wrong) == .character(3, group: 9))
    }
    #expect((0..<32).map { RecoveryKeyCharacter.character($0) } == characters)
  }

  /// The text of each error, with its numbers.
  @Test func errorsNameTheGroup() {
    let sentences: [(RecoveryKeyError, String)] = [
      (.characterCount(6, group: 3), "group 3 has 6 characters; each group has 5"),
      (.character(2, group: 14), "character 2 of group 14 is none of a key"),
      (.group(7), "group 7 is mistyped, or not the group of this place"),
      (.groupCount(13), "13 groups; a key has 14"),
      (.checksum, "the groups do not belong together: two or more are mistyped, or of another key"),
      (.recipientKey, "this is the private key of a recipient, and no recovery key"),
      (.recoveryKey, "this is a recovery key, and not the private key of a recipient"),
    ]
    for (error, sentence) in sentences { #expect("\(error)" == sentence) }
  }

  /// The cases of Tests/Vectors/Recovery, which `vault.py` reads too.
  @Test func theCasesOfTheVectors() throws {
    for record in try VectorFile("Recovery/recovery.txt", expecting: 325).records {
      let text = try record.text("TEXT").dropFirst().dropLast()
        .replacing("\\n", with: "\n").replacing("\\r", with: "\r").replacing("\\t", with: "\t")
      let outcome: String
      do throws(RecoveryKeyError) {
        let recovery = try RecoveryKey(text: text.utf8)
        outcome = unsafe recovery.key.withUnsafeBytes { unsafe Hex.encode($0) }
      } catch {
        switch error {
        case .characterCount(let count, let group): outcome = "character count \(count) of group \(group)"
        case .character(let character, let group): outcome = "character \(character) of group \(group)"
        case .group(let group): outcome = "group \(group)"
        case .groupCount(let count): outcome = "group count \(count)"
        case .checksum: outcome = "checksum"
        case .recipientKey: outcome = "recipient key"
        case .recoveryKey: outcome = "recovery key"
        }
      }
      #expect(outcome == (try record.text("EXPECT")), "\(record.place)")
    }
  }
}
