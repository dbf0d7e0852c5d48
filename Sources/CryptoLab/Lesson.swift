import SwiftVaultLessonLogic

/// A lesson, shown by `crypto-lab NAME`: a demonstration in plain words, with the learner's own input.
///
/// It begins with a sentence on what it will show, and ends with `Page.end`. A lesson only presents: its `Logic` folder
/// computes what is shown.
protocol Lesson: SendableMetatype {
  /// The word after `crypto-lab`.
  static var name: String { get }

  /// One line of at most 58 characters for the list of lessons.
  static var summary: String { get }

  /// What `--help` prints, with `LabCommand.lessonHelp`, or `fixedLessonHelp` if nothing is random, and an example.
  static var help: String { get }

  /// The options it accepts, besides `--seed`, `--plain`, `--steps`, `--no-steps` and `--help`.
  static var options: [Option] { get }

  /// Reads and checks the learner's whole input, before anything is shown.
  ///
  /// - Parameter random: The only source of the keys, IVs and choices that the learner did not give.
  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError)

  /// Whether it shows measured times, which differ between runs with the same seed. The headings above such times end
  /// in "measured".
  var measures: Bool { get }

  /// Writes the lesson on a page.
  func tell(on page: Page) throws(LabError)
}

extension Lesson {
  var measures: Bool { false }
}

extension LabCommand {
  /// The lessons by subject, in the order of the course.
  static let lessonGroups: [(title: String, lessons: [LabCommand])] = [
    group("modes and padding", ModesLesson.self, ECBPictureLesson.self, PaddingLesson.self, PaddingOracleLesson.self),
    group("changed on the way", BitFlipLesson.self, NonceReuseLesson.self, OptionsTrapLesson.self),
    group("inside AES and hashes", AESRoundsLesson.self, SHARoundsLesson.self, AvalancheLesson.self),
    group("proving", LengthExtensionLesson.self, HMACPassesLesson.self, GCMLesson.self, CommitmentLesson.self),
    group(
      "passwords", EntropyLesson.self, PBKDF2RoundsLesson.self, StretchLesson.self, SaltLesson.self,
      MemoryHardLesson.self),
    group("time and agreement", TimingLesson.self, KeyAgreementLesson.self),
  ]

  private static func group(_ title: String, _ lessons: any Lesson.Type...) -> (title: String, lessons: [LabCommand]) {
    (title, lessons.map { LabCommand(lesson: $0) })
  }

  /// All lessons.
  static let lessons = lessonGroups.flatMap(\.lessons)

  /// The help of the options that every lesson has.
  static let lessonHelp = """
      --seed N         the keys and random bytes of an earlier run (its first line
                       shows N); without it they are fresh
    \(pageHelp)
    """

  /// The help of the options of a lesson that shows the same in each run without input.
  static let fixedLessonHelp = """
      --seed N         without effect: nothing is random here
    \(pageHelp)
    """

  private static let pageHelp = """
      --plain          no colours
      --no-steps       no pause after each section and no questions, as there are on
                       a terminal; --steps is the default there
    \(Language.help)
    """

  /// The command that shows a lesson.
  init<L: Lesson>(lesson: L.Type) {
    self.init(
      name: L.name, summary: L.summary, help: L.help,
      options: L.options + [.integer("seed"), .flag("plain"), .oneOf("pace", ["steps", "no-steps"]), Language.option]
    ) { options throws(LabError) in
      try Language.choose(options)
      let seed = try options.integer("seed", in: 0...Int.max) ?? Int.random(in: 0..<1_000_000)
      var random = SeededGenerator(seed: UInt64(seed))
      let lesson = try L(options, random: &random)
      let page = Page(isPlain: options.has("plain"), inSteps: options.text("pace") != "no-steps")
      let repeated: StyledText = lesson.measures ? "repeats all but what is measured" : "shows this run again"
      let start: StyledText = "seed \(seed) (--seed \(seed) \(repeated))"
      page.line("\("crypto-lab \(L.name)", .strong)  \(start, .dim)")
      try lesson.tell(on: page)
      if let failure = page.failure { throw failure }
    }
  }
}

extension Parameters {
  /// At most `limit` bytes, so that they fit on a page; `nil` when they are absent.
  func bytes(_ name: String, atMost limit: Int) throws(LabError) -> [UInt8]? {
    guard let bytes = try bytes(name) else { return nil }
    guard bytes.count <= limit else {
      throw .data("\(label(name)) has \(bytes.count) bytes; this lesson has room for \(limit)")
    }
    return bytes
  }

  /// Bytes of one of the given lengths; `nil` when they are absent.
  func bytes(_ name: String, counts: [Int]) throws(LabError) -> [UInt8]? {
    guard let bytes = try bytes(name) else { return nil }
    guard counts.contains(bytes.count) else {
      let needed = counts.map(String.init).joined(separator: " or ")
      throw .data("\(label(name)) has \(bytes.count.units("byte")); it needs \(needed)")
    }
    return bytes
  }
}
