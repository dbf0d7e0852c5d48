// The seven libraries under one name. `SwiftVault.AES` and `SwiftVault.HMAC<SwiftVault.SHA256>` are never ambiguous.
// `HMAC.HMAC` is ambiguous in a file that imports CryptoKit, where `HMAC` is both a module and a type.
@_exported public import AES
@_exported public import Credentials
@_exported public import HMAC
@_exported public import MemoryHard
@_exported public import PBKDF2
@_exported public import SHA
@_exported public import Vault
