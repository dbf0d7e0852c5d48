/// The shells that `swift-vault completion` knows.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The script with which the shell completes every command.
  var completion: String {
    let tree = CommandTree(Subcommand.all)
    return switch self {
    case .bash: BashCompletion(tree: tree).script
    case .zsh: ZshCompletion(tree: tree).script
    case .fish: FishCompletion(tree: tree).script
    }
  }
}
