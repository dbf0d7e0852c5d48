// A witness is a value that exists only where its instructions do: a kernel demands one, so it cannot be called
// elsewhere. Each is made once, from CPUID, and from the register states that the operating system saves.

#if arch(x86_64)
/// SHA-NI, with SSSE3 and SSE4.1: the kernels in X86SHA.
package struct HasX86SHA: Hashable, Sendable, BitwiseCopyable {
  private init() {}
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86SHA? =
    X86Features.here.hasSHA ? HasX86SHA() : nil
}

/// AES-NI, with SSSE3 and SSE4.1: the kernels in X86AES.
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
  /// The witness of AES-NI, which comes with it.
  package let aes: HasX86AES
  private init(aes: HasX86AES) { self.aes = aes }
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86VAES? =
    X86Features.here.hasVAES ? HasX86AES.detected.map { HasX86VAES(aes: $0) } : nil
}

/// AVX-512 F, VL, BW and DQ, with AVX2, BMI1 and BMI2: the kernels in X86AVX512.
package struct HasX86AVX512: Hashable, Sendable, BitwiseCopyable {
  private init() {}
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86AVX512? = X86Features.here.hasAVX512 ? HasX86AVX512() : nil
}

/// VAES on 512-bit registers, with AES-NI and AVX-512: the kernels in X86VAES512.
package struct HasX86VAES512: Hashable, Sendable, BitwiseCopyable {
  /// The witness of AES-NI, which comes with it.
  package let aes: HasX86AES
  private init(aes: HasX86AES) { self.aes = aes }
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86VAES512? =
    X86Features.here.hasVAES512 ? HasX86AES.detected.map { HasX86VAES512(aes: $0) } : nil
}

/// What a processor says of itself and the operating system of the registers it saves: a value, so that a test can make
/// up any processor. A witness comes of `here` alone.
package struct X86Features: Sendable {
  /// CPUID, leaf 1, ECX.
  package var basicECX: UInt32
  /// CPUID, leaf 7, EBX.
  package var extendedEBX: UInt32
  /// CPUID, leaf 7, ECX.
  package var extendedECX: UInt32
  /// As in XCR0.
  package var savedStates: UInt64

  /// Features made up.
  package init(basicECX: UInt32, extendedEBX: UInt32, extendedECX: UInt32, savedStates: UInt64) {
    self.basicECX = basicECX
    self.extendedEBX = extendedEBX
    self.extendedECX = extendedECX
    self.savedStates = savedStates
  }

  /// Those of this processor.
  package static let here: X86Features = {
    let extended = CPUID.leaf(7)
    return X86Features(
      basicECX: CPUID.leaf(1).ecx, extendedEBX: extended.ebx, extendedECX: extended.ecx,
      savedStates: CPUID.savedStates)
  }()

  /// SSSE3 and SSE4.1.
  private var hasSSE41: Bool { basicECX >> 9 & 1 == 1 && basicECX >> 19 & 1 == 1 }

  /// What `HasX86SHA` stands for.
  package var hasSHA: Bool { hasSSE41 && extendedEBX >> 29 & 1 == 1 }

  /// What `HasX86AES` stands for.
  package var hasAES: Bool { hasSSE41 && basicECX >> 25 & 1 == 1 }

  /// What `HasX86AVX2` stands for: AVX2, BMI1, BMI2, and YMM registers that are saved.
  package var hasAVX2: Bool {
    let features: UInt32 = 1 << 5 | 1 << 3 | 1 << 8
    return basicECX >> 28 & 1 == 1 && extendedEBX & features == features && savedStates & 0x06 == 0x06
  }

  /// What `HasX86AVX512` stands for: AVX-512 F, DQ, BW, VL, and ZMM and opmask registers that are saved.
  package var hasAVX512: Bool {
    let features: UInt32 = 1 << 16 | 1 << 17 | 1 << 30 | 1 << 31
    return hasAVX2 && extendedEBX & features == features && savedStates & 0xe6 == 0xe6
  }

  /// What `HasX86VAES` stands for.
  package var hasVAES: Bool { hasAVX2 && hasAES && extendedECX >> 9 & 1 == 1 }

  /// What `HasX86VAES512` stands for.
  package var hasVAES512: Bool { hasAVX512 && hasAES && extendedECX >> 9 & 1 == 1 }
}
#endif
