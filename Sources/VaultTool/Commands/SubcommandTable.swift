extension Subcommand {
  /// Every command, in the order of `--help`.
  static let all =
    [SealCommand.subcommand, OpenCommand.subcommand, VerifyCommand.subcommand, InspectCommand.subcommand]
    + PasswordCommand.subcommands
    + [ResealCommand.subcommand, ImportCommand.subcommand, ExportCommand.subcommand]
    + KeyCommand.subcommands
    + [
      CreateCredentialCommand.subcommand, VerifyCredentialCommand.subcommand, ConvertCredentialCommand.subcommand,
      SelfTestCommand.subcommand, CompletionCommand.subcommand, ManualCommand.subcommand,
    ]
}
