#!/usr/bin/env python3
"""Writes the vectors of Ansible Vault, Fernet, JWE and two modes of Themis; SOURCES.md names their sources.

    containers.py PACKAGES VECTORS LIBTHEMIS

PACKAGES is the folder with ansible-core, jwcrypto and cryptography of PyPI. VECTORS is the folder fernet of
cryptography-vectors. LIBTHEMIS is Themis's library, built from its sources:

    gcc -shared -fPIC -w -DCRYPTO_ENGINE_PATH=openssl -I include -I src -o libthemis.so \\
      src/themis/*.c src/soter/*.c src/soter/openssl/*.c src/soter/ed25519/*.c -lcrypto

The programs choose their salts, keys of content and IVs, so each run writes other bytes.
"""

import base64
import ctypes
import datetime
import json
import pathlib
import sys

if len(sys.argv) != 4:
    sys.exit(__doc__)
sys.path.insert(0, sys.argv[1])

from ansible.parsing.vault import VaultLib, VaultSecret  # noqa: E402
from cryptography.fernet import Fernet  # noqa: E402
from cryptography.hazmat.primitives.hashes import SHA256  # noqa: E402
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC  # noqa: E402
from jwcrypto import jwa, jwe, jwk  # noqa: E402
from datafile import write  # noqa: E402

CONTENTS = [b"", b"a", bytes(range(15)), bytes(range(16)), bytes(range(17)), "größer als ein Block".encode(), bytes(range(200))]
PASSWORDS = ["p", "correct horse battery staple", "пароль", "x" * 100]


def ansible():
    records = []
    for number, content in enumerate(CONTENTS[1:]):
        for label in (None, "dev"):
            password = PASSWORDS[number % 4].encode()
            secret = VaultSecret(password)
            vault = VaultLib([(label or "default", secret)])
            file = vault.encrypt(content, secret=secret, vault_id=label)
            assert vault.decrypt(file) == content
            records.append({"label": label or "", "password_hex": password.hex(), "content_hex": content.hex(),
                            "file_hex": file.hex()})
    write("Ansible/ansible-core.txt", "Files that ansible-core made, see SOURCES.md.", records)


def seconds(record):
    return int(datetime.datetime.fromisoformat(record["now"]).timestamp())


def fernet(vectors):
    records = []
    for kind in ("generate", "verify", "invalid"):
        for record in json.loads((vectors / f"{kind}.json").read_text()):
            records.append({"kind": kind, "now": seconds(record), "key_hex": base64.urlsafe_b64decode(record["secret"]).hex(),
                            "token": record["token"], "ttl": record.get("ttl_sec", 0), "iv_hex": bytes(record.get("iv", [])).hex(),
                            "content_hex": record.get("src", "").encode().hex(), "fault": record.get("desc", "")})
    write("Fernet/specification.txt", "The vectors of Fernet's specification, see SOURCES.md.", records)
    records = []
    for number, content in enumerate(CONTENTS):
        password, salt, rounds = PASSWORDS[number % 4].encode(), bytes(range(number, number + 16)), 1000 + number
        key = PBKDF2HMAC(algorithm=SHA256(), length=32, salt=salt, iterations=rounds).derive(password)
        token = Fernet(base64.urlsafe_b64encode(key)).encrypt(content)
        records.append({"password_hex": password.hex(), "salt_hex": salt.hex(), "rounds": rounds, "key_hex": key.hex(),
                        "content_hex": content.hex(), "token": token.decode()})
    write("Fernet/cryptography.txt", "Tokens that Python's cryptography made, see SOURCES.md.", records)


# RFC 7516, appendix A.3; RFC 7517, appendix C.
RFC_KEY = "GawgguFyGrWKav7AX4VKUg"
RFC_KEY_TOKEN = (
    "eyJhbGciOiJBMTI4S1ciLCJlbmMiOiJBMTI4Q0JDLUhTMjU2In0.6KB707dM9YTIgHtLvtgWQ8mKwboJW3of9locizkDTHzBC2IlrT1oOQ."
    "AxY8DCtDaGlsbGljb3RoZQ.KDlTtXchhZTGufMYmOYGS4HffxPSUrfmqCHXaI9wOGY.U0m_YmjN04DJvceFICbCVQ")
