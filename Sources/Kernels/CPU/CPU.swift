/// The processor that this code runs on.
package enum CPU {
  /// The brand name of the processor, or else the name of its architecture.
  package static let name: String = {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
    return CPUID.brand ?? architecture
    #else
    return architecture
    #endif
  }()

  /// Its maker, family, model and stepping; `nil` where programs cannot read them.
  package static let family: String? = {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
    return CPUID.family
    #else
    return nil
    #endif
  }()

  /// The name of the architecture that the code was compiled for.
  package static var architecture: String {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
    "x86_64"
    #elseif arch(arm64)
    "arm64"
    #elseif arch(i386)
    "i386"
    #elseif arch(arm)
    "arm"
    #elseif arch(wasm32)
    "wasm32"
    #elseif arch(riscv32)
    "riscv32"
    #elseif arch(riscv64)
    "riscv64"
    #else
    "unknown architecture"
    #endif
  }

  /// The sets of instructions that the kernels for this architecture use, under their makers' names, and whether the
  /// processor has them. Each has a witness.
  package static let instructionSets: [(name: String, isPresent: Bool)] = {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
    [
      ("SHA-NI", HasX86SHA.detected != nil),
      ("AES-NI and PCLMULQDQ", HasX86AES.detected != nil),
      ("AVX2 and BMI2", HasX86AVX2.detected != nil),
      ("VAES, 256 bits", HasX86VAES.detected != nil),
      ("VPCLMULQDQ, 256 bits", HasX86VPCLMULQDQ.detected != nil),
      ("AVX-512 F, VL, BW, DQ", HasX86AVX512.detected != nil),
      ("AVX-512 IFMA", HasX86AVX512IFMA.detected != nil),
      ("VAES and VPCLMULQDQ, 512 bits", HasX86VAES512.detected != nil),
    ]
    #elseif arch(arm64)
    [
      ("FEAT_AES and FEAT_PMULL", HasARM64AES.detected != nil),
      ("FEAT_SHA1 and FEAT_SHA256", HasARM64SHA2.detected != nil),
      ("FEAT_SHA512 and FEAT_SHA3", HasARM64SHA512.detected != nil),
    ]
    #else
    []
    #endif
  }()
}
