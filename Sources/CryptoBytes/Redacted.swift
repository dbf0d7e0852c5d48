// A type that holds a secret. Printing or reflecting a value (`print`, interpolation, `dump`, a debugger, a test's
// message) shows the name of the type and nothing of the content.
#if hasFeature(Embedded)  // Embedded Swift has no mirrors.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible {}
#else
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}
#endif

extension Redacted {
  #if hasFeature(Embedded)  // Embedded Swift has no names of types.
  /// The word "redacted", and nothing of the content.
  public var description: String { "(redacted)" }
  #else
  /// The name of the type and the word "redacted", and nothing of the content.
  public var description: String { "\(Self.self) (redacted)" }

  /// A mirror without children.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), ancestorRepresentation: .suppressed)
  }
  #endif

  /// What `description` returns.
  public var debugDescription: String { description }
}
