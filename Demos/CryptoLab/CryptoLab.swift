import Foundation

/// The command `crypto-lab`: every primitive of this package by hand, one at a time or by the line.
@main
enum CryptoLab {
  static func main() {
    do throws(LabError) {
      try run(CommandLine.arguments.dropFirst())
    } catch {
      let hint = error.kind == .usage ? "\ncrypto-lab: try crypto-lab --help" : ""
      FileHandle.standardError.write(Data("crypto-lab: \(error.message)\(hint)\n".utf8))
      exit(error.exitStatus)
    }
  }

  private static func run(_ arguments: ArraySlice<String>) throws(LabError) {
    guard let name = arguments.first, !["--help", "-h", "help"].contains(name) else {
      return print(help)
    }
    if name == "--version" { return print("crypto-lab of swift-vault 0.1.0") }
    guard let command = LabCommand.all.first(where: { $0.name == name }) else {
      throw .unknown("command", name, known: LabCommand.all.map(\.name))
    }
    let rest = arguments.dropFirst()
    if rest.contains("--help") || rest.contains("-h") { return print(command.help) }
    try command.run(try Options(rest, for: command))
  }

  private static var help: String {
    """
    usage: crypto-lab COMMAND [options]

    Every primitive of swift-vault by hand, to see what it does and to test it.

    \(LabCommand.all.map { "  " + $0.name.padding(to: 9) + $0.summary }.joined(separator: "\n"))

    crypto-lab COMMAND --help describes a command and shows an example; --version
    prints the version.

    Exit status: 0 done; 1 the data is wrong (a key length, a padding, an unreadable
    file); 2 the question is wrong (an unknown option, hash, mode or kernel).

    Example:
      crypto-lab digest --hash sha256 --text abc
    """
  }
}
