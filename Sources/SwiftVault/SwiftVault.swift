// The five libraries under one name. `SwiftVault.AES` and `SwiftVault.HMAC<SwiftVault.SHA256>` are never ambiguous:
// `HMAC.HMAC` is beside CryptoKit, since a module and a type of the same name cannot be told apart.
@_exported public import AES
@_exported public import HMAC
@_exported public import PBKDF2
@_exported public import SHA
@_exported public import Vault
