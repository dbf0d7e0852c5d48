// The self-test as a program: prints the report, and ends abnormally if an answer is wrong.

import SwiftVault

let report = SelfTest.run()
print(report.description)
precondition(report.passed)
