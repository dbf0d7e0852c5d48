import Curve25519
import Foundation
import SwiftVaultTestSupport
import Testing

/// The vectors of RFC 7748 and of Wycheproof, and OpenSSL's results. A result of zero must be refused.
@Suite(.firstDifference) struct X25519VectorTests {
  private static let basePoint = [9] + [UInt8](repeating: 0, count: 31)
  private static let zero = [UInt8](repeating: 0, count: 32)

  @Test(arguments: [("RFC7748", 6, 0), ("wycheproof", 518, 31), ("generated", 228, 1)])
  func vectors(name: String, records: Int, zeros: Int) throws {
    let file = try VectorFile("Curve25519/\(name).txt", expecting: records)
    var refused = 0
    for record in file.records {
      let (point, expected) = (try record.bytes("U"), try record.bytes("RESULT"))
      let key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: record.bytes("SCALAR"))
      let peer = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: point)
      if expected == Self.zero {
        #expect(throws: Curve25519Error.zeroSharedSecret, "\(record.place)") {
          try key.sharedSecretFromKeyAgreement(with: peer)
        }
        refused += 1
      } else {
        let secret = try key.sharedSecretFromKeyAgreement(with: peer)
        #expect(secret == expected, "\(record.place)")
      }
      if point == Self.basePoint { #expect(key.publicKey.rawRepresentation == expected, "\(record.place)") }
    }
    #expect(refused == zeros)
    try file.report(file.records.count, kernel: "portable")
  }

  /// The million iterations take a minute, and run where SWIFT_VAULT_LONG is set.
  @Test func iterations() throws {
    let file = try VectorFile("Curve25519/RFC7748-iterations.txt", expecting: 3)
    let results = Dictionary(
      uniqueKeysWithValues: try file.records.map { (try $0.integer("COUNT"), try $0.bytes("RESULT")) })
    #expect(results.keys.sorted() == [1, 1000, 1_000_000])
    var (scalar, point) = (Self.basePoint, Self.basePoint)
    for count in 1...(isLong ? 1_000_000 : 1000) {
      var result = Self.zero
      #expect(X25519.multiply(scalar, point, to: &result))
      (scalar, point) = (result, scalar)
      if let expected = results[count] { #expect(result == expected, "\(count) iterations") }
    }
  }

  /// The result may be written over the scalar or the point.
  @Test func inPlace() throws {
    let record = try VectorFile("Curve25519/RFC7748.txt", expecting: 6).records[0]
    let expected = try record.bytes("RESULT")
    var (scalar, point) = (try record.bytes("SCALAR"), try record.bytes("U"))
    scalar.withUnsafeMutableBytes { _ = X25519.multiply($0.baseAddress!, point, to: $0.baseAddress!) }
    #expect(scalar == expected)
    scalar = try record.bytes("SCALAR")
    point.withUnsafeMutableBytes { _ = X25519.multiply(scalar, $0.baseAddress!, to: $0.baseAddress!) }
    #expect(point == expected)
  }
}
