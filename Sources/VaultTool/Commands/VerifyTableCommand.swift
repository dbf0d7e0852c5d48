import SwiftVaultCommandSupport
import Credentials
import Vault
import VaultFiles

/// `swift-vault credential verify FILE --passwords TABLE`: checks many passwords by their credentials.
struct VerifyTableCommand {
  private let input: InputFile
  private let passwords: PasswordTable
  private let column: TableColumns.Choice?
  private let limits: Vault.Limits
  /// The stretching that credentials must meet: the first, or that for their hash if either hash is accepted.
  private let policies: [PasswordStretching]

  /// Four times the number of lanes on all cores.
  private static let rowsPerBatch = 4 * Batch.laneCount * Batch.coreCount

  init(_ arguments: Arguments) throws {
    if let other = ([.credential] + Option.password).first(where: { arguments.has($0) }) {
      throw ToolError.usage("give \(Option.passwords.spelling) or \(other.spelling), not both")
    }
    let (file, table) = (arguments.operands[0], try arguments.path(.passwords)!)
    if let identity = FileIdentity(ofOperand: table), identity == FileIdentity(ofOperand: file) {
      throw ToolError.usage("\(file.display) cannot give both the credentials and the passwords")
    }
    column = try arguments.column()
    limits = try Vault.Limits(arguments)
    policies =
      try arguments.has(.hash) || StretchOptions(arguments).family() == .argon2id
      ? [PasswordStretching(arguments)]
      : PasswordStretching.Function.pbkdf2.map { try PasswordStretching(arguments, keeping: .recommended($0)) }
    input = try InputFile(operand: file, for: .checking)
    passwords = try PasswordTable(table)
  }

  func run() throws {
    var (table, tally, seen) = (
      CredentialTable(input.name, column: column) { try input.read(1 << 18) }, Tally(), Set<[UInt8]>()
    )
    try input.withProgress(to: .stream { _ in }) { advance in
      var rows: [Row] = []
      var byteCount = 0
      func finishBatch() throws {
        try verify(&rows)
        try report(rows, &tally)
        advance(byteCount)
        (rows, byteCount) = ([], 0)
      }
      while let line = try table.line() {
        byteCount += line.source.count
        guard let row = row(line, in: &table) else { continue }
        rows.append(row)
        if passwords.hasPassword(for: row.id) { seen.insert(Array(row.id.utf8)) }
        if rows.count == Self.rowsPerBatch { try finishBatch() }
      }
      try finishBatch()
    }
    try input.checkUnchanged()
    if tally.isEmpty { throw ToolError(.notReadable, input.name, "has no credential") }
    try report(
      passwords.ids.filter { !seen.contains(Array($0.utf8)) }.map { Row(line: nil, id: $0, .noCredential) }, &tally)
    StandardStream.error("swift-vault: \(tally)")
    if var failure = tally.failure {
      failure.isQuiet = true
      throw failure
    }
  }

  /// The row of a credential; nil if the line has none.
  private func row(_ line: CredentialTable.Line, in table: inout CredentialTable) -> Row? {
    do throws(CredentialTable.Refusal) {
      guard let cell = try table.cell(in: line) else { return nil }
      guard let id = cell.id ?? (table.hasIDs ? nil : "\(line.number)") else {
        return Row(line: line.number, id: "", .unreadable("no id"))
      }
      do throws(CredentialError) {
        let credential = try Credential(cell.text, limits: Credential.Limits(limits))
        return Row(line: line.number, id: id, passwords.hasPassword(for: id) ? .pending(credential) : .noPassword)
      } catch {
        return Row(line: line.number, id: id, .unreadable("\(error)"))
      }
    } catch {
      return Row(line: line.number, id: "", .unreadable(error.reason))
    }
  }

  private func verify(_ rows: inout [Row]) throws {
    let batch = try Batch(
      rows.indices.compactMap { index in
        if case .pending(let credential) = rows[index].outcome { (index, rows[index].id, credential) } else { nil }
      }, passwords)
    for (login, isRight) in batch.run(memoryByteCount: limits.maximumMemoryByteCount) {
      let function = login.credential.stretching?.function
      let policy = policies.first { $0.function == function } ?? policies[0]
      rows[login.row].outcome =
        switch isRight {
        case .success(false): .noMatch
        case .success(true): login.credential.costsEnough(for: policy) ? .match : .upgrade(login.credential.effort)
        case .failure(.memoryUnavailable(let byteCount)): .notChecked(ToolError.sentence(memoryUnavailable: byteCount))
        case .failure(let error): .notChecked("\(error)")
        }
    }
  }

  private func report(_ rows: [Row], _ tally: inout Tally) throws {
    for row in rows { tally.add(row.outcome) }
    try StandardStream.writeOutput(rows.flatMap { Array("\($0)\n".utf8) })
  }
}

