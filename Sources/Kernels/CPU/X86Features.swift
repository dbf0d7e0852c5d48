// A witness is a value that exists only where its instructions do: a kernel demands one, so it cannot be called
// elsewhere. Each is made once, from CPUID, and from the register states that the operating system saves.

#if arch(x86_64)
/// SHA-NI, with SSSE3 and SSE4.1: the kernels in X86SHA.
package struct HasX86SHA: Hashable, Sendable, BitwiseCopyable {
  private init() {}
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86SHA? =
    X86.hasSSE41 && X86.extended.ebx >> 29 & 1 == 1 ? HasX86SHA() : nil
}

/// AES-NI, with SSSE3 and SSE4.1: the kernels in X86AES.
package struct HasX86AES: Hashable, Sendable, BitwiseCopyable {
  private init() {}
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86AES? = X86.hasSSE41 && X86.basic.ecx >> 25 & 1 == 1 ? HasX86AES() : nil
}

/// AVX2 with BMI1 and BMI2: the kernels in X86AVX2.
package struct HasX86AVX2: Hashable, Sendable, BitwiseCopyable {
  private init() {}
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86AVX2? = X86.hasAVX2 ? HasX86AVX2() : nil
}

/// VAES on 256-bit registers, with AES-NI and AVX2: the kernels in X86VAES.
package struct HasX86VAES: Hashable, Sendable, BitwiseCopyable {
  /// The witness of AES-NI, which comes with it.
  package let aes: HasX86AES
  private init(aes: HasX86AES) { self.aes = aes }
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86VAES? =
    X86.hasAVX2 && X86.hasVAES ? HasX86AES.detected.map { HasX86VAES(aes: $0) } : nil
}

/// AVX-512 F, VL, BW and DQ, with AVX2, BMI1 and BMI2: the kernels in X86AVX512.
package struct HasX86AVX512: Hashable, Sendable, BitwiseCopyable {
  private init() {}
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86AVX512? = X86.hasAVX512 ? HasX86AVX512() : nil
}

/// VAES on 512-bit registers, with AES-NI and AVX-512: the kernels in X86VAES512.
package struct HasX86VAES512: Hashable, Sendable, BitwiseCopyable {
  /// The witness of AES-NI, which comes with it.
  package let aes: HasX86AES
  private init(aes: HasX86AES) { self.aes = aes }
  /// The witness, on a processor that has the instructions.
  package static let detected: HasX86VAES512? =
    X86.hasAVX512 && X86.hasVAES ? HasX86AES.detected.map { HasX86VAES512(aes: $0) } : nil
}

private enum X86 {
  static let basic = CPUID.leaf(1)
  static let extended = CPUID.leaf(7)

  /// SSSE3 and SSE4.1.
  static var hasSSE41: Bool { basic.ecx >> 9 & 1 == 1 && basic.ecx >> 19 & 1 == 1 }

  /// AVX2, BMI1, BMI2, and YMM registers that are saved.
  static var hasAVX2: Bool {
    let features: UInt32 = 1 << 5 | 1 << 3 | 1 << 8
    return basic.ecx >> 28 & 1 == 1 && extended.ebx & features == features && CPUID.savedStates & 0x06 == 0x06
  }

  /// AVX-512 F, DQ, BW, VL, and ZMM and opmask registers that are saved.
  static var hasAVX512: Bool {
    let features: UInt32 = 1 << 16 | 1 << 17 | 1 << 30 | 1 << 31
    return hasAVX2 && extended.ebx & features == features && CPUID.savedStates & 0xe6 == 0xe6
  }

  static var hasVAES: Bool { extended.ecx >> 9 & 1 == 1 }
}
#endif
