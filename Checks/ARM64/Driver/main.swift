// Runs the kernels: reads requests from standard input and writes replies to standard output. Each is a length in 4
// bytes, followed by that many bytes. check.py compares the results. Numbers and words have the machine's byte order.

import SwiftVaultCPU
import SwiftVaultChaChaBlocks
@_exported import SwiftVaultCryptoBytes  // for the files of SHA, as in that module

while var request = Request() {
  let reply: [UInt8]
  switch request.byte() {
  case 0: reply = detected()
  case 1: reply = hash(&request)
  case 2: reply = monteCarloHash(&request)
  case 3: reply = runPBKDF2Rounds(&request)
  case 4: reply = compress(&request)
  case 5: reply = cipher(&request)
  case 6: reply = monteCarloCipher(&request)
  case 7: reply = keySchedule(&request)
  case 8: reply = galois(&request)
  case 9: reply = keyWrap(&request)
  case 10: reply = keyAgreement(&request)
  case 11: reply = chaChaPoly(&request)
  default: fatalError("no such request")
  }
  send(reply)
}

/// The u-coordinate of a point times a scalar, and whether it is not zero.
func keyAgreement(_ request: inout Request) -> [UInt8] {
  _ = request.byte()
  let (scalar, point) = (request.take(32), request.take(32))
  var result = [UInt8](repeating: 0, count: 32)
  let isNonzero = X25519.multiply(scalar, point, to: &result)
  return result + [isNonzero ? 1 : 0]
}

/// A text that is encrypted or decrypted with ChaCha20-Poly1305, and the tag.
func chaChaPoly(_ request: inout Request) -> [UInt8] {
  _ = request.byte()
  let (encrypts, key) = (request.byte() == 1, request.take(32))
  let nonce = (UInt32(request.number()), UInt32(request.number()), UInt32(request.number()))
  let data = request.take(request.number())
  var text = request.rest()
  let byteCount = text.count
  text += [UInt8](repeating: 0, count: 16)
  text.withUnsafeMutableBytes { text in
    key.withUnsafeBytes { key in
      data.withUnsafeBytes { data in
        let start = text.baseAddress!
        ChaCha20Portable.process(
          ChaChaMessage(
            key: key.baseAddress!, nonce: nonce, counter: 0, data: data.baseAddress ?? UnsafeRawPointer(start),
            dataByteCount: data.count, from: start, to: start, byteCount: byteCount, encrypts: encrypts,
            tag: start + byteCount, state: nil))
      }
    }
  }
  return text
}

/// The witnesses that exist on this processor.
func detected() -> [UInt8] {
  [HasARM64AES.detected == nil ? 0 : 1, HasARM64SHA2.detected == nil ? 0 : 1, HasARM64SHA512.detected == nil ? 0 : 1]
}
