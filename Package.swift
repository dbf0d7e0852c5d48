// swift-tools-version: 6.2
// At least 6.2: earlier versions refuse a package with unsafe flags as a versioned dependency.

import PackageDescription

/// The API modules: strict memory safety, every unsafe operation marked.
let api: [SwiftSetting] = [.strictMemorySafety()]

/// Optimised even when the app that imports it is built for debugging.
///
/// SwiftPM's native build system compiles a target that mentions Embedded Swift as one unit, even if the condition is
/// never met: no package is built for DriverKit. Swift Build, which Xcode uses too, compiles each file separately in a
/// debug build, and a manifest cannot change that: the flag `-whole-module-optimization` stops the build, because it
/// waits for files that are then not written. So code that must be fast calls a function in another file of its module
/// only if that call may be slow. `@inlinable` functions of a lower module are inlined even so.
let optimized: [SwiftSetting] = [
  .unsafeFlags(["-O"], .when(configuration: .debug)),
  .enableExperimentalFeature("Embedded", .when(platforms: [.driverKit])),
]

/// Modules compiled without optimisation, in a tenth of the time, because their own code need not be fast: the
/// self-test, threads and what limits them, and code that is inlined into other modules. SHABlocks is inlined too, but
/// is optimised: otherwise SHA-512 with AVX-512 keeps its pointers beside secrets.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"])]

/// Modules with an inner loop.
let innerLoop: [SwiftSetting] = api + optimized

/// A module that uses instructions beyond the x86-64 baseline: `features` as in clang's `-m` options.
/// `-Qunused-arguments` silences the warnings about unused options on other architectures.
func x86(_ features: String...) -> [SwiftSetting] {
  [.unsafeFlags(["-Xcc", "-Qunused-arguments"] + features.flatMap { ["-Xcc", "-Xarch_x86_64", "-Xcc", "-m" + $0] })]
}

/// Instructions in an order for AMD Zen 3; the code runs on any processor. SHA-512 keeps every execution unit busy with
/// its rounds and its message schedule, and this order makes it 4 to 9 % faster on AMD Zen 4 than the default one.
let ordered = "tune=znver3"

/// A module that uses instructions beyond the arm64 baseline: `features` as in clang's `-march` option. The
/// architecture's name is aarch64 on Linux, Android and Windows, arm64 and arm64e on Apple's systems.
func arm64(_ features: String...) -> [SwiftSetting] {
  let march = (["-march=armv8-a"] + features).joined(separator: "+")
  let options = ["aarch64", "arm64", "arm64e"].flatMap { ["-Xcc", "-Xarch_" + $0, "-Xcc", march] }
  return [.unsafeFlags(["-Xcc", "-Qunused-arguments"] + options)]
}

/// The module Builtin: the instructions SHA1RNDS4, VPTERNLOG, PCLMULQDQ and PMULL, for which Swift imports no
/// intrinsics, prefetches, and memory on the stack.
let builtin: [SwiftSetting] = [.enableExperimentalFeature("BuiltinModule")]

/// The name of a target that is neither a library nor a product. The targets of all packages in a build share one
/// namespace, so a target called `CPU` here would keep users of the package from having one.
func internalName(_ folder: String) -> String { "SwiftVault" + folder }

/// A dependency on a target that is neither a library nor a product.
func inner(_ folder: String) -> Target.Dependency { .target(name: internalName(folder)) }

/// A target of kernels: it depends on CPU detection, and on shared code that is always inlined.
func kernel(_ folder: String, _ features: [SwiftSetting], on other: Target.Dependency...) -> Target {
  .target(
    name: internalName(folder), dependencies: [inner("CPU")] + other, path: "Sources/Kernels/\(folder)",
    swiftSettings: optimized + features)
}

