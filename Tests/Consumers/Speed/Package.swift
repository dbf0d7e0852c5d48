// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "speed",
  platforms: [.macOS(.v13)],
  dependencies: [.package(url: Context.environment["SWIFT_VAULT"] ?? "", exact: "1.0.0")],
  targets: [
    .executableTarget(name: "Consumer", dependencies: [.product(name: "SwiftVault", package: "swift-vault")])
  ]
)
