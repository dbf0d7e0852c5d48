import SwiftVaultLessonLogic

/// A question of the quiz. `QuizAnswerTests` compute its answer with the library, where it can be computed.
struct QuizQuestion: Sendable {
  enum Topic: String, CaseIterable, Sendable {
    case modes
    case padding
    case hashes
    case aead
    case passwords
    case vault

    /// What the topic is, for the list.
    var title: String {
      switch self {
      case .modes: "modes of AES: ECB, CBC, CFB, OFB, CTR; IV and nonce"
      case .padding: "PKCS#7, and what a padding oracle gives away"
      case .hashes: "hash functions and MACs"
      case .aead: "encryption with authentication: GCM, encrypt-then-MAC"
      case .passwords: "salt, rounds, entropy"
      case .vault: "what a vault protects, and what it does not"
      }
    }

    /// The topic above its questions: the name that `--topic` takes, and in another language the title up to its colon.
    var heading: String { Language.current.translation(of: title).map { String($0.prefix { $0 != ":" }) } ?? rawValue }

    /// Where to review it: lessons, a page of the playground, and an article of the documentation.
    var sources: (lessons: [String], page: String, article: String) {
      switch self {
      case .modes: (["modes", "ecb-picture", "bit-flip", "nonce-reuse"], "modes", "AES/Modes")
      case .padding: (["padding", "padding-oracle"], "padding", "AES/Padding")
      case .hashes:
        (
          ["avalanche", "length-extension", "hmac-passes", "timing"], "length-extension",
          "swift-vault/Lesson-LengthExtension"
        )
      case .aead: (["gcm", "commitment", "bit-flip"], "gcm-nonce", "swift-vault/Lesson-GCM")
      case .passwords:
        (["entropy", "salt", "stretch", "pbkdf2-rounds", "memory-hard"], "rounds", "PBKDF2/ChoosingRounds")
      case .vault: (["commitment"], "vault", "Vault/InsideAVault")
      }
    }
  }

  /// The name by which the tests know it.
  let id: String
  let topic: Topic
  let text: String
  let right: String
  /// The other choices, each with the reason why it is wrong.
  let wrong: KeyValuePairs<String, String>
  /// Why the right choice is right, in one to three sentences.
  let because: String

  init(
    _ id: String, _ topic: Topic, _ text: String, right: String, wrong: KeyValuePairs<String, String>, because: String
  ) {
    (self.id, self.topic, self.text) = (id, topic, text)
    (self.right, self.wrong, self.because) = (right, wrong, because)
  }

  /// Every question, topic by topic.
  static let all = modes + padding + hashes + aead + passwords + vault
}

/// A run of the quiz: questions and their choices in the order of a seed, and the score.
struct Quiz {
  /// A question with its choices in the order in which they are shown.
  struct Item: Sendable {
    let question: QuizQuestion
    let choices: [String]

    /// The number of the right choice, from 0.
    var rightChoice: Int { choices.firstIndex(of: question.right)! }

    /// Why a choice is wrong; `nil` for the right one.
    func fault(of choice: Int) -> String? { question.wrong.first { $0.key == choices[choice] }?.value }

    /// The letters of the choices, for a prompt: `a to d`.
    var letters: StyledText { "a to \(Quiz.letter(choices.count - 1))" }

    /// The number of the choice that a line of input names by its letter; `nil` when it names none.
    func choice(_ line: String) -> Int? {
      let letters = line.filter { !$0.isWhitespace }.lowercased()
      return choices.indices.first { Quiz.letter($0) == letters }
    }
  }

  let items: [Item]
  private(set) var answeredCount = 0
  private(set) var rightCount = 0
  /// The wrong answers by topic.
  private var wrongCounts: [QuizQuestion.Topic: Int] = [:]

  /// A run with at most `count` questions, of one topic or of all.
  init(_ topic: QuizQuestion.Topic?, count: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var questions = QuizQuestion.all.filter { topic == nil || $0.topic == topic }
    Self.shuffle(&questions, &random)
    items = questions.prefix(count).map { question in
      var choices = [question.right] + question.wrong.map(\.key)
      Self.shuffle(&choices, &random)
      return Item(question: question, choices: choices)
    }
  }

  /// The letter of a choice.
  static func letter(_ number: Int) -> String { String(UnicodeScalar(UInt8(ascii: "a") + UInt8(number))) }

  /// The order is computed here, because the standard library's order may change with its version. Source: R.
  /// Durstenfeld, "Algorithm 235: Random permutation", CACM 7 (1964).
  private static func shuffle<Element>(_ list: inout [Element], _ random: inout SeededGenerator) {
    for index in list.indices.dropFirst().reversed() {
      list.swapAt(index, Int(random.next() % UInt64(index + 1)))
    }
  }

  /// Counts an answer to the next item. Returns whether it is right.
  mutating func answer(_ choice: Int) -> Bool {
    let item = items[answeredCount]
    let isRight = choice == item.rightChoice
    answeredCount += 1
    if isRight { rightCount += 1 } else { wrongCounts[item.question.topic, default: 0] += 1 }
    return isRight
  }

  /// The next item; `nil` after the last.
  var next: Item? { answeredCount < items.count ? items[answeredCount] : nil }

  /// The topics with wrong answers, and how many each has.
  var toRepeat: [(topic: QuizQuestion.Topic, wrongCount: Int)] {
    QuizQuestion.Topic.allCases.compactMap { topic in wrongCounts[topic].map { (topic, $0) } }
  }

  /// The score so far.
  var score: StyledText {
    let left = items.count - answeredCount
    return left == 0
      ? "Score: \(rightCount) of \(answeredCount)."
      : "Score: \(rightCount) of \(answeredCount), and \(left) not answered."
  }
}
