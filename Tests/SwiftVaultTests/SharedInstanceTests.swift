import Foundation
import SwiftVault
import SwiftVaultTestSupport
import Testing

/// 64 threads use one instance of each public type at once, and each gets the result that a single thread gets.
///
/// Under ThreadSanitizer a race fails the test even if the results are right.
@Suite struct SharedInstanceTests {
  @Test(arguments: try SharedInstance.all()) func manyThreads(instance: SharedInstance) throws {
    var results = [[UInt8]?](repeating: nil, count: 64)
    results.withUnsafeMutableBufferPointer { results in
      // SAFETY: each number's place is written by the thread that has the number, and there is one for each.
      nonisolated(unsafe) let results = results
      // The threads run first, so that they do the initialisations that happen at first use.
      Threads.perform(results.count) { results[$0] = try? instance.use() }
    }
    let alone = try instance.use()
    #expect(!alone.isEmpty)
    #expect(results.allSatisfy { $0 == alone })
  }

  /// Takes structures, classes and actors from the libraries' declarations. Those that cannot be copied have one owner.
  /// What the kernels share is public only for the compiler, and is in no product.
  @Test func noTypeIsMissing() throws {
    let sources = VectorFile.directory.appendingPathComponent("../../Sources").standardized
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)!
    var declared: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" && !file.path.contains("/Kernels/") {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        guard let type = line.firstMatch(of: /public (final )?(struct|class|actor) (\w+)/) else { continue }
        if !line.contains("~Copyable") || line.contains("Sendable") { declared.insert(String(type.3)) }
      }
    }
    let difference = declared.symmetricDifference(try SharedInstance.all().map(\.name))
    #expect(difference == [])
  }
}
