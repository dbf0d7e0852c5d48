#if !os(Windows)
import SwiftVaultCommandSupport
import Vault

/// Work on less than a whole file: content in memory, a part of a vault, a change of its password.
///
/// CPU time of one core, medians.
struct VaultParts {
  /// The size of the content in memory.
  let memoryByteCount: Int
  /// MB (1e6 bytes) a second, sealed and opened, without the key derivation.
  let memorySealMbPerS: Double
  let memoryOpenMbPerS: Double
  /// One key derivation.
  let keyDerivationSeconds: Double
  /// 4 KiB out of the middle of the file's vault: unlocking it, reading one chunk or two, decrypting.
  let partSeconds: Double
  /// A change of its password: the header unlocked, and a new one made.
  let passwordChangeSeconds: Double

  private static let partByteCount = 4096

  /// Measures; `vault` is one of the file, `byteCount` its size.
  init(_ vault: BenchFile, byteCount: Int, _ stretching: PasswordStretching, runs: Int) throws(BenchError) {
    let header = try vault.bytes(in: 0..<UInt64(Vault.headerByteCount))
    let quick = try! PasswordStretching(rounds: .exactly(1))
    let message = [UInt8](repeating: 0x5A, count: 16 << 20)
    let password = VaultRun.password
    var sealed = try! Vault.seal(message, under: .password(password), stretching: quick)
    memoryByteCount = message.count
    let sealing = Timing.median(of: runs) {
      sealed = try! Vault.seal(message, under: .password(password), stretching: quick, cores: 1)
    }
    let opening = Timing.median(of: runs) { keep(try! Vault.open(sealed, with: .password(password), cores: 1)) }
    memorySealMbPerS = Double(message.count) * 1e-6 / sealing.cpu
    memoryOpenMbPerS = Double(message.count) * 1e-6 / opening.cpu

    do {
      keep(try UnlockedVault(header: header, with: .password(password)))
      keyDerivationSeconds =
        Timing.median(of: runs) { keep(try! UnlockedVault(header: header, with: .password(password))) }.cpu
      let offset = UInt64(byteCount / 2)
      let vaultByteCount = try vault.byteCount()
      func part() throws -> [UInt8] {
        try UnlockedVault(header: header, with: .password(password))
          .read(at: offset, count: Self.partByteCount, ofVault: vaultByteCount) { try vault.bytes(in: $0) }
      }
      keep(try part())
      partSeconds = Timing.median(of: runs) { keep(try! part()) }.cpu
      passwordChangeSeconds =
        Timing.median(of: runs) {
          var unlocked = try! UnlockedVault(header: header, with: .password(password))
          try! unlocked.replaceSecret(with: .password(password), stretching: stretching)
          keep(unlocked.header)
        }.cpu
    } catch {
      throw error as? BenchError ?? BenchError(message: "the vault cannot be read: \(error)", isArgument: false)
    }
  }

  var json: JSON {
    [
      "memory_byte_count": JSON(memoryByteCount), "memory_seal_mb_per_s": JSON(memorySealMbPerS),
      "memory_open_mb_per_s": JSON(memoryOpenMbPerS), "key_derivation_seconds": JSON(keyDerivationSeconds),
      "part_seconds": JSON(partSeconds), "password_change_seconds": JSON(passwordChangeSeconds),
    ]
  }

  /// Lines of at most 80 columns.
  var text: String {
    func line(_ what: String, _ seconds: Double) -> String {
      let derivations = (seconds / keyDerivationSeconds).text(2)
      return what.padded(to: -24) + (1000 * seconds).millisecondsText.padded(to: 10) + "   \(derivations) derivations"
    }
    return """
      One core, CPU time:
      in memory, \(memoryByteCount >> 20) MiB        seal \(memorySealMbPerS.text(0)) MB/s, \
      open \(memoryOpenMbPerS.text(0)) MB/s, no derivation
      \(line("4 KiB out of the middle", partSeconds))
      \(line("password changed", passwordChangeSeconds))
      """
  }
}
#endif
