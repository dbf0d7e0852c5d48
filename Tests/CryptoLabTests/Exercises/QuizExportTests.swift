import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultCryptoLab

/// `crypto-lab quiz --export`. `Checks/Quiz/run` reads all questions back.
@Suite("crypto-lab quiz --export")
struct CryptoLabQuizExportTests {
  private static let lab = Command("crypto-lab")

  private static let question = QuizQuestion(
    "an-id", .modes, "Is a = b: {c} ~ d?", right: "a # b \\ c", wrong: ["<b> & \"c\"": "No: 1 < 2"], because: "So.")
  private static let item = Quiz.Item(question: question, choices: ["<b> & \"c\"", "a # b \\ c"])

  @Test("in GIFT, characters with a meaning have a backslash")
  func gift() {
    let expected = """
      $CATEGORY: swift-vault/modes

      ::an-id::[plain]Is a \\= b\\: \\{c\\} \\~ d? {
      \t~<b> & "c"#No\\: 1 < 2
      \t=a \\# b \\\\ c#So.
      }

      """
    #expect(String(decoding: QuizExport.gift.file([Self.item]), as: UTF8.self) == expected)
  }

  @Test("in QTI, texts are XML, and the archive has each file")
  func qti() {
    let archive = QuizExport.qti.file([Self.item])
    let text = String(decoding: archive, as: UTF8.self)
    #expect(archive.starts(with: [0x50, 0x4b, 3, 4]))
    #expect(text.contains(#"<simpleChoice identifier="a">&lt;b&gt; &amp; &quot;c&quot;</simpleChoice>"#))
    #expect(
      text.contains("<correctResponse><value>b</value>") && text.contains("showHide=\"show\">No: 1 &lt; 2</modal"))
    for name in ["imsmanifest.xml", "test.xml", "an-id.xml"] { #expect(text.components(separatedBy: name).count > 2) }
  }

  @Test("an export goes to a file or to standard output, and repeats")
  func command() throws {
    let folder = TestFolder()
    let arguments = ["quiz", "--topic", "modes", "--count", "3", "--seed", "2", "--export"]
    let printed = try Self.lab.run(arguments + ["gift"])
    #expect(printed.status == 0 && printed.text.components(separatedBy: "\n::").count == 4)
    let written = try Self.lab.run(arguments + ["gift", "-o", "quiz.gift"], in: folder)
    #expect(written.status == 0 && written.output.isEmpty)
    #expect(folder.read("quiz.gift") == printed.output)
    #expect(try Self.lab.run(arguments + ["gift", "-o", "quiz.gift"], in: folder).status == 1)
    #expect(try Self.lab.run(arguments + ["gift", "--language", "de"]).text != printed.text)
    #expect(try Self.lab.run(arguments + ["word"]).status == 2)
    #expect(try Self.lab.run(["quiz", "-o", "quiz.gift"]).status == 2)
  }
}
