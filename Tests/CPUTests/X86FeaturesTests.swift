#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import SwiftVaultCPU
import Testing

/// The witnesses for a processor. The processors are simulated, so no kernel runs.
@Suite struct X86FeaturesTests {
  /// A processor with all features.
  static let all = X86Features(
    signature: 0x00a0_0f11, basicECX: 1 << 1 | 1 << 9 | 1 << 19 | 1 << 25 | 1 << 28,
    extendedEBX: 1 << 3 | 1 << 5 | 1 << 8 | 1 << 16 | 1 << 17 | 1 << 21 | 1 << 29 | 1 << 30 | 1 << 31,
    extendedECX: 3 << 9, savedStates: 0xe6)

  static func witnesses(_ features: X86Features) -> String {
    [
      (features.hasSHA, "sha"), (features.hasAES, "aes"), (features.hasAVX2, "avx2"), (features.hasVAES, "vaes"),
      (features.hasVPCLMULQDQ, "vpclmulqdq"), (features.hasAVX512, "avx512"), (features.hasAVX512IFMA, "ifma"),
      (features.hasVAES512, "vaes512"),
    ].filter(\.0).map(\.1).joined(separator: " ")
  }

  /// A register, one of its bits, and what remains when that bit alone is clear. Spec: Intel SDM, volume 2, CPUID.
  static let masked: [(WritableKeyPath<X86Features, UInt32> & Sendable, Int, String)] = [
    (\.basicECX, 1, "sha avx2 avx512 ifma"),  // PCLMULQDQ
    (\.basicECX, 9, "avx2 avx512 ifma"),  // SSSE3
    (\.basicECX, 19, "avx2 avx512 ifma"),  // SSE4.1
    (\.basicECX, 25, "sha avx2 avx512 ifma"),  // AES-NI
    (\.basicECX, 28, "sha aes"),  // AVX
    (\.extendedEBX, 3, "sha aes"),  // BMI1
    (\.extendedEBX, 5, "sha aes"),  // AVX2
    (\.extendedEBX, 8, "sha aes"),  // BMI2
    (\.extendedEBX, 16, "sha aes avx2 vaes vpclmulqdq"),  // AVX-512 F
    (\.extendedEBX, 17, "sha aes avx2 vaes vpclmulqdq"),  // AVX-512 DQ
    (\.extendedEBX, 21, "sha aes avx2 vaes vpclmulqdq avx512 vaes512"),  // AVX-512 IFMA
    (\.extendedEBX, 29, "aes avx2 vaes vpclmulqdq avx512 ifma vaes512"),  // SHA
    (\.extendedEBX, 30, "sha aes avx2 vaes vpclmulqdq"),  // AVX-512 BW
    (\.extendedEBX, 31, "sha aes avx2 vaes vpclmulqdq"),  // AVX-512 VL
    (\.extendedECX, 9, "sha aes avx2 avx512 ifma"),  // VAES
    (\.extendedECX, 10, "sha aes avx2 vaes avx512 ifma"),  // VPCLMULQDQ
  ]

  @Test func eachFeatureMaskedInTurn() {
    #expect(Self.witnesses(Self.all) == "sha aes avx2 vaes vpclmulqdq avx512 ifma vaes512")
    for (register, bit, left) in Self.masked {
      var features = Self.all
      features[keyPath: register] &= ~(1 << bit)
      #expect(Self.witnesses(features) == left, "bit \(bit)")
    }
  }

  /// Signatures of AMD Zen 1 to 5 and of Intel's Sapphire and Diamond Rapids.
  @Test(
    arguments: [
      (0x0080_0f12, false), (0x0083_0f10, false), (0x00a0_0f11, false), (0x00a1_0f11, false), (0x00b0_0f21, true),
      (0x00b4_0f40, true), (0x00b1_0f00, true), (0x000c_06f2, false), (0x0040_0f10, false), (0x00b0_0611, false),
    ] as [(UInt32, Bool)])
  func theFamily(signature: UInt32, isZen5: Bool) {
    var features = Self.all
    features.signature = signature
    #expect(features.isZen5 == isZen5)
  }

  @Test func theFamilyHere() { #expect(X86Features.here.isZen5 == CPU.family?.contains(" family 26 ")) }

  @Test(
    arguments: [
      (0, "sha aes"), (0x02, "sha aes"), (0x04, "sha aes"), (0x06, "sha aes avx2 vaes vpclmulqdq"),
      (0x26, "sha aes avx2 vaes vpclmulqdq"),
      (0x66, "sha aes avx2 vaes vpclmulqdq"), (0xe2, "sha aes"),
      (0xe6, "sha aes avx2 vaes vpclmulqdq avx512 ifma vaes512"),
    ] as [(UInt64, String)])
  func registersTheSystemDoesNotSave(savedStates: UInt64, left: String) {
    var features = Self.all
    features.savedStates = savedStates
    #expect(Self.witnesses(features) == left)
  }
}
#endif
