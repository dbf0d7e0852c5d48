/// A command line, parsed by the options that the command accepts.
///
/// Options may stand anywhere among the operands; `--` ends them. A value is the next word, or follows `=`, or follows
/// a short spelling directly: `--output OUT`, `--output=OUT`, `-oOUT`.
package struct ParsedArguments: Sendable {
  /// One way to give an option.
  package struct Form: Sendable {
    /// The key under which the option is looked up. Forms of one option exclude each other.
    let option: String
    /// How it is written: `--output`.
    let spelling: String
    /// Another way to write it: `-o`.
    let short: String?
    let takesValue: Bool
    /// Whether it may be given several times.
    let isRepeatable: Bool

    package init(
      _ spelling: String, short: String? = nil, of option: String? = nil, takesValue: Bool, isRepeatable: Bool = false
    ) {
      self.option = option ?? spelling
      (self.spelling, self.short) = (spelling, short)
      (self.takesValue, self.isRepeatable) = (takesValue, isRepeatable)
    }

    fileprivate func isWritten(_ word: String) -> Bool { word == spelling || word == short }
  }

  private var given: [String: (form: Form, values: [[UInt8]])] = [:]
  /// The words that are not options, as bytes, because the name of a file need not be UTF-8.
  package private(set) var operands: [[UInt8]] = []

  /// Parses the words; the error names the first word that is not accepted.
  package init(_ words: some Sequence<[UInt8]>, forms: [Form], operandLimit: Int) throws(ArgumentError) {
    var rest = Array(words)[...]
    var areOptionsOver = false
    while let word = rest.popFirst() {
      if !areOptionsOver, word == Array("--".utf8) {
        areOptionsOver = true
      } else if !areOptionsOver, Self.isOption(word, forms) {
        try parseOption(word, forms, rest: &rest)
      } else {
        guard operands.count < operandLimit else { throw .unknownArgument(String(decoding: word, as: UTF8.self)) }
        operands.append(word)
      }
    }
  }

  /// Whether a word is an option. A single hyphen means standard input: an operand, unless it is a form of an option.
  private static func isOption(_ word: [UInt8], _ forms: [Form]) -> Bool {
    word.first == UInt8(ascii: "-") && (word.count > 1 || forms.contains { $0.spelling == "-" })
  }

  private mutating func parseOption(
    _ word: [UInt8], _ forms: [Form], rest: inout ArraySlice<[UInt8]>
  ) throws(ArgumentError) {
    let equals = word.firstIndex(of: UInt8(ascii: "="))
    let name = String(decoding: word[..<(equals ?? word.endIndex)], as: UTF8.self)
    var attached = equals.map { Array(word[($0 + 1)...]) }
    var found = forms.first { $0.isWritten(name) }
    if found == nil {
      found = forms.first { $0.takesValue && $0.short.map { word.starts(with: $0.utf8) } ?? false }
      attached = Array(word.dropFirst(2))
    }
    guard let form = found else {
      throw .unknownOption(name, near: name.count > 2 ? forms.map(\.spelling).nearest(to: name) : nil)
    }
    if let other = given[form.option]?.form, !(form.isRepeatable && other.spelling == form.spelling) {
      throw other.spelling == form.spelling ? .twice(form.spelling) : .exclusive(other.spelling, form.spelling)
    }
    guard form.takesValue else {
      if attached != nil { throw .superfluousValue(form.spelling) }
      given[form.option] = (form, [[]])
      return
    }
    guard let value = attached ?? rest.popFirst() else { throw .missingValue(form.spelling) }
    given[form.option] = (form, values(form.option) + [value])
  }

  /// The options that were given, in alphabetical order.
  package var options: [String] { given.keys.sorted() }

  package func has(_ option: String) -> Bool { given[option] != nil }

  /// How the option was written, if it was given.
  package func spelling(_ option: String) -> String? { given[option]?.form.spelling }

  /// The option's value, if it was given; nothing for one without a value.
  package func bytes(_ option: String) -> [UInt8]? { given[option]?.values.first }

  /// The values of an option that may be given several times, in order.
  package func values(_ option: String) -> [[UInt8]] { given[option]?.values ?? [] }

  package func text(_ option: String) -> String? { bytes(option).map { String(decoding: $0, as: UTF8.self) } }

  /// A plain decimal number in `range`.
  package func number(_ option: String, in range: ClosedRange<Int>) throws(ArgumentError) -> Int? {
    guard let form = given[option]?.form, let bytes = bytes(option) else { return nil }
    let isDecimal = !bytes.isEmpty && bytes.allSatisfy { (0x30...0x39).contains($0) }
    let text = String(decoding: bytes, as: UTF8.self)
    guard isDecimal, let number = Int(text), range.contains(number) else { throw .number(form.spelling, range, text) }
    return number
  }
}
