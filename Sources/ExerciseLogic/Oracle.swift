internal import SwiftVaultCryptoBytes

/// A request to an oracle: a verb and its fields, separated by spaces.
package struct Request: Sendable {
  /// The longest request, in bytes: 1 MiB.
  package static let maximumByteCount = 1 << 20

  let verb: Substring
  private let fields: [Substring]

  init(_ line: String) {
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
    (verb, fields) = (words.first ?? "", Array(words.dropFirst()))
  }

  /// The fields, of which there must be `count`, or one fewer if the last may be absent.
  func words(_ count: Int, lastMayBeAbsent: Bool = false) throws(RequestError) -> [Substring] {
    guard fields.count == count || lastMayBeAbsent && fields.count == count - 1 else {
      throw RequestError("\(verb) takes \(count.units("field")), and has \(fields.count)")
    }
    return fields
  }

  /// The fields, in hexadecimal. If the last may be absent and is, it is empty.
  func bytes(_ count: Int, lastMayBeAbsent: Bool = false) throws(RequestError) -> [[UInt8]] {
    var decoded: [[UInt8]] = []
    for (number, field) in try words(count, lastMayBeAbsent: lastMayBeAbsent).enumerated() {
      decoded.append(try Self.bytes(field, count == 1 ? "the field" : "field \(number + 1)"))
    }
    return decoded.count < count ? decoded + [[]] : decoded
  }

  static func bytes(_ digits: some StringProtocol, _ what: String) throws(RequestError) -> [UInt8] {
    guard let bytes = try? Hex.decode(digits) else {
      throw RequestError(
        digits.utf8.count % 2 == 0
          ? "\(what) is not hexadecimal"
          : "\(what) has \(digits.utf8.count.units("character")); hexadecimal bytes have two digits each")
    }
    return bytes
  }

  /// A number, written in decimal digits alone.
  static func number(_ digits: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits), range.contains(number)
    else { return nil }
    return number
  }
}

/// What is wrong with a request.
package struct RequestError: Error {
  package let message: String

  init(_ message: String) { self.message = message }
}

/// A reply of an oracle.
package struct Reply: Equatable, Sendable {
  package enum Kind: String, Sendable {
    /// The request was granted, or what was sent was accepted.
    case ok
    /// What was sent was refused.
    case no
    /// The request could not be understood.
    case error
  }

  package let kind: Kind
  /// What follows the kind; may be empty.
  package let text: String
  /// How long the oracle waits before it replies.
  package var milliseconds = 0

  static func ok(_ text: String = "") -> Reply { Reply(kind: .ok, text: text) }
  static func ok(_ bytes: [UInt8]...) -> Reply { ok(bytes.map { Hex.encode($0) }.joined(separator: " ")) }
  static func no(_ text: String = "") -> Reply { Reply(kind: .no, text: text) }
  static func error(_ text: String) -> Reply { Reply(kind: .error, text: text) }

  /// A reply that is only yes or no.
  static func isAccepted(_ isAccepted: Bool) -> Reply { isAccepted ? ok("") : no() }

  /// The reply to a line that is too long.
  package static let tooLong = error("the line is longer than \(Request.maximumByteCount) bytes")

  /// The line, without its end.
  package var line: String { text.isEmpty ? kind.rawValue : "\(kind.rawValue) \(text)" }
}

/// The oracle of a task: it answers each line with one line.
package struct Oracle {
  private let exercise: AnyExercise
  private let reply: (Request) throws(RequestError) -> Reply

  package init(_ exercise: AnyExercise) {
    self.exercise = exercise
    reply = exercise.replies()
  }

  /// The reply to a line. A line that cannot be understood gets an error, and has no effect on later lines.
  package func reply(to line: String) -> Reply {
    let request = Request(line)
    let verbs = exercise.verbs + ["given"]
    do throws(RequestError) {
      if request.verb == "given" { return try given(request) }
      guard verbs.contains(where: { $0 == request.verb }) else {
        return .error("a request begins with \(verbs.joined(separator: " or "))")
      }
      return try reply(request)
    } catch {
      return .error(error.message)
    }
  }

  /// `given` lists the names of the given values, and `given NAME` returns one value on one line.
  private func given(_ request: Request) throws(RequestError) -> Reply {
    let names = exercise.given.map { $0.name }
    guard let name = try request.words(1, lastMayBeAbsent: true).first else { return .ok(names.joined(separator: " ")) }
    switch exercise.given.first(where: { $0.name == name })?.value {
    case .bytes(let bytes): return .ok(bytes)
    case .text(let text): return .ok(text)
    case nil: return .error(names.isEmpty ? "nothing is given" : "given is \(names.joined(separator: ", "))")
    }
  }
}
