import Foundation
import SwiftVaultFoundation

/// Sealing as an app with Foundation does it. With this import, `combined` is `Data`.
func sealingData(_ message: Data, using key: SymmetricKey, nonce: AES.GCM.Nonce) -> Workload {
  let seal: () throws -> Data = { try AES.GCM.seal(message, using: key, nonce: nonce).combined! }
  return Workload(call: { keep(try seal()) }, result: { Array(try seal().dropFirst(12)) })
}
