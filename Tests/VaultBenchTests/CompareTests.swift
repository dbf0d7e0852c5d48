import Foundation
import SwiftVaultTestSupport
import Testing

/// The output of Benchmarks/compare/compare.py for measurements, which are fixed here so that nothing depends on time.
@Suite("compare.py")
struct CompareTests {
  /// The output of a Python script in the folder of compare.py, as JSON. The script can run `vault-bench` at `BENCH`.
  func run(_ script: String) throws -> [String: Any] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    let folder = root.appendingPathComponent("Benchmarks/compare").standardizedFileURL.path
    let python = Command(path: "/usr/bin/env")
    let outcome = try python.run(
      ["python3", "-B", "-c", script],
      environment: ["PYTHONPATH": folder, "LIMITS": Self.limits, "BENCH": Command("vault-bench").executable.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  /// A report of `vault-bench limits --json` with round numbers, which belong to no processor.
  static let limits = """
    {"processor": "none", "family": null, "architecture": "x86_64", "clock_ghz": 4, "seconds_per_figure": 1,
     "instructions": [
      {"name": "add, xor", "bits": 64, "latency_cycles": 1, "per_cycle": 4},
      {"name": "load", "bits": 64, "latency_cycles": 4, "per_cycle": null},
      {"name": "rorx", "bits": 64, "latency_cycles": 1, "per_cycle": 2},
      {"name": "sha256rnds2", "bits": 128, "latency_cycles": 5, "per_cycle": 0.25},
      {"name": "aesenc", "bits": 128, "latency_cycles": 3, "per_cycle": 2},
      {"name": "aesenc", "bits": 256, "latency_cycles": 3, "per_cycle": 2},
      {"name": "aesenc", "bits": 512, "latency_cycles": 3, "per_cycle": 0.5},
      {"name": "pclmulqdq", "bits": 128, "latency_cycles": 4, "per_cycle": 0.125},
      {"name": "vector add", "bits": 256, "latency_cycles": 1, "per_cycle": 3},
      {"name": "vector rotate", "bits": 256, "latency_cycles": 1, "per_cycle": 0.5},
      {"name": "ternary logic", "bits": 256, "latency_cycles": 1, "per_cycle": 4}]}
    """

  @Test("the limits follow from the instructions that were measured, and only from those")
  func cycles() throws {
    let found = try run(
      """
      import json, os, rows
      report = json.loads(os.environ["LIMITS"])
      def limits(*without):
        kept = [entry for entry in report["instructions"] if entry["name"] not in without]
        return {f"{name} {size}": cycles for (name, size), cycles in rows.limits({"instructions": kept}).items()}
      arm = {name: dict(name=name, bits=128, latency_cycles=latency, per_cycle=1)
             for name, latency in [("aese, aesmc", 3), ("pmull", 2), ("sha256h", 4), ("sha512h", 5), ("vector add", 2)]}
      print(json.dumps({
        "all": limits(), "without SHA-NI": limits("sha256rnds2"), "without AVX-512": limits("ternary logic"),
        "nothing": rows.limits({"instructions": []}),
        "arm64": {f"{name} {size}": cycles for (name, size), cycles in rows.limits(
          {"instructions": list(arm.values())}).items()}}))
      """)
    func expect(_ part: String, _ expected: [String: Double?]) throws {
      let cycles = try #require(found[part] as? [String: Any])
      for (row, count) in expected { #expect(cycles[row] as? Double == count, "\(part): \(row)") }
    }
    try expect(
      "all",
      [
        "sha256 16384": 256 * 32 * 5,  // latency
        "sha256 64": 2 * 32 * 4, "sha256-x2 16384": 256 * 32 * 4,  // throughput
        "pbkdf2-sha256 32": 2 * 160, "pbkdf2-sha256 64": 512,
        // A round in 8 lanes has 9 rotations, at one in 2 cycles. This takes longer than 25.25 instructions at 4 a
        // cycle, and longer than SHA-NI.
        "sha256-x16 16384": 256 * 128, "sha256-x32 16384": 256 * 128, "pbkdf2-sha256-batch 32": 256,
        "pbkdf2-sha512-batch 64": 2 * 80 * 18.4 / 4,
        // 22 instructions at 4 a cycle take longer than the 4 that depend on each other, and than 6 rotations at 2 a
        // cycle.
        "sha512 16384": 128 * 80 * 5.5, "pbkdf2-sha512 64": 880,
        // The fastest width has 256 bits: 4 blocks a cycle.
        "aes-128-ctr 16384": 1024 * 10 / 4, "aes-256-ecb-decrypt 1048576": 65536 * 14 / 4,
        "aes-256-cbc-encrypt 1024": 64 * 14 * 3, "aes-128-cfb-encrypt-oneshot 64": 4 * 10 * 3,
        "aes-256-ofb-oneshot 16": 14 * 3, "aes-128-cfb-decrypt-oneshot 64": .none,
        "aes-128-cbc-encrypt-inplace 64": .none, "aes-128-ofb-expanded 1024": .none,
        "aes-128-gcm-encrypt-inplace 16384": 1024 * 3 * 8,  // products
        "aes-128-gcm-encrypt-inplace 64": .none,
      ])
    try expect(
      "without SHA-NI",
      ["sha256 16384": .none, "sha256-x16 16384": .none, "aes-128-ctr 16384": 2560, "sha512 16384": 56320])
    try expect(
      "without AVX-512", ["sha256 16384": 40960, "sha256-x16 16384": .none, "pbkdf2-sha512-batch 64": .none])
    #expect((found["nothing"] as? [String: Any])?.isEmpty == true)
    try expect(
      "arm64",
      [
        "sha256 16384": 256 * 16 * 4, "sha256-x2 16384": 256 * 32, "sha512 16384": 128 * 40 * 7,
        "aes-128-ctr 16384": 10240, "aes-256-cbc-encrypt 1024": 64 * 14 * 3, "sha256-x16 16384": .none,
      ])
  }

  @Test("a row holds at its floor or at 95 % of the limit, and a row that misses both is below")
  func verdicts() throws {
    let found = try run(
      """
      import compare, json, os, rows
      # 16 KiB of AES-128 in 2,560 cycles are 640 ns at 4 GHz.
      limits = rows.limits(json.loads(os.environ["LIMITS"]))
      row = rows.Row("AES-128-CTR, 16 KiB", "aes-128-ctr", 16384, 1.5, peers=("slow", "fast", "none"))
      turns = []
      class Fixed:
        def __init__(self, **answers): self.answers = answers
        def turn(self, number): turns.append(number)
        def ask(self, request): return self.answers.get(request.split()[0])
      def ours(nanoseconds, clock="0.25"): return Fixed(**{"aes-128-ctr": nanoseconds, "clock": clock})
      def measure(nanoseconds, fast, limit=limits["aes-128-ctr", 16384], **clock):
        turns.clear()
        result = compare.measure(
          row, ours(nanoseconds, **clock), Fixed(slow="9000", fast=str(fast)), lambda name, _: name, 3, 0.001, limit)
        assert turns == [0, 0, 1, 1, 2, 2], turns
        return result | {
          "verdict": compare.verdict(result), "text": compare.share_text(result), "shown": compare.ratio_text(result)}
      def array(nanoseconds):
        other = rows.Row("AES-128-CTR, 16 KiB", "aes-128-ctr", 16384, 1.5, peers=("fast",), returns_array=True)
        both = Fixed(**{"aes-128-ctr": "680", "clock": "0.25", "array": nanoseconds})
        result = compare.measure(
          other, both, Fixed(fast="680"), lambda name, _: name, 3, 0.001, limits["aes-128-ctr", 16384])
        return result | {"verdict": compare.verdict(result), "text": compare.share_text(result)}
      print(json.dumps({
        "faster than the floor": measure("1280", 1920), "at the limit": measure("670", 700),
        "just at the limit": measure("673.6", 600), "just not at the limit": measure("674", 600),
        "just not at the floor": measure("1001", 1500), "neither": measure("685", 700), "no limit": measure("670", 700, None),
        "no clock": measure("670", 700, clock=None), "a fast array": array("600"), "a slow array": array("660"), "no peer": compare.measure(
          row, ours("640"), Fixed(), lambda name, _: None, 3, 0.001, limits["aes-128-ctr", 16384])}))
      """)
    func expect(_ name: String, _ verdict: String?, ratio: Double?, share: String?) throws {
      let result = try #require(found[name] as? [String: Any])
      #expect(result["verdict"] as? String == verdict && result["text"] as? String == share, "\(name): \(result)")
      if let ratio { #expect(abs(try #require(result["ratio"] as? Double) - ratio) < 1e-9, "\(name)") }
    }
    try expect("faster than the floor", "ok", ratio: 1.5, share: "50 %")
    try expect("at the limit", "limit", ratio: 700.0 / 670, share: "95 %")
    try expect("just at the limit", "limit", ratio: 600.0 / 673.6, share: "95 %")
    try expect("just not at the limit", "below", ratio: 600.0 / 674, share: "94 %")
    try expect("just not at the floor", "below", ratio: 1500.0 / 1001, share: "63 %")
    let edge = try #require(found["just not at the floor"] as? [String: Any])
    #expect(edge["shown"] as? String == "1.49")
    try expect("neither", "below", ratio: 700.0 / 685, share: "93 %")
    try expect("no limit", "below", ratio: 700.0 / 670, share: "")
    // The larger of the two limits counts.
    try expect("a fast array", "below", ratio: 1, share: "94 %")
    try expect("a slow array", "limit", ratio: 1, share: "97 %")
    try expect("no clock", "below", ratio: 700.0 / 670, share: "")
    let unmeasured = try #require(found["no peer"] as? [String: Any])
    #expect(unmeasured["holds_by"] is NSNull && unmeasured["ratio"] is NSNull)
  }

  @Test("a row that is clearly above its floor ends early, and peers that are far behind are left out")
  func turns() throws {
    let found = try run(
      """
      import compare, json, rows
      row = rows.Row("SHA-256", "sha256", 64, 1.0, peers=("slow", "near", "fast"))
      class Fixed:
        def __init__(self, **answers): (self.answers, self.asked) = (answers, [])
        def turn(self, number): pass
        def ask(self, request):
          self.asked.append(request)
          return self.answers.get(request)
      def asked(ours, pairs):
        both = Fixed(**{"sha256 64 1": ours}), Fixed(slow="111", near="109", fast="100")
        compare.measure(row, *both, lambda name, _: name, pairs, 1)
        return [both[1].asked.count(name) for name in row.peers]
      print(json.dumps({"above": asked("90", 15), "near": asked("96", 15), "below": asked("200", 15),
        "few": asked("90", 3)}))
      """)
    #expect(found["above"] as? [Int] == [5, 5, 5] && found["near"] as? [Int] == [5, 15, 15])
    #expect(found["below"] as? [Int] == [5, 15, 15] && found["few"] as? [Int] == [3, 3, 3])
  }

  @Test("an interrupted run goes on in the same circumstances alone")
  func interruption() throws {
    let found = try run(
      """
      import compare, json, os, tempfile
      report = {name: name for name in compare.CIRCUMSTANCES} | {"date": "today", "rows": [{"row": "SHA-256"}]}
      def rows(**changes):
        try: return compare.earlier_rows(path, report | {"date": "tomorrow", "rows": []} | changes)
        except SystemExit as error: return str(error).replace(path, "x")
      with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x")
        none = rows()
        compare.save(path, report)
        found = {"none": none, "same": rows(), "others": [rows(**{name: 1}) for name in compare.CIRCUMSTANCES],
          "files": os.listdir(folder)}
        damaged = []
        for text in ("{", "[]"):
          with open(path, "w") as file: file.write(text)
          damaged.append(rows())
        print(json.dumps(found | {"damaged": damaged}))
      """)
    #expect((found["none"] as? [String: Any])?.isEmpty == true && found["files"] as? [String] == ["x"])
    #expect((found["same"] as? [String: [String: String]]) == ["SHA-256": ["row": "SHA-256"]])
    let other = "compare: 'x' was measured with other sources; remove it, or name another file"
    #expect(found["damaged"] as? [String] == ["compare: 'x' is no report; name another file", other])
    let others = try #require(found["others"] as? [String])
    #expect(others.count == 8 && others.first == other)
  }

  @Test("every row that one message has computes what hashlib and cryptography do", arguments: [nil, "portable"])
  func results(kernel: String?) throws {
    let found = try run(
      """
      import compare, hashlib, hmac, json, os, rows, warnings
      warnings.simplefilter("ignore")
      from cryptography.hazmat.primitives import cmac, hashes, keywrap
      from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
      from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
      from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
      from cryptography.hazmat.primitives.kdf.hkdf import HKDF
      key, iv, salt = bytes(7 * i for i in range(32)), bytes([31] * 16), bytes([90] * 16)
      parameters = {"ecb": (), "gcm": (iv[:12],)}

      def expected(words, size):
        message = bytes((167 * i + (i >> 8)) % 256 for i in range(size))
        if words[0] == "aes":
          cipher, mode = algorithms.AES(key[: int(words[1]) // 8]), words[2]
          if mode == "key":
            return (keywrap.aes_key_wrap(cipher.key, message) if words[3] == "wrap" else message)[-16:]
          if mode == "cmac":
            function = cmac.CMAC(cipher)
            function.update(message)
            return function.finalize()
          context = Cipher(cipher, getattr(modes, mode.upper())(*parameters.get(mode, (iv,))))
          if mode == "gcm":
            encryptor = context.encryptor()
            encryptor.update(message) + encryptor.finalize()
            return message[-16:] if "decrypt" in words else encryptor.tag
          context = context.decryptor() if "decrypt" in words else context.encryptor()
          return (context.update(message) + context.finalize())[-16:]
        if words[0] == "chachapoly":
          return ChaCha20Poly1305(key).encrypt(iv[:12], message, None)[-16:]
        if words[0] == "hkdf":
          return HKDF(hashes.SHA256(), size, salt, b"vault-bench").derive(key)[:16]
        if words[0] == "hmac":
          return hmac.digest(key, message, words[1])[:16]
        if words[0] == "x25519":
          return X25519PrivateKey.from_private_bytes(key).exchange(X25519PublicKey.from_public_bytes(bytes([90] * 32)))[:16]
        if words[0] == "pbkdf2":
          return hashlib.pbkdf2_hmac(words[1], b"correct horse 0", salt, 1000, size)[:16]
        return hashlib.new(words[0], message).digest()[:16]

      server = compare.Server([os.environ["BENCH"], "serve"] + \(kernel.map { "['--kernel', '\($0)']" } ?? "[]"))
      found = {}
      def isOnDefaultKernel(row):
        isInPlace = row.operation.endswith(("-inplace", "-expanded"))
        return row.operation == "x25519" or isInPlace and "gcm-encrypt" not in row.operation
      for row in rows.main_rows():
        if row.operation.endswith("-batch") or \(kernel == nil ? "False" : "isOnDefaultKernel(row)"): continue
        # Enough of each operation, and little work for the portable kernel.
        if row.size <= 1024 or row.operation in ("sha512", "aes-128-ecb-encrypt", "aes-256-cbc-decrypt") and row.size == 16384:
          answer = server.ask(f"{row.operation} {row.size} check")
          wanted = expected(row.operation.split("-"), row.size).hex()
          found[row.title] = "" if answer == wanted else f"{answer} for {wanted}"
      print(json.dumps(found))
      """)
    #expect(found.count > (kernel == nil ? 180 : 110))
    for (row, problem) in found { #expect(problem as? String == "", "\(row)") }
  }

  @Test("rows whose results differ are refused")
  func disagreement() throws {
    let found = try run(
      """
      import compare, json, rows
      class Answers:
        def __init__(self, answers): self.answers = answers
        def ask(self, request): return self.answers.get(request)
      row = rows.Row("SHA-256", "sha256", 64, 1.0)
      lanes = rows.Row("SHA-256, two", "sha256-x2", 64, 1.0, peer_operation="sha256")
      def outcome(ours, *peers, row=row):
        try: compare.check_results([row], Answers({"sha256 64 check": ours}), Answers(
          {f"{number} sha256 64 check": answer for number, answer in enumerate(peers)}), range(len(peers)))
        except SystemExit as error: return str(error)
        return ""
      print(json.dumps({"equal": outcome("00", "00", None), "none of ours": outcome(None, "00", "00"),
        "ours": outcome("01", "00", "00"), "a peer": outcome("00", "00", "01"),
        "lanes": outcome(None, "00", "00", row=lanes), "peers of lanes": outcome(None, "00", "01", row=lanes)}))
      """)
    for (name, outcome) in found {
      let isRefused = (outcome as? String)?.hasPrefix("compare: not all agree on 'SHA-256") == true
      #expect(isRefused == ["none of ours", "ours", "a peer", "peers of lanes"].contains(name), "\(name): \(outcome)")
    }
    #expect(found.count == 6)
  }

  @Test("a row below makes the status 1, unless it has a reason; one held by the limit does not")
  func status() throws {
    let found = try run(
      """
      import argparse, compare, contextlib, io, json
      options = argparse.Namespace(markdown=False)
      def status(*held):
        rows = [{"holds_by": by, "reason": reason} for by, reason in held]
        report = {"date": "", "processor": "", "versions": {}, "rows": rows}
        with contextlib.redirect_stdout(io.StringIO()) as said: code = compare.show(report, options)
        return [str(code), said.getvalue().strip()]
      print(json.dumps({
        "held": status(("ratio", None), ("limit", None)), "below": status(("ratio", None), (None, None)),
        "explained": status((None, "a reason"), ("limit", None)), "one of two": status((None, "a reason"), (None, None))}))
      """)
    func expect(_ name: String, _ status: String, _ counts: String) {
      #expect(
        found[name] as? [String] == [status, ", : 2 rows, \(counts) held by the limit alone. Peers: ."], "\(name)")
    }
    expect("held", "0", "0 below (0 for a reason), 1")
    expect("below", "1", "1 below (0 for a reason), 0")
    expect("explained", "0", "1 below (1 for a reason), 1")
    expect("one of two", "1", "2 below (1 for a reason), 0")
  }

  @Test("a reason is printed with the ratio, for its row, its processor, and down to its ratio")
  func reasons() throws {
    let found = try run(
      """
      import compare, contextlib, io, json, rows
      # What stands there belongs to rows that there are, and says something.
      titles = {row.title for row in rows.main_rows() + rows.portable_rows() + rows.debug_rows()}
      assert all(rows.fnmatch.filter(titles, found.rows) and found.processor and 0 < found.least < 1 and found.text
                 for found in rows.REASONS)
      rows.REASONS = [rows.Reason("SHA-2*6", "none family 1 model 2 *", 0.9, "the peer knows more")]
      def told(ratio, title="SHA-256", processor="none family 1 model 2 stepping 3", holds_by=None):
        result = {"row": title, "size": 64, "by_time": True, "ours_ns": 100, "ratio": ratio, "floor": 1.0,
                  "holds_by": holds_by, "best_peer": "nettle", "peers": {"nettle": {"ns": 95, "ratio": ratio}}}
        [result] = compare.with_reasons([result], processor)
        with contextlib.redirect_stdout(io.StringIO()) as said: compare.print_row(result)
        report = {"rows": [result], "limits": {"instructions": []}}
        return [said.getvalue(), list(compare.markdown(report))[2], result["reason"] or ""]
      print(json.dumps({
        "below": told(0.95), "just": told(0.9), "lower": told(0.89), "another row": told(0.95, title="SHA-512"),
        "another model": told(0.95, processor="none family 1 model 21 stepping 3"), "no stepping": told(
          0.95, processor="none family 1 model 2"), "no peer": told(None), "holds": told(1.2, holds_by="ratio")}))
      """)
    for (name, told) in found {
      let told = try #require(told as? [String])
      guard told.count == 3 else { throw CocoaError(.coderInvalidValue) }
      let isBelow = name != "holds"
      #expect(told[0].contains("below") == isBelow && told[1].contains("**below**") == isBelow, "\(name)")
      let isExplained = ["below", "just", "no stepping"].contains(name)
      #expect(told[2] == (isExplained ? "the peer knows more" : ""), "\(name)")
      #expect(told[0].contains("; below because the peer knows more") == isExplained, "\(name): \(told[0])")
      #expect(told[1].contains("**below**: the peer knows more |") == isExplained, "\(name): \(told[1])")
    }
    #expect(found.count == 8)
    let below = try #require(found["below"] as? [String])
    #expect(below[0].contains(" 0.95 of 1.0 ") && below[1].contains("| 0.95 | 1, **below**: "))
  }
}
