import SwiftVaultCommandSupport
import SwiftVaultCryptoBytes
import VaultInterop

/// The op `age-open` of `batch`: the content of a file of age, or the class of its failure, as in age's test kit.
///
/// Source: C2SP, CCTV, age/README.md, "Test file format".
enum AgeOpening {
  static let name = "age-open"

  static func reply(to request: BatchRequest) throws(LabError) -> [(name: String, value: JSON)] {
    let file = try request.requiredBytes("file")
    let password = try request.bytes("password")
    var identities: [AgeFile.Identity] = []
    for text in try request.texts("identities") {
      identities.append(try askLibrary { () throws(InteropError) in try AgeFile.Identity(text: text.utf8) })
    }
    guard password != nil || !identities.isEmpty else {
      throw .usage("\(name) needs \(request.label("identities")) or \(request.label("password"))")
    }
    do throws(InteropError) {
      var decryptor = AgeFile.Decryptor(identities: identities, password: password)
      let content = try decryptor.update(file) + decryptor.finalize()
      return [("content", JSON(Hex.encode(content)))]
    } catch {
      guard case .age(let failure) = error else { throw .data("\(error)") }
      return [("failure", JSON(failure.word))]
    }
  }
}

extension AgeFile.Failure {
  fileprivate var word: String {
    switch self {
    case .header: "header"
    case .headerTag: "hmac"
    case .noMatch: "no match"
    case .armor: "armor"
    case .payload: "payload"
    }
  }
}
