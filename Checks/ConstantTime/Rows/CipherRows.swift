#if os(Linux)
import SwiftVault

/// One form of a mode of operation.
private struct Mode: Sendable {
  typealias Operation = @Sendable (_ message: [UInt8], SymmetricKey, AES.Padding, AESKernel) throws -> [UInt8]

  let name: String
  var paddings = AES.Padding.allCases
  var kernels = AESKernel.available
  let encrypt: Operation
  let decrypt: Operation
}

private let iv = try! AES.IV(data: secret(count: 16))
/// The first counter block. Counters are public, so the code may branch where one half overflows into the other.
private let nonce = try! AES.CTR.Nonce(data: (0..<16).map { UInt8(240 + $0) })

/// The modes. A new one is one entry.
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

private let feedbackModes =
  AES.CFB.SegmentSize.allCases.flatMap { segment in
    [
      Mode(
        name: "CFB\(segment.rawValue)", paddings: [.none],
        encrypt: { try AES.CFB.encrypt($0, using: $1, iv: iv, segment: segment, kernel: $3) },
        decrypt: { try AES.CFB.decrypt($0, using: $1, iv: iv, segment: segment, kernel: $3) }),
      Mode(
        name: "CFB\(segment.rawValue) streaming", paddings: [.none],
        encrypt: { try stream($0, AES.CFB.Encryptor(using: $1, iv: iv, segment: segment, kernel: $3)) },
        decrypt: { try stream($0, AES.CFB.Decryptor(using: $1, iv: iv, segment: segment, kernel: $3)) }),
      Mode(
        name: "CFB\(segment.rawValue) in place", paddings: [.none], kernels: [.best],
        encrypt: { message, key, _, _ in
          try inPlace(message) { try AES.CFB.encrypt(inPlace: &$0, using: key, iv: iv, segment: segment) }
        },
        decrypt: { message, key, _, _ in
          try inPlace(message) { try AES.CFB.decrypt(inPlace: &$0, using: key, iv: iv, segment: segment) }
        }),
    ]
  } + [
    Mode(
      name: "OFB", paddings: [.none], encrypt: { try AES.OFB.encrypt($0, using: $1, iv: iv, kernel: $3) },
      decrypt: { try AES.OFB.decrypt($0, using: $1, iv: iv, kernel: $3) }),
    Mode(
      name: "OFB streaming", paddings: [.none],
      encrypt: { try stream($0, AES.OFB.Cipher(using: $1, iv: iv, kernel: $3)) },
      decrypt: { try stream($0, AES.OFB.Cipher(using: $1, iv: iv, kernel: $3)) }),
    Mode(
      name: "OFB in place", paddings: [.none], kernels: [.best],
      encrypt: { message, key, _, _ in try inPlace(message) { try AES.OFB.encrypt(inPlace: &$0, using: key, iv: iv) } },
      decrypt: { message, key, _, _ in try inPlace(message) { try AES.OFB.decrypt(inPlace: &$0, using: key, iv: iv) } }),
  ]

let cipherRows: [Row] = (modes + feedbackModes).flatMap { mode in
  mode.kernels.flatMap { kernel in mode.paddings.flatMap { rows(mode, kernel, $0) } }
}

/// Every key size, with messages shorter than a block, of one block, and longer than any kernel processes at once.
private func rows(_ mode: Mode, _ kernel: AESKernel, _ padding: AES.Padding) -> [Row] {
  let name = "\(mode.name) \(padding.rawValue) \(kernel.rawValue)"
  let byteCounts = padding == .none ? [16, 41 * 16] : [41 * 16 + 7, 1, 16]
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

/// The first `count` bytes of an array whose length depends on a padding that was removed. The row knows `count`. The
/// array is kept, because releasing it would read the length.
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

private func stream<Operation>(_ message: [UInt8], _ cipher: AES.BlockModeCipher<Operation>) throws -> [UInt8] {
  var cipher = cipher
  let start = pieces(message).flatMap { cipher.update($0) }
  let end = try cipher.finalize()
  return start + first(min(16, end.capacity), of: end)
}

private func stream<Operation>(_ message: [UInt8], _ cipher: AES.FeedbackCipher<Operation>) -> [UInt8] {
  var cipher = cipher
  return pieces(message).flatMap { cipher.update($0) }
}

private func streamInPlace<Operation>(_ message: [UInt8], _ cipher: AES.BlockModeCipher<Operation>) throws -> [UInt8] {
  var cipher = cipher
  return try inPlace(message) { try cipher.update(inPlace: &$0) } + cipher.finalize()
}

private func inPlace(_ message: [UInt8], _ change: (inout [UInt8]) throws -> Void) rethrows -> [UInt8] {
  var message = message
  try change(&message)
  return message
}

private func counted(_ message: [UInt8], _ key: SymmetricKey, _ kernel: AESKernel) throws -> [UInt8] {
  var cipher = try AES.CTR.Cipher(using: key, nonce: nonce, kernel: kernel)
  cipher.seek(to: 1000)
  let first = try pieces(message).flatMap { try cipher.update($0.span.bytes) }
  cipher.seek(to: 1000)
  return try inPlace(first) { try cipher.update(inPlace: &$0) } + first
}

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
  Row("key unwrap") { .bytes(try AESKernel.available.flatMap { bytes(of: try unwrap($0) { $0 }) }) },
  Row("key unwrap, changed") { .verdict((try? unwrap(.best) { $0.map { $0 ^ 1 } }) == nil) },
]

private func unwrap(_ kernel: AESKernel, _ change: ([UInt8]) -> [UInt8]) throws -> SymmetricKey {
  let kek = SymmetricKey(data: secret(count: 32))
  let wrapped = publish(try AES.KeyWrap.wrap(SymmetricKey(data: secret(count: 32)), using: kek))
  return try AES.KeyWrap.unwrap(change(wrapped), using: kek, kernel: kernel)
}
#endif
