// A witness is a value that exists only if the processor has certain instructions. A kernel takes one as an argument,
// so it cannot be called without them. Each witness is made once, from CPUID and from the register states that the
// operating system saves.

#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
/// SHA-NI, with SSSE3 and SSE4.1: the kernels in X86SHA.
package struct HasX86SHA: Hashable, Sendable, BitwiseCopyable {
  /// Whether the processor is an AMD Zen 5, on which another order of instructions is the fastest.
  package let isZen5: Bool
  private init(isZen5: Bool) { self.isZen5 = isZen5 }
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86SHA? =
    X86Features.here.hasSHA ? HasX86SHA(isZen5: X86Features.here.isZen5) : nil
  /// For tests: the same features with the other value of `isZen5`.
  package var withOppositeZen5: HasX86SHA { HasX86SHA(isZen5: !isZen5) }
}

/// AES-NI and PCLMULQDQ, with SSSE3 and SSE4.1: the kernels in X86AES.
package struct HasX86AES: Hashable, Sendable, BitwiseCopyable {
  private init() {}
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86AES? = X86Features.here.hasAES ? HasX86AES() : nil
}

/// AVX2 with BMI1 and BMI2: the kernels in X86AVX2.
package struct HasX86AVX2: Hashable, Sendable, BitwiseCopyable {
  private init() {}
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86AVX2? = X86Features.here.hasAVX2 ? HasX86AVX2() : nil
}

/// VAES on 256-bit registers, with AES-NI and AVX2: the kernels in X86VAES.
package struct HasX86VAES: Hashable, Sendable, BitwiseCopyable {
  /// The witness of AES-NI, which VAES requires.
  package let aes: HasX86AES
  /// The witness of VPCLMULQDQ, if the processor has that too.
  package let vpclmulqdq: HasX86VPCLMULQDQ?
  private init(aes: HasX86AES, vpclmulqdq: HasX86VPCLMULQDQ?) { (self.aes, self.vpclmulqdq) = (aes, vpclmulqdq) }
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86VAES? =
    X86Features.here.hasVAES
    ? HasX86AES.detected.map { HasX86VAES(aes: $0, vpclmulqdq: HasX86VPCLMULQDQ.detected) } : nil
  /// For tests: the same features without VPCLMULQDQ.
  package var withoutVPCLMULQDQ: HasX86VAES { HasX86VAES(aes: aes, vpclmulqdq: nil) }
}

/// VPCLMULQDQ on 256-bit registers, with VAES: GHASH in X86VAES. Some virtual machines and emulators have only VAES.
package struct HasX86VPCLMULQDQ: Hashable, Sendable, BitwiseCopyable {
  private init() {}
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86VPCLMULQDQ? = X86Features.here.hasVPCLMULQDQ ? HasX86VPCLMULQDQ() : nil
}

/// AVX-512 F, VL, BW and DQ, with AVX2, BMI1 and BMI2: the kernels in X86AVX512.
package struct HasX86AVX512: Hashable, Sendable, BitwiseCopyable {
  private init() {}
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86AVX512? = X86Features.here.hasAVX512 ? HasX86AVX512() : nil
}

/// AVX-512 IFMA, with the instructions of `HasX86AVX512`: the kernels in X86AVX512Stream.
package struct HasX86AVX512IFMA: Hashable, Sendable, BitwiseCopyable {
  private init() {}
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86AVX512IFMA? = X86Features.here.hasAVX512IFMA ? HasX86AVX512IFMA() : nil
}

/// VAES and VPCLMULQDQ on 512-bit registers, with AES-NI and AVX-512: the kernels in X86VAES512.
package struct HasX86VAES512: Hashable, Sendable, BitwiseCopyable {
  /// The witness of VAES and VPCLMULQDQ on narrower registers, which these require.
  package let vaes: HasX86VAES
  /// The witness of AES-NI, which VAES requires. It is stored, because calling a getter would take time.
  package let aes: HasX86AES
  /// Whether the processor is an AMD Zen 5, whose execution units are 512 bits wide.
  package let isZen5: Bool
  private init(vaes: HasX86VAES, isZen5: Bool) { (self.vaes, aes, self.isZen5) = (vaes, vaes.aes, isZen5) }
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86VAES512? =
    X86Features.here.hasVAES512
    ? HasX86VAES.detected.map { HasX86VAES512(vaes: $0, isZen5: X86Features.here.isZen5) } : nil
  /// For tests: the same features with the other value of `isZen5`.
  package var withOppositeZen5: HasX86VAES512 { HasX86VAES512(vaes: vaes, isZen5: !isZen5) }
}

