import AES
import SHA

extension Kernel {
  /// The kernel of that name, if this machine can run it.
  static func named(_ name: String) throws(BenchError) -> Self {
    guard let kernel = available.first(where: { $0.rawValue == name }) else {
      throw BenchError(message: "no kernel '\(name)'; there is \(names.joined(separator: ", "))")
    }
    return kernel
  }

  /// The names of the kernels that this machine can run.
  static var names: [String] { available.map(\.rawValue) }
}

/// An algorithm that has kernels, by the name it has in reports.
enum BenchAlgorithm: String, CaseIterable {
  case sha1
  case sha256
  case sha512
  case aes

  /// Its kernels.
  var family: any Kernel.Type {
    switch self {
    case .sha1: SHA1Kernel.self
    case .sha256: SHA256Kernel.self
    case .sha512: SHA512Kernel.self
    case .aes: AESKernel.self
    }
  }

  /// The names of the kernels that this machine can run.
  var kernels: [String] { family.names }

  /// The name of the kernel that is used when nobody asks.
  var chosen: String { family.best.rawValue }

  /// The name as its standard writes it.
  var title: String {
    switch self {
    case .sha1: "SHA-1"
    case .sha256: "SHA-256"
    case .sha512: "SHA-512"
    case .aes: "AES"
    }
  }
}

extension BenchHash {
  /// The algorithm whose kernels it runs on.
  var algorithm: BenchAlgorithm {
    switch self {
    case .sha1: .sha1
    case .sha224, .sha256: .sha256
    case .sha384, .sha512, .sha512_224, .sha512_256: .sha512
    }
  }
}
