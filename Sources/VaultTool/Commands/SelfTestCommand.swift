import ChaCha20Poly1305
import SwiftVault
import SwiftVaultCommandSupport

/// `swift-vault selftest`.
enum SelfTestCommand {
  static let subcommand = Subcommand(
    name: "selftest", summary: "runs known-answer tests on this processor",
    description: [
      """
      Runs known-answer tests of every primitive, mode and padding, and of a credential and a vault. Hashes, HMAC, \
      PBKDF2, the modes of AES and ChaCha20-Poly1305 run on every kernel (implementation) that this processor supports, the rest on the \
      fastest. Prints a line for each primitive: the number of answers, and the kernels.
      """
    ],
    examples: ["swift-vault selftest"],
    run: { _ in
      let others = ChaChaPoly.selfTest().map {
        SelfTest.Check(primitive: "ChaCha20-Poly1305", name: $0.name, kernel: $0.kernel, passed: $0.passed)
      }
      try report(SelfTest.run(with: others))
    })

  /// Prints the report, and throws if it has a failure.
  static func report(_ report: SelfTest.Report) throws {
    try StandardStream.writeOutput(Array("\(report)\n".utf8))
    guard report.passed else {
      throw ToolError(
        .selfTestFailed, nil, "the self-test failed; do not use this build of swift-vault on this processor")
    }
  }
}
