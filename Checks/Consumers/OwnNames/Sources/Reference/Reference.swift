import SHA

/// Uses one library without the others.
public func hexDigest(_ text: String) -> String {
  SHA256.hash(data: text.utf8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
