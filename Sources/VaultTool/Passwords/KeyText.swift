import SwiftVaultCommandSupport
import Vault

/// A key as it is printed and written to a key file: a remark, and its text. Spec: FORMAT.md, section 10.
struct KeyText {
  private let key: RecoveryKey
  private let remark: String

  init(_ key: SymmetricKey, _ remark: String) throws(VaultError) {
    (self.key, self.remark) = (try RecoveryKey(key), remark)
  }

  func print() throws { try withBytes { try StandardStream.writeOutput($0) } }

  func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try key.withText { text in
      let remark = "# \(remark.printable)\n".utf8
      let page = try SecretBytes(capacity: remark.count + text.count + 1)
      page.append(remark)
      page.append(text)
      page.append([UInt8(ascii: "\n")])
      try page.withUnsafeBytes(body)
    }
  }
}
