// swift-tools-version: 6.2

import PackageDescription

/// Names that a package may use for its own targets, and that are also folders of swift-vault. All packages of a build
/// share one namespace for targets.
let names = [
  "ARM64Crypto", "ARM64SHA512", "Benchmarks", "CPU", "CommandSupport", "CryptoBytes", "CryptoLab", "Lessons",
  "TestSupport", "VaultTool", "X86AES", "X86AVX2", "X86AVX512", "X86SHA", "X86VAES", "X86VAES512",
]

let package = Package(
  name: "own-names",
  platforms: [.macOS(.v13)],
  dependencies: [.package(url: Context.environment["SWIFT_VAULT"] ?? "", exact: "1.0.0")],
  targets: names.map { .target(name: $0) } + [
    .target(name: "Reference", dependencies: [.product(name: "SHA", package: "swift-vault")]),
    // A library of swift-vault has this name too, and gets another one in this build.
    .target(name: "AES"),
    .executableTarget(
      name: "Consumer",
      dependencies: [
        .product(name: "SwiftVault", package: "swift-vault", moduleAliases: ["AES": "SwiftVaultAES"]), "Reference",
        "AES",
      ] + names.map { .target(name: $0) }),
    .testTarget(name: "VaultToolTests", dependencies: ["Reference"]),
  ],
  swiftLanguageModes: [.v6]
)
