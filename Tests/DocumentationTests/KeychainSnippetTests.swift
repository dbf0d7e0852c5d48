import Foundation
import SwiftVaultFoundation
import Testing

#if canImport(Security)
import LocalAuthentication
import Security
#endif

/// The key of a vault in the keychain of this device, behind Face ID or Touch ID.
struct KeychainKey {
  /// The name of the item.
  let name: String

  /// A call of the keychain that failed.
  struct Failure: Error {
    let status: OSStatus
  }

  private var item: [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: "org.example.notes",
      kSecAttrAccount as String: name,
      kSecUseDataProtectionKeychain as String: true,  // on a Mac too, the keychain that an iPhone has
    ]
  }

  /// Makes a key, and stores it in place of an old one.
  func create() throws -> SymmetricKey {
    let access = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .biometryCurrentSet, nil)
    guard let access else { throw Failure(status: errSecParam) }
    let key = SymmetricKey(size: .bits256)
    var attributes = item
    attributes[kSecAttrAccessControl as String] = access
    attributes[kSecValueData as String] = Data(key)
    SecItemDelete(item as CFDictionary)
    let status = SecItemAdd(attributes as CFDictionary, nil)
    guard status == errSecSuccess else { throw Failure(status: status) }
    return key
  }

  /// The key, once the system has seen the face or a finger; nil if it has no key. It blocks until then: call it
  /// on another thread than the main one.
  func read(reason: String) throws -> SymmetricKey? {
    let context = LAContext()
    context.localizedReason = reason
    var query = item
    query[kSecReturnData as String] = true
    query[kSecUseAuthenticationContext as String] = context
    var found: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &found)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let data = found as? Data else { throw Failure(status: status) }
    return SymmetricKey(data: data)
  }
}

struct Notebook {
  let file: URL
  let key = KeychainKey(name: "key of the notes")

  /// Makes a notebook; show the text of the recovery key once, to be printed. Slot 0 is the keychain's key, slot 1 the
  /// recovery key.
  func create(_ notes: Data) throws -> RecoveryKey {
    let recovery = RecoveryKey()
    let vault = try Vault.seal(notes, under: .key(key.create()), and: [.recoveryKey(recovery)], context: "notes")
    try Data(vault).write(to: file, options: .atomic)
    return recovery
  }

  /// The notes; nil if the keychain has no key any more, and the recovery key is needed.
  func open() throws -> Data? {
    guard let key = try key.read(reason: "Open your notes") else { return nil }
    return Data(try Vault.open(Data(contentsOf: file), with: .key(key), context: "notes"))
  }

  /// Puts a new key in place of the one that is gone.
  func recover(_ text: String) throws {
    let recovery = VaultSecret.recoveryKey(try RecoveryKey(text: text.utf8))
    var vault = Array(try Data(contentsOf: file))
    var unlocked = try UnlockedVault(header: vault, with: recovery, context: "notes")
    try unlocked.remove(slots: [0])
    try unlocked.add(.key(key.create()), slot: 0)
    vault.replaceSubrange(..<Vault.headerByteCount, with: unlocked.header)
    try Data(vault).write(to: file, options: .atomic)
  }
}

#if !canImport(Security)
/// The code of the article *Keeping the key on an iPhone or a Mac* with the keychain below: the vault outlives its key.
/// Not run on Apple's systems, because their keychain asks the user.
@Suite(.serialized) struct KeychainSnippetTests {
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  private let notes = Data("my notes".utf8)

