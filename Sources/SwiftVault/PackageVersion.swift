/// The version and the commit that a command was built from.
///
/// `git archive` writes the commit's hash into this file, because `.gitattributes` asks for it. `Release/build` and
/// source downloads use `git archive`. A clone has no hash here: its builds report an unknown commit, because the files
/// may have been changed after the commit.
package enum PackageVersion {
  /// The version, as in CHANGELOG.md.
  package static let number = "1.0.0"
  /// The date of the version, for the manual page.
  package static let date = "2026-11-22"
  /// The commit's hash, or the placeholder that `git archive` replaces.
  static let commit = "$Format:%H$"

  /// The output of a command's `--version`: its name, the version and the commit.
  package static func line(of command: String) -> String {
    "\(command) \(number) (\(shown(commit)))"
  }

  /// The first 12 digits of a commit's hash.
  package static func shown(_ commit: String) -> String {
    if commit.utf8.first == UInt8(ascii: "$") { return "commit unknown" }
    return String(decoding: commit.utf8.prefix(12), as: UTF8.self)
  }
}
