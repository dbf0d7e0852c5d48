import SwiftVaultCPU
import Foundation
import Testing

/// The detected features of the processor.
@Suite struct CPUTests {
  @Test func theNameIsOneLineOfText() {
    #expect(!CPU.name.isEmpty)
    #expect(CPU.name.count <= 48)
    #expect(CPU.name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7f })
    #expect(CPU.name == CPU.name.trimmingCharacters(in: .whitespaces))
  }

  @Test func theArchitectureIsTheOneCompiledFor() {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
    #expect(CPU.architecture == "x86_64")
    #elseif arch(arm64)
    #expect(CPU.architecture == "arm64")
    #endif
    #expect(!CPU.architecture.isEmpty)
  }

  #if os(Linux) && arch(x86_64)
  /// Linux computes the family and the model from the same registers with its own code.
  @Test func theFamilyIsTheOneTheSystemNames() throws {
    let text = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let numbers = try ["vendor_id", "cpu family", "model", "stepping"].map { name in
      let line = try #require(
        text.split(separator: "\n").first { $0.split(separator: ":")[0].trimmingCharacters(in: .whitespaces) == name })
      return line.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)
    }
    #expect(CPU.family == "\(numbers[0]) family \(numbers[1]) model \(numbers[2]) stepping \(numbers[3])")
  }

  /// Linux reads CPUID itself, so its list is an independent source.
  @Test func whatIsDetectedIsWhatTheSystemLists() throws {
    let text = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("flags") })
    let flags = Set(line.split(separator: " ").map(String.init))
    let avx2 = ["avx2", "bmi1", "bmi2"]
    let avx512 = avx2 + ["avx512f", "avx512vl", "avx512bw", "avx512dq"]
    let aes = ["ssse3", "sse4_1", "aes", "pclmulqdq"]
    let vaes = aes + ["vaes"]
    let needed = [
      "SHA-NI": ["ssse3", "sse4_1", "sha_ni"], "AES-NI and PCLMULQDQ": aes, "AVX2 and BMI2": avx2,
      "VAES, 256 bits": avx2 + vaes, "VPCLMULQDQ, 256 bits": avx2 + vaes + ["vpclmulqdq"],
      "AVX-512 F, VL, BW, DQ": avx512, "AVX-512 IFMA": avx512 + ["avx512ifma"],
      "VAES and VPCLMULQDQ, 512 bits": avx512 + vaes + ["vpclmulqdq"],
    ]
    #expect(Set(needed.keys) == Set(CPU.instructionSets.map(\.name)))
    for (name, isPresent) in CPU.instructionSets {
      #expect(isPresent == flags.isSuperset(of: needed[name] ?? []), "\(name)")
    }
  }

  @Test func theNameIsTheSystemsName() throws {
    let text = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("model name") })
    let name = try #require(line.split(separator: ":", maxSplits: 1).last)
    #expect(CPU.name == name.split(separator: " ").joined(separator: " "))
  }
  #endif
}
