// Calls the functions that the page calls, and prints for each its name, whether it failed, and its result in
// hexadecimal. `check-exports` runs it in wasmkit and compares the lines with crypto-lab.

private func ascending(_ count: Int, from first: UInt8 = 0) -> [UInt8] { (0..<count).map { first &+ UInt8($0) } }

private func bytes(_ digits: String) -> [UInt8] {
  let digits = digits.utf8.map { UInt8($0 < 0x3a ? $0 - 0x30 : $0 - 0x57) }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

private func show(_ name: String, _ failed: Int32) {
  let digits = Array("0123456789abcdef".utf8)
  let bytes = UnsafeRawBufferPointer(start: resultAddress(), count: Int(resultCount()))
  let hex = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  print("\(name) \(failed) \(String(decoding: hex, as: UTF8.self))")
}

private let message = ascending(48)
private let key = ascending(16, from: 0x2b)
private let iv = ascending(16, from: 0xf0)
private let messageCount = Int32(message.count)

for hash in Int32(0)..<5 {
  show("digest\(hash)", digest(hash, message, messageCount))
  show("hmac\(hash)", hmac(hash, key, 16, message, messageCount))
  show("pbkdf2-\(hash)", pbkdf2(hash, key, 16, iv, 16, 3, 40))
}
show("argon2id", argon2id(key, 16, iv, 16, 1024, 2))
show("argon2id-small", argon2id(key, 16, iv, 16, 32, 3))
show("argon2id-reads", argon2idReads(key, 16, iv, 16, 32, 3))
show("argon2id-salt", argon2id(key, 16, iv, 7, 32, 3))
show("argon2id-memory", argon2id(key, 16, iv, 16, 1025, 1))
show("argon2id-passes", argon2id(key, 16, iv, 16, 32, 11))
show("argon2id-reads-refused", argon2idReads(key, 16, iv, 16, 65, 1))
show("pbkdf2-refused", pbkdf2(1, key, 16, iv, 16, 0, 40))
for mode in Int32(0)..<7 {
  let ivCount: Int32 = mode == 5 ? 12 : 16
  show("encrypt\(mode)", aes(mode, 0, 0, key, 16, iv, ivCount, message, messageCount))
  let ciphertext = Array(UnsafeRawBufferPointer(start: resultAddress(), count: Int(resultCount())))
  show("decrypt\(mode)", aes(mode, 1, 0, key, 16, iv, ivCount, ciphertext, Int32(ciphertext.count)))
}
for padding in Int32(0)..<6 { show("padding\(padding)", aes(1, 0, padding, key, 16, iv, 16, message, 47)) }
show("wrong-key", aes(0, 0, 0, key, 15, iv, 16, message, messageCount))
// The examples of FIPS 197, appendix C.
private let block = (0..<16).map { UInt8(0x11 * $0) }
for section in 1...3 {
  let key = ascending(8 + 8 * section)
  let keyCount = Int32(key.count)
  show("C.\(section)-states", aesStates(0, key, keyCount, block, 16))
  let ciphertext = Array(UnsafeRawBufferPointer(start: resultAddress(), count: Int(resultCount())).suffix(16))
  show("C.\(section)-inverse-states", aesStates(1, key, keyCount, ciphertext, 16))
  show("C.\(section)-expansion", aesKeyExpansion(key, keyCount))
}
show("states-refused", aesStates(0, key, 16, iv, 15))
show("rounds", sha256Rounds(message, messageCount))
show("padded", sha256Padded(message, messageCount))
_ = digest(1, message, messageCount)
private let state = Array(UnsafeRawBufferPointer(start: resultAddress(), count: 32))
show("extended", sha256Extend(state, 32, 64, message, 5))
show("extended-refused", sha256Extend(state, 31, 64, message, 5))
show("ghash-product", ghashProduct(key, 16, iv, 16))
show("ghash-inverse", ghashInverse(key, 16))
show("ghash-square-root", ghashSquareRoot(key, 16))
_ = vaultSeal(message, messageCount, key, 16, iv, 16, 2)
private let vault = Array(UnsafeRawBufferPointer(start: resultAddress(), count: Int(resultCount())))
show("inspected", vaultInspect(vault, Int32(vault.count)))
show("opened", vaultOpen(vault, Int32(vault.count), key, 16, iv, 16))
show("refused", vaultOpen(vault, Int32(vault.count), key, 15, iv, 16))
show("not-a-vault", vaultInspect(message, messageCount))
// Alice and Bob of RFC 7748, section 6.1.
private let alice = bytes("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
private let bob = bytes("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
show("alice", x25519PublicKey(alice, 32))
private let alicePublic = Array(UnsafeRawBufferPointer(start: resultAddress(), count: 32))
show("bob", x25519PublicKey(bob, 32))
private let bobPublic = Array(UnsafeRawBufferPointer(start: resultAddress(), count: 32))
show("alice-secret", x25519SharedSecret(alice, 32, bobPublic, 32))
show("bob-secret", x25519SharedSecret(bob, 32, alicePublic, 32))
show("zero-secret", x25519SharedSecret(alice, 32, [UInt8](repeating: 0, count: 32), 32))
show("private-key-refused", x25519PublicKey(alice, 31))
show("public-key-refused", x25519SharedSecret(alice, 32, bobPublic, 31))
show("cpace-point", cpacePoint(4711, alice, 32))
show("cpace-right", cpaceRun(4711, 4711, alice, 32, bob, 32))
show("cpace-wrong", cpaceRun(42, 4711, alice, 32, bob, 32))
show("cpace-pin", cpaceRun(4711, 10_000, alice, 32, bob, 32))
show("cpace-scalar", cpaceRun(4711, 4711, alice, 32, bob, 31))
show("cpace-point-pin", cpacePoint(-1, alice, 32))
show("cpace-point-scalar", cpacePoint(4711, alice, 33))
private func answerText() -> String {
  String(decoding: UnsafeRawBufferPointer(start: resultAddress(), count: Int(resultCount())), as: UTF8.self)
}

// Not every exercise understands every line: then the errors are compared.
private let lines = [
  "given", "given iv", "given ciphertext", "given token", "given vault", "given tag", "given words", "given limit",
  "given tag2", "given first", "given message", "encrypt 00", "time 1000000", "nothing",
]
_ = exerciseNames()
for (number, name) in answerText().split(separator: " ").enumerated() {
  _ = openExercise(Int32(number), 5)
  for line in lines {
    let bytes = Array(line.utf8)
    let key = line.split(separator: " ").joined(separator: "_")
    show("\(name)|\(key)", exerciseReply(bytes, Int32(bytes.count)))
  }
}
_ = openExercise(2, 5)
private let owner = Array("Ada L.".utf8)
show("code-refused", exerciseCode(owner, Int32(owner.count)))
for pin in 10_000..<20_000 {
  let pin = Array("\(pin)".utf8.dropFirst())
  _ = checkExercise(pin, Int32(pin.count))
  if answerText().utf8.first == 1 {
    show("solved", checkExercise(pin, Int32(pin.count)))
    break
  }
}
show("code", exerciseCode(owner, Int32(owner.count)))
show("exercise-refused", openExercise(14, 1))
show("seed-refused", openExercise(0, -1))
// The key 00 … 00 01 e2 40, at the end and before the end of what is searched.
private let searched = [UInt8](repeating: 0, count: 13) + [0x01, 0xe2, 0x40]
show("searched-block", aes(0, 0, 0, searched, 16, iv, 0, block, 16))
private let found = Array(UnsafeRawBufferPointer(start: resultAddress(), count: 16))
show("search", searchKey(block, 16, found, 16, 123_000, 457))
show("search-missed", searchKey(block, 16, found, 16, 123_000, 456))
show("search-refused", searchKey(block, 15, found, 16, 0, 1))
