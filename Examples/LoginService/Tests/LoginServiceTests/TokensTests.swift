import Foundation
import SwiftVaultFoundation
import Testing

@testable import LoginService

@Suite struct TokensTests {
  private let tokens = Tokens(key: SymmetricKey(size: .bits256))
  private let end = Date(timeIntervalSince1970: 2_000_000_000)
  private let before = Date(timeIntervalSince1970: 1_999_999_999)

  /// A token of any header, with the tag of a hash function.
  private func token<H: HashFunction>(_ header: String, _: H.Type) -> String {
    let signed = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(#"{"sub":"ada","exp":2000000000}"#.utf8))"
    return "\(signed).\(Base64URL.encode(HMAC<H>.authenticationCode(for: signed.utf8, using: tokens.key)))"
  }

  @Test func aTokenNamesItsAccountUntilItsEnd() throws {
    let token = try tokens.token(for: "ada", until: end)
    #expect(try tokens.claims(of: token, at: before) == Tokens.Claims(sub: "ada", exp: 2_000_000_000))
    #expect(throws: Tokens.TokenError.expired) { try tokens.claims(of: token, at: end) }
    #expect(token.hasPrefix("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9."))
  }

  /// RFC 7515, appendix A.1.
  @Test func theTokenOfTheStandard() throws {
    let key = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
    let signed = """
      eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\
      eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ
      """
    let tokens = Tokens(key: SymmetricKey(data: try #require(Base64URL.decode(key))))
    // The tag is right, so what is refused is that the claims have no name.
    #expect(throws: Tokens.TokenError.malformed) {
      try tokens.claims(of: signed + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", at: before)
    }
    #expect(throws: Tokens.TokenError.wrongTag) {
      try tokens.claims(of: signed + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXg", at: before)
    }
  }

  /// Each has the tag that its algorithm asks for, so it is the algorithm that is refused.
  @Test func otherAlgorithmsAreRefused() throws {
    let unsigned = token(#"{"alg":"none"}"#, SHA256.self).split(separator: ".")
    let refused = [
      "\(unsigned[0]).\(unsigned[1]).", token(#"{"alg":"none"}"#, SHA256.self),
      token(#"{"alg":"None","typ":"JWT"}"#, SHA256.self), token(#"{"alg":"hs256"}"#, SHA256.self),
      token(#"{"alg":"HS384"}"#, SHA384.self), token(#"{"alg":"HS512"}"#, SHA512.self),
      token(#"{"alg":"RS256"}"#, SHA256.self), token(#"{"alg":["HS256"]}"#, SHA256.self),
      token(#"{"typ":"JWT"}"#, SHA256.self), token("HS256", SHA256.self),
      token(#"{"alg":"HS256","crit":["exp"]}"#, SHA256.self),
    ]
    for token in refused {
      #expect(throws: Tokens.TokenError.algorithm, "\(token)") { try tokens.claims(of: token, at: before) }
    }
    #expect(try tokens.claims(of: token(#"{"alg":"HS256"}"#, SHA256.self), at: before).sub == "ada")
  }

  @Test func everyChangeIsRefused() throws {
    let token = Array(try tokens.token(for: "ada", until: end).utf8)
    for place in token.indices {
      for bit in 0..<7 {
        var changed = token
        changed[place] ^= 1 << bit
        #expect(throws: Tokens.TokenError.self, "bit \(bit) at \(place)") {
          try tokens.claims(of: String(decoding: changed, as: UTF8.self), at: before)
        }
      }
    }
    for count in token.indices {
      #expect(throws: Tokens.TokenError.self, "\(count) characters") {
        try tokens.claims(of: String(decoding: token[..<count], as: UTF8.self), at: before)
      }
    }
    let other = try Tokens(key: SymmetricKey(size: .bits256)).token(for: "ada", until: end)
    #expect(throws: Tokens.TokenError.wrongTag) { try tokens.claims(of: other, at: before) }
  }
}
