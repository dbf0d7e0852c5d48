import Foundation
import SwiftVaultTestSupport
import Testing

/// A vector file that is missing, empty, short or garbled must fail its test. A test must not pass without running a
/// vector.
@Suite(.firstDifference) struct VectorFileTests {
  private func parse(_ text: String) throws -> VectorFile { try VectorFile(path: "inline", contents: Array(text.utf8)) }

  @Test func recordsEndWhereAKeyComesAgain() throws {
    let file = try parse(
      "# c\r\n[L = 2]\r\nSeed = 00ff\r\n\r\nCOUNT = 0\r\nMD = 01\r\n\r\nCOUNT = 1\r\nMD = 02\r\n")
    #expect(file.records.count == 2)
    #expect(try file.records[0].bytes("Seed") == [0, 255])
    #expect(try file.records[1].bytes("MD") == [2])
    #expect(file.records[1].section == "L = 2")
    #expect(!file.records[1].has("Seed"))
  }

  @Test func headersEndRecords() throws {
    let file = try parse("[ENCRYPT]\nKEY = 00\n[DECRYPT]\nPLAINTEXT = 01\nFAIL\nsalt =")
    #expect(file.records.map(\.section) == ["ENCRYPT", "DECRYPT"])
    #expect(file.records[1].has("FAIL"))
    #expect(try file.records[1].bytes("salt") == [])
  }

  @Test func charactersMayBeZero() throws {
    #expect(try parse("SALT = sa\\0lt").records[0].characters("SALT") == [115, 97, 0, 108, 116])
    #expect(throws: VectorError.self) { try parse("SALT = sa\\1lt").records[0].characters("SALT") }
  }

  @Test func wrongFilesAreRefused() {
    #expect(throws: VectorError.missing("SHA/none.rsp")) { try VectorFile("SHA/none.rsp", expecting: 1) }
    #expect(throws: VectorError.empty("inline")) { try parse("# nothing\n\n[ENCRYPT]\n") }
    #expect(throws: VectorError.empty("inline")) { try parse("") }
    #expect(throws: VectorError.malformed("inline", line: 2)) { try parse("KEY = 00\nkey 00\n") }
    #expect(throws: VectorError.wrongCount("KeyWrap/RFC3394.txt", expected: 7, found: 6)) {
      try VectorFile("KeyWrap/RFC3394.txt", expecting: 7)
    }
  }

  @Test func wrongFieldsAreRefused() throws {
    let record = try parse("Len = x\nMsg = 0g\nMD = 012").records[0]
    #expect(throws: VectorError.field("inline", line: 1, key: "Len")) { try record.integer("Len") }
    #expect(throws: VectorError.field("inline", line: 1, key: "Msg")) { try record.bytes("Msg") }
    #expect(throws: VectorError.field("inline", line: 1, key: "MD")) { try record.bytes("MD") }
    #expect(throws: VectorError.field("inline", line: 1, key: "none")) { try record.bytes("none") }
  }

  @Test func countingTooFewIsRefused() throws {
    let file = try VectorFile("KeyWrap/RFC3394.txt", expecting: 6)
    #expect(throws: VectorError.notAllRun("KeyWrap/RFC3394.txt", records: 6, run: 5)) {
      try file.report(5, kernel: "none")
    }
  }

  @Test func piecesPutTogetherAreTheWhole() {
    let bytes = [UInt8](0..<100)
    #expect(Array(bytes.pieces(of: [1, 7, 0, 40]).joined()) == bytes)
    #expect([UInt8]().pieces(of: [1]).isEmpty)
  }

  /// Every file is in the table of SOURCES.md with its number of records, and every row has its file.
  @Test func sourcesListsEveryFile() throws {
    let folder = VectorFile.directory
    let sources = try String(contentsOf: folder.appendingPathComponent("SOURCES.md"), encoding: .utf8)
    var listed: [String: Int] = [:]
    for line in sources.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      listed[cells[0].trimmingCharacters(in: ["`"])] = Int(cells[1])
    }
    let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
    let files = names.filter { $0.hasSuffix(".txt") || $0.hasSuffix(".rsp") }
    #expect(Set(files) == Set(listed.keys))
    for name in files {
      let contents = try Data(contentsOf: folder.appendingPathComponent(name))
      #expect(try VectorFile(path: name, contents: [UInt8](contents)).records.count == listed[name], "\(name)")
    }
  }
}
