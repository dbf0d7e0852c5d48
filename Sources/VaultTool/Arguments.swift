import Foundation

/// What the command line asks for: a subcommand, files, options; every mistake is named.
///
/// Options may stand anywhere; `--` ends them; a value follows as the next argument or after `=`.
struct Arguments {
  enum Command: String, CaseIterable {
    case seal, open, inspect

    var options: Set<Option> {
      switch self {
      case .seal: [.output, .force, .passwordFile, .passwordDescriptor, .context, .rounds]
      case .open: [.output, .force, .passwordFile, .passwordDescriptor, .context, .maximumRounds]
      case .inspect: [.json]
      }
    }
  }

  enum Option: String, CaseIterable {
    case output = "--output"
    case force = "--force"
    case passwordFile = "--password-file"
    case passwordDescriptor = "--password-fd"
    case context = "--context"
    case rounds = "--rounds"
    case maximumRounds = "--max-rounds"
    case json = "--json"
    case help = "--help"
    case version = "--version"

    var takesValue: Bool {
      switch self {
      case .force, .json, .help, .version: false
      default: true
      }
    }

    init?(spelling: String) {
      switch spelling {
      case "-o": self = .output
      case "-h": self = .help
      default: self.init(rawValue: spelling)
      }
    }
  }

  private(set) var command: Command?
  private var files: [Path] = []
  private var values: [Option: [UInt8]] = [:]

  init(parsing arguments: [[UInt8]]) throws {
    var rest = arguments[...]
    var operands: [Path] = []
    while let argument = rest.popFirst() {
      if argument == Array("--".utf8) {
        operands += rest.map { Path($0) }
        break
      }
      guard argument.first == UInt8(ascii: "-"), argument.count > 1 else {
        operands.append(Path(argument))
        continue
      }
      try parseOption(argument, rest: &rest)
    }
    try assign(operands)
  }

  private mutating func parseOption(_ argument: [UInt8], rest: inout ArraySlice<[UInt8]>) throws {
    let equals = argument.firstIndex(of: UInt8(ascii: "="))
    var spelling = Path(argument[..<(equals ?? argument.endIndex)]).display
    var attached = equals.map { Array(argument[($0 + 1)...]) }
    if argument.starts(with: "-o".utf8), spelling != "-o" {  // -oFILE
      (spelling, attached) = ("-o", Array(argument.dropFirst(2)))
    }
    guard let option = Option(spelling: spelling) else {
      throw ToolError.usage("there is no option \(spelling); see swift-vault --help")
    }
    guard values[option] == nil else { throw ToolError.usage("\(option.rawValue) is given twice") }
    guard option.takesValue else {
      if attached != nil { throw ToolError.usage("\(option.rawValue) takes no value") }
      values[option] = []
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw ToolError.usage("\(option.rawValue) needs a value after it; see swift-vault --help")
    }
    values[option] = value
  }

  private mutating func assign(_ operands: [Path]) throws {
    guard let first = operands.first else { return }
    guard let command = Command(rawValue: first.display) else {
      throw ToolError.usage("there is no command \(first.display); see swift-vault --help")
    }
    self.command = command
    files = Array(operands.dropFirst())
    for option in Option.allCases where values[option] != nil {
      guard command.options.contains(option) || option == .help || option == .version else {
        throw ToolError.usage(
          "\(command.rawValue) has no option \(option.rawValue); see swift-vault \(command.rawValue) --help")
      }
    }
  }

  func requireCommand() throws -> Command {
    guard let command else { throw ToolError.usage("nothing to do: name a command; see swift-vault --help") }
    return command
  }

  /// The one file the command works on.
  func requireFile() throws -> Path {
    let name = try requireCommand().rawValue
    guard let file = files.first else {
      throw ToolError.usage("\(name) needs the name of a file; see swift-vault \(name) --help")
    }
    if files.count > 1 {
      throw ToolError.usage("one argument too many: \(files[1].display) (\(name) takes one file at a time)")
    }
    guard !file.bytes.isEmpty else { throw ToolError.usage("the name of the file is empty") }
    return file
  }

  func has(_ option: Option) -> Bool { values[option] != nil }

  func bytes(_ option: Option) -> [UInt8]? { values[option] }

  func path(_ option: Option) throws -> Path? {
    guard let bytes = values[option] else { return nil }
    guard !bytes.isEmpty else { throw ToolError.usage("\(option.rawValue) is given an empty name") }
    return Path(bytes)
  }

  /// A plain decimal number in `range`.
  func number(_ option: Option, in range: ClosedRange<Int>) throws -> Int? {
    guard let bytes = values[option] else { return nil }
    let isDecimal = !bytes.isEmpty && bytes.allSatisfy { (0x30...0x39).contains($0) }
    guard isDecimal, let number = Int(String(decoding: bytes, as: UTF8.self)), range.contains(number) else {
      throw ToolError.usage(
        "\(option.rawValue) takes a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "not \(Path(bytes).display)")
    }
    return number
  }
}
