import SwiftVaultCommandSupport
import SwiftVaultCryptoBytes

/// One of the lab's commands: its name, its options and its action.
struct LabCommand: Sendable {
  /// The word after `crypto-lab`.
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// What `--help` prints.
  let help: String
  /// The options it accepts, besides `--help`.
  let options: [Option]
  /// The number of words that it accepts besides options.
  var operandLimit = 0
  /// Runs the command.
  let run: @Sendable (Options) throws(LabError) -> Void

  /// The commands other than lessons, in the order of the list.
  static let primitives: [LabCommand] = [
    DigestOperation.command, HMACOperation.command, HKDFOperation.command, PBKDF2Operation.command,
    AESOperation.command, CMACOperation.command, KeyWrapOperation.command, KeyUnwrapOperation.command, Batch.command,
    KernelList.command,
  ]

  /// The commands that ask the learner.
  static let practice: [LabCommand] = [ExerciseCommand.command, ResultsCommand.command, QuizCommand.command]

  /// The lesson for the name of a primitive that a user may type instead, such as `pbkdf2-rounds` for `pbkdf2`.
  var lesson: String? {
    guard Self.primitives.contains(where: { $0.name == name }) else { return nil }
    return Self.lessons.first { $0.name.hasPrefix(name + "-") }?.name
  }

  /// Every command.
  static let all = lessons + practice + primitives
}

extension LabCommand {
  /// A command that performs an operation with the given options and writes the result.
  ///
  /// Refuses options that are allowed in a request of `batch` but are a mistake on the command line.
  init(
    operation: any Operation.Type, summary: String, help: String, options: [Option],
    check: @escaping @Sendable (Options) throws(LabError) -> Void = { _ in }
  ) {
    self.init(name: operation.name, summary: summary, help: help, options: options + ResultOutput.options) {
      options throws(LabError) in
      try check(options)
      let output = try ResultOutput(options)
      try output.write(try operation.perform(options))
    }
  }

  /// The help of the four ways to give the data.
  static let inputHelp = "  INPUT            --text TEXT, --hex HEX, --file FILE, or - for standard input"

  /// The help of the options of the kernel and of the result.
  static let outputHelp = """
      --kernel NAME    compute with this kernel; see crypto-lab kernels
      -o, --output OUT write the result's bytes to a file that does not exist yet
      --force          it may exist
      --raw            print the bytes themselves instead of hexadecimal digits
    """
}

/// Where the result of an operation is written, and in which form.
struct ResultOutput {
  /// The options that it reads.
  static let options: [Option] = [.output, .flag("raw"), .flag("force")]

  private let file: String?
  private let isRaw: Bool
  private let mayReplace: Bool

  /// Reads the options. Throws, before anything is computed, if the output must not be written.
  ///
  /// - Parameter writesBytes: Whether the bytes themselves are printed without being asked for.
  init(_ options: Options, writesBytes: Bool = false) throws(LabError) {
    file = options.text("output")
    isRaw = writesBytes || options.has("raw")
    mayReplace = options.has("force")
    if let file { try Files.requireWritable(file, replacing: mayReplace) }
  }

  /// Writes the result.
  func write(_ result: [UInt8]) throws(LabError) {
    if let file {
      try Files.write(result, to: file, replacing: mayReplace)
    } else if isRaw {
      printBytes(result)
    } else {
      printBytes(Array(Hex.encode(result).utf8) + [UInt8(ascii: "\n")])
    }
  }
}
