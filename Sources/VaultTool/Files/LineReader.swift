import SwiftVaultCommandSupport
import Vault

/// The lines of a text that is read in pieces.
struct LineReader {
  struct Line {
    /// Counted from 1; for several lines, the number of the first.
    let number: Int
    /// The bytes as they stand, with the line end.
    let source: ArraySlice<UInt8>
  }

  static let longestLine = 64 << 20

  private let name: String
  private let read: () throws -> [UInt8]
  private var buffer: [UInt8] = []
  private var start = 0
  /// The number of the next line, counted from 1.
  private(set) var number = 1

  /// A text with this name for messages. `read` returns its pieces; an empty piece is the end.
  init(_ name: String, read: @escaping () throws -> [UInt8]) { (self.name, self.read) = (name, read) }

  /// What was read and not yet taken.
  var bytes: ArraySlice<UInt8> { buffer[start...] }

  /// The length, with its end, of the line that begins `offset` bytes ahead; 0 at the end of the text.
  mutating func length(at offset: Int) throws -> Int {
    var searched = offset
    while true {
      if let end = lineEnd(from: start + searched) { return end + 1 - start - offset }
      searched = buffer.count - start
      guard searched <= Self.longestLine else {
        throw ToolError(.notReadable, name, "line \(number) has more than \(Self.longestLine >> 20) MiB")
      }
      let piece = try read()
      if piece.isEmpty { return searched - offset }
      try checkMemory()
      buffer.removeFirst(start)
      start = 0
      buffer += piece
    }
  }

  /// Reads up to the end of the text, which stays ahead.
  mutating func rest() throws -> [UInt8] {
    while true {
      let piece = try read()
      if piece.isEmpty { return Array(bytes) }
      try checkMemory()
      buffer += piece
      guard buffer.count <= Self.longestLine else {
        throw ToolError(.notReadable, name, "has more than \(Self.longestLine >> 20) MiB, which are read as a whole")
      }
    }
  }

  /// Throws unless there is memory for more of the text and for what is made of it.
  private func checkMemory() throws { try ResourceLimit.checkMemory(4 << 20 + 8 * buffer.count, for: name) }

  /// Puts another text in the place of what is ahead.
  mutating func replace(by text: [UInt8]) { (buffer, start) = (text, 0) }

  private func lineEnd(from place: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard place < bytes.count else { return nil }
      let start = bytes.baseAddress!
      return memchr(start + place, 0x0A, bytes.count - place).map { UnsafeRawPointer($0) - start }
    }
  }

  /// Takes lines, `length` bytes in all, as one.
  mutating func take(_ length: Int, lineCount: Int = 1) -> Line {
    defer {
      start += length
      number += lineCount
    }
    return Line(number: number, source: bytes.prefix(length))
  }
}

extension LineReader.Line {
  /// The byte order mark with which some programs begin a text.
  var mark: [UInt8] { number == 1 && source.starts(with: byteOrderMark) ? byteOrderMark : [] }

  /// The line end: LF, CR LF, or at the end of the text CR or nothing.
  var end: ArraySlice<UInt8> {
    guard source.last == UInt8(ascii: "\n") else { return source.suffix(source.last == UInt8(ascii: "\r") ? 1 : 0) }
    return source.suffix(source.dropLast().last == UInt8(ascii: "\r") ? 2 : 1)
  }

  /// The line without its mark and its end.
  var body: ArraySlice<UInt8> { source.dropFirst(mark.count).dropLast(end.count) }
}
