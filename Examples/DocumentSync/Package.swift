// swift-tools-version: 6.2

import PackageDescription

let libraries = ["Vault", "Sessions", "SecretComparison"].map {
  Target.Dependency.product(name: $0, package: "swift-vault")
}

let package = Package(
  name: "DocumentSync",
  platforms: [.macOS(.v13)],
  dependencies: [
    // In a package of your own: .package(url: "…/swift-vault.git", from: "1.0.0")
    .package(name: "swift-vault", path: "../..")
  ],
  targets: [
    .executableTarget(name: "DocumentSync", dependencies: ["PhotoSync"] + libraries),
    .target(name: "PhotoSync", dependencies: libraries),
    .testTarget(name: "PhotoSyncTests", dependencies: ["PhotoSync", "DocumentSync"] + libraries),
  ],
  swiftLanguageModes: [.v6]
)
