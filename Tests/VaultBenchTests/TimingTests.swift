import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultBenchmarks

@Suite("vault-bench timing")
struct VaultBenchTimingTests {
  private static let bench = Command("vault-bench")

  private func object(_ arguments: [String]) throws -> [String: Any] {
    let outcome = try Self.bench.run(arguments)
    #expect(outcome.status == 0 && outcome.errors == "")
    return try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  @Test("Moments and t of two samples that a textbook would have, to the values of Python's statistics module")
  func knownSamples() {
    let classes = [
      [27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4],
      [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4],
    ].map { numbers in
      var moments = Moments()
      for number in numbers { moments.add(number) }
      return moments
    }
    #expect(classes.map(\.count) == [15, 15])
    #expect(abs(classes[0].mean - 20.820000000000) < 1e-9 && abs(classes[0].variance - 7.867428571429) < 1e-9)
    #expect(abs(classes[1].mean - 22.986666666667) < 1e-9 && abs(classes[1].variance - 3.812666666667) < 1e-9)
    #expect(abs(WelchTest.t(classes[0], classes[1]) + 2.455356398286) < 1e-9)
    #expect(abs(WelchTest.t(classes[1], classes[0]) - 2.455356398286) < 1e-9)
  }

  /// 10,000 times of each class, with a spread of 10. `difference` is added to the second class, and 100,000 to one
  /// time in twenty of either class.
  private func samples(difference: Double) -> [WelchTest.Sample] {
    (0..<20_000).map { index in
      let spread = Double(index / 2 * 37 % 100) / 10
      let interrupt = index / 2 * 7919 % 20 == 0 ? 100_000 + Double(index % 977) * 100 : 0
      let isFirst = index % 2 == 0
      return WelchTest.Sample(time: 500 + spread + interrupt + (isFirst ? 0 : difference), isFirst: isFirst)
    }
  }

  @Test("a difference far below the interrupts is found, in its direction, and none where there is none")
  func cropping() {
    let all = samples(difference: 1)
    var moments = (Moments(), Moments())
    for sample in all { if sample.isFirst { moments.0.add(sample.time) } else { moments.1.add(sample.time) } }
    #expect(WelchTest.t(moments.0, moments.1).magnitude < 1)  // over all samples, nothing is seen

    let slower = WelchTest(all.shuffled())
    #expect(slower.t < -10 && slower.means.second > slower.means.first)
    #expect(WelchTest(samples(difference: -1)).t > 10)
    #expect(WelchTest(samples(difference: 0)).t.magnitude < 5)
  }

  @Test("few samples say nothing, equal times are equal, and constant different times are as different as can be")
  func extremes() {
    #expect(WelchTest([]).t == 0)
    #expect(WelchTest(Array(samples(difference: 9).prefix(150))).t == 0)
    let equal = (0..<1000).map { WelchTest.Sample(time: 5, isFirst: $0 % 2 == 0) }
    #expect(WelchTest(equal).t == 0 && WelchTest(equal).means == (5, 5))
    let different = (0..<1000).map { WelchTest.Sample(time: $0 % 2 == 0 ? 5 : 6, isFirst: $0 % 2 == 0) }
    #expect(WelchTest(different).t == -.infinity)
  }

  @Test("timing --json: the control first, every kernel of every algorithm, all fields")
  func json() throws {
    let report = try object(["timing", "--json", "--time", "0.000001"])
    #expect(Set(report.keys) == ["processor", "seconds_per_row", "threshold", "control_was_found", "results"])
    let results = try #require(report["results"] as? [[String: Any]])
    var kernels: [String: Set<String>] = [:]
    for (index, result) in results.enumerated() {
      #expect(
        Set(result.keys) == [
          "operation", "kernel", "is_chosen", "is_control", "samples", "t", "ns_first_class", "ns_second_class",
        ])
      #expect(try #require(result["samples"] as? Int) >= 500)
      #expect(try #require(result["ns_first_class"] as? Double) > 0)
      #expect(result["is_control"] as? Bool == (index == 0))
      if let kernel = result["kernel"] as? String {
        kernels[try #require(result["operation"] as? String), default: []].insert(kernel)
      }
    }
    let known = try #require(try object(["cpu", "--json"])["kernels"] as? [String: [String: Any]])
    let modes = [
      "key", "ecb-encrypt", "ecb-decrypt", "cbc-encrypt", "cbc-decrypt", "ctr", "cfb-encrypt", "cfb-decrypt",
      "cfb8-encrypt", "cfb8-decrypt", "ofb", "cmac", "gcm-key", "gcm-expand", "gcm-encrypt", "gcm-verify", "keywrap",
      "keywrap-verify",
    ]
    var operations = ["aes": [128, 256].flatMap { bits in modes.map { "aes-\(bits)-\($0)" } }]
    operations["chacha20"] = ["chachapoly-key", "chachapoly-encrypt", "chachapoly-verify"]
    for hash in ["sha1", "sha256", "sha512"] {
      operations[hash] = [hash, "hmac-\(hash)-key", "hkdf-\(hash)", "pbkdf2-\(hash)"]
    }
    for (algorithm, operations) in operations {
      let available = try #require(known[algorithm]?["available"] as? [String])
      for operation in operations { #expect(kernels[operation] == Set(available), "\(operation)") }
    }
    #expect(Set(kernels.keys) == Set(operations.values.joined()))
  }

  @Test("timing: the control is found, and the table says what it means, within 80 columns")
  func table() throws {
    let outcome = try Self.bench.run(["timing", "--filter", "hmac-sha256-verify", "--time=0.3"])
    #expect(outcome.status == 0 && outcome.lines.allSatisfy { $0.count <= 80 })
    #expect(outcome.lines.first?.hasPrefix("Times by class of secret on: ") == true)
    let control = try #require(outcome.lines.first { $0.hasPrefix("leaky-comparison ") })
    #expect(try #require(control.split(separator: " ").last.flatMap { Double($0) }) < -TimingTest.threshold)
    #expect(outcome.lines.contains { $0.hasPrefix("hmac-sha256-verify ") })
    #expect(outcome.text.contains("The control was found") || outcome.text.contains("Measure again"))
    // The longest name does not run into the next column.
    let longest = try Self.bench.run(["timing", "--filter", "keywrap-verify", "--time=0.000001"])
    let rows = longest.lines.filter { $0.hasPrefix("aes-128-keywrap-verify ") }
    #expect(!rows.isEmpty && rows.allSatisfy { $0.count <= 80 && $0.split(separator: " ").count == 6 }, "\(rows)")
  }
}
