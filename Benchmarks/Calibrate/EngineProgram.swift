import SwiftVaultCommandSupport

/// A program that derives keys, often in another language with the functions of that language's library.
///
/// For each line that it reads, such as `pbkdf2 sha256 600000 32`, it derives one key and writes a line with the
/// nanoseconds that this took: elapsed and, after a space, of CPU time, unless it cannot know it. If it has no such
/// function, it writes `unsupported` and, after a space, the reason, if it likes. ``EngineRequest`` has the lines.
struct EngineProgram: Equatable {
  let name: String
  /// The words of the command that runs it. The last word, which follows them, is the source, or the path of a file
  /// with it.
  let command: [String]
  let source: String
  /// The name of the file that the source must be in, if the interpreter takes no source as an argument.
  var file: String?

  /// A language by its name, or any command.
  init(named name: String) {
    self = Self.all.first { $0.name == name } ?? EngineProgram(name: name, command: ["sh", "-c"], source: name)
  }

  init(name: String, command: [String], source: String, file: String? = nil) {
    (self.name, self.command, self.source, self.file) = (name, command, source, file)
  }

  static let all = [python, node, java, openssl, php, ruby, go, dotnet, swiftVault]

  /// This package: `vault-bench serve --engine`.
  private static let swiftVault = EngineProgram(
    name: "swift-vault", command: ["sh", "-c"],
    source: "exec '\(CommandLine.arguments[0].replacing("'", with: #"'\''"#))' serve --engine")
}
