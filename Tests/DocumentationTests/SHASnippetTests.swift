import SHA
import Testing

/// Runs the example of SHA's page, which quotes it line for line.
@Suite struct SHASnippetTests {
  @Test func hashes() {
    let digest = SHA256.hash(data: "abc".utf8)  // prints as SHA256 digest: ba7816bf…

    var function = SHA256()
    function.update(data: "a".utf8)
    function.update(data: "bc".utf8)
    let same = function.finalize()

    #expect(same == digest)
    #expect(digest.description.hasPrefix("SHA256 digest: ba7816bf"))
  }
}
