// The self-test as a program: prints the report, and ends abnormally if an answer is wrong.

import ChaCha20Poly1305
import SwiftVault

let others = ChaChaPoly.selfTest().map {
  SelfTest.Check(primitive: "ChaCha20-Poly1305", name: $0.name, kernel: $0.kernel, passed: $0.passed)
}
let report = SelfTest.run(with: others)
print(report.description)
precondition(report.passed)
