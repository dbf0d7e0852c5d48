import SwiftVaultReference

/// A plain implementation of the modes of SP 800-38A on the AES reference, for whole blocks.
struct AESReferenceModes {
  private let cipher: AESReference

  init(key: [UInt8]) {
    cipher = AESReference(key: key)
  }

  func encryptECB(_ data: [UInt8]) -> [UInt8] {
    data.blocks.flatMap { cipher.encrypt($0) }
  }

  func decryptECB(_ data: [UInt8]) -> [UInt8] {
    data.blocks.flatMap { cipher.decrypt($0) }
  }

  func encryptCBC(_ data: [UInt8], iv: [UInt8]) -> [UInt8] {
    var previous = iv
    return data.blocks.flatMap { block in
      previous = cipher.encrypt(exclusiveOr(block, previous))
      return previous
    }
  }

  func decryptCBC(_ data: [UInt8], iv: [UInt8]) -> [UInt8] {
    zip(data.blocks, [iv] + data.blocks).flatMap { exclusiveOr(cipher.decrypt($0), $1) }
  }

  /// Any length; the last segment may be short.
  func encryptCFB(_ data: [UInt8], iv: [UInt8], segmentByteCount: Int) -> [UInt8] {
    var register = iv
    return stride(from: 0, to: data.count, by: segmentByteCount).flatMap { start in
      let segment = Array(data[start..<min(start + segmentByteCount, data.count)])
      let ciphertext = exclusiveOr(segment, cipher.encrypt(register))
      register = Array((register + ciphertext).suffix(16))
      return ciphertext
    }
  }

  func decryptCFB(_ data: [UInt8], iv: [UInt8]) -> [UInt8] {
    zip(data.blocks, [iv] + data.blocks).flatMap { exclusiveOr($0, cipher.encrypt($1)) }
  }

  /// Any length; the last block may be short.
  func processOFB(_ data: [UInt8], iv: [UInt8]) -> [UInt8] {
    var register = iv
    return data.blocks.flatMap { block in
      register = cipher.encrypt(register)
      return exclusiveOr(block, register)
    }
  }

  /// Any length; the last block may be short.
  func processCTR(_ data: [UInt8], counter: [UInt8]) -> [UInt8] {
    var counter = counter
    return data.blocks.flatMap { block in
      let keystream = cipher.encrypt(counter)
      increment(&counter)
      return exclusiveOr(block, keystream)
    }
  }

  /// Adds 1 to a big-endian number.
  func increment(_ counter: inout [UInt8]) {
    for i in counter.indices.reversed() {
      counter[i] &+= 1
      if counter[i] != 0 { return }
    }
  }

  private func exclusiveOr(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    zip(a, b).map { $0 ^ $1 }
  }
}

extension [UInt8] {
  /// The bytes in pieces of 16; the last may be short.
  fileprivate var blocks: [[UInt8]] {
    stride(from: 0, to: count, by: 16).map { Array(self[$0..<Swift.min($0 + 16, count)]) }
  }
}
