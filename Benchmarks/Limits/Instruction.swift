import SwiftVaultCPU
import SwiftVaultInstructionLoops

#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import SwiftVaultInstructionX86AVX2
import SwiftVaultInstructionX86AVX512
import SwiftVaultInstructionX86SSE
#elseif arch(arm64)
import SwiftVaultInstructionARM64Crypto
import SwiftVaultInstructionARM64SHA512
#endif

/// An instruction of this processor, with a loop that measures it.
struct Instruction: Sendable {
  /// The figures that the loops of an instruction give.
  enum Form: Sendable {
    /// Latency and throughput.
    case both
    /// Only the latency: every copy would be a load, which is measured in another way.
    case chain
    /// Only the throughput: what is loaded is not an address.
    case copies
  }

  /// Its name in lower case, whatever the width.
  let name: String
  /// The width of its registers.
  let bits: Int
  var form = Form.both
  /// How often it stands in a step of the loop.
  var perStep = 1
  /// The latency of the rest of the step, in cycles.
  var otherCycles = 0.0
  /// Runs a loop.
  let run: @Sendable (InstructionLoop) -> Void

  /// A loop over the instruction. One unit is one instruction, with the rest of its step.
  func workload(isChain: Bool, in memory: LoopMemory) -> Workload {
    Workload(unitsPerCall: InstructionLoop.stepsPerTurn * perStep) { turns in
      run(InstructionLoop(memory.start, isChain: isChain, turns: turns))
    }
  }
}

/// Memory for loops, filled with its own address.
final class LoopMemory {
  let start: UnsafeMutableRawPointer

  init() {
    start = .allocate(byteCount: InstructionLoop.byteCount, alignment: 64)
    start.initializeMemory(as: UnsafeMutableRawPointer.self, repeating: start, count: InstructionLoop.byteCount / 8)
  }

  deinit { start.deallocate() }
}

extension Instruction {
  /// ADD and XOR of general registers, whose latency is a cycle by definition: the clock is found from them.
  static let addXor = Instruction(name: "add, xor", bits: 64, perStep: 2, run: CommonInstructions.addXor)

  /// The measured instructions that this processor has.
  static let all: [Instruction] = {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
    common + sse + avx2 + avx512
    #elseif arch(arm64)
    common + crypto
    #else
    []
    #endif
  }()

  private static var common: [Instruction] {
    [
      addXor, Instruction(name: "load", bits: 64, form: .chain, run: CommonInstructions.loadAddress),
      Instruction(name: "vector load", bits: 128, form: .copies, run: CommonInstructions.load128),
      Instruction(name: "vector add", bits: 128, perStep: 2, run: CommonInstructions.add128),
    ]
  }

  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
  private static var sse: [Instruction] {
    let sha = HasX86SHA.detected.map { has in
      [
        Instruction(name: "sha256rnds2", bits: 128) { SSEInstructions.sha256rnds2(has, $0) },
        Instruction(name: "sha256msg1", bits: 128) { SSEInstructions.sha256msg1(has, $0) },
        Instruction(name: "sha256msg2", bits: 128) { SSEInstructions.sha256msg2(has, $0) },
      ]
    }
    let aes = HasX86AES.detected.map { has in
      [
        Instruction(name: "aesenc", bits: 128) { SSEInstructions.aesenc(has, $0) },
        Instruction(name: "pclmulqdq", bits: 128) { SSEInstructions.pclmulqdq(has, $0) },
      ]
    }
    return (sha ?? []) + (aes ?? [])
  }

  private static var avx2: [Instruction] {
    guard let has = HasX86AVX2.detected else { return [] }
    let basic = [
      Instruction(name: "rorx", bits: 64, otherCycles: 1) { AVX2Instructions.rotateXor(has, $0) },
      Instruction(name: "vector load", bits: 256, form: .copies) { AVX2Instructions.load(has, $0) },
      Instruction(name: "vector add", bits: 256, perStep: 2) { AVX2Instructions.add(has, $0) },
    ]
    let aes = HasX86VAES.detected.map { has in
      Instruction(name: "aesenc", bits: 256) { AVX2Instructions.vaesenc(has, $0) }
    }
    let product = HasX86VPCLMULQDQ.detected.map { has in
      Instruction(name: "pclmulqdq", bits: 256) { AVX2Instructions.vpclmulqdq(has, $0) }
    }
    return basic + [aes, product].compactMap { $0 }
  }

  private static var avx512: [Instruction] {
    guard let has = HasX86AVX512.detected else { return [] }
    let basic = [
      Instruction(name: "vector load", bits: 512, form: .copies) { AVX512Instructions.load512(has, $0) },
      Instruction(name: "vector add", bits: 512, perStep: 2) { AVX512Instructions.add512(has, $0) },
      Instruction(name: "vector rotate", bits: 128, perStep: 2) { AVX512Instructions.rotate128(has, $0) },
      Instruction(name: "vector rotate", bits: 256, perStep: 2) { AVX512Instructions.rotate256(has, $0) },
      Instruction(name: "vector rotate", bits: 512, perStep: 2) { AVX512Instructions.rotate512(has, $0) },
      Instruction(name: "ternary logic", bits: 128) { AVX512Instructions.ternaryLogic128(has, $0) },
      Instruction(name: "ternary logic", bits: 256) { AVX512Instructions.ternaryLogic256(has, $0) },
      Instruction(name: "ternary logic", bits: 512) { AVX512Instructions.ternaryLogic512(has, $0) },
    ]
    guard let has = HasX86VAES512.detected else { return basic }
    return basic + [
      Instruction(name: "aesenc", bits: 512) { AVX512Instructions.vaesenc512(has, $0) },
      Instruction(name: "pclmulqdq", bits: 512) { AVX512Instructions.vpclmulqdq512(has, $0) },
    ]
  }
  #elseif arch(arm64)
  private static var crypto: [Instruction] {
    let aes = HasARM64AES.detected.map { has in
      [
        Instruction(name: "aese, aesmc", bits: 128) { CryptoInstructions.aeseAESMC(has, $0) },
        Instruction(name: "pmull", bits: 128) { CryptoInstructions.pmull(has, $0) },
      ]
    }
    let sha2 = HasARM64SHA2.detected.map { has in
      [
        Instruction(name: "sha256h", bits: 128) { CryptoInstructions.sha256h(has, $0) },
        Instruction(name: "sha256su0", bits: 128) { CryptoInstructions.sha256su0(has, $0) },
        Instruction(name: "sha256su1", bits: 128) { CryptoInstructions.sha256su1(has, $0) },
      ]
    }
    let sha512 = HasARM64SHA512.detected.map { has in
      [
        Instruction(name: "sha512h", bits: 128) { SHA512Instructions.sha512h(has, $0) },
        Instruction(name: "sha512h2", bits: 128) { SHA512Instructions.sha512h2(has, $0) },
        Instruction(name: "sha512su0", bits: 128) { SHA512Instructions.sha512su0(has, $0) },
        Instruction(name: "sha512su1", bits: 128) { SHA512Instructions.sha512su1(has, $0) },
      ]
    }
    return (aes ?? []) + (sha2 ?? []) + (sha512 ?? [])
  }
  #endif
}
