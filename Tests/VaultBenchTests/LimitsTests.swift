import Foundation
import SwiftVaultTestSupport
import Testing

@Suite("vault-bench limits")
struct VaultBenchLimitsTests {
  private static let bench = Command("vault-bench")

  private func object(_ arguments: [String]) throws -> [String: Any] {
    let outcome = try Self.bench.run(arguments)
    #expect(outcome.status == 0 && outcome.errors == "")
    return try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  /// The instructions that are measured when `vault-bench cpu` finds a feature, each with its width.
  private static let byFeature = [
    "SHA-NI": ["sha256rnds2 128", "sha256msg1 128", "sha256msg2 128"],
    "AES-NI and PCLMULQDQ": ["aesenc 128", "pclmulqdq 128"],
    "AVX2 and BMI2": ["rorx 64", "vector load 256", "vector add 256"],
    "VAES, 256 bits": ["aesenc 256"],
    "VPCLMULQDQ, 256 bits": ["pclmulqdq 256"],
    "AVX-512 F, VL, BW, DQ": ["vector load 512", "vector add 512"]
      + [128, 256, 512].flatMap { ["vector rotate \($0)", "ternary logic \($0)"] },
    "AVX-512 IFMA": [],
    "VAES and VPCLMULQDQ, 512 bits": ["aesenc 512", "pclmulqdq 512"],
    "FEAT_AES and FEAT_PMULL": ["aese, aesmc 128", "pmull 128"],
    "FEAT_SHA1 and FEAT_SHA256": ["sha256h 128", "sha256su0 128", "sha256su1 128"],
    "FEAT_SHA512 and FEAT_SHA3": ["sha512h 128", "sha512h2 128", "sha512su0 128", "sha512su1 128"],
  ]

  @Test("--json: the instructions that the processor has, each once, with all fields")
  func json() throws {
    let report = try object(["limits", "--json", "--time", "0.000001"])
    #expect(
      Set(report.keys) == [
        "date", "version", "processor", "family", "architecture", "clock_ghz", "seconds_per_figure", "instructions",
      ])
    let features = try #require(try object(["cpu", "--json"])["features"] as? [String: Any])
    #expect(!features.isEmpty && features.keys.allSatisfy { Self.byFeature[$0] != nil })
    let present = features.filter { $0.value as? Bool == true }.flatMap { Self.byFeature[$0.key] ?? [] }

    let instructions = try #require(report["instructions"] as? [[String: Any]])
    var found: [String] = []
    for instruction in instructions {
      #expect(Set(instruction.keys) == ["name", "bits", "latency_cycles", "per_cycle"])
      let name = try #require(instruction["name"] as? String)
      found.append("\(name) \(try #require(instruction["bits"] as? Int))")
      #expect((instruction["latency_cycles"] is NSNull) == (name == "vector load"), "\(name)")
      #expect((instruction["per_cycle"] is NSNull) == (name == "load"), "\(name)")
      if let perCycle = instruction["per_cycle"] as? Double { #expect(perCycle > 0, "\(name)") }
    }
    #expect(
      found.sorted() == (["add, xor 64", "load 64", "vector load 128", "vector add 128"] + present).sorted())
    #expect(try #require(report["date"] as? String).wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil)
    #expect((report["version"] as? String)?.hasPrefix("vault-bench ") == true)
    #expect(try #require(report["clock_ghz"] as? Double) > 0)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
    let family = try #require(report["family"] as? String)
    #expect(family.wholeMatch(of: /\S+ family \d+ model \d+ stepping \d+/) != nil, "\(family)")
    #endif
  }

  #if os(Linux) && arch(x86_64)
  @Test("family, model and stepping are those that Linux shows")
  func family() throws {
    let lines = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8).split(separator: "\n")
    func value(_ name: String) throws -> Substring {
      let line = try #require(lines.first { $0.split(separator: "\t").first == name[...] })
      return try #require(line.split(separator: ": ").last)
    }
    let expected =
      "\(try value("vendor_id")) family \(try value("cpu family")) model \(try value("model")) stepping "
      + "\(try value("stepping"))"
    #expect(try object(["cpu", "--json"])["family"] as? String == expected)
  }
  #endif

  @Test("an aligned table within 80 columns that names processor, family and clock")
  func table() throws {
    let outcome = try Self.bench.run(["limits", "--time=0.00001"])
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.lines.allSatisfy { $0.count <= 80 })
    #expect(outcome.lines.first?.hasPrefix("processor     ") == true)
    let head = try #require(outcome.lines.firstIndex { $0.hasPrefix("instruction ") })
    #expect(outcome.lines[..<head].contains { $0.hasPrefix("clock         ") && $0.hasSuffix(" GHz") })
    let rows = outcome.lines[(head + 1)...]
    #expect(rows.count >= 4 && rows.contains { $0.hasPrefix("add, xor ") })
    // A row without a rate ends after its latency.
    #expect(rows.allSatisfy { $0.count == outcome.lines[head].count }, "\(outcome.text)")
  }
}
