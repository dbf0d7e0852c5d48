import AES
import SHA

extension Kernel {
  /// The kernel of that name if this machine can run it; the best one for `nil`.
  static func named(_ name: String?) throws(LabError) -> Self {
    guard let name else { return best }
    guard let kernel = available.first(where: { $0.rawValue == name }) else {
      throw .unknown("kernel", name, known: availableNames)
    }
    return kernel
  }

  /// The names of the kernels that this machine can run.
  static var availableNames: [String] { available.map(\.rawValue) }
}

/// `crypto-lab kernels`: the kernels of this machine by algorithm.
enum KernelList {
  /// Each algorithm with the names of its kernels, as a request is answered.
  static let families: [(algorithm: String, kernels: [String])] = [
    ("sha256", SHA256Kernel.availableNames),
    ("sha512", SHA512Kernel.availableNames),
    ("aes", AESKernel.availableNames),
  ]

  /// The command.
  static let command = LabCommand(
    name: "kernels",
    summary: "list the kernels (inner loops) this machine can run",
    help: """
      usage: crypto-lab kernels

      Lists, for each algorithm, the kernels (inner loops) that this machine can run.
      The one marked with a star is used unless --kernel NAME asks for another.

      sha256 stands for SHA-224 and SHA-256; sha512 for SHA-384, SHA-512, SHA-512/224
      and SHA-512/256.

      Example:
        crypto-lab kernels
        crypto-lab digest --hash sha256 --kernel portable --text abc
      """,
    options: []
  ) { _ in
    show("sha1", SHA1Kernel.self)
    show("sha256", SHA256Kernel.self)
    show("sha512", SHA512Kernel.self)
    show("aes", AESKernel.self)
  }

  private static func show<Family: Kernel>(_ algorithm: String, _ family: Family.Type) {
    let names = family.available.map { $0.rawValue == family.best.rawValue ? $0.rawValue + "*" : $0.rawValue }
    print(algorithm.padding(to: 8) + names.joined(separator: " "))
  }
}

extension String {
  /// The text with spaces after it up to `width` characters.
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
