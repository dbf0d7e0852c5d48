import AES
import ARM64Crypto
import ARM64SHA512
import Benchmarks
import CPU
import CommandSupport
import CryptoBytes
import CryptoLab
import Lessons
import Reference
import SwiftVault
import TestSupport
import VaultTool
import X86AES
import X86AVX2
import X86AVX512
import X86SHA
import X86VAES
import X86VAES512

@main struct Consumer {
  @MainActor static func main() async throws {
    try checkNames()
    let names = try await keptTheActorToThemselves()
    expect("await reaches the asynchronous forms, but for \(names)", names.isEmpty)
  }

  static func checkNames() throws {
    let names = [
      ownCipher, ARM64Crypto.owner, ARM64SHA512.owner, Benchmarks.owner, CPU.owner, CommandSupport.owner,
      CryptoBytes.owner, CryptoLab.owner, Lessons.owner, TestSupport.owner, VaultTool.owner, X86AES.owner,
      X86AVX2.owner, X86AVX512.owner, X86SHA.owner, X86VAES.owner, X86VAES512.owner,
    ]
    expect("names", names.allSatisfy { $0.hasPrefix("the consumer's ") } && Set(names).count == 17)
    // Spec: FIPS 180-4's example.
    expect("SHA-256", hexDigest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")

    let encrypted = try? SwiftVault.AES.CBC.encrypt(
      "abc".utf8, using: SymmetricKey(size: .bits256), iv: SwiftVault.AES.IV())
    expect("AES", encrypted?.count == 16)

    let password = "correct horse battery staple".utf8
    let sealed = try Vault.seal("my notes".utf8, under: .password(password))
    let opened = try Vault.open(sealed, with: .password(password))
    expect("vault", opened.elementsEqual("my notes".utf8))
    do throws(VaultError) {
      _ = try Vault.open(sealed, with: .password("horse".utf8))
      expect("wrong password", false)
    } catch {
      expect("wrong password", error == .wrongPasswordOrContext)
    }
    let report = SelfTest.run()
    expect("self-test", report.passed)
    print("own targets beside the package's, \(report.checks.count) answers of the self-test: right")
  }

  static func expect(_ name: String, _ isRight: Bool) {
    guard isRight else { fatalError("\(name): wrong") }
  }
}
