import SwiftVaultCommandSupport
import Vault

extension Option {
  static let stretch = Option(
    "--stretch", Placeholder("FUNCTION", .words(StretchOptions.Family.allCases.map(\.rawValue))),
    "the function that stretches the password; pbkdf2 by default, or argon2id, which needs memory for each guess")
  static let memory = Option(
    "--memory", Placeholder("SIZE", .free),
    "the memory of argon2id, such as 256MiB (default \(Argon2id.forFiles.memoryByteCount.binarySize))")
  static let passes = Option(
    "--passes", Placeholder("N", .free), "the passes of argon2id (default \(Argon2id.forFiles.passes))")
  static let maximumMemory = Option(
    "--max-memory", Placeholder("SIZE", .free),
    "allow up to SIZE of memory (default \(Vault.Limits().maximumMemoryByteCount.binarySize))")
  /// The options of a command that stretches a new password.
  static let newStretching = [newRounds, time, hash, stretch, memory, passes]
}

/// The options for the function that stretches a new password.
struct StretchOptions {
  enum Family: String, CaseIterable {
    case pbkdf2, argon2id
  }

  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// The family that the command line names or that its other options imply; nil if they leave it open.
  func family() throws -> Family? {
    let (ofPBKDF2, ofArgon2id) = (
      [Option.rounds, .hash].first(where: has), [Option.memory, .passes].first(where: has)
    )
    var named: Family?
    if let bytes = arguments.bytes(.stretch) {
      let name = Path(bytes).display
      named = Family(rawValue: name)
      guard named != nil else {
        let known = Family.allCases.map(\.rawValue).joined(separator: " or ")
        throw ToolError.usage("\(Option.stretch.spelling) takes \(known), not \(name)")
      }
    }
    if let option = ofPBKDF2, let other = ofArgon2id {
      throw ToolError.usage("\(option.spelling) is for pbkdf2, and \(other.spelling) for argon2id")
    }
    if let option = named == .argon2id ? ofPBKDF2 : named == .pbkdf2 ? ofArgon2id : nil {
      throw ToolError.usage("\(option.spelling) is not for \(named!.rawValue)")
    }
    return named ?? (ofArgon2id != nil ? .argon2id : ofPBKDF2 != nil ? .pbkdf2 : nil)
  }

  private func has(_ option: Option) -> Bool { arguments.has(option) }

  /// Argon2id with the memory and the passes, or for the time, that the command line names. Without a named memory, the
  /// memory is at least that of `old`.
  func argon2id(keeping old: Argon2id) throws -> Argon2id {
    let limits = try Vault.Limits(arguments)
    let memory = try arguments.byteCount(.memory) ?? max(old.memoryByteCount, Argon2id.forFiles.memoryByteCount)
    guard memory <= limits.maximumMemoryByteCount else {
      throw ToolError.usage(
        "\(memory.binarySize) of memory is more than \(limits.maximumMemoryByteCount.binarySize); "
          + "more need \(Option.maximumMemory.spelling)")
    }
    let passes = try arguments.number(.passes, in: 1...Int(UInt16.max))
    do {
      let chosen = try Argon2id(
        memoryByteCount: memory, passes: passes ?? Argon2id.forFiles.passes,
        lanes: old.lanes)
      guard let time = try TimedRounds.time(arguments) else { return try checked(chosen, limits) }
      if passes != nil {
        throw ToolError.usage("give \(Option.passes.spelling) or \(Option.time.spelling), not both")
      }
      let most = limits.maximumRounds / (chosen.memoryByteCount / 1024)
      return try checked(TimedRounds.shared.argon2id(chosen, time, maximumPasses: most), limits)
    } catch MemoryHardError.memoryUnavailable(let byteCount) {
      throw ToolError(nil, memoryUnavailable: byteCount)
    } catch let error as MemoryHardError {
      throw ToolError.usage("\(error)")
    }
  }

  private func checked(_ argon2id: Argon2id, _ limits: Vault.Limits) throws -> Argon2id {
    let rounds = PasswordStretching(argon2id: argon2id).rounds
    guard rounds <= limits.maximumRounds else {
      throw ToolError.usage(
        "\(argon2id) counts as \(rounds.counted("round")), more than \(limits.maximumRounds.grouped); "
          + "more need \(Option.maximumRounds.spelling)")
    }
    return argon2id
  }
}

extension Arguments {
  /// A size with its unit, KiB, MiB or GiB, in bytes.
  func byteCount(_ option: Option) throws -> Int? {
    guard let bytes = bytes(option) else { return nil }
    let text = Path(bytes).display
    guard let byteCount = Int(binarySize: text) else {
      throw ToolError.usage("\(option.spelling) takes a size with a unit (KiB, MiB, GiB) such as 256MiB, not \(text)")
    }
    return byteCount
  }
}
