// Runs the kernels on what it reads: requests on standard input, replies on standard output, each a length of 4 bytes
// and so many bytes. It compares nothing: that is check.py's part. Numbers and words are in the machine's order.

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
  default: fatalError("no such request")
  }
  send(reply)
}

/// Which witnesses there are.
func detected() -> [UInt8] {
  [HasARM64AES.detected == nil ? 0 : 1, HasARM64SHA2.detected == nil ? 0 : 1, HasARM64SHA512.detected == nil ? 0 : 1]
}
