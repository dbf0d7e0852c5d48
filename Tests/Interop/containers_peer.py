"""Seals and opens with ansible-core, cryptography and jwcrypto of PyPI, which .ci/run installs in .build/containers.

Each line of standard input is `PROGRAM seal|open OPTION SECRET DATA`, the last two in hexadecimal digits with - for no bytes.
PROGRAM is ansible, with a label as OPTION or -; fernet, with - as OPTION; or jwe, with ALG,ENC as OPTION. A fernet's SECRET is
its key. Each line of standard output is the result, or `refused`.
"""

import base64
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / ".build/containers"))
from ansible.errors import AnsibleError  # noqa: E402
from ansible.parsing.vault import VaultLib, VaultSecret  # noqa: E402
from cryptography.fernet import Fernet, InvalidToken  # noqa: E402
from jwcrypto import jwe, jwk  # noqa: E402


def text(data):
    return base64.urlsafe_b64encode(data).decode()


def ansible(operation, label, secret, data):
    secret = VaultSecret(secret)
    vault = VaultLib([("default", secret)])
    if operation == "seal":
        return vault.encrypt(data, secret=secret, vault_id=None if label == "-" else label)
    return vault.decrypt(data)


def fernet(operation, _, secret, data):
    return getattr(Fernet(text(secret)), {"seal": "encrypt", "open": "decrypt"}[operation])(data)


def json_web_encryption(operation, algorithms, secret, data):
    alg, enc = algorithms.split(",")
    key = jwk.JWK(kty="oct", k=text(secret).rstrip("="))
    token = jwe.JWE(data, protected=json.dumps({"alg": alg, "enc": enc}), algs=[alg, enc])
    if operation == "seal":
        token.add_recipient(key)
        return token.serialize(compact=True).encode()
    token = jwe.JWE(algs=[alg, enc])
    token.deserialize(data.decode(), key)
    return token.payload


def answer(program, operation, option, secret, data):
    secret, data = (bytes.fromhex(part.replace("-", "")) for part in (secret, data))
    call = {"ansible": ansible, "fernet": fernet, "jwe": json_web_encryption}[program]
    try:
        return call(operation, option, secret, data).hex() or "-"
    except (AnsibleError, InvalidToken, jwe.InvalidJWEData):
        return "refused"


for line in sys.stdin:
    print(answer(*line.split()))