RFC_PASSWORD = b"Thus from my lips, by yours, my sin is purged."
RFC_PASSWORD_TOKEN = (
    "eyJhbGciOiJQQkVTMi1IUzI1NitBMTI4S1ciLCJwMnMiOiIyV0NUY0paMVJ2ZF9DSnVKcmlwUTF3IiwicDJjIjo0MDk2LCJlbmMiOiJBMTI4Q0JD"
    "LUhTMjU2IiwiY3R5IjoiandrK2pzb24ifQ.TrqXOwuNUfDV9VPTNbyGvEJ9JMjefAVn-TR1uIxR9p6hsRQh9Tk7BA.Ye9j1qs22DmRSAddIh-VnA"
    ".AwhB8lxrlKjFn02LGWEqg27H4Tg9fyZAbFv3p5ZicHpj64QyHC44qqlZ3JEmnZTgQowIqZJ13jbyHB8LgePiqUJ1hf6M2HPLgzw8L-"
    "mEeQ0jvDUTrE07NtOerBk8bwBQyZ6g0kQ3DEOIglfYxV8-FJvNBYwbqN1Bck6d_i7OtjSHV-8DIrp-"
    "3JcRIe05YKy3Oi34Z_GOiAc1EK21B11c_AE11PII_wvvtRiUiG8YofQXakWd1_O98Kap-UgmyWPfreUJ3lJPnbD4Ve95owEfMGLOPflo2MnjaTDC"
    "wQokoJ_xplQ2vNPz8iguLcHBoKllyQFJL2mOWBwqhBo9Oj-O800as5mmLsvQMTflIrIEbbTMzHMBZ8EFW9fWwwFu0DWQJGkMNhmBZQ-3lvqTc-"
    "M6-"
    "gWA6D8PDhONfP2Oib2HGizwG1iEaX8GRyUpfLuljCLIe1DkGOewhKuKkZh04DKNM5Nbugf2atmU9OP0Ldx5peCUtRG1gMVl7Qup5ZXHTjgPDr5b2"
    "N731UooCGAUqHdgGhg0JVJ_ObCTdjsH4CF1SJsdUhrXvYx3HJh2Xd7CwJRzU_3Y1GxYU6-"
    "s3GFPbirfqqEipJDBTHpcoCmyrwYjYHFgnlqBZRotRrS95g8F95bRXqsaDY7UgQGwBQBwy665d0zpvTasvfXf_c0MWAl-"
    "neFaKOW_Px6g4EUDjG1GWSXV9cLStLw_0ovdApDIFLHYHePyagyHjouQUuGiq7BsYwYrwaF06tgB8hV8omLNfMEmDPJaZUzMuHw6tBDwGkzD-"
    "tS_ub9hxrpJ4UsOWnt5rGUyoN2N_c1-TQlXxm5oto14MxnoAyBQBpwIEgSH3Y4ZhwKBhHPjSo0cdwuNdYbGPpb-YUvF-"
    "2NZzODiQ1OvWQBRHSbPWYz_xbGkgD504LRtqRwCO7CC_CyyURi1sEssPVsMJRX_U4LFEOc82TiDdqjKOjRUfKK5rqLi8nBE9soQ0DSaOoFQZiGrB"
    "rqxDsNYiAYAmxxkos-i3nX4qtByVx85sCE5U_0MqG7COxZWMOPEFrDaepUV-cOyrvoUIng8i8ljKBKxETY2BgPegKBYCxsAUcAkKamSCC9AiBxA0"
    "UOHyhTqtlvMksO7AEhNC2-"
    "YzPyx1FkhMoS4LLe6E_pFsMlmjA6P1NSge9C5G5tETYXGAn6b1xZbHtmwrPScro9LWhVmAaA7_bxYObnFUxgWtK4vzzQBjZJ36UTk4OTB-"
    "JvKWgfVWCFsaw5WCHj6Oo4jpO7d2yN7WMfAj2hTEabz9wumQ0TMhBduZ-"
    "QON3pYObSy7TSC1vVme0NJrwF_cJRehKTFmdlXGVldPxZCplr7ZQqRQhF8JP-l4mEQVnCaWGn9ONHlemczGOS-A-wwtnmwjIB1V_vgJRf4FdpV-"
    "4hUk4-QLpu3-"
    "1lWFxrtZKcggq3tWTduRo5_QebQbUUT_VSCgsFcOmyWKoj56lbxthN19hq1XGWbLGfrrR6MWh23vk01zn8FVwi7uFwEnRYSafsnWLa1Z5TpBj9Gv"
    "Adl2H9NHwzpB5NqHpZNkQ3NMDj13Fn8fzO0JB83Etbm_tnFQfcb13X3bJ15Cz-Ww1MGhvIpGGnMBT_ADp9xSIyAM9dQ1yeVXk-"
    "AIgWBUlN5uyWSGyCxp0cJwx7HxM38z0UIeBu-MytL-eqndM7LxytsVzCbjOTSVRmhYEMIzUAnS1gs7uMQAGRdgRIElTJESGMjb_4bZq9s6Ve1LKk"
    "Si0_QDsrABaLe55UY0zF4ZSfOV5PMyPtocwV_dcNPlxLgNAD1BFX_Z9kAdMZQW6fAmsfFle0zAoMe4l9pMESH0JB4sJGdCKtQXj1cXNydDYozF7l"
    "8H00BV_Er7zd6VtIw0MxwkFCTatsv_R-GsBCH218RgVPsfYhwVuT8R4HarpzsDBufC4r8_c8fc9Z278sQ081jFjOja6L2x0N_ImzFNXU6xwO-"
    "Ska-QeuvYZ3X_L31ZOX4Llp-7QSfgDoHnOxFv1Xws-D5mDHD3zxOup2b2TppdKTZb9eW2vxUVviM8OI9atBfPKMGAOv9omA-6vv5IxUH0-"
    "lWMiHLQ_g8vnswp-Jav0c4t6URVUzujNOoNd_CBGGVnHiJTCHl88LQxsqLHHIu4Fz-U2SGnlxGTj0-"
    "ihit2ELGRv4vO8E1BosTmf0cx3qgG0Pq0eOLBDIHsrdZ_CCAiTc0HVkMbyq1M6qEhM-q5P6y1QCIrwg.0HFmhOzsQ98nNWJjIHkR7A")
