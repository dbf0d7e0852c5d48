import Foundation
import Vault

/// `swift-vault open FILE`: gets the content back out of a vault.
struct OpenCommand {
  private let input: InputFile
  private let source: PasswordSource
  private let destination: Destination
  private let context: [UInt8]
  private let limits: Vault.Limits
  private let force: Bool

  /// Checks everything that can be checked before the password is asked for.
  init(_ arguments: Arguments) throws {
    let path = try arguments.requireFile()
    source = try PasswordSource(arguments, input: path)
    context = arguments.bytes(.context) ?? []
    force = arguments.has(.force)
    var limits = Vault.Limits()
    if let maximum = try arguments.number(.maximumRounds, in: 1...Int.max) { limits.maximumRounds = maximum }
    self.limits = limits
    let input = try InputFile(path)
    self.input = input
    destination = try Destination(arguments, input: input, passwordFile: source.file) {
      guard let name = path.removing(suffix: SealCommand.suffix) else {
        throw ToolError(.usage, input.name, "does not end in \(SealCommand.suffix); name the opened file with -o")
      }
      return name
    }
  }

  func run() throws {
    let vault = try input.readAll()
    try Self.check(vault, input.name, limits)
    let password = try source.password(for: input.name, isNew: false)
    let content: [UInt8]
    do {
      content = try password.withUnsafeBytes {
        try Vault.open(vault, password: $0, context: context, limits: limits)
      }
    } catch let error as VaultError {
      throw ToolError(error, input.name)
    }
    if destination.isTerminal, !force, !content.isPlainText {
      throw ToolError.usage("the content is not text and would garble the terminal; use -o FILE, or --force")
    }
    try destination.write(content)
    if !destination.isTerminal {
      StandardStream.remark("opened \(input.name) → \(destination.name) (\(content.count.counted("byte")))")
    }
  }

  /// What is no vault, or asks for too much work, is refused before the password is asked for.
  private static func check(_ vault: [UInt8], _ name: String, _ limits: Vault.Limits) throws {
    let rounds = try InspectCommand.inspect(vault, name).slots.reduce(0) { sum, slot in
      let (total, overflow) = sum.addingReportingOverflow(slot?.rounds ?? 0)
      return overflow ? .max : total
    }
    guard rounds <= limits.maximumRounds else {
      throw ToolError(.overLimit(.rounds, found: rounds, limit: limits.maximumRounds), name)
    }
  }
}

extension [UInt8] {
  /// UTF-8 without a character that a terminal obeys.
  fileprivate var isPlainText: Bool {
    let text = String(decoding: self, as: UTF8.self)
    return text.utf8.elementsEqual(self)
      && text.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t" || $0 == "\r"
      }
  }
}
