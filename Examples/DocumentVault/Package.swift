// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "DocumentVault",
  platforms: [.macOS(.v13)],
  dependencies: [
    // In a package of your own: .package(url: "…/swift-vault.git", from: "1.0.0")
    .package(name: "swift-vault", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "DocumentVault",
      dependencies: [.product(name: "SwiftVaultFoundation", package: "swift-vault")]),
    .testTarget(name: "DocumentVaultTests", dependencies: ["DocumentVault"]),
  ],
  swiftLanguageModes: [.v6]
)
