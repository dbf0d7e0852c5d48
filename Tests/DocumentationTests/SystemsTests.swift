import Foundation
import Testing

/// The page *Systems* has a type in each row, and each type is public.
@Suite struct SystemsTests {
  @Test func everyRowNamesPublicTypes() throws {
    let page = try #require(Article.all.first { $0.name == "Systems" })
    let interface = Article.text(of: Article.root.appendingPathComponent("Checks/Interface/api.txt"))
    let symbols = Set(
      interface.split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
    let rows = page.lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| An app |") }
    #expect(rows.count == 18)
    for row in rows {
      let names = row.split(separator: "|").last?.matches(of: /`([^`]+)`/).map { String($0.1) } ?? []
      #expect(!names.isEmpty && Set(names).isSubset(of: symbols), "\(row)")
    }
  }
}
