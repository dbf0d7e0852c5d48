import Vault
import VaultInterop

/// Ansible Vault, Fernet, JSON Web Encryption and Themis's other modes: a sealed message opens, an edited one does not,
/// and no input crashes a reader or makes it compute more rounds than the limit.
enum Containers: Target {
  private static let password = SymmetricKey(data: "the pässword".utf8)
  private static let maximumRounds = 50

  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let key = SymmetricKey(data: input.bytes(32))
    let (content, context) = ([input.byte()] + input.sample(below: 100), [input.byte()] + input.sample(below: 20))
    let form = input.number(below: 4)
    let container = seal(form, content, key, context)
    expect(open(form, container, key, context) == content, "the content comes back")

    var edited = container
    for _ in 0..<input.number(below: 4) { input.edit(&edited) }
    // White space and the case of digits have no meaning in Ansible Vault. In the others, white space at the end has
    // none.
    let opened = open(form, edited, key, context)
    expect(opened == nil || opened == content, "an edited container opens as something else")
    if form == 3 { expect((opened != nil) == (edited == container), "an edited cell") }

    let rest = input.remaining()
    for form in 0..<4 { _ = open(form, rest, key, context) }
    _ = (JWE.recognizes(rest), Fernet.recognizes(rest), AnsibleVault.recognizes(rest))
    _ = attempt(InteropError.self) { try AnsibleVault.label(of: rest) }
    // Any header, in a token with parts of the right sizes.
    _ = attempt(InteropError.self) { try JWE.open(rest, password: [1], maximumRounds: maximumRounds) }
    if let first = rest.first {
      let imprint = try! ThemisContextImprint.encrypt(rest, using: key, context: [first])
      expect(try! ThemisContextImprint.decrypt(imprint, using: key, context: [first]) == rest, "an imprint")
    }
  }

  private static func seal(_ form: Int, _ content: [UInt8], _ key: SymmetricKey, _ context: [UInt8]) -> [UInt8] {
    switch form {
    case 0: return try! AnsibleVault.seal(content, password, salt: context, rounds: 2, label: nil)
    case 1: return try! Fernet.seal(content, using: key, timestamp: UInt64(content.count))
    case 2: return try! JWE.seal(content, using: key, algorithm: .a256KW, encryption: .a128CBCHS256)
    default:
      let cell = try! ThemisTokenProtect.seal(content, using: key, context: context)
      return cell.token + cell.ciphertext
    }
  }

  private static func open(_ form: Int, _ container: [UInt8], _ key: SymmetricKey, _ context: [UInt8]) -> [UInt8]? {
    attempt(InteropError.self) {
      switch form {
      case 0: try AnsibleVault.open(container, password, rounds: 2, maximumRounds: maximumRounds)
      case 1: try Fernet.open(container, using: key)
      case 2: try JWE.open(container, using: key, algorithms: Set(JWE.KeyAlgorithm.allCases))
      default:
        try ThemisTokenProtect.open(
          container.dropFirst(44), token: container.prefix(44), using: key, context: context)
      }
    }
  }
}
