import SwiftVaultCPU
import Foundation
import Testing

/// What is known of the processor.
@Suite struct CPUTests {
  @Test func theNameIsOneLineOfText() {
    #expect(!CPU.name.isEmpty)
    #expect(CPU.name.count <= 48)
    #expect(CPU.name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7f })
    #expect(CPU.name == CPU.name.trimmingCharacters(in: .whitespaces))
  }

  @Test func theArchitectureIsTheOneCompiledFor() {
    #if arch(x86_64)
    #expect(CPU.architecture == "x86_64")
    #elseif arch(arm64)
    #expect(CPU.architecture == "arm64")
    #endif
    #expect(!CPU.architecture.isEmpty)
  }

  #if os(Linux) && arch(x86_64)
  /// The kernel reads CPUID by itself, so its list is an independent witness.
  @Test func whatIsDetectedIsWhatTheSystemLists() throws {
    let text = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("flags") })
    let flags = Set(line.split(separator: " ").map(String.init))
    let avx512 = ["avx2", "bmi1", "bmi2", "avx512f", "avx512vl", "avx512bw", "avx512dq"]
    #expect((HasX86SHA.detected != nil) == flags.isSuperset(of: ["ssse3", "sse4_1", "sha_ni"]))
    #expect((HasX86AES.detected != nil) == flags.isSuperset(of: ["ssse3", "sse4_1", "aes"]))
    #expect((HasX86AVX2.detected != nil) == flags.isSuperset(of: ["avx2", "bmi1", "bmi2"]))
    #expect((HasX86AVX512.detected != nil) == flags.isSuperset(of: avx512))
    #expect((HasX86VAES.detected != nil) == flags.isSuperset(of: ["avx2", "bmi1", "bmi2", "vaes"]))
    #expect((HasX86VAES512.detected != nil) == flags.isSuperset(of: avx512 + ["vaes"]))
  }

  @Test func theNameIsTheSystemsName() throws {
    let text = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("model name") })
    let name = try #require(line.split(separator: ":", maxSplits: 1).last)
    #expect(CPU.name == name.split(separator: " ").joined(separator: " "))
  }
  #endif
}
