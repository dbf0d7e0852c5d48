/// The inner loops an algorithm can run on: a value of one of them is handed to whatever uses it.
package protocol Kernel: Hashable, Sendable {
  /// The name, the same in options, reports and tests.
  var rawValue: String { get }
  /// The kernels this CPU can run, the best last; the first is portable.
  static var available: [Self] { get }
  /// The fastest kernel this CPU can run.
  static var best: Self { get }
}
