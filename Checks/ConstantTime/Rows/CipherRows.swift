#if os(Linux)
import SwiftVault
import SwiftVaultOperations

let cipherRows: [Row] =
  CipherMode.all.flatMap { mode in
    mode.kernels.flatMap { kernel in mode.paddings.flatMap { rows(mode, kernel, $0) } }
  } + CipherMode.all.filter { $0.form == .once }.flatMap { mode in AESKernel.available.map { expandedRow(mode, $0) } }

/// The sizes of keys and messages: messages shorter than a block, of one block, and longer than any kernel processes at
/// once.
private func cases(_ mode: CipherMode, _ padding: AES.Padding) -> [(key: Int, message: Int)] {
  let ofBlocks = [41 * 16, 16]
  let others = [41 * 16 + 7, 1]
  let byteCounts =
    !mode.isOfBlocks ? others + ofBlocks : padding == .none ? ofBlocks : others + [16]
  return [16, 24, 32].flatMap { key in byteCounts.map { (key, $0) } }
}

/// Secret IVs and associated data. Counters and nonces are public, so the code may branch where one half of a counter
/// overflows into the other. A nonce of 16 bytes is hashed.
private func setting(_ kernel: AESKernel, _ padding: AES.Padding, key: Int) throws -> CipherSetting {
  try CipherSetting(
    kernel, padding: padding, iv: secret(count: 16), counter: AES.CTR.Nonce(data: 240...255),
    nonce: AES.GCM.Nonce(data: 0..<UInt8(key == 24 ? 16 : 12)), data: secret(count: 37), ends: [3, 16, 48, 100],
    start: 1000)
}

private func rows(_ mode: CipherMode, _ kernel: AESKernel, _ padding: AES.Padding) -> [Row] {
  let name = "\(mode.name) \(padding.rawValue) \(kernel.rawValue)"
  let cases = cases(mode, padding)
  var rows = [
    Row("\(name) encrypt") {
      .bytes(
        try cases.flatMap {
          let key = SymmetricKey(data: secret(count: $0.key))
          let setting = try setting(kernel, padding, key: $0.key)
          return try secret(count: $0.message).withUnsafeBytes { try mode.encrypt($0, key, setting) }.flatMap { $0 }
        })
    },
    Row("\(name) decrypt") {
      .bytes(
        try cases.flatMap {
          let key = SymmetricKey(data: secret(count: $0.key))
          return try restored($0.message, mode, key, setting(kernel, padding, key: $0.key))
        })
    },
  ]
  if mode.mode == "GCM" || [.pkcs7, .iso7816_4, .ansiX923].contains(padding) {
    rows.append(
      Row("\(name) decrypt, wrong \(mode.mode == "GCM" ? "tag" : "padding")") {
        let (key, setting) = (SymmetricKey(data: secret(count: 16)), try setting(kernel, padding, key: 16))
        let text = try AES.ECB.encrypt(secret(count: 42 * 16), using: key, padding: .none, kernel: kernel)
        return .verdict((try? publish(text).withUnsafeBytes { try mode.decrypt($0, key, setting) }) == nil)
      })
  }
  return rows
}

/// Every size of key, expanded before its use.
private func expandedRow(_ mode: CipherMode, _ kernel: AESKernel) -> Row {
  Row("\(mode.name) under an expanded key \(kernel.rawValue)") {
    .bytes(
      try cases(mode, .none).flatMap {
        let key = try AES.expand(SymmetricKey(data: secret(count: $0.key)), kernel: kernel)
        return try restored($0.message, mode, key, setting(kernel, .none, key: $0.key))
      })
  }
}

/// A message that is encrypted, published and decrypted.
private func restored(
  _ byteCount: Int, _ mode: CipherMode, _ key: SymmetricKey, _ setting: CipherSetting
) throws -> [UInt8] {
  let text = try secret(count: byteCount).withUnsafeBytes { try mode.encrypt($0, key, setting) }
  let pieces = try publish(text.flatMap { $0 }).withUnsafeBytes { try mode.decrypt($0, key, setting) }
  let start = pieces.dropLast().flatMap { $0 }
  return start + first(byteCount - start.count, of: pieces[pieces.count - 1])
}