/// A target with loops of instructions, which `vault-bench limits` measures. Only that product has it.
///
/// Two passes of the compiler are off. The vectorizer would turn independent copies of a scalar instruction into one
/// vector instruction. The pass that removes copies in memory finds none, and takes 60 times as long as all others.
func instructions(_ folder: String, _ features: [SwiftSetting] = []) -> Target {
  .target(
    name: internalName("Instruction" + folder),
    dependencies: folder == "Loops" ? [] : ["CPU", "InstructionLoops"].map(inner),
    path: "Benchmarks/Instructions/\(folder)",
    swiftSettings: optimized + features
      + [.unsafeFlags(["-Xllvm", "-vectorize-slp=false", "-Xllvm", "-sil-disable-pass=temp-rvalue-elimination"])])
}

/// Apple requires a reason for asking for the state of files, in a manifest that Xcode copies into the app. Elsewhere
/// it is left out, because SwiftPM gives a target with resources a source file that imports Foundation.
#if canImport(Darwin)
let privacyManifest: (resources: [Resource], exclude: [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
let privacyManifest: (resources: [Resource], exclude: [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

/// The tests in `Tests/<folder>`.
func tests(
  _ folder: String, of dependencies: Target.Dependency..., exclude: [String] = [], swiftSettings: [SwiftSetting] = []
) -> Target {
  .testTarget(
    name: internalName(folder), dependencies: dependencies + [inner("TestSupport")], path: "Tests/\(folder)",
    exclude: exclude, swiftSettings: swiftSettings)
}

let package = Package(
  name: "swift-vault",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "SwiftVault", targets: ["SwiftVault"]),
    .library(name: "SHA", targets: ["SHA"]),
    .library(name: "HMAC", targets: ["HMAC"]),
    .library(name: "PBKDF2", targets: ["PBKDF2"]),
    .library(name: "MemoryHard", targets: ["MemoryHard"]),
    .library(name: "Credentials", targets: ["Credentials"]),
    .library(name: "AES", targets: ["AES"]),
    .library(name: "ChaCha20Poly1305", targets: ["ChaCha20Poly1305"]),
    .library(name: "Curve25519", targets: ["Curve25519"]),
    .library(name: "Sessions", targets: ["Sessions"]),
    .library(name: "SecretComparison", targets: ["SecretComparison"]),
    .library(name: "Vault", targets: ["Vault"]),
    .library(name: "VaultFiles", targets: ["VaultFiles"]),
    .library(name: "VaultInterop", targets: ["VaultInterop"]),
    .library(name: "SwiftVaultFoundation", targets: ["SwiftVaultFoundation"]),
    .executable(name: "swift-vault", targets: [internalName("VaultTool")]),
    .executable(name: "vault-bench", targets: [internalName("Benchmarks")]),
    .executable(name: "crypto-lab", targets: [internalName("CryptoLab")]),
  ],
  targets: [
    // Libraries. Dependencies point downwards.
    .target(
      name: "SwiftVault", dependencies: ["Vault", "Credentials", "MemoryHard", "PBKDF2", "AES", "HMAC", "SHA"],
      swiftSettings: api + unoptimized),
    .target(
      name: "Vault", dependencies: ["MemoryHard", "PBKDF2", "AES", "Curve25519", "HMAC"], swiftSettings: innerLoop),
    .target(
      name: "VaultFiles", dependencies: ["Vault", inner("CLibrary")], exclude: privacyManifest.exclude,
      resources: privacyManifest.resources, swiftSettings: api),
    .target(
      name: "VaultInterop", dependencies: ["Vault", "Credentials", "ChaCha20Poly1305", "Curve25519", "MemoryHard"],
      swiftSettings: innerLoop),
    .target(
      name: "SwiftVaultFoundation",
      dependencies: [
        "SwiftVault", "ChaCha20Poly1305", "Curve25519", "Sessions", "SecretComparison", "VaultInterop",
        inner("ComposedBytes"),
        .target(
          name: "VaultFiles",
          condition: .when(platforms: [.linux, .macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS])),
      ], swiftSettings: api),
    .target(name: internalName("CLibrary"), path: "Sources/CLibrary"),
    .target(name: internalName("ComposedBytes"), path: "Sources/ComposedBytes", swiftSettings: api),
    .target(
      name: "Credentials", dependencies: ["MemoryHard", "PBKDF2"], exclude: ["SOURCES.md"], swiftSettings: innerLoop),
    // With the feature Extern, Embedded Swift calls the allocator of its environment.
    .target(
      name: "MemoryHard", dependencies: ["PBKDF2"] + ["CPU", "MemoryBlocks", "X86AVX2Memory"].map(inner),
      swiftSettings: innerLoop + builtin + [.enableExperimentalFeature("Extern")]),
    .target(name: "PBKDF2", dependencies: ["HMAC"] + ["SHABlocks", "System"].map(inner), swiftSettings: innerLoop),
    .target(name: "HMAC", dependencies: ["SHA"], swiftSettings: innerLoop),
    .target(
      name: "SHA",
      dependencies: ["CryptoBytes", "SHABlocks", "X86SHA", "X86AVX2", "X86AVX512", "ARM64Crypto", "ARM64SHA512"].map(
        inner),
      swiftSettings: innerLoop),
    .target(
      name: "AES",
      dependencies: ["CryptoBytes", "AESBlocks", "X86AES", "X86VAES", "X86VAES512", "ARM64Crypto"].map(inner),
      swiftSettings: innerLoop),
    .target(
      name: "ChaCha20Poly1305",
      dependencies: ["CryptoBytes", "CPU", "ChaChaBlocks", "X86AVX2Stream", "X86AVX512Stream"].map(inner),
      swiftSettings: innerLoop + builtin),
    .target(name: "Curve25519", dependencies: ["HMAC", inner("CryptoBytes")], swiftSettings: innerLoop + builtin),
    .target(name: "Sessions", dependencies: ["Curve25519", "ChaCha20Poly1305", "AES"], swiftSettings: api),
    .target(name: "SecretComparison", dependencies: ["Curve25519"], swiftSettings: api),
    // The feature Lifetimes: only the module that creates a span of a key's bytes needs it.
    .target(
      name: internalName("CryptoBytes"), path: "Sources/CryptoBytes",
      swiftSettings: innerLoop + [.enableExperimentalFeature("Lifetimes")] + builtin),
    .target(name: internalName("System"), path: "Sources/System", swiftSettings: api + unoptimized),

    // Kernels: one target for each set of instructions.
    kernel("X86SHA", x86("sha", "ssse3", "sse4.1") + builtin, on: inner("SHABlocks")),
    kernel("X86AVX2", x86("avx2", "bmi", "bmi2", ordered) + builtin, on: inner("SHABlocks")),
    kernel(
      "X86AVX512", x86("avx512f", "avx512vl", "avx512bw", "avx512dq", "avx2", "bmi", "bmi2", ordered) + builtin,
      on: inner("SHABlocks")),
    .target(
      name: internalName("SHABlocks"), dependencies: [inner("CryptoBytes")], path: "Sources/Kernels/SHABlocks",
      swiftSettings: optimized + builtin),
    kernel("X86AVX2Memory", x86("avx2", "bmi", "bmi2") + builtin, on: inner("MemoryBlocks")),
    .target(
      name: internalName("MemoryBlocks"), path: "Sources/Kernels/MemoryBlocks", swiftSettings: unoptimized + builtin),
    kernel("X86AVX2Stream", x86("avx2", "bmi", "bmi2") + builtin, on: inner("ChaChaBlocks")),
    kernel(
      "X86AVX512Stream",
      x86("avx512f", "avx512ifma", "avx512vl", "avx512bw", "avx512dq", "avx2", "bmi", "bmi2") + builtin,
      on: inner("ChaChaBlocks")),
    .target(
      name: internalName("ChaChaBlocks"), path: "Sources/Kernels/ChaChaBlocks", swiftSettings: unoptimized + builtin),
    .target(name: internalName("AESBlocks"), path: "Sources/Kernels/AESBlocks", swiftSettings: unoptimized + builtin),
    kernel("X86AES", x86("aes", "pclmul", "ssse3", "sse4.1") + builtin, on: inner("AESBlocks")),
    kernel(
      "X86VAES", x86("vaes", "vpclmulqdq", "aes", "pclmul", "avx2", "bmi", "bmi2") + builtin, on: inner("AESBlocks")),
    kernel(
      "X86VAES512",
      x86(
        "vaes", "vpclmulqdq", "aes", "pclmul", "avx512f", "avx512vl", "avx512bw", "avx512dq", "avx2", "bmi", "bmi2")
        + builtin,
      on: inner("AESBlocks")),
    kernel("ARM64Crypto", arm64("aes", "sha2") + builtin, on: inner("AESBlocks"), inner("SHABlocks")),
    kernel("ARM64SHA512", arm64("sha3"), on: inner("SHABlocks")),
    .target(
      name: internalName("CPU"), path: "Sources/Kernels/CPU", swiftSettings: optimized + x86("xsave", "xsavec")),

    // Commands: use, measure, learn.
    .executableTarget(
      name: internalName("VaultTool"),
      dependencies: ["SwiftVault", "ChaCha20Poly1305", "VaultFiles", "VaultInterop"]
        + ["ComposedBytes", "CommandSupport"].map(inner),
      path: "Sources/VaultTool",
      // Binds the command's functions when it starts. Lazy binding stores the vector registers on the stack when a
      // function is first called, and with them round keys that AES has left there. Shared libraries still bind their
      // own functions lazily, unless LD_BIND_NOW is set; see SECURITY.md.
      linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"], .when(platforms: [.linux]))]),
    .executableTarget(
      name: internalName("Benchmarks"),
      dependencies: ["SwiftVault", "ChaCha20Poly1305", "Curve25519"]
        + [
          "CryptoBytes", "System", "CPU", "CommandSupport", "Operations", "InstructionLoops", "InstructionX86SSE",
          "InstructionX86AVX2", "InstructionX86AVX512", "InstructionARM64Crypto", "InstructionARM64SHA512",
        ].map(inner),
      path: "Benchmarks",
      exclude: [
        "README.md", "Calibration.md", "PhysicalLimits.md", "ARM64.md", "OtherLanguages.md", "SwiftPackages.md",
        "calibrate.schema.json", "compare", "results", "machines", "Instructions",
      ]),
    .executableTarget(
      name: internalName("CryptoLab"),
      dependencies: ["SwiftVault", "Sessions", "VaultInterop"]
        + ["LessonLogic", "ExerciseLogic", "Reference", "CommandSupport"].map(inner),
      path: "Sources/CryptoLab"),
    .target(
      name: internalName("LessonLogic"),
      dependencies: ["SwiftVault", "SecretComparison", inner("SHABlocks"), inner("Reference")],
      path: "Sources/LessonLogic", swiftSettings: optimized),
    .target(
      name: internalName("ExerciseLogic"), dependencies: ["SwiftVault", inner("LessonLogic")],
      path: "Sources/ExerciseLogic"),
    .executableTarget(
      name: internalName("ExerciseSolutions"), path: "Demos/Exercises/Solutions/Swift"),
    .target(name: internalName("Reference"), path: "Demos/Reference", swiftSettings: optimized),
    .target(
      name: internalName("CommandSupport"),
      dependencies: ["MemoryHard", "PBKDF2", "AES", "ChaCha20Poly1305"]
        + ["CryptoBytes", "System", "CLibrary"].map(inner),
      path: "Sources/CommandSupport", exclude: ["SOURCES.md"]),

    // Loops of instructions for vault-bench: one target for each set, as for kernels.
    instructions("Loops"),
    instructions("X86SSE", x86("sha", "aes", "pclmul", "ssse3", "sse4.1") + builtin),
    instructions("X86AVX2", x86("vaes", "vpclmulqdq", "aes", "pclmul", "avx2", "bmi", "bmi2") + builtin),
    instructions(
      "X86AVX512",
      x86(
        "vaes", "vpclmulqdq", "aes", "pclmul", "avx512f", "avx512vl", "avx512bw", "avx512dq", "avx2", "bmi", "bmi2")
        + builtin),
    instructions("ARM64Crypto", arm64("aes", "sha2") + builtin),
    instructions("ARM64SHA512", arm64("sha3")),

    // Tests.
    .target(
      name: internalName("Operations"), dependencies: ["SwiftVault", "ChaCha20Poly1305"], path: "Checks/Operations",
      exclude: ["check.py", "exceptions.txt"]),
    .executableTarget(
      name: internalName("ConstantTime"),
      dependencies: [
        "SwiftVault", "VaultInterop", "Sessions", "SecretComparison", inner("Operations"), inner("CommandSupport"),
      ],
      path: "Checks/ConstantTime/Rows"),
    .target(
      name: internalName("TestSupport"), dependencies: ["CryptoBytes", "System"].map(inner), path: "Tests/TestSupport",
      swiftSettings: optimized),
    tests("CryptoBytesTests", of: inner("CryptoBytes")),
    tests("SystemTests", of: inner("System")),
    tests("CPUTests", of: inner("CPU")),
    tests("SHATests", of: "SHA", inner("SHABlocks")),
    tests("HMACTests", of: "HMAC"),
    tests("PBKDF2Tests", of: "PBKDF2"),
    tests("MemoryHardTests", of: "MemoryHard"),
    tests("CredentialsTests", of: "Credentials"),
    tests("AESTests", of: "AES", inner("AESBlocks"), inner("Reference")),
    tests("ChaCha20Poly1305Tests", of: "ChaCha20Poly1305", inner("ChaChaBlocks"), inner("CryptoBytes")),
    tests("Curve25519Tests", of: "Curve25519"),
    tests("SessionsTests", of: "Sessions", inner("System")),
    tests("SecretComparisonTests", of: "SecretComparison"),
    tests("VaultFilesTests", of: "VaultFiles", "Vault"),
    tests("VaultInteropTests", of: "VaultInterop", "Vault", "ChaCha20Poly1305"),
    tests("VaultTests", of: "Vault", "Curve25519", "Credentials", exclude: ["vault.py", "mutations.py"]),
    tests("LessonsTests", of: inner("LessonLogic"), inner("Reference")),
    tests(
      "VaultToolTests", of: "SwiftVault", "VaultFiles", "VaultInterop", inner("VaultTool"), inner("CommandSupport")),
    tests("VaultBenchTests", of: "SwiftVault", inner("Benchmarks"), inner("CommandSupport"), inner("System")),
    tests(
      "CryptoLabTests", of: "SwiftVault", "VaultInterop", inner("CryptoLab"), inner("LessonLogic"),
      inner("ExerciseLogic"),
      inner("ExerciseSolutions"), inner("CommandSupport")),
    tests(
      "SwiftVaultTests", of: "SwiftVault", "VaultFiles", "VaultInterop", "Sessions", "SwiftVaultFoundation"),
    tests(
      "SwiftVaultFoundationTests", of: "SwiftVaultFoundation", "VaultFiles", "VaultInterop", "ChaCha20Poly1305",
      "Sessions", "SecretComparison", inner("ComposedBytes")),
    // The feature MemberImportVisibility: a sample may use only what its own file imports.
    tests(
      "DocumentationTests", of: "SwiftVault", "VaultFiles", "VaultInterop", "ChaCha20Poly1305", "Sessions",
      "SecretComparison", "SwiftVaultFoundation", inner("CryptoLab"), inner("VaultTool"), inner("Benchmarks"),
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
  ],
  swiftLanguageModes: [.v6]
)

// SWIFT_VAULT_TESTS names the test targets to keep, for .ci/quick, Checks/Sanitizers/run and contributors. The others,
// and targets that only they need, are not compiled.
if let names = Context.environment["SWIFT_VAULT_TESTS"]?.split(whereSeparator: \.isWhitespace) {
  let chosen = Set(names.map { internalName(String($0)) })
  precondition(chosen.isSubset(of: package.targets.map(\.name)), "SWIFT_VAULT_TESTS names tests that do not exist")
  package.targets.removeAll { $0.isTest && !chosen.contains($0.name) }
}
