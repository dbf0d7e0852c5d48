import Foundation
import Testing

/// The pages that Benchmarks/compare/pages.py writes.
extension CompareTests {
  @Test("a page says what was measured, and whether from these sources; what is not between its marks stays")
  func pages() throws {
    let found = try run(
      """
      import json, os, pages, pathlib, shared, tempfile
      result = {"row": "SHA-256", "size": 64, "by_time": True, "ours_ns": 100, "ratio": 0.95, "floor": 1.0, "holds_by": None,
                "reason": None, "best_peer": "nettle", "peers": {"nettle": {"ns": 95, "ratio": 0.95}}}
      report = {"date": "2026-11-30", "commit": "0123456789abcdef-dirty", "processor": "none", "family": None, "clock_ghz": 4,
                "toolchain": "Swift", "load": 1, "kernels": {"sha256": "portable"}, "versions": {"nettle": "nettle 3"},
                "pairs": 3, "slice_seconds": 0.008, "rows": [result], "limits": json.loads(os.environ["LIMITS"])}
      def page(text, **changes):
        shared.tree_of_sources = lambda: "now"
        parts = {"circumstances": pages.circumstances(report | changes), "tables": pages.tables(report)}
        try: return pages.filled(pages.RESULTS / "none.md", text, parts)
        except SystemExit as error: return str(error)
      with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "a").mkdir()
        for name, text in (("a/b", "x\\n"), ("a.txt", "y\\n")):
          (pathlib.Path(folder) / name).write_text(text)
        (pathlib.Path(folder) / "a/b").chmod(0o755)
        tree = shared.git_tree(folder).hexdigest()
      text = "# none\\n\\n" + pages.NEW_PAGE + "\\nThe end.\\n"
      print(json.dumps({"tree": tree, "unnamed": page(text), "other": page(text, sources="before"),
        "these": page(text, sources="now"), "again": page(page(text)), "no marks": page("# none")}))
      """)
    // By `git write-tree`.
    #expect(found["tree"] as? String == "de32f1150921efd6fbef4730c928d50f7af4c5b6")
    let unnamed = try #require(found["unnamed"] as? String)
    #expect(unnamed.contains("**Measured on 2026-11-30 from older sources** (commit 0123456789 with changes)"))
    #expect(unnamed.contains("\n| SHA-256 | 100 ns | 95.0 ns (nettle) | 0.95 | 1, **below** |  |\n"))
    #expect(unnamed.contains("\n| `aesenc` | 512 | 3.00 | 0.50 |\n"))
    #expect(unnamed.hasPrefix("# none\n\n") && unnamed.hasSuffix("\nThe end.\n"))
    #expect(found["other"] as? String == unnamed && found["again"] as? String == unnamed)
    let these = unnamed.replacingOccurrences(of: "older sources", with: "these sources")
    #expect(found["these"] as? String == these)
    let refused = found["no marks"] as? String
    #expect(refused?.hasPrefix("pages: Benchmarks/results/none.md has no marks '<!-- circumstances -->'") == true)
  }

  @Test("an interrupted run makes no page")
  func interruptedRun() throws {
    let found = try run(
      """
      import json, pages, pathlib, tempfile
      with tempfile.TemporaryDirectory() as folder:
        pages.RESULTS = pathlib.Path(folder)
        (pages.RESULTS / "x.json").write_text(json.dumps({"planned": 1, "family": "none", "processor": "none", "rows": []}))
        try: list(pages.documents())
        except SystemExit as error: print(json.dumps({"said": str(error)}))
      """)
    #expect(found["said"] as? String == "pages: x.json is of an interrupted run; compare.py --save goes on with it")
  }
}
