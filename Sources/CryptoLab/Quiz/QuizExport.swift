import SwiftVaultCommandSupport

/// Questions in the formats of learning platforms.
enum QuizExport: String, CaseIterable {
  case gift
  case qti

  /// The file with the questions of a run.
  func file(_ items: [Quiz.Item]) -> [UInt8] {
    switch self {
    case .gift: Array((Self.gift(items).joined(separator: "\n\n") + "\n").utf8)
    case .qti: QTIPackage(items).archive
    }
  }

  /// The questions, and a category before each that has another topic than the one before.
  private static func gift(_ items: [Quiz.Item]) -> [String] {
    var blocks: [String] = []
    var topic: QuizQuestion.Topic?
    for item in items {
      if item.question.topic != topic { blocks.append("$CATEGORY: swift-vault/\(item.question.topic.rawValue)") }
      topic = item.question.topic
      blocks.append(gift(item))
    }
    return blocks
  }

  /// A question of Moodle's format: each choice with its reason behind #, the right one marked by =.
  ///
  /// Source: Moodle documentation, "GIFT format", sections "Multiple choice", "Feedback" and "Special characters".
  private static func gift(_ item: Quiz.Item) -> String {
    let text = Language.current.text
    let choices = item.choices.enumerated().map { number, choice in
      let isRight = number == item.rightChoice
      let reason = isRight ? item.question.because : item.fault(of: number)!
      return "\t\(isRight ? "=" : "~")\(escaped(text(choice)))#\(escaped(text(reason)))"
    }
    return """
      ::\(item.question.id)::[plain]\(escaped(text(item.question.text))) {
      \(choices.joined(separator: "\n"))
      }
      """
  }

  /// The characters with a meaning in GIFT get a backslash.
  private static func escaped(_ text: String) -> String {
    text.map { "\\~=#{}:".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
