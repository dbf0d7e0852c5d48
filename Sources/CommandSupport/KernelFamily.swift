internal import AES
internal import ChaCha20Poly1305
internal import MemoryHard
package import SHA

/// Algorithms that share their kernels. The raw value is the name of the family in reports.
package enum KernelFamily: String, CaseIterable, Sendable {
  case md5
  case sha1
  case sha256
  case sha512
  case aes
  case chacha20
  case argon2id

  private var kernel: any Kernel.Type {
    switch self {
    case .md5: MD5Kernel.self
    case .sha1: SHA1Kernel.self
    case .sha256: SHA256Kernel.self
    case .sha512: SHA512Kernel.self
    case .aes: AESKernel.self
    case .chacha20: ChaCha20Kernel.self
    case .argon2id: Argon2Kernel.self
    }
  }

  /// The names of the kernels that this machine can run.
  package var kernels: [String] { kernel.names }

  /// The name of the default kernel.
  package var chosen: String { kernel.best.rawValue }
}

extension NamedHash {
  /// The family whose kernels it runs on.
  package var kernelFamily: KernelFamily {
    switch self {
    case .md5: .md5
    case .sha1: .sha1
    case .sha224, .sha256: .sha256
    case .sha384, .sha512, .sha512_224, .sha512_256: .sha512
    }
  }
}

extension Kernel {
  /// The kernel of that name, if this machine can run it; the best one for `nil`.
  package static func named(_ name: String?) throws(ArgumentError) -> Self {
    guard let name else { return best }
    guard let kernel = available.first(where: { $0.rawValue == name }) else {
      throw .unknownName(what: "kernel", name, known: names)
    }
    return kernel
  }

  fileprivate static var names: [String] { available.map(\.rawValue) }
}
