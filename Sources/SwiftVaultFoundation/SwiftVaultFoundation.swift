// What needs Foundation, apart from the libraries, which do without it.
@_exported public import SwiftVault
@_exported public import VaultFiles
