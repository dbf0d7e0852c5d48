/// Length extension: SHA-256, started from a digest.
@Sendable func lengthExtension(_ ask: Ask) -> String {
  let (message, suffix) = (Array(given("message", ask).utf8), Array(given("suffix", ask).utf8))
  let tag = givenBytes("tag", ask)
  for secretCount in 8...24 {
    let glue = padding(secretCount + message.count)
    let hashedCount = secretCount + message.count + glue.count
    var state = stride(from: 0, to: 32, by: 4).map { word(tag[$0..<$0 + 4]) }
    let rest = suffix + padding(hashedCount + suffix.count)
    for start in stride(from: 0, to: rest.count, by: 64) { compress(&state, rest[start..<start + 64]) }
    let forged = "\(hex(message + glue + suffix)) \(hex(state.flatMap(bigEndian)))"
    if ask("send \(forged)").isAccepted { return forged }
  }
  return ""
}

private func word(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

/// What SHA-256 adds after so many bytes. Spec: FIPS 180-4, section 5.1.1.
private func padding(_ count: Int) -> [UInt8] {
  [0x80] + zeros((64 + 55 - count % 64) % 64) + bigEndian(UInt64(8 * count))
}

/// Spec: FIPS 180-4, section 4.2.2.
private let constants: [UInt32] = [
  0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
  0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
  0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
  0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
  0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
  0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
  0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
  0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
]

/// Spec: FIPS 180-4, section 6.2.2.
private func compress(_ state: inout [UInt32], _ block: ArraySlice<UInt8>) {
  func rotate(_ x: UInt32, _ count: UInt32) -> UInt32 { x >> count | x << (32 - count) }
  var w = stride(from: block.startIndex, to: block.endIndex, by: 4).map { word(block[$0..<$0 + 4]) }
  for t in 16..<64 {
    let s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3
    let s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10
    w.append(w[t - 16] &+ s0 &+ w[t - 7] &+ s1)
  }
  var s = state
  for t in 0..<64 {
    let s1 = rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)
    let choice = s[4] & s[5] ^ ~s[4] & s[6]
    let t1 = s[7] &+ s1 &+ choice &+ constants[t] &+ w[t]
    let s0 = rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)
    let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
    s = [t1 &+ s0 &+ majority, s[0], s[1], s[2], s[3] &+ t1, s[4], s[5], s[6]]
  }
  state = zip(state, s).map { $0 &+ $1 }
}

/// Modelled times: noise only adds time, so a value that was once fast is wrong.
///
/// After a few measurements of each value, a wrong one was almost certainly measured without noise once. After one
/// measurement, the fastest may be the right one.
@Sendable func timingModel(_ ask: Ask) -> String {
  let (step, firstPasses) = (16, 4)
  var tag: [UInt8] = []
  while tag.count < 6 {
    var rest = Array(UInt8.min...UInt8.max)
    var times = [Int](repeating: .max, count: 256)
    var passes = firstPasses
    while rest.count > 1 {
      for byte in repeatElement(rest, count: passes).joined() {
        let guess = tag + [byte] + zeros(5 - tag.count)
        let answer = ask("compare \(hex(guess))")
        if answer.isAccepted { return hex(guess) }
        times[Int(byte)] = min(times[Int(byte)], Int(answer.text)!)
      }
      let fastest = times.min()!
      rest = rest.filter { times[Int($0)] >= fastest + step }
      passes = 1
    }
    guard let byte = rest.first else { return "" }
    tag.append(byte)
  }
  return hex(tag)
}

/// The same on a clock. A busy machine only delays a reply, so a digit that was once fast is wrong.
@Sendable func timingClock(_ ask: Ask) -> String {
  var code = ""
  while code.count < 6 {
    var rest = Array(0...9)
    while rest.count > 1 {
      for digit in rest {
        let guess = "\(code)\(digit)" + String(repeating: "0", count: 5 - code.count)
        let answer = ask("compare \(guess)")
        if answer.isAccepted { return guess }
        // With this digit right, the lock compares the next one too.
        if answer.milliseconds < Double(5 * (code.count + 2)) { rest.removeAll { $0 == digit } }
      }
    }
    guard let digit = rest.first else { return "" }
    code += "\(digit)"
  }
  return code
}

/// Truncated tag: tries all 65,536.
@Sendable func truncatedTag(_ ask: Ask) -> String {
  let message = hex(given("message", ask).utf8)
  let tags = (UInt16.min...UInt16.max).lazy.map { hex(bigEndian($0)) }
  return tags.first { ask("send \(message) \($0)").isAccepted } ?? ""
}