/// A credential of the table, or an id without one, and its outcome.
private struct Row: CustomStringConvertible {
  enum Outcome {
    case pending(Credential), match, upgrade(String), noMatch, noPassword, noCredential, unreadable(String), notChecked(
      String)
  }

  let line: Int?
  let id: String
  var outcome: Outcome

  init(line: Int?, id: String, _ outcome: Outcome) { (self.line, self.id, self.outcome) = (line, id, outcome) }

  var description: String {
    "\(line.map(String.init) ?? "-")\t\(id.printable)\t" + outcome.word + (outcome.reason.map { ": \($0)" } ?? "")
  }
}

extension Row.Outcome {
  var word: String {
    switch self {
    case .match: "match"
    case .upgrade: "match, upgrade"
    case .pending, .noMatch: "no match"
    case .noPassword: "no password"
    case .noCredential: "no credential"
    case .unreadable: "unreadable"
    case .notChecked: "not checked"
    }
  }

  fileprivate var reason: String? {
    switch self {
    case .upgrade(let reason), .unreadable(let reason), .notChecked(let reason): reason
    case .pending, .match, .noMatch, .noPassword, .noCredential: nil
    }
  }

  /// The exit code; nil for a match.
  fileprivate var failure: ExitCode? {
    switch self {
    case .match, .upgrade: nil
    case .pending, .noMatch, .noPassword, .noCredential: .wrongPassword
    case .unreadable: .notReadable
    case .notChecked: .inputOutput
    }
  }
}

/// The number of rows with each outcome, in the order in which they were met.
private struct Tally: CustomStringConvertible {
  private var counts: [(word: String, count: Int)] = []
  private(set) var failure: ToolError?

  var isEmpty: Bool { counts.isEmpty }

  mutating func add(_ outcome: Row.Outcome) {
    if let index = counts.firstIndex(where: { $0.word == outcome.word }) {
      counts[index].count += 1
    } else {
      counts.append((outcome.word, 1))
    }
    failure = failure ?? outcome.failure.map { ToolError($0, nil, outcome.word) }
  }

  var description: String { counts.map { "\($0.word): \($0.count.grouped)" }.joined(separator: "; ") }
}

/// Credentials and passwords that are verified on all cores: each thread takes the next lanes.
private final class Batch: @unchecked Sendable {
  typealias Login = (row: Int, id: String, credential: Credential)

  /// The lanes of one core.
  static let laneCount = 32
  static let coreCount = Processors.available

  private let logins: [Login]
  private let passwords: PasswordTable
  private let lock = Lock()
  // Guarded by `lock`.
  private var rest: ArraySlice<Login> = []
  private var results: [(Login, Result<Bool, CredentialError>)] = []

  init(_ logins: [Login], _ passwords: PasswordTable) throws {
    // Lanes side by side have the same hash, and as far as possible the same rounds.
    self.logins = logins.sorted {
      ($0.credential.function.rawValue, $0.credential.rounds) < ($1.credential.function.rawValue, $1.credential.rounds)
    }
    self.passwords = passwords
  }

  /// Whether each password is right, in any order. As many threads take memory at a time as it has room for.
  func run(memoryByteCount: Int) -> [(Login, Result<Bool, CredentialError>)] {
    verify(logins.filter { $0.credential.memoryByteCount == 0 }, laneCount: Self.laneCount, threadCount: Self.coreCount)
    let memoryHard = logins.filter { $0.credential.memoryByteCount > 0 }
    let largest = memoryHard.map(\.credential.memoryByteCount).max() ?? 1
    let free = min(memoryByteCount, FreeMemory(countingSwap: false)?.byteCount ?? .max)
    verify(memoryHard, laneCount: 1, threadCount: max(1, min(Self.coreCount, free / largest)))
    return results
  }

  private func verify(_ logins: [Login], laneCount: Int, threadCount: Int) {
    rest = logins[...]
    Threads.perform(min((logins.count + laneCount - 1) / laneCount, threadCount)) { [self] _ in
      while let group = takeGroup(laneCount) { verify(group) }
    }
  }

  private func takeGroup(_ count: Int) -> ArraySlice<Login>? {
    lock.withLock {
      defer { rest = rest.dropFirst(count) }
      return rest.isEmpty ? nil : rest.prefix(count)
    }
  }

  private func verify(_ group: ArraySlice<Login>) {
    let areRight = passwords.withPasswords(for: group.map(\.id)) { passwords in
      withoutCancellation { () throws(Cancellation) in
        try Credential.areRight(zip(group, passwords).map { ($0.credential, SymmetricKey(data: $1)) }, nil)
      }
    }
    lock.withLock { results += zip(group, areRight) }
  }
}

extension Credential {
  /// `1,000 rounds of PBKDF2-HMAC-SHA256`, or the parameters of Argon2id.
  fileprivate var effort: String {
    stretching?.argon2id?.description ?? "\(rounds.counted("round")) of \(function.rawValue)"
  }
}
