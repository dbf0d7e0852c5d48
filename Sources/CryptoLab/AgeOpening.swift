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
    let (password, texts) = (try request.bytes("password"), try request.texts("identities"))
    let label = request.label("identities")
    guard (texts == nil) != (password == nil) else {
      let words = "\(label) or \(request.label("password"))"
      throw .usage(texts == nil ? "\(name) needs \(words)" : "\(name) takes \(words), not both")
    }
    let identities = try read(texts, label)
    do throws(InteropError) {
      let content =
        if let password {
          try AgeFile.open(file, password: password)
        } else {
          try AgeFile.open(file, identities: identities)
        }
      return [("content", JSON(Hex.encode(content)))]
    } catch {
      guard case .age(let failure) = error else { throw .data("\(error)") }
      return [("failure", JSON(failure.word))]
    }
  }

  /// The identities; none if no texts are given.
  private static func read(_ texts: [String]?, _ label: String) throws(LabError) -> [AgeFile.Identity] {
    var identities: [AgeFile.Identity] = []
    guard let texts else { return identities }
    guard !texts.isEmpty else { throw .data("\(label) is empty; it must have an identity") }
    for text in texts {
      do throws(InteropError) {
        identities.append(try AgeFile.Identity(text: text.utf8))
      } catch {
        throw .data("\(label), text \(identities.count + 1): \(error)")
      }
    }
    return identities
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
