import SwiftVaultCommandSupport
import VaultFiles

/// What a command that changes a vault says if a signal ends it: whether the vault was changed.
final class ChangeNotice: Interruptible, @unchecked Sendable {
  enum State: Int, CaseIterable {
    case unchanged, madeAlike, changed

    fileprivate var sentence: String {
      switch self {
      case .unchanged: "it was not changed"
      case .madeAlike: "the two copies of its header are the same now; nothing else was changed"
      case .changed: "it was changed"
      }
    }
  }

  // Guarded by the lock of `Interruption`.
  private var texts = State.allCases.map { _ in [UInt8]() }
  private var state = State.unchanged

  init() {
    cleanUp()  // writes nothing yet; see `Interruption.rehearse`
    Interruption.shared.register(self) {}
  }

  /// From here on it is about the vault `name`.
  func begin(_ name: String) {
    // A terminal shows `^C` at the start of the line.
    let start = isatty(STDERR_FILENO) == 1 ? "\n" : ""
    var texts = State.allCases.map { Array("\(start)swift-vault: \(name): interrupted: \($0.sentence)\n".utf8) }
    Interruption.shared.withSignalsDeferred {
      swap(&self.texts, &texts)
      state = .unchanged
    }
  }

  /// Call it while signals are deferred.
  func note(_ state: State) { self.state = state }

  func cleanUp() { _ = Descriptor.write(texts[state.rawValue], to: STDERR_FILENO) }
}
