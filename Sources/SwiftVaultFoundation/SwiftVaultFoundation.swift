// The parts that need Foundation, or only FoundationEssentials where there is one: on Linux an app then loads 54 MB
// fewer of shared libraries. The other libraries need neither.
@_exported public import ChaCha20Poly1305
@_exported public import Curve25519
@_exported public import SwiftVault

#if os(Linux) || canImport(Darwin)
@_exported public import VaultFiles
#endif
