import SwiftVaultTestSupport
import Testing
import Vault
import VaultInterop

/// PyPI's ansible-core, cryptography and jwcrypto open what this library sealed, and vice versa.
@Suite struct ContainerPeerTests {
  private static let packages = PeerProgram(script: "containers_peer.py")
  private static let password = Array("correct horse".utf8)

  /// One thing to seal.
  private struct Case: Sendable {
    let program: String
    let option: String
    let secret: [UInt8]
    let content: [UInt8]
    let seal: @Sendable ([UInt8]) throws -> [UInt8]
    let open: @Sendable ([UInt8]) throws -> [UInt8]

    func question(_ operation: String, _ data: [UInt8]) -> String {
      "\(program) \(operation) \(option) \(PeerProgram.digits(secret)) \(PeerProgram.digits(data))"
    }
  }

  private static func content(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: 7 &* $0) } }

  private static let ansible = [(nil, 0), (nil, 16), ("dev", 17), ("dev-2", 1000)].map { label, count in
    Case(
      program: "ansible", option: label ?? "-", secret: password, content: content(count),
      seal: { try AnsibleVault.seal($0, password: password, label: label) },
      open: { try AnsibleVault.open($0, password: password) })
  }

  private static let fernet = [0, 1, 15, 16, 1000].map { count in
    let key = SymmetricKey(size: .bits256)
    let secret = key.withUnsafeBytes { Array($0) }
    return Case(
      program: "fernet", option: "-", secret: secret, content: content(count),
      seal: { try Fernet.seal($0, using: key, timestamp: 1_700_000_000) }, open: { try Fernet.open($0, using: key) })
  }

  /// Each algorithm with each encryption. jwcrypto opens up to 16,384 rounds, and seals no empty content.
  private static let tokens = JWE.ContentEncryption.allCases.flatMap { encryption in
    let sizes: [JWE.ContentEncryption: Int] = [
      .a128CBCHS256: 32, .a192CBCHS384: 48, .a256CBCHS512: 64, .a128GCM: 16, .a192GCM: 24, .a256GCM: 32,
    ]
    let passwords = JWE.PasswordAlgorithm.allCases.map { algorithm in
      Case(
        program: "jwe", option: "\(algorithm.rawValue),\(encryption.rawValue)", secret: password, content: content(33),
        seal: {
          try JWE.seal($0, password: password, algorithm: algorithm, encryption: encryption, rounds: 1000)
        }, open: { try JWE.open($0, password: password) })
    }
    let keys = zip(JWE.KeyAlgorithm.allCases, [sizes[encryption]!, 16, 24, 32]).map { algorithm, count in
      let secret = (0..<count).map { UInt8($0) }
      let key = SymmetricKey(data: secret)
      return Case(
        program: "jwe", option: "\(algorithm.rawValue),\(encryption.rawValue)", secret: secret, content: content(16),
        seal: { try JWE.seal($0, using: key, algorithm: algorithm, encryption: encryption) },
        open: { try JWE.open($0, using: key, algorithms: Set(JWE.KeyAlgorithm.allCases)) })
    }
    return passwords + keys
  }

  private static let cases = ansible + fernet + tokens

  @Test func theProgramsOpenWhatIsSealedHere() throws {
    let sealed = try Self.cases.map { try $0.seal($0.content) }
    let other = Self.cases[0].question("open", try AnsibleVault.seal([1], password: [1]))
    let questions = zip(Self.cases, sealed).map { $0.question("open", $1) } + [other]
    guard let answers = try Self.packages.answers(to: questions) else { return }
    #expect(answers == Self.cases.map { PeerProgram.digits($0.content) } + ["refused"])
    print("programs opened \(Self.cases.count) containers")
  }

  @Test func whatTheProgramsSealIsOpenedHere() throws {
    let questions = Self.cases.map { $0.question("seal", $0.content) }
    guard let answers = try Self.packages.answers(to: questions) else { return }
    #expect(answers.count == Self.cases.count)
    for (answer, item) in zip(answers, Self.cases) {
      #expect(try item.open(try Hex.decode(answer)) == item.content, "\(item.program) \(item.option)")
    }
  }
}

extension PeerProgram {
  /// The answers; nil if the program is missing and this is not CI.
  func answers(to questions: [String]) throws -> [String]? {
    try answers(to: questions) { error in withKnownIssue("\(script) was not run") { throw error } }
  }
}
