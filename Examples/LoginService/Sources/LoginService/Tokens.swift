import Foundation
import SwiftVaultFoundation

/// Tokens that say who has logged in, and until when: JSON Web Tokens with HMAC-SHA-256.
/// Spec: RFC 7515; RFC 7518, section 3.2; RFC 7519.
struct Tokens {
  struct Claims: Codable, Equatable {
    /// The name of the account.
    var sub: String
    /// The end, in seconds since 1970.
    var exp: Int
  }

  enum TokenError: Error { case malformed, algorithm, wrongTag, expired }

  /// At least 32 bytes. Whoever has it can log in as anybody.
  let key: SymmetricKey

  func token(for name: String, until end: Date) throws -> String {
    let claims = try JSONEncoder().encode(Claims(sub: name, exp: Int(end.timeIntervalSince1970)))
    let signed = "\(Base64URL.encode(#"{"alg":"HS256","typ":"JWT"}"#.utf8)).\(Base64URL.encode(claims))"
    return "\(signed).\(Base64URL.encode(HMAC<SHA256>.authenticationCode(for: signed.utf8, using: key)))"
  }

  /// The claims of a token, once its algorithm, its tag and its end have been checked, in this order.
  func claims(of token: String, at now: Date = Date()) throws -> Claims {
    struct Header: Codable { let alg: String, crit: [String]? }
    let texts = token.split(separator: ".", omittingEmptySubsequences: false)
    let parts = texts.compactMap { Base64URL.decode($0).map { Data($0) } }
    guard texts.count == 3, parts.count == 3 else { throw TokenError.malformed }
    // The service decides on the algorithm, not the token: `none` and all others are refused.
    guard let header = try? JSONDecoder().decode(Header.self, from: parts[0]), header.alg == "HS256", header.crit == nil
    else { throw TokenError.algorithm }
    // Compared in constant time; a truncated tag is not valid.
    let signed = "\(texts[0]).\(texts[1])".utf8
    guard HMAC<SHA256>.isValidAuthenticationCode(parts[2], authenticating: signed, using: key) else {
      throw TokenError.wrongTag
    }
    guard let claims = try? JSONDecoder().decode(Claims.self, from: parts[1]) else { throw TokenError.malformed }
    guard now.timeIntervalSince1970 < Double(claims.exp) else { throw TokenError.expired }
    return claims
  }
}
