import Foundation
import Testing

@testable import SwiftVaultCryptoLab

/// The course has a page for each lesson, and all pages have the same parts.
@Suite struct CourseTests {
  private static let pages = Article.all.filter { $0.name.hasPrefix("Lesson-") }

  @Test func everyLessonHasAPage() {
    let lessons = LabCommand.lessons.map { $0.name.filter { $0 != "-" } }
    #expect(Self.pages.map { $0.name.dropFirst("Lesson-".count).lowercased() }.sorted() == lessons.sorted())
  }

  @Test func everyPageIsInTheTableOfThePath() throws {
    let course = try #require(Article.all.first { $0.name == "Course" })
    for page in Self.pages {
      #expect(course.lines.contains { $0.hasPrefix("| ") && $0.contains("<doc:\(page.name)>") }, "\(page.name)")
      #expect(course.lines.contains("- <doc:\(page.name)>"), "\(page.name)")
    }
  }

  @Test func everyExerciseIsInTheTableOfThePath() throws {
    let course = try #require(Article.all.first { $0.name == "Course" })
    #expect(course.lastColumn.sorted() == ExerciseTask.all.map { $0.name }.sorted())
  }

  /// A page has its parts in order, and three different runs of its lesson with a fixed seed.
  @Test(arguments: pages)
  func aPageHasItsParts(page: Article) throws {
    let goal = try #require(page.lines.firstIndex { $0.hasPrefix("**Goal.** You can ") })
    let picture = try #require(page.lines.firstIndex { $0.hasPrefix("![") })
    let parts = try ["### Try", "### Three variations", "### Reading"].map { heading in
      try #require(page.lines.firstIndex(of: heading), "\(heading)")
    }
    #expect(([goal, picture] + parts) == ([goal, picture] + parts).sorted())
    let lesson = try #require(
      LabCommand.lessons.first { $0.name.filter { $0 != "-" } == page.name.dropFirst("Lesson-".count).lowercased() })
    let runs = page.blocks("console").compactMap { $0.first }
    #expect(Set(runs).count == 3 && runs.count == 3)
    #expect(runs.allSatisfy { "\($0) ".hasPrefix("$ crypto-lab \(lesson.name) --seed 1 ") }, "\(runs)")
  }

  /// Each address of the playground names one of its pages, and valid state of that page.
  @Test func addressesOfThePlaygroundLeadSomewhere() throws {
    let pages = Article.files(under: ["Demos/Playground/Page"], withExtension: "js").map(Article.text)
    let addresses = Article.all.flatMap { $0.lines }.flatMap {
      $0.matches(of: /playground\.html#([a-z0-9-]+)(?:\?([^`]+))?`/)
    }
    #expect(addresses.count >= 40)
    for address in addresses {
      let mark = "id: \"\(address.1)\""
      let page = try #require(pages.first { $0.contains(mark) }, "\(address.0)")
      let defaults = page.components(separatedBy: mark)[1].components(separatedBy: "defaults: {")[1].prefix {
        $0 != "}"
      }
      for pair in (address.2 ?? "").split(separator: "&") {
        #expect(defaults.contains(" \(pair.prefix { $0 != "=" }): "), "\(address.0)")
      }
    }
  }
}
