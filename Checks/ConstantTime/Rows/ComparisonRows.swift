#if os(Linux)
import SwiftVault

/// Each row compares marked bytes with equal ones, with bytes that differ at the start, and with bytes that differ at
/// the end.
let comparisonRows: [Row] = [
  compared("SymmetricKey ==") { SymmetricKey(data: $0) == SymmetricKey(data: $1) },
  compared("ConstantTime.areEqual") { SwiftVault.ConstantTime.areEqual($0, $1) },
  hashes.filter { $0.kernel == "portable" }.flatMap { compared(digestsOf: $0.empty) },
  [
    Row("Hex.encode") { .bytes(Array(Hex.encode(secret(count: 100)).utf8)) },
    Row("Hex.decode") {
      let digits = secret((UInt8(0)..<100).map { $0 % 6 + UInt8(ascii: $0 % 2 == 0 ? "0" : "a") })
      return .bytes(try Hex.decode(text(of: digits)))
    },
    Row("Base64URL.encode") { .bytes(Array(Base64URL.encode(secret(count: 100)).utf8)) },
    Row("Base64URL.decode") {
      let digits = secret(Array("-_09AZaz".utf8) + (0..<96).map { $0 % 26 + UInt8(ascii: "a") })
      return .bytes(Base64URL.decode(text(of: digits)) ?? [])
    },
    Row("equalMask and lessMask") {
      .bytes(zip(secret(count: 256), secret(count: 257).dropFirst()).map { equalMask($0, $1) ^ lessMask($0, $1) })
    },
  ],
].flatMap { $0 }

private func compared(_ name: String, _ areEqual: @escaping @Sendable ([UInt8], [UInt8]) throws -> Bool) -> [Row] {
  let bytes = (0..<40).map { UInt8(101 &* $0 & 255) }
  return [("equal", 0, 0), ("first differs", 0, 1), ("last differs", 39, 128)].map { what, place, difference in
    Row("\(name) \(what)") {
      var other = bytes
      other[place] ^= UInt8(difference)
      return .verdict(try areEqual(secret(bytes), secret(other)))
    }
  }
}

private func compared<H: PBKDF2HashFunction>(digestsOf empty: H) -> [Row] {
  [
    compared("\(H.self).Digest ==") { H.hash(data: $0) == H.hash(data: $1) },
    compared("\(H.self).Digest == bytes") { H.hash(data: $0) == Array(H.hash(data: $1)) },
    compared("HMAC \(H.self) isValidAuthenticationCode") { left, right in
      let key = SymmetricKey(data: secret(count: 32))
      let tag = HMAC<H>.authenticationCode(for: left, using: key)
      return HMAC<H>.isValidAuthenticationCode(Array(tag), authenticating: right, using: key)
    },
    compared("HMAC \(H.self) isValidAuthenticationCode of a tag") { left, right in
      let key = SymmetricKey(data: secret(count: 32))
      let tag = HMAC<H>.authenticationCode(for: left, using: key)
      return HMAC.isValidAuthenticationCode(tag, authenticating: right, using: key)
    },
    compared("HMAC \(H.self) isValidAuthenticationCode of a changed tag") { left, right in
      let key = SymmetricKey(data: secret(count: 32))
      var tag = Array(HMAC<H>.authenticationCode(for: left, using: key))
      tag[0] ^= left[0] ^ right[0]
      tag[tag.count - 1] ^= left[39] ^ right[39]
      return HMAC<H>.isValidAuthenticationCode(tag, authenticating: left, using: key)
    },
  ].flatMap { $0 }
}
#endif

/// Makes a string of secret digits. It is a function of its own, so that its branches are reported at the call.
@inline(never)
private func text(of digits: [UInt8]) -> String { String(decoding: digits, as: UTF8.self) }
