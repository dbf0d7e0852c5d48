/// ECB byte at a time: the unknown byte is moved to the end of a block, and compared with each possible byte there.
@Sendable func ecbByte(_ ask: Ask) -> String {
  func encrypt(_ message: [UInt8]) -> [UInt8] { bytes(ask("encrypt \(hex(message))").text) }
  let empty = encrypt([]).count
  // The ciphertext grows when the padding has become a whole block.
  let length = empty - (1...16).first { encrypt(zeros($0)).count > empty }!
  var secret: [UInt8] = []
  while secret.count < length {
    let filling = zeros(15 - secret.count % 16)
    let block = filling.count + secret.count - 15..<filling.count + secret.count + 1
    let wanted = encrypt(filling)[block]
    secret.append((0...255).first { encrypt(filling + secret + [$0])[block] == wanted }!)
  }
  return text(secret)
}

/// CBC with the key as the IV: C1, zeros, C1 decrypts to AES⁻¹(C1) + key, something, AES⁻¹(C1).
@Sendable func cbcKeyIV(_ ask: Ask) -> String {
  let first = givenBytes("ciphertext", ask).prefix(16)
  let message = bytes(ask("receive \(hex(first + zeros(16) + first))").text)
  return hex(xor(message[..<16], message[32..<48]))
}

/// Predictable IV: the next IV is cancelled, so that AES sees the padded guess + the old IV.
@Sendable func predictableIV(_ ask: Ask) -> String {
  let (iv, wanted) = (givenBytes("iv", ask), given("ciphertext", ask))
  var following = iv
  for number in 0..<10_000 {
    let pin = String(String(10_000 + number).dropFirst())
    for index in following.indices.reversed() {
      following[index] &+= 1
      if following[index] != 0 { break }
    }
    let guess = Array("PIN \(pin)".utf8) + [UInt8](repeating: 8, count: 8)
    let reply = ask("encrypt \(hex(xor(xor(guess, iv), following)))").text
    if reply.split(separator: " ")[1].hasPrefix(wanted) { return pin }
  }
  return ""
}

/// Vaudenay's attack: each block is read from its last byte to its first.
@Sendable func paddingOracle(_ ask: Ask) -> String {
  let sent = givenBytes("iv", ask) + givenBytes("ciphertext", ask)
  /// The block after AES decryption, before the one in front of it is added.
  func decrypted(_ block: ArraySlice<UInt8>) -> [UInt8] {
    func isRight(_ forged: [UInt8]) -> Bool { ask("decrypt \(hex(forged)) \(hex(block))").isAccepted }
    var known: [UInt8] = []
    while known.count < 16 {
      let padding = UInt8(known.count + 1)
      let byte = (0...255 as ClosedRange<UInt8>).first { byte in
        var forged = zeros(15 - known.count) + [byte] + known.map { $0 ^ padding }
        guard isRight(forged) else { return false }
        if padding > 1 { return true }
        // A padding longer than 01 becomes invalid when the byte before is changed.
        forged[14] ^= 1
        return isRight(forged)
      }
      known.insert(byte! ^ padding, at: 0)
    }
    return known
  }
  let message = stride(from: 16, to: sent.count, by: 16).flatMap {
    xor(decrypted(sent[$0..<$0 + 16]), sent[$0 - 16..<$0])
  }
  return text(message.dropLast(Int(message.last!)))
}
