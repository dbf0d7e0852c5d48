// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Notes",
  platforms: [.macOS(.v13)],
  dependencies: [
    // In a package of your own: .package(url: "…/swift-vault.git", from: "1.0.0")
    .package(name: "swift-vault", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Notes",
      dependencies: [.product(name: "SwiftVaultFoundation", package: "swift-vault")]),
    .testTarget(name: "NotesTests", dependencies: ["Notes"]),
  ]
)
