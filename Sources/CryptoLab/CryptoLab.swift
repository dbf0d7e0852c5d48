import SwiftVaultCommandSupport
import SwiftVault

/// The command `crypto-lab`: the lessons, and a command for each primitive of this package.
@main
enum CryptoLab {
  static func main() {
    StandardStream.printNoMemoryInACrash()
    StandardStream.reserveDescriptors()
    StandardStream.ignoreSignalsOfOutput()
    PlainFile.readPathsAsUTF8()
    do throws(LabError) {
      try run(CommandLine.arguments.dropFirst())
    } catch {
      let commands = error.kind == .usage ? LabCommand.all.map(\.name) : nil
      StandardStream.error(error.message, of: "crypto-lab", helpOf: commands)
      exit(error.exitStatus)
    }
  }

  private static func run(_ arguments: ArraySlice<String>) throws(LabError) {
    guard let name = arguments.first else { return printLine(lessons) }
    if ["--help", "-h"].contains(name) { return printLine(help) }
    if name == "help" { return try run(arguments.dropFirst().prefix(1) + ["--help"]) }
    if name == "--version" { return printLine(PackageVersion.line(of: "crypto-lab")) }
    if let page = try pages.page(for: arguments, LabError.self) { return printBytes(Array(page.utf8)) }
    guard let command = LabCommand.all.first(where: { $0.name == name }) else {
      throw .unknown("command", name, known: LabCommand.all.map(\.name))
    }
    let rest = arguments.dropFirst()
    if rest.contains("--help") || rest.contains("-h") { return printLine(command.help) }
    do throws(LabError) {
      try command.run(try Options(rest, for: command))
    } catch {
      throw error.kind == .usage ? error.naming(lesson: command.lesson) : error
    }
  }

  private static func list(_ commands: [LabCommand]) -> String {
    commands.map { "  " + $0.name.padded(to: -18) + $0.summary }.joined(separator: "\n")
  }

  /// The names of the lessons about a subject.
  private static func group(_ title: String, _ lessons: [LabCommand]) -> String {
    "  " + title.padded(to: -23) + lessons.map(\.name).joined(separator: "  ")
  }

  private static var lessons: String {
    """
    See how encryption works and how it breaks, one command a lesson:

    \(LabCommand.lessonGroups.map(group).joined(separator: "\n"))

    Begin with: crypto-lab \(LabCommand.lessons[0].name)
    Then solve something: crypto-lab exercise. Test yourself: crypto-lab quiz.
    crypto-lab --help says what each lesson shows, and has the primitives too
    (hashes, HMAC, key derivation, AES).
    """
  }

  private static var pages: CommandPages {
    CommandPages(
      of: "crypto-lab", title: "see how encryption works, and how it breaks",
      version: (PackageVersion.number, PackageVersion.date), help: help,
      commands: LabCommand.all.map {
        CommandPages.Command(name: $0.name, summary: $0.summary, help: $0.help, options: $0.options.flatMap(\.forms))
      })
  }

  private static var help: String {
    """
    usage: crypto-lab COMMAND [options]

    crypto-lab teaches why modes and padding matter.

    Lessons: each shows, on your own input too, how something works or breaks.

    \(list(LabCommand.lessons))

    Practice: it asks, you answer.

    \(list(LabCommand.practice))

    Primitives: each of swift-vault's by hand, to see what it does and to test it.

    \(list(LabCommand.primitives))

    crypto-lab COMMAND --help describes a command and shows an example; --version
    prints the version.
    \(CommandPages.help(of: "crypto-lab"))

    Exit status: 0 done; 1 the data is wrong (a key length, a padding, an unreadable
    file), or the output cannot be written; 2 the question is wrong (an unknown
    option, hash, mode or kernel).

    Examples:
      crypto-lab \(LabCommand.lessons[0].name)
      crypto-lab digest --hash sha256 --text abc
    """
  }
}
