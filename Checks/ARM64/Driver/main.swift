// Runs the kernels: reads requests from standard input and writes replies to standard output. Each is a length in 4
// bytes, followed by that many bytes. check.py compares the results. Numbers and words have the machine's byte order.

import SwiftVaultCPU
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

/// The witnesses that exist on this processor.
func detected() -> [UInt8] {
  [HasARM64AES.detected == nil ? 0 : 1, HasARM64SHA2.detected == nil ? 0 : 1, HasARM64SHA512.detected == nil ? 0 : 1]
}
