import Credentials
import SwiftVaultCommandSupport
import Vault

extension SecretSource {
  /// The keys that a key file of another program may mean, at least one: the decoded text or digits, the bytes, and the
  /// bytes without a trailing newline.
  func keyReadings() throws -> [SymmetricKey] {
    let content = try keyFileContent()
    guard content.count > 0 else { throw ToolError(.usage, name, "does not hold a key: it is empty") }
    return content.withUnsafeBytes { bytes in
      var keys = [SymmetricKey(data: bytes)] + bytes.decodedKeys
      if let key = try? RecoveryKey(bytes).key { keys.insert(key, at: 0) }
      let line = bytes.withoutLineEnd
      if line.count > 0, line.count < bytes.count { keys.append(SymmetricKey(data: line)) }
      return keys
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var withoutLineEnd: UnsafeRawBufferPointer {
    var count = count
    if count > 0, self[count - 1] == UInt8(ascii: "\n") { count -= 1 }
    if count > 0, self[count - 1] == UInt8(ascii: "\r") { count -= 1 }
    return UnsafeRawBufferPointer(rebasing: self[..<count])
  }

  /// The keys that the bytes encode, in hexadecimal digits or base 64, apart from a trailing newline. No branch depends
  /// on a single digit, only on whether all characters are digits.
  var decodedKeys: [SymmetricKey] {
    let line = withoutLineEnd
    if line.count == 0 { return [] }
    var text = Array(line)
    defer { wipe(&text) }
    var keys: [SymmetricKey] = []
    for decode in [Self.fromHex] + [CredentialBase64.padded, .paddedURL, .unpaddedURL].map({ $0.decode }) {
      guard var bytes = decode(text[...]), !bytes.isEmpty else { continue }
      keys.append(SymmetricKey(data: bytes))
      wipe(&bytes)
    }
    return keys
  }

  private static func fromHex(_ text: ArraySlice<UInt8>) -> [UInt8]? { text.withUnsafeBufferPointer(Hex.decode) }
}
