import MemoryHard
import SwiftVaultCommandSupport

/// The rounds of another program, as its setting.
extension Calibrate {
  static let setting = CalibrationUse(
    name: "for", summary: "the setting of Django, Spring, LUKS and others", help: settingHelp, choice: "--for",
    options: ["--for", "--budget", "--hash", "--engine", "--memory"], flags: ["--json"],
    isChosen: { $0.has("--for") }, run: runSetting)

  @Sendable
  private static func runSetting(_ arguments: BenchArguments) throws(BenchError) {
    let name = arguments.value("--for")!
    if name == "list" {
      return Setting.all.forEach { printLine($0.names.joined(separator: ", ").padded(to: -18) + $0.program) }
    }
    let setting = try setting(named: name, hashName: arguments.value("--hash"))
    let budget = try arguments.budgets[0]
    let hasArgon2id = setting.hashNames.contains("argon2id")
    if arguments.has("--memory"), !hasArgon2id { throw BenchError(message: "--memory needs a program with argon2id") }
    if arguments.has("--engine"), setting.hashNames == ["argon2id"] {
      throw BenchError(message: "--engine takes no argon2id, and \(name) has nothing else to measure")
    }
    let isJSON = arguments.has("--json")
    if !isJSON { printLine("\(SettingReport.head)\nProgram: \(setting.program)\n") }
    let report = try SettingReport(
      setting, budget: budget, memoryByteCount: try arguments.memory(logins: 1), engine: arguments.value("--engine"))
    printLine(isJSON ? report.json : report.lines.joined(separator: "\n"))
    if let doubt = report.doubt { throw doubt }
  }

  private static func setting(named name: String, hashName: String?) throws(BenchError) -> Setting {
    let setting = try Setting(named: name)
    guard let hashName else { return setting }
    guard let only = setting.only(hashName) else {
      throw .unknown("hash of \(name)", hashName, known: setting.hashNames)
    }
    return only
  }

  private static let settingHelp = """
    usage: vault-bench calibrate --for NAME [--budget TIME] [--hash HASH]
                                 [--engine ENGINE] [--memory SIZE] [--json]

    Prints the rounds that the first budget buys a program, the lines to paste and
    their place, what becomes of stored passwords, and the sources. The article
    "Rounds for other stacks" says how to raise rounds without locking anyone out.

      --for NAME     \(names[0]),
                     \(names[1]), or list
      --hash HASH    one of the program's hashes, or argon2id if it has that
      --engine ENGINE
                     measure this engine in place of the program's usual one; see
                     vault-bench help calibrate engine
      --memory SIZE  the most memory of Argon2id (default \(Argon2id.forFiles.memoryByteCount.binarySize))

    Example, in the container that will check the logins:
      vault-bench calibrate --for django --budget 250ms
    """

  /// The names in two lines.
  private static let names: [String] = {
    let names = Setting.all.flatMap(\.names)
    return [names.prefix(7), names.dropFirst(7)].map { $0.joined(separator: ", ") }
  }()
}

extension Setting {
  /// The setting of a program.
  init(named name: String) throws(BenchError) {
    guard let setting = Self.all.first(where: { $0.names.contains(name) }) else {
      throw .unknown("program", name, known: Self.all.flatMap(\.names))
    }
    self = setting
  }

  /// The engine that derives keys with PBKDF2 as the program does; nil if there is none.
  var engine: String? {
    for case .pbkdf2(_, let measure, _) in functions { return measure.engine }
    return nil
  }
}
