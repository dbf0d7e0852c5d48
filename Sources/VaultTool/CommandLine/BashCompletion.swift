/// The completion script for bash, 3.2 and later.
struct BashCompletion {
  let tree: CommandTree

  var script: String {
    """
    # Completion of swift-vault for bash, printed by: swift-vault completion bash

    _swift_vault_add() {
      local word
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$@" -- "$current")
    }

    _swift_vault_value() {
      case $1 in
        file) compopt -o filenames 2>/dev/null; _swift_vault_add -f ;;
        vault) compopt -o filenames 2>/dev/null; _swift_vault_add -f -X '!*.vault'; _swift_vault_add -d ;;
        variable) _swift_vault_add -e ;;
        words) _swift_vault_add -W "$2" ;;
      esac
    }

    _swift_vault() {
      local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} command= index
      COMPREPLY=()
      # bash splits --option=value into three words
      if [[ $current == = ]]; then current=; elif [[ $option == = ]]; then option=${COMP_WORDS[COMP_CWORD - 2]}; fi
      for ((index = 1; index < COMP_CWORD; index++)); do
        case ${COMP_WORDS[index]} in
          \(tree.spellings { _ in true }.joined(separator: "|")))
            if [[ ${COMP_WORDS[index + 1]} == = ]]; then ((index += 2)); else ((index++)); fi ;;
          -*) ;;
          *) command+="${COMP_WORDS[index]} " ;;
        esac
      done
      case $option in
    \(optionCases.joined(separator: "\n"))
      esac
      case $command in
    \(commandCases.joined(separator: "\n"))
      esac
    }

    complete -F _swift_vault swift-vault

    """
  }

  private var optionCases: [String] {
    tree.options.filter { $0.value != nil }.map { option in
      "    \(option.spellings.joined(separator: "|"))) \(completedValue(of: option)); return ;;"
    }
  }

  /// Completes the value: in the same way after each command, or by the command where they differ.
  private func completedValue(of option: Option) -> String {
    let uses = tree.commands.flatMap { command in
      command.options.filter { $0 == option }.compactMap(\.value).map { (command: command.name, value: $0) }
    }
    if uses.allSatisfy({ $0.value.kind == uses[0].value.kind }) { return completed(uses[0].value) }
    let cases = uses.map { " '\($0.command) '*) \(completed($0.value)) ;;" }.joined()
    return "case $command in\(cases) esac"
  }

  private var commandCases: [String] {
    let groups = tree.groups.map { group in
      "    '\(group.word) ') _swift_vault_value words '\(group.commands.map { $0.words[1] }.joined(separator: " "))' ;;"
    }
    let first = "    '') _swift_vault_value words '\(tree.words.map(\.word).joined(separator: " "))' ;;"
    return tree.commands.map(commandCase) + groups + [first]
  }

  private func commandCase(_ command: Subcommand) -> String {
    let options = (command.options + Option.common).map(\.spelling).joined(separator: " ")
    var action = "if [[ $current == -* ]]; then _swift_vault_value words '\(options)'"
    if let operand = command.operand {
      let condition = command.isRepeatable ? "else" : "elif [[ $command == '\(command.name) ' ]]; then"
      action += "; \(condition) \(completed(operand))"
    }
    return "    '\(command.name) '*) \(action); fi ;;"
  }

  private func completed(_ value: Placeholder) -> String {
    switch value.kind {
    case .file: "_swift_vault_value file"
    case .vault: "_swift_vault_value vault"
    case .variable: "_swift_vault_value variable"
    case .words(let words): "_swift_vault_value words '\(words.joined(separator: " "))'"
    case .free: ":"
    }
  }
}
