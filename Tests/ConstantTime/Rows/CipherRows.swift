#if os(Linux)
import SwiftVault

/// A mode of operation in one of its forms.
private struct Mode: Sendable {
  typealias Operation = @Sendable (_ message: [UInt8], SymmetricKey, AES.Padding, AESKernel) throws -> [UInt8]

  let name: String
  var paddings = AES.Padding.allCases
  var kernels = AESKernel.available
  let encrypt: Operation
  let decrypt: Operation
}

private let iv = try! AES.CBC.IV(ivBytes: secret(count: 16))
/// Counters are public: where their halves wrap is looked at.
private let nonce = try! AES.CTR.Nonce(nonceBytes: (0..<16).map { UInt8(240 + $0) })

/// A new mode is one entry.
private let modes = [
  Mode(
    name: "ECB", encrypt: { try AES.ECB.encrypt($0, using: $1, padding: $2, kernel: $3) },
    decrypt: { try AES.ECB.decrypt($0, using: $1, padding: $2, kernel: $3) }),
  Mode(
    name: "ECB streaming", encrypt: { try stream($0, AES.ECB.Encryptor(using: $1, padding: $2, kernel: $3)) },
    decrypt: { try stream($0, AES.ECB.Decryptor(using: $1, padding: $2, kernel: $3)) }),
  Mode(
    name: "ECB streaming in place", paddings: [.none],
    encrypt: { try streamInPlace($0, AES.ECB.Encryptor(using: $1, padding: $2, kernel: $3)) },
    decrypt: { try streamInPlace($0, AES.ECB.Decryptor(using: $1, padding: $2, kernel: $3)) }),
  Mode(
    name: "ECB in place", kernels: [.best],
    encrypt: { message, key, padding, _ in
      try inPlace(message) { try AES.ECB.encrypt(inPlace: &$0, using: key, padding: padding) }
    },
    decrypt: { message, key, padding, _ in
      try inPlace(message) { try AES.ECB.decrypt(inPlace: &$0, using: key, padding: padding) }
    }),
  Mode(
    name: "CBC", encrypt: { try AES.CBC.encrypt($0, using: $1, iv: iv, padding: $2, kernel: $3) },
    decrypt: { try AES.CBC.decrypt($0, using: $1, iv: iv, padding: $2, kernel: $3) }),
  Mode(
    name: "CBC streaming", encrypt: { try stream($0, AES.CBC.Encryptor(using: $1, iv: iv, padding: $2, kernel: $3)) },
    decrypt: { try stream($0, AES.CBC.Decryptor(using: $1, iv: iv, padding: $2, kernel: $3)) }),
  Mode(
    name: "CBC streaming in place", paddings: [.none],
    encrypt: { try streamInPlace($0, AES.CBC.Encryptor(using: $1, iv: iv, padding: $2, kernel: $3)) },
    decrypt: { try streamInPlace($0, AES.CBC.Decryptor(using: $1, iv: iv, padding: $2, kernel: $3)) }),
  Mode(
    name: "CBC in place", kernels: [.best],
    encrypt: { message, key, padding, _ in
      try inPlace(message) { try AES.CBC.encrypt(inPlace: &$0, using: key, iv: iv, padding: padding) }
    },
    decrypt: { message, key, padding, _ in
      try inPlace(message) { try AES.CBC.decrypt(inPlace: &$0, using: key, iv: iv, padding: padding) }
    }),
  Mode(
    name: "CTR", paddings: [.none],
    encrypt: { message, key, _, kernel in
      try AES.CTR.encrypt(message, using: key, nonce: nonce, kernel: kernel)
    },
    decrypt: { message, key, _, kernel in try AES.CTR.decrypt(message, using: key, nonce: nonce, kernel: kernel) }),
  Mode(
    name: "CTR streaming", paddings: [.none], encrypt: { message, key, _, kernel in try counted(message, key, kernel) },
    decrypt: { message, key, _, kernel in try counted(message, key, kernel) }),
  Mode(
    name: "CTR in place", paddings: [.none], kernels: [.best],
    encrypt: { message, key, _, _ in
      try inPlace(message) { try AES.CTR.encrypt(inPlace: &$0, using: key, nonce: nonce) }
    },
    decrypt: { message, key, _, _ in
      try inPlace(message) { try AES.CTR.decrypt(inPlace: &$0, using: key, nonce: nonce) }
    }),
]

let cipherRows: [Row] = modes.flatMap { mode in
  mode.kernels.flatMap { kernel in mode.paddings.flatMap { rows(mode, kernel, $0) } }
}