PASSWORD_ALGORITHMS = ["PBES2-HS256+A128KW", "PBES2-HS384+A192KW", "PBES2-HS512+A256KW"]
KEY_SIZES = {"A128KW": 16, "A192KW": 24, "A256KW": 32}
CONTENT_SIZES = {"A128CBC-HS256": 32, "A192CBC-HS384": 48, "A256CBC-HS512": 64, "A128GCM": 16, "A192GCM": 24, "A256GCM": 32}


def unbase64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def secret_key(secret):
    return jwk.JWK(kty="oct", k=base64.urlsafe_b64encode(secret).decode().rstrip("="))


def jwe_record(token, algorithm, secret):
    opened = jwe.JWE(algs=[algorithm, *CONTENT_SIZES])
    opened.deserialize(token, secret_key(secret))
    return {"alg": algorithm, "secret_hex": secret.hex(), "content_hex": opened.payload.hex(),
            "key_hex": opened.cek.hex(), "token": token}


def web_encryption():
    write("JWE/RFC.txt", "RFC 7516, appendix A.3; RFC 7517, appendix C.", [
        jwe_record(RFC_KEY_TOKEN, "A128KW", unbase64(RFC_KEY)),
        jwe_record(RFC_PASSWORD_TOKEN, "PBES2-HS256+A128KW", RFC_PASSWORD)])
    records = []
    jwa.default_max_pbkdf2_iterations = 8192
    for algorithm in [*PASSWORD_ALGORITHMS, "dir", *KEY_SIZES]:
        for number, (encryption, size) in enumerate(CONTENT_SIZES.items()):
            if algorithm in PASSWORD_ALGORITHMS:
                secret = PASSWORDS[number % 4].encode()
            else:
                secret = bytes(range(1, 1 + KEY_SIZES.get(algorithm, size)))
            header = json.dumps({"alg": algorithm, "enc": encryption, "kid": "ключ"})
            made = jwe.JWE(CONTENTS[number + 1], protected=header, algs=[algorithm, encryption])
            made.add_recipient(secret_key(secret))
            records.append(jwe_record(made.serialize(compact=True), algorithm, secret))
    write("JWE/jwcrypto.txt", "Tokens that Python's jwcrypto made, see SOURCES.md.", records)


def themis(path):
    library = ctypes.CDLL(path)

    def call(name, *inputs, outputs):
        """Calls a function twice, as its documentation says: for the sizes, and for the bytes."""
        arguments = [part for data in inputs for part in (data, ctypes.c_size_t(len(data)))]
        sizes = [ctypes.c_size_t(0) for _ in range(outputs)]
        empty = [part for size in sizes for part in (None, ctypes.byref(size))]
        assert getattr(library, name)(*arguments, *empty) == 14, name
        buffers = [ctypes.create_string_buffer(size.value) for size in sizes]
        full = [part for pair in zip(buffers, sizes) for part in (pair[0], ctypes.byref(pair[1]))]
        assert getattr(library, name)(*arguments, *full) == 0, name
        return [buffer.raw[:size.value] for buffer, size in zip(buffers, sizes)]

    protected, imprinted = [], []
    for number, content in enumerate([*CONTENTS[1:], bytes(5_000)]):
        key, context = bytes(range(number, number + 32 - number)), PASSWORDS[number % 4].encode()
        token, cell = call("themis_secure_cell_encrypt_token_protect", key, context, content, outputs=2)
        record = {"key_hex": key.hex(), "context_hex": context.hex(), "content_hex": content.hex()}
        protected.append(record | {"token_hex": token.hex(), "cell_hex": cell.hex()})
        [cell] = call("themis_secure_cell_encrypt_context_imprint", key, content, context, outputs=1)
        imprinted.append(record | {"cell_hex": cell.hex()})
    write("Themis/token-protect.txt", "Secure Cells in Token Protect mode that Themis made, see SOURCES.md.", protected)
    write("Themis/context-imprint.txt", "Secure Cells in Context Imprint mode that Themis made, see SOURCES.md.", imprinted)


ansible()
fernet(pathlib.Path(sys.argv[2]))
web_encryption()
themis(sys.argv[3])
