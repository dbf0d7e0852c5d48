import Foundation
import Testing

/// The table in Benchmarks/ARM64.md, which is made on a machine other than the one that runs the tests.
@Suite("ARM64.md")
struct ARM64TableTests {
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")

  /// The kernels' functions that process text, with the name of their type.
  private func functions() throws -> Set<String> {
    var found: Set<String> = []
    for folder in ["ARM64Crypto", "ARM64SHA512"] {
      let kernels = root.appendingPathComponent("Sources/Kernels/\(folder)")
      for file in try FileManager.default.contentsOfDirectory(at: kernels, includingPropertiesForKeys: nil) {
        let type = file.deletingPathExtension().lastPathComponent
        for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
          guard let start = line.range(of: "  package static func ") else { continue }
          let name = line[start.upperBound...].prefix { $0.isLetter || $0.isNumber }
          let isSetup = name.hasPrefix("expand") || name.lowercased().hasSuffix("schedulebytecount")
          // A whole message in GCM goes through the other loops.
          if !isSetup, name != "processGCM" { found.insert("\(type).\(name)") }
        }
      }
    }
    return found
  }

  @Test("the table has a row for each kernel, with figures of three libraries on each model")
  func rows() throws {
    let text = try String(contentsOf: root.appendingPathComponent("Benchmarks/ARM64.md"), encoding: .utf8)
    let rows = text.components(separatedBy: "\n").filter { $0.hasPrefix("| `") }
    var named: Set<String> = []
    for row in rows {
      named.insert(row.components(separatedBy: "`")[1])
      let cells = row.components(separatedBy: " | ").dropFirst().prefix(5)
      #expect(cells.count == 5 && cells.allSatisfy { $0.components(separatedBy: " / ").count == 3 }, "\(row)")
    }
    let functions = try functions()
    #expect(functions.count > 15)
    #expect(named == functions)
  }
}
