// swift-tools-version: 5.9

import PackageDescription

let package = Package(
  name: "same-types",
  platforms: [.macOS(.v13)],
  dependencies: [.package(url: Context.environment["SWIFT_VAULT"] ?? "", exact: "1.0.0")],
  targets: [
    .target(name: "OtherCrypto"),
    .executableTarget(
      name: "Consumer",
      dependencies: [
        "OtherCrypto", .product(name: "SwiftVault", package: "swift-vault"),
        .product(name: "SwiftVaultFoundation", package: "swift-vault"),
      ]),
    .executableTarget(name: "Speed", dependencies: [.product(name: "SwiftVault", package: "swift-vault")]),
  ],
  swiftLanguageVersions: [.v5]
)
