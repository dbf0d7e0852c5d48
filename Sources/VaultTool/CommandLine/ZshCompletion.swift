import SwiftVaultCommandSupport

/// The completion script for zsh: to be sourced after `compinit`, or installed as `_swift-vault` in `fpath`.
struct ZshCompletion {
  let tree: CommandTree

  var script: String {
    """
    #compdef swift-vault
    # Completion of swift-vault for zsh, printed by: swift-vault completion zsh

    _swift-vault() {
      local curcontext=$curcontext state line ret=1
      typeset -A opt_args
      _arguments -C -S \(common) \\
        \(words("command", tree.words)) '*::argument:->argument' && ret=0
      if [[ $state == argument ]]; then
        case $line[1] in
    \(cases.joined(separator: "\n"))
        esac
      fi
      return ret
    }

    if [[ $funcstack[1] == _swift-vault ]]; then _swift-vault "$@"; else compdef _swift-vault swift-vault; fi

    """
  }

  private var cases: [String] {
    let single = tree.commands.filter { $0.words.count == 1 }.map {
      "      \($0.name)) \(arguments(of: $0)) && ret=0 ;;"
    }
    return single + tree.groups.map(groupCase)
  }

  private func groupCase(_ group: (word: String, commands: [Subcommand])) -> String {
    let second = group.commands.map { ($0.words[1], $0.summary) }
    return """
            \(group.word))
              state=
              _arguments -C -S \(common) \\
                \(words("command", second)) '*::argument:->argument' && ret=0
              if [[ $state == argument ]]; then
                case $line[1] in
      \(group.commands.map { "            \($0.words[1])) \(arguments(of: $0)) && ret=0 ;;" }.joined(separator: "\n"))
                esac
              fi ;;
      """
  }

  private var common: String { Option.common.map(specification).joined(separator: " ") }

  private func arguments(of command: Subcommand) -> String {
    var parts = ["_arguments -S"] + (command.options + Option.common).map(specification)
    if let operand = command.operand {
      parts.append("\(command.isRepeatable ? "*" : "1"):\(operand.name):\(action(operand.kind))".inShell)
    }
    return parts.joined(separator: " \\\n          ")
  }

  private func words(_ name: String, _ words: [(String, String)]) -> String {
    let list = words.map { "\($0)\\:\"\($1.inZsh)\"" }.joined(separator: " ")
    return "1:\(name):((\(list)))".inShell
  }

  /// `'(-o --output)'{-o+,--output=}'[explanation]:OUT:_files'`.
  private func specification(_ option: Option) -> String {
    let end = option.value.map { ":\($0.name):\(action($0.kind))" } ?? ""
    let text = "[\(option.brief.inZsh)]\(end)".inShell
    let forms = option.spellings.map { $0 + (option.value == nil ? "" : $0 == option.short ? "+" : "=") }
    let excluded = "(\(option.spellings.joined(separator: " ")))".inShell
    // A star: it may be given again.
    let star = option.isRepeatable ? "'*'" : ""
    return forms.count == 1 ? "\(star)\(forms[0])\(text)" : "\(excluded){\(forms.joined(separator: ","))}\(text)"
  }

  private func action(_ kind: Placeholder.Kind) -> String {
    switch kind {
    case .file: "_files"
    case .vault: "_files -g \"*.vault\""
    case .variable: "_parameters -g \"*export*\""
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .free: " "
    }
  }
}
