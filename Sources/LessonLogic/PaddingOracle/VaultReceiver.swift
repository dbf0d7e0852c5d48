package import Vault

/// A receiver that opens vaults with a password, and reveals everything that the library reports.
package struct VaultReceiver: Sendable {
  /// The answers, and how often each was given.
  package struct Answers: Sendable {
    /// How many vaults were opened.
    package private(set) var openedCount = 0
    /// The errors for the other vaults, and how often each occurred.
    package private(set) var refusals: [(error: VaultError, count: Int)] = []

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

  /// The vault that is sent to the receiver.
  package let vault: [UInt8]
  private let password: [UInt8]

  /// A receiver and a vault for it. One round of stretching is enough, since nobody guesses the password here.
  package init(of message: [UInt8], password: [UInt8]) throws(VaultError) {
    self.password = password
    vault = try Vault.seal(message, under: .password(password), stretching: .oneRound)
  }

  /// Why a vault is refused; `nil` when it is opened.
  package func refusal(of vault: [UInt8]) -> VaultError? {
    do throws(VaultError) {
      _ = try Vault.open(vault, with: .password(password))
      return nil
    } catch {
      return error
    }
  }

  /// The answers to the vault with one byte changed, for each byte after the header and each other value of it.
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
  /// How many whole blocks two vaults with the same message and password have in common after their headers.
  package static func commonBlockCount(sealing message: [UInt8], password: [UInt8]) throws(VaultError) -> Int {
    var blocks: [Set<[UInt8]>] = []
    for _ in 0..<2 {
      let vault = try seal(message, under: .password(password), stretching: .oneRound)
      // A partial block at the end may be equal by chance.
      blocks.append(Set(Blocks.split(Array(vault.dropFirst(headerByteCount))).filter { $0.count == 16 }))
    }
    return blocks[0].intersection(blocks[1]).count
  }
}

extension PasswordStretching {
  /// One round: nobody guesses the passwords of a lesson.
  static var oneRound: PasswordStretching { try! PasswordStretching(rounds: .exactly(1)) }
}
