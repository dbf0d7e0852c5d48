import AES

/// Looks for the key of a block and its ciphertext in AES-128, among `count` keys from `first` on: numbers of 32 bits,
/// after 12 bytes of zero. The answer is the key, or nothing.
@c(key_search)
public func searchKey(
  _ block: UnsafeRawPointer?, _ blockCount: Int32, _ ciphertext: UnsafeRawPointer?, _ ciphertextCount: Int32,
  _ first: UInt32, _ count: Int32
) -> Int32 {
  guard blockCount == 16, ciphertextCount == 16 else { return Answer.failure("a block of AES has 16 bytes") }
  let (block, ciphertext) = (Bytes(block, blockCount).array, Bytes(ciphertext, ciphertextCount).array)
  var key = [UInt8](repeating: 0, count: 16)
  for index in 0..<UInt32(max(0, count)) {
    let number = first &+ index
    for place in 0..<4 { key[12 + place] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * place)) }
    if (try? AES.ECB.encrypt(block, using: SymmetricKey(data: key), padding: .none)) == ciphertext {
      return Answer.success(key)
    }
  }
  return Answer.success([])
}
