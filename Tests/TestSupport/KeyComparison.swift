import SwiftVaultCryptoBytes

/// Compares a key with an expected value.
package func == (key: SymmetricKey, bytes: some Sequence<UInt8>) -> Bool { key == SymmetricKey(data: bytes) }
