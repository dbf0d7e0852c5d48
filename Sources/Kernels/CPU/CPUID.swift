#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import _Builtin_intrinsics.intel
import _Builtin_intrinsics.intel.cpuid

/// The CPUID instruction. Spec: Intel SDM, volume 2, CPUID; AMD APM, volume 3, appendix E.
enum CPUID {
  /// The registers that the instruction fills.
  struct Registers {
    var eax: UInt32 = 0
    var ebx: UInt32 = 0
    var ecx: UInt32 = 0
    var edx: UInt32 = 0
  }

  /// The registers for a leaf and subleaf; zeros when the processor does not have the leaf.
  static func leaf(_ number: UInt32, _ subleaf: UInt32 = 0) -> Registers {
    var registers = Registers()
    let found = __get_cpuid_count(
      number, subleaf, &registers.eax, &registers.ebx, &registers.ecx, &registers.edx)
    return found == 0 ? Registers() : registers
  }

  /// The name of the processor: leaves 0x80000002 to 0x80000004, 16 characters each.
  static var brand: String? {
    guard leaf(0x8000_0000).eax >= 0x8000_0004 else { return nil }
    let words = (0x8000_0002...0x8000_0004).flatMap { (number: UInt32) -> [UInt32] in
      let registers = leaf(number)
      return [registers.eax, registers.ebx, registers.ecx, registers.edx]
    }
    let name = text(words).split(separator: " ").joined(separator: " ")
    return name.isEmpty ? nil : name
  }

  /// The maker in leaf 0, and the family, model and stepping in leaf 1, whose parts are in two places.
  static var family: String {
    let maker = leaf(0)
    let signature = leaf(1).eax
    let base = signature >> 8 & 0xF
    let family = base == 0xF ? base + (signature >> 20 & 0xFF) : base
    let model = signature >> 4 & 0xF | (base == 0xF || base == 6 ? signature >> 12 & 0xF0 : 0)
    return "\(text([maker.ebx, maker.edx, maker.ecx])) family \(family) model \(model) stepping \(signature & 0xF)"
  }

  /// The characters in registers, up to a zero.
  private static func text(_ words: [UInt32]) -> String {
    let characters = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    return String(decoding: characters.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The register states that the operating system saves, as in XCR0: bit 2 for YMM, bits 5 to 7 for AVX-512.
  ///
  /// XGETBV, which reads XCR0, is a macro that Swift does not import. XSAVEC writes XCR0 ∧ its mask into the header of
  /// its area (Intel SDM, volume 1, section 13.10). On processors without XSAVEC, such as Haswell, leaf 0xd has the
  /// size of the area for the enabled states: at least 832 bytes with YMM, which ends there, and 576 without.
  static let savedStates: UInt64 = {
    let hasOSXSAVE = leaf(1).ecx >> 27 & 1 == 1
    let hasXSAVEC = leaf(0xd, 1).eax >> 1 & 1 == 1
    guard hasOSXSAVE else { return 0 }
    guard hasXSAVEC else { return leaf(0xd).ebx >= 832 ? 0x06 : 0 }
    // The area has 512 bytes, a header of 64, then 256 for YMM, 64 for opmasks, and 512 and 1024 for ZMM.
    return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 64) { area in
      // SAFETY: the area is larger than the requested states and aligned to 64 bytes, and its header is zero.
      area.initializeMemory(as: UInt8.self, repeating: 0)
      _xsavec64(area.baseAddress!, 0xe6)
      let componentBitmap = area.load(fromByteOffset: 520, as: UInt64.self)
      area.initializeMemory(as: UInt8.self, repeating: 0)
      return componentBitmap & 0xe6
    }
  }()
}
#endif
