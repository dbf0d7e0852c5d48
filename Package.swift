// swift-tools-version: 6.2

import PackageDescription

/// The API modules: strict memory safety, every unsafe operation marked.
let api: [SwiftSetting] = [.strictMemorySafety()]

/// Optimised even when the app that imports it is built for debugging; as one unit, so that files inline each other.
let optimized: [SwiftSetting] = [
  .unsafeFlags(["-O", "-wmo", "-num-threads", "2", "-disable-batch-mode"], .when(configuration: .debug))
]

/// Modules with an inner loop.
let innerLoop: [SwiftSetting] = api + optimized

/// A module that uses instructions beyond the x86-64 baseline: `features` as in clang's `-m` options. On other
/// architectures the options are unused arguments.
func x86(_ features: String...) -> [SwiftSetting] {
  [.unsafeFlags(features.flatMap { ["-Xcc", "-Xarch_x86_64", "-Xcc", "-m" + $0] })]
}

let package = Package(
  name: "swift-vault",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "SHA", targets: ["SHA"]),
    .library(name: "HMAC", targets: ["HMAC"]),
    .library(name: "PBKDF2", targets: ["PBKDF2"]),
    .library(name: "AES", targets: ["AES"]),
    .library(name: "Vault", targets: ["Vault"]),
    .executable(name: "swift-vault", targets: ["VaultTool"]),
    .executable(name: "vault-bench", targets: ["VaultBench"]),
    .executable(name: "crypto-lab", targets: ["CryptoLab"]),
  ],
  targets: [
    // Libraries. Arrows point down only.
    .target(name: "Vault", dependencies: ["PBKDF2", "AES", "HMAC"], swiftSettings: innerLoop),
    .target(name: "PBKDF2", dependencies: ["HMAC", "CPU"], swiftSettings: innerLoop),
    .target(name: "HMAC", dependencies: ["SHA"], swiftSettings: innerLoop),
    .target(name: "SHA", dependencies: ["CryptoBytes"], swiftSettings: innerLoop),
    .target(name: "AES", dependencies: ["CryptoBytes"], swiftSettings: innerLoop),
    .target(name: "CPU", path: "Sources/Kernels/CPU", swiftSettings: optimized + x86("xsave", "xsavec")),
    .target(name: "CryptoBytes", swiftSettings: innerLoop),

    // Commands: use, measure, learn.
    .executableTarget(name: "VaultTool", dependencies: ["Vault"]),
    .executableTarget(name: "VaultBench", dependencies: ["PBKDF2"], path: "Benchmarks"),
    .executableTarget(
      name: "CryptoLab", dependencies: ["Vault", "Reference"], path: "Demos/CryptoLab"),
    .target(name: "Reference", path: "Demos/Reference"),

    // Tests.
    .target(name: "TestVectors", dependencies: ["CryptoBytes"], path: "Tests/Support"),
    .testTarget(name: "CryptoBytesTests", dependencies: ["CryptoBytes"]),
    .testTarget(name: "CPUTests", dependencies: ["CPU"]),
    .testTarget(name: "SHATests", dependencies: ["SHA", "TestVectors"]),
    .testTarget(name: "HMACTests", dependencies: ["HMAC", "TestVectors"]),
    .testTarget(name: "PBKDF2Tests", dependencies: ["PBKDF2", "TestVectors"]),
    .testTarget(name: "AESTests", dependencies: ["AES", "Reference", "TestVectors"]),
    .testTarget(name: "VaultTests", dependencies: ["Vault", "TestVectors"]),
    .testTarget(name: "CommandTests", dependencies: ["VaultTool", "CryptoLab", "VaultBench"]),
  ],
  swiftLanguageModes: [.v6]
)