/// Every key size with messages of less than a block, one block, and more than any kernel takes at once.
private func rows(_ mode: Mode, _ kernel: AESKernel, _ padding: AES.Padding) -> [Row] {
  let name = "\(mode.name) \(padding.rawValue) \(kernel.rawValue)"
  let byteCounts = padding == .none ? [16, 41 * 16] : [1, 16, 41 * 16 + 7]
  let cases = [16, 24, 32].flatMap { key in byteCounts.map { (key: key, message: $0) } }
  var rows = [
    Row("\(name) encrypt") {
      .bytes(
        try cases.flatMap {
          try mode.encrypt(secret(count: $0.message), SymmetricKey(data: secret(count: $0.key)), padding, kernel)
        })
    },
    Row("\(name) decrypt") {
      .bytes(
        try cases.flatMap {
          let key = SymmetricKey(data: secret(count: $0.key))
          let ciphertext = publish(try mode.encrypt(secret(count: $0.message), key, padding, kernel))
          return first($0.message, of: try mode.decrypt(ciphertext, key, padding, kernel))
        })
    },
  ]
  if [.pkcs7, .iso7816_4, .ansiX923].contains(padding) {
    rows.append(
      Row("\(name) decrypt, wrong padding") {
        let key = SymmetricKey(data: secret(count: 16))
        let ciphertext = publish(try AES.ECB.encrypt(secret(count: 64), using: key, padding: .none, kernel: kernel))
        return .verdict((try? mode.decrypt(ciphertext, key, padding, kernel)) == nil)
      })
  }
  return rows
}

/// The bytes of an array whose length is the outcome of removing a padding: a count that is known here. The array is
/// kept, as whatever released it would look at the length.
private func first(_ count: Int, of bytes: [UInt8]) -> [UInt8] {
  kept.append(bytes)
  return bytes.withUnsafeBytes { Array(UnsafeRawBufferPointer(start: $0.baseAddress, count: count)) }
}

nonisolated(unsafe) private var kept: [[UInt8]] = []

/// The message in pieces that end inside blocks and between them.
private func pieces(_ message: [UInt8]) -> [ArraySlice<UInt8>] {
  let ends = [0, 3, 16, 48, 100].filter { $0 < message.count } + [message.count]
  return zip(ends, ends.dropFirst()).map { message[$0..<$1] }
}

private func stream<Mode>(_ message: [UInt8], _ encryptor: AES.BlockEncryptor<Mode>) throws -> [UInt8] {
  var encryptor = encryptor
  return try pieces(message).flatMap { encryptor.update($0) } + encryptor.finalize()
}

private func stream<Mode>(_ message: [UInt8], _ decryptor: AES.BlockDecryptor<Mode>) throws -> [UInt8] {
  var decryptor = decryptor
  let start = pieces(message).flatMap { decryptor.update($0) }
  let end = try decryptor.finalize()
  return start + first(min(16, end.capacity), of: end)
}

private func streamInPlace<Mode>(_ message: [UInt8], _ encryptor: AES.BlockEncryptor<Mode>) throws -> [UInt8] {
  var encryptor = encryptor
  return try inPlace(message) { message in
    try message.withUnsafeMutableBytes { try encryptor.update(inPlace: $0) }
  } + encryptor.finalize()
}

private func streamInPlace<Mode>(_ message: [UInt8], _ decryptor: AES.BlockDecryptor<Mode>) throws -> [UInt8] {
  var decryptor = decryptor
  return try inPlace(message) { message in
    try message.withUnsafeMutableBytes { try decryptor.update(inPlace: $0) }
  } + decryptor.finalize()
}

private func inPlace(_ message: [UInt8], _ change: (inout [UInt8]) throws -> Void) rethrows -> [UInt8] {
  var message = message
  try change(&message)
  return message
}

private func counted(_ message: [UInt8], _ key: SymmetricKey, _ kernel: AESKernel) throws -> [UInt8] {
  var cipher = try AES.CTR.Cipher(using: key, nonce: nonce, kernel: kernel)
  cipher.seek(to: 1000)
  let first = try pieces(message).flatMap { try cipher.update($0) }
  cipher.seek(to: 1000)
  return try inPlace(first) { try cipher.update(inPlace: &$0) } + first
}

let keyWrapRows: [Row] = [
  Row("key wrap") {
    .bytes(
      try AESKernel.available.flatMap { kernel in
        try [16, 24, 32].flatMap {
          let (key, kek) = (SymmetricKey(data: secret(count: 32)), SymmetricKey(data: secret(count: $0)))
          return try AES.KeyWrap.wrap(key, using: kek, kernel: kernel)
        }
      })
  },
  Row("key unwrap") { .bytes(bytes(of: try unwrap { $0 })) },
  Row("key unwrap, changed") { .verdict((try? unwrap { $0.map { $0 ^ 1 } }) == nil) },
]

private func unwrap(_ change: ([UInt8]) -> [UInt8]) throws -> SymmetricKey {
  let kek = SymmetricKey(data: secret(count: 32))
  let wrapped = publish(try AES.KeyWrap.wrap(SymmetricKey(data: secret(count: 32)), using: kek))
  return try AES.KeyWrap.unwrap(change(wrapped), using: kek)
}
#endif
