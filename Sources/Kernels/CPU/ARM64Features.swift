// Witnesses of instructions: see X86Features.swift.

#if arch(arm64)
#if os(Windows)
import WinSDK
#elseif canImport(Darwin)
import Darwin
#endif

/// AESE, AESMC and their inverses, FEAT_AES, and PMULL of 64 bits, FEAT_PMULL: the AES kernel in ARM64Crypto.
package struct HasARM64AES: Hashable, Sendable, BitwiseCopyable {
  private init() {}
  /// The witness, on a processor that has the instructions.
  package static let detected: HasARM64AES? = ARM64.has(.aes) && ARM64.has(.pmull) ? HasARM64AES() : nil
}

/// The instructions of SHA-1 and SHA-256, FEAT_SHA1 and FEAT_SHA256: the SHA kernels in ARM64Crypto.
package struct HasARM64SHA2: Hashable, Sendable, BitwiseCopyable {
  private init() {}
  /// The witness, on a processor that has the instructions.
  package static let detected: HasARM64SHA2? = ARM64.has(.sha1) && ARM64.has(.sha2) ? HasARM64SHA2() : nil
}

/// The instructions of SHA-512, FEAT_SHA512, and FEAT_SHA3, which the compiler enables only together: the kernel in
/// ARM64SHA512.
package struct HasARM64SHA512: Hashable, Sendable, BitwiseCopyable {
  private init() {}
  /// The witness, on a processor that has the instructions.
  package static let detected: HasARM64SHA512? =
    ARM64.has(.sha2) && ARM64.has(.sha3) && ARM64.has(.sha512) ? HasARM64SHA512() : nil
}

/// The processor's features, as the operating system reports them. Programs cannot read the processor's registers.
private enum ARM64 {
  /// The number of a bit in Linux's AT_HWCAP. Spec: Linux, arch/arm64/include/uapi/asm/hwcap.h.
  enum Feature: UInt {
    case aes = 3
    case pmull = 4
    case sha1 = 5
    case sha2 = 6
    case sha3 = 17
    case sha512 = 21
  }

  #if os(Linux) || os(Android) || FEATURES_FROM_HWCAP  // the last is for arm64 checks
  static let capabilities = auxiliaryValue(16)  // AT_HWCAP

  static func has(_ feature: Feature) -> Bool { capabilities >> feature.rawValue & 1 == 1 }
  #elseif canImport(Darwin)
  /// Every arm64 processor of Apple has AES, PMULL, SHA-1 and SHA-256; SHA-512 and SHA-3 came with A13 and M1.
  static func has(_ feature: Feature) -> Bool {
    switch feature {
    case .aes, .pmull, .sha1, .sha2: true
    case .sha3: isSet("hw.optional.armv8_2_sha3")
    case .sha512: isSet("hw.optional.armv8_2_sha512")
    }
  }

  private static func isSet(_ name: String) -> Bool {
    var value: Int32 = 0
    var byteCount = MemoryLayout<Int32>.size
    // SAFETY: the value has `byteCount` bytes.
    return sysctlbyname(name, &value, &byteCount, nil, 0) == 0 && value == 1
  }
  #elseif os(Windows)
  static func has(_ feature: Feature) -> Bool {
    switch feature {
    case .aes, .pmull, .sha1, .sha2: IsProcessorFeaturePresent(30)  // PF_ARM_V8_CRYPTO_INSTRUCTIONS_AVAILABLE
    case .sha3, .sha512: false
    }
  }
  #else
  /// Other systems do not report features.
  static func has(_ feature: Feature) -> Bool { false }
  #endif
}

#if os(Linux) || os(Android) || FEATURES_FROM_HWCAP
/// The C library's getauxval, which Swift's module of the C library does not have.
@_silgen_name("getauxval")
private func auxiliaryValue(_ type: UInt) -> UInt
#endif
#endif
