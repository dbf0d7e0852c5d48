import Foundation

extension String {
  /// The text with spaces before it up to `width` characters, or after it for a negative width.
  func padded(to width: Int) -> String {
    let spaces = String(repeating: " ", count: Swift.max(0, Int(width.magnitude) - count))
    return width < 0 ? self + spaces : spaces + self
  }
}

/// Prints a line at once.
func printLine(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
