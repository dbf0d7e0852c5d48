/// The implementations of an algorithm's inner loop. A kernel is a value, passed to the code that uses it.
@usableFromInline
package protocol Kernel: Hashable, Sendable {
  /// The kernel's name in options, reports and tests.
  var rawValue: String { get }
  /// The kernels this CPU can run, from the portable one to the fastest.
  static var available: [Self] { get }
  /// The fastest kernel this CPU can run.
  static var best: Self { get }
}