/// The features of a processor, and the registers that the operating system saves. This is a value, so that a test can
/// describe any processor. Witnesses are made only from `here`.
package struct X86Features: Sendable {
  /// CPUID, leaf 1, EAX: the family, model and stepping.
  package var signature: UInt32
  /// CPUID, leaf 1, ECX.
  package var basicECX: UInt32
  /// CPUID, leaf 7, EBX.
  package var extendedEBX: UInt32
  /// CPUID, leaf 7, ECX.
  package var extendedECX: UInt32
  /// The register states that the operating system saves, as in XCR0.
  package var savedStates: UInt64

  /// The features of any processor, for tests.
  package init(
    signature: UInt32, basicECX: UInt32, extendedEBX: UInt32, extendedECX: UInt32, savedStates: UInt64
  ) {
    self.signature = signature
    self.basicECX = basicECX
    self.extendedEBX = extendedEBX
    self.extendedECX = extendedECX
    self.savedStates = savedStates
  }

  /// The features of this processor.
  package static let here: X86Features = {
    let (basic, extended) = (CPUID.leaf(1), CPUID.leaf(7))
    return X86Features(
      signature: basic.eax, basicECX: basic.ecx, extendedEBX: extended.ebx, extendedECX: extended.ecx,
      savedStates: CPUID.savedStates)
  }()

  /// Whether the family is 26, AMD Zen 5: 15, with 11 in the bits of the extended family.
  /// Spec: AMD APM, volume 3, appendix E.
  package var isZen5: Bool { signature & 0x0ff0_0f00 == 0x00b0_0f00 }

  /// SSSE3 and SSE4.1.
  private var hasSSE41: Bool { basicECX >> 9 & 1 == 1 && basicECX >> 19 & 1 == 1 }

  /// Whether the processor has the instructions of `HasX86SHA`.
  package var hasSHA: Bool { hasSSE41 && extendedEBX >> 29 & 1 == 1 }

  /// Whether the processor has the instructions of `HasX86AES`.
  package var hasAES: Bool { hasSSE41 && basicECX >> 1 & 1 == 1 && basicECX >> 25 & 1 == 1 }

  /// Whether the processor has the instructions of `HasX86AVX2`, and the operating system saves the YMM registers.
  package var hasAVX2: Bool {
    let features: UInt32 = 1 << 5 | 1 << 3 | 1 << 8
    return basicECX >> 28 & 1 == 1 && extendedEBX & features == features && savedStates & 0x06 == 0x06
  }

  /// Whether the processor has the instructions of `HasX86AVX512`, and the operating system saves the ZMM and opmask
  /// registers.
  package var hasAVX512: Bool {
    let features: UInt32 = 1 << 16 | 1 << 17 | 1 << 30 | 1 << 31
    return hasAVX2 && extendedEBX & features == features && savedStates & 0xe6 == 0xe6
  }

  /// Whether the processor has the instructions of `HasX86AVX512IFMA`.
  package var hasAVX512IFMA: Bool { hasAVX512 && extendedEBX >> 21 & 1 == 1 }

  /// Whether the processor has the instructions of `HasX86VAES`.
  package var hasVAES: Bool { hasAVX2 && hasAES && extendedECX >> 9 & 1 == 1 }

  /// Whether the processor has the instructions of `HasX86VPCLMULQDQ`.
  package var hasVPCLMULQDQ: Bool { hasVAES && extendedECX >> 10 & 1 == 1 }

  /// Whether the processor has the instructions of `HasX86VAES512`.
  package var hasVAES512: Bool { hasAVX512 && hasVPCLMULQDQ }
}
#endif