/// The first `count` bytes of an array whose length depends on a padding that was removed. The row knows `count`. The
/// array is kept, because releasing it would read the length.
private func first(_ count: Int, of bytes: [UInt8]) -> [UInt8] {
  kept.append(bytes)
  return bytes.withUnsafeBytes { Array(UnsafeRawBufferPointer(start: $0.baseAddress, count: count)) }
}

nonisolated(unsafe) private var kept: [[UInt8]] = []

/// Encrypt-then-MAC in each mode, with the right tag and with a wrong one.
let encryptThenMACRows: [Row] = EncryptThenMAC<SHA256>.Mode.allCases.flatMap { mode in
  [
    Row("EncryptThenMAC \(mode)") {
      let cipher = try EncryptThenMAC<SHA256>(mode, key: SymmetricKey(data: secret(count: 64)))
      return .bytes(
        try [1, 16, 300].flatMap {
          let sealed = publish(cipher.seal(secret(count: $0), authenticating: secret(count: 20)))
          return first($0, of: try cipher.open(sealed, authenticating: secret(count: 20)))
        })
    },
    Row("EncryptThenMAC \(mode), pieces") {
      let cipher = try EncryptThenMAC<SHA256>(mode, key: SymmetricKey(data: secret(count: 64)))
      var (message, sealed, opened): ([UInt8], [UInt8], [UInt8]) = (secret(count: 300), [], [])
      try cipher.seal(
        from: {
          defer { message = [] }
          return message
        }, to: { sealed += publish($0) })
      try cipher.open(
        byteCount: UInt64(sealed.count), from: { sealed[Int($0.lowerBound)..<Int($0.upperBound)] },
        to: { opened += $0 })
      return .bytes(first(300, of: opened))
    },
    Row("EncryptThenMAC \(mode), wrong tag") {
      let cipher = try EncryptThenMAC<SHA256>(mode, key: SymmetricKey(data: secret(count: 64)))
      var sealed = publish(cipher.seal(secret(count: 300)))
      sealed[sealed.count - 1] ^= 1
      return .verdict((try? cipher.open(sealed)) == nil)
    },
  ]
}

/// Without padding, a key of several blocks; with padding, also keys of one block and of a part of one.
let keyWrapRows: [Row] = KeyWrapping.all.flatMap { wrapping in
  let byteCounts = wrapping.name.isEmpty ? [32] : [5, 8, 20, 32]
  @Sendable func unwrapped(
    _ byteCount: Int, _ kernel: AESKernel, _ change: ([UInt8]) -> [UInt8] = { $0 }
  ) throws -> SymmetricKey {
    let (key, kek) = (SymmetricKey(data: secret(count: byteCount)), SymmetricKey(data: secret(count: 32)))
    return try wrapping.unwrap(change(publish(try wrapping.wrap(key, kek, kernel))), kek, kernel)
  }
  let name = "key wrap\(wrapping.name)"
  return AESKernel.available.flatMap { kernel in
    [
      Row("\(name) \(kernel.rawValue)") {
        .bytes(
          try [16, 24, 32].flatMap { kek in
            try byteCounts.flatMap {
              try wrapping.wrap(SymmetricKey(data: secret(count: $0)), SymmetricKey(data: secret(count: kek)), kernel)
            }
          })
      },
      Row("\(name) unwrap \(kernel.rawValue)") {
        .bytes(try byteCounts.flatMap { Array(bytes(of: try unwrapped($0, kernel)).prefix($0)) })
      },
      Row("\(name) unwrap \(kernel.rawValue), changed") {
        .verdict(byteCounts.allSatisfy { (try? unwrapped($0, kernel) { $0.map { $0 ^ 1 } }) == nil })
      },
    ]
  }
}
#endif
