import SwiftVaultCommandSupport
import SwiftVault

/// The command `vault-bench`: measures the speed of swift-vault on this machine.
@main
enum VaultBench {
  static func main() {
    StandardStream.printNoMemoryInACrash()
    StandardStream.reserveDescriptors()
    StandardStream.ignoreSignalsOfOutput()
    PlainFile.readPathsAsUTF8()
    do throws(BenchError) {
      try run(CommandLine.arguments.dropFirst())
    } catch {
      let commands = error.isArgument ? BenchCommand.all.map(\.name) : nil
      StandardStream.error(error.message, of: "vault-bench", helpOf: commands)
      exit(error.isDisturbance ? 3 : error.isArgument ? 2 : 1)
    }
  }

  private static func run(_ arguments: ArraySlice<String>) throws(BenchError) {
    guard let name = arguments.first, !["--help", "-h"].contains(name) else { return printLine(help) }
    if name == "help" { return try printHelp(arguments.dropFirst()) }
    if name == "--version" { return printLine(PackageVersion.line(of: "vault-bench")) }
    if let page = try pages.page(for: arguments, BenchError.self) { return printBytes(Array(page.utf8)) }
    guard let command = BenchCommand.all.first(where: { $0.name == name }) else {
      throw .unknown("command", name, known: BenchCommand.all.map(\.name))
    }
    let rest = arguments.dropFirst()
    if rest.contains("--help") || rest.contains("-h") { return printLine(command.help(beside: rest)) }
    try command.run(try BenchArguments(rest, for: command))
  }

  private static func printHelp(_ words: ArraySlice<String>) throws(BenchError) {
    guard let name = words.dropFirst().first,
      let command = BenchCommand.all.first(where: { $0.name == words.first }), !command.pages.isEmpty
    else { return try run(words.prefix(1) + ["--help"]) }
    guard let page = command.pages.first(where: { $0.name == name }) else {
      throw .unknown("page", name, known: command.pages.map(\.name))
    }
    printLine(page.text)
  }

  private static var pages: CommandPages {
    CommandPages(
      of: "vault-bench", title: "measure the cryptography of swift-vault on this machine",
      version: (PackageVersion.number, PackageVersion.date), help: help,
      commands: BenchCommand.all.map {
        CommandPages.Command(name: $0.name, summary: $0.summary, help: $0.allHelp, options: $0.forms)
      })
  }

  private static var help: String {
    """
    usage: vault-bench COMMAND [options]

    vault-bench measures this machine.

    \(BenchCommand.all.map { "  " + $0.name.padded(to: -12) + $0.summary }.joined(separator: "\n"))

    vault-bench COMMAND --help describes a command; --version prints the version.
    \(CommandPages.help(of: "vault-bench"))

    Exit status: 0 measured; 1 a file cannot be read, or a file or the output cannot
    be written, or memory is short; 2 an argument is wrong; 3 there is no decision,
    because other programs disturbed the measurement; of calibrate --check also 4
    and 5, too weak and too slow.
    """
  }
}

/// A benchmark: its name, its arguments and its work.
struct BenchCommand: Sendable {
  /// The word after `vault-bench`.
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// What `--help` prints.
  let help: String
  /// The pages of help for its other uses.
  var pages: [HelpPage] = []
  /// The name of its operand, which says what is measured; `nil` for a command without one.
  var operand: String?
  /// The options with a value that it accepts.
  let options: [String]
  /// The options without a value that it accepts.
  let flags: [String]
  /// All of them as the parser takes them.
  var forms: [ParsedArguments.Form] {
    options.map { ParsedArguments.Form($0, takesValue: true) }
      + flags.map { ParsedArguments.Form($0, takesValue: false) }
  }
  /// Whether it takes any number of operands with these options; `nil` for a command that never does.
  var takesOperands: (@Sendable (BenchArguments) -> Bool)?
  /// The most operands that it ever takes.
  var operandLimit: Int { takesOperands != nil ? .max : operand == nil ? 0 : 1 }
  /// Everything that its help says.
  var allHelp: String { ([help] + pages.map(\.text)).joined(separator: "\n\n") }

  /// The help of the use that `words` choose.
  func help(beside words: ArraySlice<String>) -> String {
    pages.first { words.contains("--" + $0.name) }?.text ?? help
  }

  /// Runs it.
  let run: @Sendable (BenchArguments) throws(BenchError) -> Void

  /// Every command, in the order of the list.
  static let all: [BenchCommand] = {
    #if os(Windows)
    let files: [BenchCommand] = []
    #else
    let files = [VaultReport.command]
    #endif
    return [Calibrate.command] + files
      + [Throughput.command, Limits.command, TimingTest.command, Processor.command, Serve.command]
  }()
}

/// The help of one use of a command.
struct HelpPage: Sendable {
  let name: String
  /// One line for the list of uses.
  let summary: String
  let text: String
}

/// The reason why nothing is measured or no report is written.
struct BenchError: CommandError {
  /// One line without a full stop.
  let message: String
  /// Whether an argument is wrong; otherwise a file cannot be read or written.
  var isArgument = true
  /// Whether the machine was disturbed, so that another run would decide otherwise.
  var isDisturbance = false

  static func usage(_ sentence: String) -> BenchError { BenchError(message: sentence) }

  /// No decision, for a reason such as `samples differ by 20 %`.
  static func noDecision(_ reason: String) -> BenchError {
    BenchError(
      message: "no decision: \(reason); calibrate again when the machine is quiet", isArgument: false,
      isDisturbance: true)
  }
}
