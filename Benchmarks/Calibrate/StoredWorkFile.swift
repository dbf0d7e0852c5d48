import Credentials
import SwiftVaultCommandSupport
import SwiftVaultCryptoBytes

/// What the settings or credentials of a file ask for, and how often.
struct StoredWorkFile {
  private(set) var works: [(work: StoredWork, count: Int)] = []
  /// Kinds of credentials that no check can measure, such as a hash without a salt, and how often.
  private(set) var others: [(kind: String, count: Int)] = []

  private static let largest = 1 << 28

  /// One setting or credential that is not in a file.
  init(_ work: StoredWork) { works = [(work, 1)] }

  /// Reads a file: the JSON of a calibration, a file of `--save`, lines with a credential or a setting each, or the
  /// file of a program's setting.
  init(path: String, of setting: Setting? = nil) throws(BenchError) {
    func failure(_ reason: String) -> BenchError {
      BenchError(message: "'\(path)' cannot be checked: \(reason)", isArgument: false)
    }
    guard case .file(let byteCount)? = PlainFile.kind(of: path) else {
      throw failure("there is no such file, and it is no setting such as sha256:600000")
    }
    guard byteCount <= Self.largest else { throw failure("it has more than \(Self.largest.binarySize)") }
    guard let content = (try? PlainFile.bytes(at: path, atMost: Self.largest)) ?? nil else {
      throw failure("it cannot be read")
    }
    if content.beginsAsUTF16 { throw failure("it is text in UTF-16; save it in UTF-8") }
    do throws(BenchError) {
      if let setting {
        let text = String(decoding: content, as: UTF8.self)
        self.init(try setting.work(inLines: text.split(whereSeparator: \.isNewline).map(String.init)))
      } else {
        try self.init(content)
      }
    } catch {
      throw failure(error.message)
    }
  }

  /// - Throws: if the content has no setting and no credential.
  init(_ content: [UInt8]) throws(BenchError) {
    if content.trimmedText.first == UInt8(ascii: "{"), let page = try? JSONFields(content[...]),
      let format = try? page.string("format")
    {
      for work in try Self.works(ofCalibration: page, format: format, content) { count(work) }
      return
    }
    var isFirst = true
    for line in content.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let text = String(decoding: line, as: UTF8.self).trimmingSpace
      if !text.isEmpty, text.first != "#" { add(text, isFirst: isFirst) }
      isFirst = false
    }
    guard !works.isEmpty || !others.isEmpty else {
      throw BenchError(message: "it has no credential and no setting that is known", isArgument: false)
    }
  }

  /// The decision or the settings of `--json`, or what a file of `--save` decides for.
  private static func works(
    ofCalibration page: JSONFields, format: String, _ content: [UInt8]
  ) throws(BenchError) -> [StoredWork] {
    if format == MachineFile.formatName {
      let machine = try Machine(name: "", content)
      let point = machine.own(HashVerdict.hash) ?? machine.points.first { $0.budgetMs == machine.ownBudgetMs }
      guard let point else { throw BenchError(message: "it has no rounds for its first budget", isArgument: false) }
      return [.pbkdf2(point.hash, rounds: point.hash.roundsToUse(atMost: point.affordableRounds))]
    }
    guard format == CalibrationPage.formatName else {
      throw BenchError(message: "its format is not '\(CalibrationPage.formatName)'", isArgument: false)
    }
    let pages =
      page.has("settings") ? try page.objects("settings") : page.has("decision") ? [try page.object("decision")] : []
    guard !pages.isEmpty else { throw BenchError(message: "it has no decision", isArgument: false) }
    var works: [StoredWork] = []
    for page in pages { works.append(try StoredWork(page)) }
    return works
  }

  private mutating func add(_ line: String, isFirst: Bool) {
    var kind: String?
    for text in Self.candidates(line) {
      if let work = StoredWork(text) { return count(work) }
      do throws(CredentialError) {
        _ = try Credential(text, limits: .none)
      } catch {
        if case .otherKind(let other) = error { kind = kind ?? other }
      }
    }
    if let work = StoredWork(configuration: line) { return count(work) }
    // The first line may name columns.
    if let kind = kind ?? (isFirst ? nil : "no known credential or setting") { count(kind) }
  }

  /// The line, its fields, and what follows a name and a colon.
  private static func candidates(_ line: String) -> [String] {
    var texts = [line]
    for separator in [",", ";", "\t"] as [Character] where line.contains(separator) {
      texts += line.split(separator: separator).map { String($0).trimmingSpace.unquoted }
    }
    let colons = line.indices.filter { line[$0] == ":" }.prefix(8)
    for colon in colons {
      let rest = line[line.index(after: colon)...]
      texts.append(String(rest).trimmingSpace)
      texts += rest.indices.filter { rest[$0] == ":" }.prefix(8).map { String(rest[..<$0]) }
    }
    return texts
  }

  private mutating func count(_ work: StoredWork) {
    if let index = works.firstIndex(where: { $0.work == work }) {
      works[index].count += 1
    } else {
      works.append((work, 1))
    }
  }

  private mutating func count(_ kind: String) {
    if let index = others.firstIndex(where: { $0.kind == kind }) {
      others[index].count += 1
    } else {
      others.append((kind, 1))
    }
  }
}

extension String {
  fileprivate var trimmingSpace: String { String(decoding: Array(utf8).trimmedText, as: UTF8.self) }

  /// Without the quotation marks of CSV.
  fileprivate var unquoted: String {
    count >= 2 && first == "\"" && last == "\"" ? String(dropFirst().dropLast()).replacing("\"\"", with: "\"") : self
  }
}
