// What needs Foundation, apart from the libraries, which do without it.
@_exported public import SwiftVault

#if os(Linux) || os(macOS)
@_exported public import VaultFiles
#endif
