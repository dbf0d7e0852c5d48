import SwiftVaultReference

/// Every state of the encryption or decryption of one block. Each takes 18 bytes: the round, the number of its name in
/// the order of `AESStep.Name`, and the state, column by column.
@c(aes_states)
public func aesStates(
  _ decrypts: Int32, _ key: UnsafeRawPointer?, _ keyCount: Int32, _ block: UnsafeRawPointer?, _ blockCount: Int32
) -> Int32 {
  let (key, block) = (Bytes(key, keyCount).array, Bytes(block, blockCount).array)
  guard [16, 24, 32].contains(key.count) else { return wrongKey(key) }
  guard block.count == 16 else { return Answer.failure("a block of \(block.count) bytes; AES needs 16") }
  var states: [UInt8] = []
  let keep = { (step: AESStep) in
    states += [UInt8(step.round), UInt8(AESStep.Name.allCases.firstIndex(of: step.name)!)] + step.bytes
  }
  let cipher = AESReference(key: key)
  _ = decrypts == 0 ? cipher.encrypt(block, trace: keep) : cipher.decrypt(block, trace: keep)
  return Answer.success(states)
}

/// The words of the key expansion, one after the other.
@c(aes_key_expansion)
public func aesKeyExpansion(_ key: UnsafeRawPointer?, _ keyCount: Int32) -> Int32 {
  let key = Bytes(key, keyCount).array
  guard [16, 24, 32].contains(key.count) else { return wrongKey(key) }
  return Answer.success(AESReference(key: key).expandedKeyWords.flatMap(bigEndianBytes))
}

/// Every round of SHA-256. Each takes 36 bytes: the word of the schedule and the variables a to h after the round.
@c(sha256_rounds)
public func sha256Rounds(_ message: UnsafeRawPointer?, _ messageCount: Int32) -> Int32 {
  var rounds: [UInt8] = []
  _ = SHA256Reference.hash(Bytes(message, messageCount).array) { step in
    rounds += bigEndianBytes(step.scheduleWord) + step.variables.flatMap(bigEndianBytes)
  }
  return Answer.success(rounds)
}

/// A message with SHA-256's padding.
@c(sha256_padded)
public func sha256Padded(_ message: UnsafeRawPointer?, _ messageCount: Int32) -> Int32 {
  Answer.success(SHA256Reference.pad(Bytes(message, messageCount).array))
}

/// The product of two elements of GHASH's field.
@c(ghash_product)
public func ghashProduct(
  _ left: UnsafeRawPointer?, _ leftCount: Int32, _ right: UnsafeRawPointer?, _ rightCount: Int32
) -> Int32 {
  Answer.success((GHASHElement(Bytes(left, leftCount).buffer) * GHASHElement(Bytes(right, rightCount).buffer)).block)
}

/// The element whose product with this one is 1.
@c(ghash_inverse)
public func ghashInverse(_ element: UnsafeRawPointer?, _ count: Int32) -> Int32 {
  Answer.success(GHASHElement(Bytes(element, count).buffer).inverse.block)
}

/// The element whose square this is.
@c(ghash_square_root)
public func ghashSquareRoot(_ element: UnsafeRawPointer?, _ count: Int32) -> Int32 {
  Answer.success(GHASHElement(Bytes(element, count).buffer).squareRoot.block)
}

private func bigEndianBytes(_ word: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
}

private func wrongKey(_ key: [UInt8]) -> Int32 {
  Answer.failure("a key of \(key.count) bytes; AES needs 16, 24 or 32")
}