  @Test func theKeychainOpensTheVaultAndTheRecoveryKeyReplacesIt() throws {
    defer { try? FileManager.default.removeItem(at: file) }
    let notebook = Notebook(file: file)
    let recovery = try notebook.create(notes)
    #expect(try notebook.open() == notes)
    #expect(Keychain.requests.last?["reason"] as? String == "Open your notes")

    // A further finger is enrolled.
    let lost = try #require(Keychain.key)
    Keychain.items = [:]
    #expect(try notebook.open() == nil)
    #expect(throws: RecoveryKeyError.self) { try notebook.recover("not a recovery key") }
    #expect(throws: VaultError.wrongPasswordOrContext) { try notebook.recover(RecoveryKey().text) }
    try notebook.recover(recovery.text)
    #expect(try notebook.open() == notes)
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try Vault.open(Data(contentsOf: file), with: .key(SymmetricKey(data: lost)), context: "notes")
    }
    #expect(try Vault.inspect(Data(contentsOf: file)).slots.compactMap(\.self) == [.key, .key])
  }

  @Test func refusalsOfTheKeychainAreErrors() throws {
    let key = KeychainKey(name: "another")
    Keychain.status = errSecParam
    defer { Keychain.status = errSecSuccess }
    #expect(throws: KeychainKey.Failure.self) { try key.create() }
    #expect(throws: KeychainKey.Failure.self) { try key.read(reason: "") }
  }
}

// The declarations of the Security and LocalAuthentication modules that the code above uses, with a keychain in memory.

typealias OSStatus = Int32
typealias CFString = String
typealias CFDictionary = [String: Any]
typealias CFTypeRef = Any

let errSecSuccess: OSStatus = 0
let errSecParam: OSStatus = -50
let errSecItemNotFound: OSStatus = -25300

let kSecClass: CFString = "class"
let kSecClassGenericPassword: CFString = "genp"
let kSecAttrService: CFString = "svce"
let kSecAttrAccount: CFString = "acct"
let kSecAttrAccessControl: CFString = "accc"
let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
let kSecUseDataProtectionKeychain: CFString = "nleg"
let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
let kSecReturnData: CFString = "r_Data"
let kSecValueData: CFString = "v_Data"

struct SecAccessControlCreateFlags: OptionSet {
  let rawValue: UInt
  static let biometryCurrentSet = Self(rawValue: 1 << 3)
}

final class SecAccessControl {
  let (protection, flags): (CFString, SecAccessControlCreateFlags)

  init(_ protection: CFString, _ flags: SecAccessControlCreateFlags) {
    (self.protection, self.flags) = (protection, flags)
  }
}

final class LAContext {
  var localizedReason = ""
}

/// The items of the fake keychain; `KeychainSnippetTests` run one after the other.
enum Keychain {
  nonisolated(unsafe) static var items: [String: [String: Any]] = [:]
  nonisolated(unsafe) static var requests: [[String: Any]] = []
  nonisolated(unsafe) static var status = errSecSuccess

  static var key: Data? { items.values.first?[kSecValueData] as? Data }

  static func name(_ item: CFDictionary) -> String { "\(item[kSecAttrService] ?? "") \(item[kSecAttrAccount] ?? "")" }
}

func SecAccessControlCreateWithFlags(
  _ allocator: Any?, _ protection: Any, _ flags: SecAccessControlCreateFlags, _ error: UnsafeMutableRawPointer?
) -> SecAccessControl? {
  (protection as? CFString).map { SecAccessControl($0, flags) }
}

func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  guard let access = attributes[kSecAttrAccessControl] as? SecAccessControl,
    access.protection == kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, access.flags == .biometryCurrentSet,
    Keychain.items[Keychain.name(attributes)] == nil
  else { return errSecParam }
  if Keychain.status == errSecSuccess { Keychain.items[Keychain.name(attributes)] = attributes }
  return Keychain.status
}

func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  let reason = (query[kSecUseAuthenticationContext] as? LAContext)?.localizedReason
  Keychain.requests.append(["reason": reason ?? ""])
  guard Keychain.status == errSecSuccess else { return Keychain.status }
  guard let item = Keychain.items[Keychain.name(query)] else { return errSecItemNotFound }
  result?.pointee = item[kSecValueData]
  return errSecSuccess
}

@discardableResult
func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  Keychain.items.removeValue(forKey: Keychain.name(query)) == nil ? errSecItemNotFound : errSecSuccess
}
#endif
