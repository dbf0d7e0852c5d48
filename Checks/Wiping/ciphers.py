"""AES by Python's cryptography."""

from cryptography.hazmat.decrepit.ciphers.modes import CFB, CFB8, OFB
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

MODES = {"ecb": lambda _: modes.ECB(), "cbc": modes.CBC, "ctr": modes.CTR, "cfb": CFB, "cfb128": CFB, "cfb8": CFB8, "ofb": OFB}


def padded(text, padding):
    """The text in whole blocks. Without a padding, the rest of a block is cut off."""
    added = 16 - len(text) % 16
    if padding == "none":
        return text[: len(text) // 16 * 16]
    if padding == "zero":
        return text + bytes(added % 16)
    return text + {
        "pkcs7": bytes([added] * added), "iso7816-4": b"\x80" + bytes(added - 1),
        "ansi-x9.23": bytes(added - 1) + bytes([added])}[padding]


def encrypted(mode, key, iv, text, padding=None):
    """AES. With `padding`, the text is padded in the modes that need it."""
    encryptor = Cipher(algorithms.AES(key), MODES[mode](iv)).encryptor()
    return encryptor.update(padded(text, padding) if padding and mode in ("ecb", "cbc") else text) + encryptor.finalize()


def decrypted(mode, key, iv, text):
    decryptor = Cipher(algorithms.AES(key), MODES[mode](iv)).decryptor()
    return decryptor.update(text) + decryptor.finalize()
