/// The manual page and the completion scripts of a program whose help is written by hand.
package struct CommandPages: Sendable {
  /// One of the program's commands, with what its `--help` prints.
  package struct Command: Sendable {
    let name: String
    let summary: String
    let help: String
    let options: [ParsedArguments.Form]

    package init(name: String, summary: String, help: String, options: [ParsedArguments.Form]) {
      (self.name, self.summary, self.help, self.options) = (name, summary, help, options)
    }

    var spellings: [(spelling: String, takesValue: Bool)] {
      let all = options.flatMap { option in
        [option.spelling, option.short].compactMap { $0.map { ($0, option.takesValue) } }
      }
      return all.filter { $0.0 != "-" } + [("--help", false)]
    }
  }

  private let program: String
  private let title: String
  private let version: (number: String, date: String)
  private let help: String
  private let commands: [Command]

  private static let shells = ["bash", "zsh", "fish"]

  /// What `--help` says of these pages.
  package static func help(of program: String) -> String {
    """
    \(program) completion SHELL prints a completion script for \(shells.joined(separator: ", ")), and
    \(program) manual the manual page.
    """
  }

  /// - Parameters:
  ///   - title: what the program does, in a few words.
  ///   - help: what its `--help` prints, in paragraphs. The one that begins with `Exit status:` is a section of the
  ///     manual.
  package init(
    of program: String, title: String, version: (number: String, date: String), help: String, commands: [Command]
  ) {
    (self.program, self.title, self.version, self.help, self.commands) = (program, title, version, help, commands)
  }

  /// The page that the arguments ask for; nil if their first is another word.
  package func page<Failure: CommandError>(
    for arguments: ArraySlice<String>, _: Failure.Type
  ) throws(Failure) -> String? {
    let isManual = arguments.first == "manual"
    guard isManual || arguments.first == "completion" else { return nil }
    let words = Array(arguments.dropFirst())
    if words.contains("--help") || words.contains("-h") { return Self.help(of: program) + "\n" }
    if let word = words.dropFirst(isManual ? 0 : 1).first {
      throw .usage(ArgumentError.unknownArgument(word).sentence(of: arguments.first))
    }
    switch words.first {
    case _ where isManual: return manual
    case "bash": return bash
    case "zsh": return zsh
    case "fish": return fish
    case let word: throw .unknown("shell", word ?? "", known: Self.shells)
    }
  }

  // MARK: - The manual

  private var manual: String {
    let status = "Exit status: "
    let paragraphs = help.split(separator: "\n\n").map(String.init)
    var lines = [
      ".TH \(program.uppercased().inRoff) 1 \(version.date) \"\(program.inRoff) \(version.number)\" \"User Commands\"",
      ".SH NAME", "\(program.inRoff) \\- \(title.inRoff)",
      ".SH SYNOPSIS", ".B \(program.inRoff)", "COMMAND [options]", ".SH DESCRIPTION",
    ]
    lines += Self.asItStands(paragraphs.filter { !$0.hasPrefix(status) }.joined(separator: "\n\n")) + [".SH COMMANDS"]
    for command in commands {
      lines += [".SS \(program.inRoff) \(command.name.inRoff)"] + Self.asItStands(command.help)
    }
    lines += [".SH EXIT STATUS"]
    lines += paragraphs.filter { $0.hasPrefix(status) }.flatMap { Self.asItStands(String($0.dropFirst(status.count))) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func asItStands(_ text: String) -> [String] {
    [".nf"] + text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).inRoff } + [".fi"]
  }

  // MARK: - Completion

  private var function: String { "_" + program.replacing("-", with: "_") }

  private var bash: String {
    let cases = commands.map { command in
      "    \(command.name)) words='\(command.spellings.map(\.spelling).joined(separator: " "))' ;;"
    }
    return """
      # Completion of \(program) for bash, printed by: \(program) completion bash

      \(function)() {
        local current=${COMP_WORDS[COMP_CWORD]} words= word
        COMPREPLY=()
        case ${COMP_WORDS[1]} in
      \(cases.joined(separator: "\n"))
        esac
        if ((COMP_CWORD == 1)); then
          words='\(commands.map(\.name).joined(separator: " ")) completion manual --help --version'
        elif [[ ${COMP_WORDS[1]} == completion ]]; then
          words='\(Self.shells.joined(separator: " "))'
        elif [[ $current != -* ]]; then
          if [[ $current == = ]]; then current=; fi
          compopt -o filenames 2>/dev/null
          while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
          return
        fi
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current")
      }

      complete -F \(function) \(program)

      """
  }

  private var zsh: String {
    let cases = commands.map { command in
      let options = command.spellings.map { option in
        let value = (option.spelling.hasPrefix("--") ? "=" : "+") + ":value:_files"
        return "'\(option.spelling)\(option.takesValue ? value : "")'"
      }
      return "      \(command.name)) _arguments -S \(options.joined(separator: " ")) '*:file:_files' && ret=0 ;;"
    }
    let words =
      commands.map { "\($0.name)\\:\"\($0.summary.inZsh)\"" }
      + ["completion\\:\"completion for a shell\"", "manual\\:\"the manual page\""]
    return """
      #compdef \(program)
      # Completion of \(program) for zsh, printed by: \(program) completion zsh

      _\(program)() {
        local curcontext=$curcontext state line ret=1
        typeset -A opt_args
        _arguments -C -S --help --version \\
          \("1:command:((\(words.joined(separator: " "))))".inShell) '*::argument:->argument' && ret=0
        if [[ $state == argument ]]; then
          case $line[1] in
      \(cases.joined(separator: "\n"))
            completion) _arguments '1:shell:(\(Self.shells.joined(separator: " ")))' && ret=0 ;;
          esac
        fi
        return ret
      }

      if [[ $funcstack[1] == _\(program) ]]; then _\(program) "$@"; else compdef _\(program) \(program); fi

      """
  }

  private var fish: String {
    let first = "-n __fish_use_subcommand"
    var lines = commands.map { "complete -c \(program) \(first) -f -a \($0.name) -d \($0.summary.inShell)" }
    lines += [
      "complete -c \(program) \(first) -f -a completion -d 'completion for a shell'",
      "complete -c \(program) \(first) -f -a manual -d 'the manual page'",
      "complete -c \(program) \(first) -l help", "complete -c \(program) \(first) -l version",
      "complete -c \(program) -n '__fish_seen_subcommand_from completion' -f -a '\(Self.shells.joined(separator: " "))'",
    ]
    for command in commands {
      lines += command.spellings.map { option in
        let spelling = option.spelling
        let name = spelling.hasPrefix("--") ? "-l \(spelling.dropFirst(2))" : "-s \(spelling.dropFirst())"
        let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
        return "complete -c \(program) \(condition) \(name)\(option.takesValue ? " -r" : "")"
      }
    }
    return """
      # Completion of \(program) for fish, printed by: \(program) completion fish

      \(lines.joined(separator: "\n"))

      """
  }
}

extension String {
  /// A line that roff takes as text, in ASCII, with hyphens that can be copied into a shell.
  package var inRoff: String {
    let line = unicodeScalars.reduce(into: "") { line, scalar in
      switch scalar {
      case "\\": line += "\\e"
      case "-": line += "\\-"
      case "'": line += "\\(aq"
      case _ where scalar.isASCII: line.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        line += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return line.hasPrefix(".") ? "\\&" + line : line
  }

  /// One word of any of the shells.
  package var inShell: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  /// The explanation of a word or an option in zsh.
  package var inZsh: String { reduce(into: "") { $0 += ("[]:\\\"".contains($1) ? "\\" : "") + String($1) } }
}
