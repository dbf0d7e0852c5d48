// The parts that need Foundation. The other libraries do not.
@_exported public import Curve25519
@_exported public import SwiftVault

#if os(Linux) || os(macOS)
@_exported public import VaultFiles
#endif
