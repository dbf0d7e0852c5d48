import Testing

@testable import SwiftVault

@Suite struct PackageVersionTests {
  @Test("a commit is shown by its first digits, and what stands in a clone as unknown")
  func commit() {
    #expect(PackageVersion.shown("0123456789abcdef0123456789abcdef01234567") == "0123456789ab")
    #expect(PackageVersion.shown("$" + "Format:%H" + "$") == "commit unknown")
  }

  @Test func line() {
    let commit = PackageVersion.shown(PackageVersion.commit)
    #expect(PackageVersion.line(of: "a-command") == "a-command \(PackageVersion.number) (\(commit))")
  }
}
