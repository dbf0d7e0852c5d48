import Foundation
import Testing

/// A page of a catalogue, or the doc comments of a source file, with the code and output that it quotes.
struct Article: CustomTestStringConvertible {
  let name: String
  let lines: [String]

  /// The package's folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Every page of every catalogue.
  static let all: [Article] = files(under: ["Sources", "Documentation"], withExtension: "md").map { file in
    Article(
      name: file.deletingPathExtension().lastPathComponent,
      lines: text(of: file).components(separatedBy: "\n"))
  }

  /// The doc comments of each source file that contains an example.
  static let comments: [Article] = files(under: ["Sources"], withExtension: "swift").map { file in
    Article(
      name: file.deletingPathExtension().lastPathComponent,
      lines: text(of: file).components(separatedBy: "\n").map { line in
        let comment = line.drop { $0 == " " }
        return comment.hasPrefix("/// ") ? String(comment.dropFirst(4)) : ""
      })
  }.filter { !$0.blocks("swift").isEmpty }

  var testDescription: String { name }

  /// The lines of each code block in a language.
  func blocks(_ language: String) -> [[String]] {
    var blocks: [[String]] = []
    var open: String?
    for line in lines {
      if line.hasPrefix("```") {
        if open == nil, line == "```" + language { blocks.append([]) }
        open = open == nil ? String(line.dropFirst(3)) : nil
      } else if open == language {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks
  }

  /// The code in the last column of each table.
  var lastColumn: [String] {
    lines.filter { $0.hasPrefix("| ") }.flatMap { row in
      let parts = row.dropLast(2).split(separator: "|").last?.components(separatedBy: "`") ?? []
      return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
    }
  }

  static func files(under folders: [String], withExtension suffix: String) -> [URL] {
    folders.flatMap { folder in
      let files = FileManager.default.enumerator(
        at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == suffix }
    }.sorted { $0.path < $1.path }
  }

  static func text(of file: URL) -> String {
    (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }
}
