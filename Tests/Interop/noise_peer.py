"""One party of sessions of Noise, by noiseprotocol of PyPI, which .ci/run installs in .build/noise.

Each line of standard input is `PROTOCOL initiator|responder PROLOGUE STATIC REMOTE PSK EPHEMERAL RECEIVED`, the private
and public keys and the others in hexadecimal digits with - for an absent value; RECEIVED has the messages of the other
party with commas between. Each line of standard output is `SENT READ HASH`: the messages of this party, the payloads
that it read, and the hash of the handshake, or - before its end; or `refused`.

A handshake message has its number as payload. After the handshake this party sends two messages, unless the pattern is a
one-way pattern and it is the responder.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / ".build/noise"))
from cryptography.exceptions import InvalidTag  # noqa: E402
from noise.connection import Keypair, NoiseConnection  # noqa: E402
from noise.exceptions import NoiseInvalidMessage  # noqa: E402


def bytes_of(digits):
    return bytes.fromhex(digits.replace("-", ""))


def digits_of(parts):
    return ",".join(bytes(part).hex() or "-" for part in parts) or "-"


def answer(name, role, prologue, static, remote, psk, ephemeral, received):
    noise = NoiseConnection.from_name(name.encode())
    if role == "initiator":
        noise.set_as_initiator()
    else:
        noise.set_as_responder()
    noise.set_prologue(bytes_of(prologue))
    for keypair, digits in ((Keypair.STATIC, static), (Keypair.EPHEMERAL, ephemeral)):
        if digits != "-":
            noise.set_keypair_from_private_bytes(keypair, bytes_of(digits))
    if remote != "-":
        noise.set_keypair_from_public_bytes(Keypair.REMOTE_STATIC, bytes_of(remote))
    if psk != "-":
        noise.set_psks(bytes_of(psk))
    noise.start_handshake()
    messages = [bytes_of(part) for part in received.split(",")] if received != "-" else []
    sent, read, is_to_write = [], [], role == "initiator"
    while not noise.handshake_finished:
        if is_to_write:
            sent.append(noise.write_message(bytes([len(sent) + len(read)])))
        elif messages:
            read.append(noise.read_message(messages.pop(0)))
        else:
            return f"{digits_of(sent)} {digits_of(read)} -"
        is_to_write = not is_to_write
    is_one_way = not name.split("_")[1].split("psk")[0][1:]
    read += [noise.decrypt(message) for message in messages]
    if role == "initiator" or not is_one_way:
        sent += [noise.encrypt(b"first"), noise.encrypt(b"second")]
    return f"{digits_of(sent)} {digits_of(read)} {noise.get_handshake_hash().hex()}"


for line in sys.stdin:
    try:
        print(answer(*line.split()))
    except (InvalidTag, NoiseInvalidMessage):
        print("refused")
