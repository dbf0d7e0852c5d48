@_exported public import AES
@_exported public import HMAC
@_exported public import PBKDF2
@_exported public import SHA
@_exported public import Vault
