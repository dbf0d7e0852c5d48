import SwiftVaultCommandSupport
import Vault

/// The text of a key, after remarks, as printed and as written to a key file. Spec: FORMAT.md, section 10.
struct KeyText {
  private let remarks: [String]
  private let withText: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void

  init(_ key: SymmetricKey, _ remark: String) throws(VaultError) {
    let recovery = try RecoveryKey(key: key)
    remarks = [remark]
    withText = { try recovery.withText($0) }
  }

  init(_ key: RecipientKey) {
    remarks = [
      "The private key of a recipient of swift-vault. Whoever has it can open what is sealed for",
      key.recipient.text,
    ]
    withText = { try key.withText($0) }
  }

  func print() throws { try withBytes { try StandardStream.writeOutput($0) } }

  func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try withText { text in
      let remark = remarks.map { "# \($0.printable)\n" }.joined().utf8
      let page = try SecretBytes(capacity: remark.count + text.count + 1)
      page.append(remark)
      page.append(text)
      page.append([UInt8(ascii: "\n")])
      try page.withUnsafeBytes(body)
    }
  }
}
