import Foundation
import Testing

/// Every file that the documents in the root folder name exists.
@Suite struct PathTests {
  @Test(arguments: [
    "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "Benchmarks/README.md",
    "Benchmarks/SwiftPackages.md",
  ])
  func namedFilesExist(page: String) {
    let file = Article.root.appendingPathComponent(page)
    let text = Article.text(of: file)
    let named = text.matches(of: /`((Sources|Tests|Checks|Benchmarks|Demos|Documentation|Release|\.ci)\/[^`\s]+)/).map {
      Article.root.appendingPathComponent(String($0.1))
    }
    let linked = text.matches(of: /\]\(([^)#:]+)[)#]/).map {
      file.deletingLastPathComponent().appendingPathComponent(String($0.1))
    }
    #expect(named.count + linked.count > 0)
    for path in named + linked {
      #expect(FileManager.default.fileExists(atPath: path.path), "\(page) names \(path.path)")
    }
  }
}
