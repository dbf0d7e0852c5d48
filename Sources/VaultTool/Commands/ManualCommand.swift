import SwiftVaultCommandSupport

/// `swift-vault manual`: prints the manual page.
enum ManualCommand {
  static let subcommand = Subcommand(
    name: "manual", summary: "prints the manual page",
    description: ["Prints the help of every command as one manual page for man, in roff."],
    examples: [
      "swift-vault manual | man -l -",
      "swift-vault manual > /usr/local/share/man/man1/swift-vault.1",
    ],
    run: { _ in try StandardStream.writeOutput(Array(Manual.page.utf8)) })
}
