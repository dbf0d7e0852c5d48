import Foundation
import Testing

@testable import SwiftVaultCryptoLab

/// The list of lessons has every folder of lesson logic.
@Suite struct LessonFolderTests {
  @Test func everyFolderIsListed() throws {
    let lessons = Article.root.appendingPathComponent("Sources/LessonLogic")
    let folders = try FileManager.default.contentsOfDirectory(atPath: lessons.path).filter { $0 != "Shared" }
    let listed = LabCommand.lessons.map { $0.name.filter { $0 != "-" } }
    #expect(listed.sorted() == folders.map { $0.lowercased() }.sorted())
  }
}
