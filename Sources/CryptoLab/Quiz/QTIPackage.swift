/// Questions as an IMS content package of QTI 2.1: a manifest, a test and an item for each question.
///
/// Spec: IMS QTI 2.1; IMS Content Packaging 1.1.4.
struct QTIPackage {
  private let items: [Quiz.Item]
  private static let namespace = "http://www.imsglobal.org/xsd/imsqti_v2p1"
  private static let schema = "http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"

  init(_ items: [Quiz.Item]) { self.items = items }

  /// The package as a ZIP archive.
  var archive: [UInt8] {
    let files =
      [("imsmanifest.xml", manifest), ("test.xml", test)] + items.map { ("\($0.question.id).xml", Self.item($0)) }
    return ZIPArchive.of(files.map { ($0, Array($1.utf8)) })
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(character)
      }
    }.joined()
  }

  /// A text in the language of the package.
  private static func text(_ english: String) -> String { escaped(Language.current.text(english)) }

  /// The beginning of an element that is the root of its file.
  private static func root(_ name: String, _ attributes: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <\(name) xmlns="\(namespace)"
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
      xsi:schemaLocation="\(namespace) \(schema)"
      \(attributes)>
    """
  }

  /// A question: one choice is right, and each has its reason as feedback.
  private static func item(_ item: Quiz.Item) -> String {
    let letters = item.choices.indices.map(Quiz.letter)
    let choices = zip(letters, item.choices).map { letter, choice in
      "      <simpleChoice identifier=\"\(letter)\">\(text(choice))</simpleChoice>"
    }
    let feedback = letters.enumerated().map { number, letter in
      """
        <modalFeedback outcomeIdentifier="FEEDBACK" identifier="\(letter)" showHide="show">\
      \(text(item.fault(of: number) ?? item.question.because))</modalFeedback>
      """
    }
    return """
      \(root(
        "assessmentItem",
        "identifier=\"\(item.question.id)\" title=\"\(item.question.id)\" xml:lang=\"\(Language.current.rawValue)\""
          + " adaptive=\"false\" timeDependent=\"false\""))
        <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier">
          <correctResponse><value>\(Quiz.letter(item.rightChoice))</value></correctResponse>
        </responseDeclaration>
        <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float">
          <defaultValue><value>0</value></defaultValue>
        </outcomeDeclaration>
        <outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>
        <itemBody>
          <choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="1">
            <prompt>\(text(item.question.text))</prompt>
      \(choices.joined(separator: "\n"))
          </choiceInteraction>
        </itemBody>
        <responseProcessing>
          <responseCondition>
            <responseIf>
              <match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match>
              <setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue>
            </responseIf>
          </responseCondition>
          <setOutcomeValue identifier="FEEDBACK"><variable identifier="RESPONSE"/></setOutcomeValue>
        </responseProcessing>
      \(feedback.joined(separator: "\n"))
      </assessmentItem>

      """
  }

  /// The test: its items in the order of the run.
  private var test: String {
    let references = items.map {
      "      <assessmentItemRef identifier=\"\($0.question.id)\" href=\"\($0.question.id).xml\"/>"
    }
    return """
      \(Self.root("assessmentTest", "identifier=\"swift-vault-quiz\" title=\"swift-vault\""))
        <testPart identifier="part" navigationMode="nonlinear" submissionMode="individual">
          <assessmentSection identifier="section" title="swift-vault" visible="true">
      \(references.joined(separator: "\n"))
          </assessmentSection>
        </testPart>
      </assessmentTest>

      """
  }

  private var manifest: String {
    let dependencies = items.map { "      <dependency identifierref=\"\($0.question.id)\"/>" }
    let resources = items.map { item in
      """
          <resource identifier="\(item.question.id)" type="imsqti_item_xmlv2p1" href="\(item.question.id).xml">
            <file href="\(item.question.id).xml"/>
          </resource>
      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="swift-vault">
        <metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>
        <organizations/>
        <resources>
          <resource identifier="test" type="imsqti_test_xmlv2p1" href="test.xml">
            <file href="test.xml"/>
      \(dependencies.joined(separator: "\n"))
          </resource>
      \(resources.joined(separator: "\n"))
        </resources>
      </manifest>

      """
  }
}
