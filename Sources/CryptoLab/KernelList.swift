import SwiftVaultCommandSupport

/// `crypto-lab kernels`: the kernels of this machine by algorithm.
enum KernelList {
  /// The names of each algorithm's kernels, as in the reply to a request.
  static var json: JSON {
    .object([KernelFamily.sha256, .sha512, .aes, .chacha20].map { ($0.rawValue, .list($0.kernels.map { JSON($0) })) })
  }

  /// The command.
  static let command = LabCommand(
    name: "kernels",
    summary: "list the kernels (inner loops) this machine can run",
    help: """
      usage: crypto-lab kernels

      Lists, for each algorithm, the kernels (inner loops) that this machine can run.
      The one marked with a star is used unless --kernel NAME asks for another.
      Argon2id is an operation of batch alone, on that one.

      sha256 stands for SHA-224 and SHA-256; sha512 for SHA-384, SHA-512, SHA-512/224
      and SHA-512/256.

      Example:
        crypto-lab kernels
        crypto-lab digest --hash sha256 --kernel portable --text abc
      """,
    options: []
  ) { _ in
    for family in KernelFamily.allCases {
      let names = family.kernels.map { $0 == family.chosen ? $0 + "*" : $0 }
      printLine(family.rawValue.padded(to: -9) + names.joined(separator: " "))
    }
  }
}
