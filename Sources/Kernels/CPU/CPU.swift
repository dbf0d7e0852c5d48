/// The processor that this code runs on.
package enum CPU {
  /// The brand name of the processor, or else the name of its architecture.
  package static let name: String = {
    #if arch(x86_64)
    return CPUID.brand ?? architecture
    #else
    return architecture
    #endif
  }()

  /// The name of the architecture that the code was compiled for.
  package static var architecture: String {
    #if arch(x86_64)
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
}
