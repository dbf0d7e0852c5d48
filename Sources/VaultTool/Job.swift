/// One file of the command line: what is read, and where the result goes.
struct Job {
  let input: InputFile
  let destination: Destination

  /// A job for each file; all that can be checked before the password is asked for is checked for all of them.
  static func all(
    _ arguments: Arguments, passwordFile: FileIdentity?, wanted: (Path) -> Bool, defaultName: (InputFile) throws -> Path
  ) throws -> [Job] {
    let inputs = try paths(arguments, wanted: wanted).map { try InputFile($0) }
    let read = inputs.map(\.identity) + [passwordFile]
    return try inputs.map { input in
      let destination = try Destination(arguments, input: input, read: read) { try defaultName(input) }
      return Job(input: input, destination: destination)
    }
  }
}

extension Collection {
  /// Does `work` for each: a failure is reported and the others go on. The exit code is that of the first failure.
  func forEachReporting(_ work: (Element) throws -> Void) throws {
    if count == 1 { return try work(first!) }
    var failure: ToolError?
    for element in self {
      do {
        try work(element)
      } catch let error as ToolError {
        if !error.isQuiet { StandardStream.error("\(error)") }
        failure = failure ?? error
      }
    }
    failure?.isQuiet = true
    if let failure { throw failure }
  }
}

extension Collection<Job> {
  /// For the prompt.
  var name: String { count == 1 ? first!.input.name : "\(count) files" }
}
