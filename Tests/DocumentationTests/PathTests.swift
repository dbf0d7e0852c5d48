import Foundation
import Testing

/// Every file that the documents in the root folder name exists.
@Suite struct PathTests {
  @Test(arguments: [
    "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "Benchmarks/README.md",
    "Benchmarks/SwiftPackages.md", "Benchmarks/Calibration.md", "Benchmarks/PhysicalLimits.md",
    "Benchmarks/results/amd-family-26-model-2.md", "Benchmarks/results/amd-family-25-model-17.md",
    "Benchmarks/results/amd-family-25-model-1.md", "Benchmarks/results/intel-family-6-model-207.md",
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
