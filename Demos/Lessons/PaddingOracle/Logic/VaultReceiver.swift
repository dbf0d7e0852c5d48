package import Vault

/// A receiver who opens vaults with a password, and tells all that the library told.
package struct VaultReceiver: Sendable {
  /// Answers, each with how often it was given.
  package struct Answers: Sendable {
    /// How many vaults were opened.
    package private(set) var openedCount = 0
    /// What the others were refused for.
    package private(set) var refusals: [(error: VaultError, count: Int)] = []

    /// No answers yet.
    package init() {}

    /// Adds one answer; `nil` is a vault that was opened.
    package mutating func add(_ refusal: VaultError?) {
      guard let refusal else { return openedCount += 1 }
      if let index = refusals.firstIndex(where: { $0.error == refusal }) {
        refusals[index].count += 1
      } else {
        refusals.append((refusal, 1))
      }
    }
  }

  /// The vault on its way to the receiver.
  package let vault: [UInt8]
  private let password: [UInt8]

  /// A receiver, and a message for it. The password is stretched by one round: here nobody guesses it.
  package init(of message: [UInt8], password: [UInt8]) throws(VaultError) {
    self.password = password
    vault = try Vault.seal(message, password: password, stretching: PasswordStretching(unsafeUncheckedRounds: 1))
  }

  /// Why a vault is refused; `nil` when it is opened.
  package func refusal(of vault: [UInt8]) -> VaultError? {
    do throws(VaultError) {
      _ = try Vault.open(vault, password: password)
      return nil
    } catch {
      return error
    }
  }

  /// The answers to the vault with one byte changed, for each byte behind the header and each other value of it.
  package func answersToEveryChange() -> Answers {
    var answers = Answers()
    var changed = vault
    for index in Vault.headerByteCount..<vault.count {
      for difference in UInt8(1)...255 {
        changed[index] = vault[index] ^ difference
        answers.add(refusal(of: changed))
      }
      changed[index] = vault[index]
    }
    return answers
  }
}

extension Vault {
  /// How many blocks two vaults with one message and one password have in common behind their headers.
  package static func commonBlockCount(sealing message: [UInt8], password: [UInt8]) throws(VaultError) -> Int {
    let stretching = try PasswordStretching(unsafeUncheckedRounds: 1)
    var blocks: [Set<[UInt8]>] = []
    for _ in 0..<2 {
      let vault = try seal(message, password: password, stretching: stretching)
      blocks.append(Set(Blocks.split(Array(vault.dropFirst(headerByteCount)))))
    }
    return blocks[0].intersection(blocks[1]).count
  }
}
