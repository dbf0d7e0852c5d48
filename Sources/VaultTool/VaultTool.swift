import SwiftVaultCommandSupport
import SwiftVault
import VaultFiles

/// The command `swift-vault`: reads its arguments, runs one subcommand, and reports an error as one line and an
/// exit code.
@main
enum VaultTool {
  static func main() {
    StandardStream.printNoMemoryInACrash()
    StandardStream.reserveDescriptors()
    ResourceLimit.forbidCoreDump()
    ResourceLimit.shareAllocations()
    Interruption.shared.start()
    do {
      try ResourceLimit.checkMemory()
      try run(CommandLine.rawArguments)
    } catch let error as ToolError {
      if !error.isQuiet { StandardStream.error("\(error)") }
      exit(error.code.rawValue)
    } catch let error as VaultFileError {
      let error = ToolError(error)
      StandardStream.error("\(error)")
      exit(error.code.rawValue)
    } catch let error as RefusedVault {
      let error = ToolError(error)
      StandardStream.error("\(error)")
      exit(error.code.rawValue)
    } catch VaultError.memoryUnavailable(let byteCount) {
      let error = ToolError(nil, memoryUnavailable: byteCount)
      StandardStream.error("\(error)")
      exit(error.code.rawValue)
    } catch {
      StandardStream.error("swift-vault: \(error)")
      exit(ExitCode.inputOutput.rawValue)
    }
  }

  private static func run(_ rawArguments: [[UInt8]]) throws {
    let arguments = try Arguments(parsing: rawArguments.asOption)
    if arguments.has(.help) {
      let help = Help.text(for: arguments.command?.name ?? arguments.group)
      return try StandardStream.writeOutput(Array(help.utf8))
    }
    if arguments.has(.version) {
      return try StandardStream.writeOutput(Array("\(PackageVersion.line(of: "swift-vault"))\n".utf8))
    }
    try arguments.checkOperands()
    try arguments.checkDescriptors()
    for file in try arguments.files { try StandardStream.check(file) }
    try arguments.requireCommand().run(arguments)
  }
}

extension [[UInt8]] {
  /// `help COMMAND` as `COMMAND --help`.
  fileprivate var asOption: [[UInt8]] {
    first == [UInt8]("help".utf8) ? dropFirst() + [[UInt8](Option.help.spelling.utf8)] : self
  }
}

extension CommandLine {
  /// The arguments after the command's own name, byte for byte: a file name need not be UTF-8.
  fileprivate static var rawArguments: [[UInt8]] {
    (1..<max(1, Int(argc))).compactMap { index in
      // SAFETY: the C runtime hands over `argc` zero-terminated strings that live as long as the process.
      unsafeArgv[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
  }
}
