import SwiftVaultCommandSupport

/// The completion script for fish, 3.1 and later.
struct FishCompletion {
  let tree: CommandTree

  var script: String {
    """
    # Completion of swift-vault for fish, printed by: swift-vault completion fish

    # The words before the cursor that are neither options nor their values, as one string.
    function __swift_vault_words
        set -l words (commandline -opc)
        set -l operands
        set -l skip 0
        for word in $words[2..-1]
            if test $skip = 1
                set skip 0
                continue
            end
            switch $word
                case \(tree.spellings { _ in true }.joined(separator: " "))
                    set skip 1
                case '-*'
                case '*'
                    set -a operands $word
            end
        end
        string join -- ' ' $operands
    end

    function __swift_vault_after
        test (__swift_vault_words | string collect -a) = "$argv"
    end

    function __swift_vault_in
        string match -q -- "$argv *" (__swift_vault_words | string collect -a)' '
    end

    complete -c swift-vault -f
    \(lines.joined(separator: "\n"))

    """
  }

  private var lines: [String] {
    let first = tree.words.map { word("__swift_vault_after ''", $0.word, $0.summary) }
    let second = tree.groups.flatMap { group in
      group.commands.map { word("__swift_vault_after \(group.word)", $0.words[1], $0.summary) }
    }
    return first + second + Option.common.map { option($0, "") } + tree.commands.flatMap(lines)
  }

  private func lines(_ command: Subcommand) -> [String] {
    let inside = "__swift_vault_in \(command.name)"
    var lines = command.options.map { option($0, " -n \(inside.inShell)") }
    if let operand = command.operand {
      let condition = command.isRepeatable ? inside : "__swift_vault_after \(command.name)"
      lines.append("complete -c swift-vault -n \(condition.inShell)\(action(operand.kind))")
    }
    return lines
  }

  private func word(_ condition: String, _ word: String, _ summary: String) -> String {
    "complete -c swift-vault -n \(condition.inShell) -a \(word) -d \(summary.inShell)"
  }

  private func option(_ option: Option, _ condition: String) -> String {
    let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
    let value = option.value.map { ($0.kind == .file ? " -r" : " -x") + action($0.kind) } ?? ""
    return "complete -c swift-vault\(condition)\(short) -l \(option.spelling.dropFirst(2))\(value)"
      + " -d \(option.brief.inShell)"
  }

  private func action(_ kind: Placeholder.Kind) -> String {
    switch kind {
    case .file: " -F"
    case .vault: #" -a '(__fish_complete_suffix .vault | string match -r ".*(?:\.vault|/)\$")'"#
    case .variable: " -a '(set -nx)'"
    case .words(let words): " -a \(words.joined(separator: " ").inShell)"
    case .free: ""
    }
  }
}
