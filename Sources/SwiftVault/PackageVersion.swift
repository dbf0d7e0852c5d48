/// Which version of the package, and which commit, a command was built from.
///
/// `git archive` writes the commit's number into this file, as `.gitattributes` asks for, and so does what builds on it:
/// `Release/build` and a download of the sources. A clone has no number here. A build of it says that the commit is
/// unknown, since the files may have been changed after the commit.
package enum PackageVersion {
  /// The version, as CHANGELOG.md has it.
  package static let number = "0.1.0"
  /// The day of the version, for the manual page.
  package static let date = "2026-11-21"
  /// The commit's number, or what `git archive` would replace by it.
  static let commit = "$Format:%H$"

  /// What `--version` of a command prints: its name, the version and the commit.
  package static func line(of command: String) -> String {
    "\(command) \(number) (\(shown(commit)))"
  }

  /// The first 12 digits of a commit's number.
  package static func shown(_ commit: String) -> String {
    if commit.utf8.first == UInt8(ascii: "$") { return "commit unknown" }
    return String(decoding: commit.utf8.prefix(12), as: UTF8.self)
  }
}
