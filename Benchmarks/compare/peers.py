"""The other libraries on this machine: their places and versions, and the process that measures them."""

import ctypes
import ctypes.util
import hashlib
import os
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "peers.c")  # includes the others
RESOLVER = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)


def library(soname, name):
    """The name under which the dynamic linker finds a library, or an empty string."""
    for candidate in (soname, ctypes.util.find_library(name)):
        if candidate:
            try:
                ctypes.CDLL(candidate)
                return candidate
            except OSError:
                continue
    return ""


def libraries():
    return (
        library("libcrypto.so.3", "crypto"),
        library("libgcrypt.so.20", "gcrypt"),
        library("libnettle.so.8", "nettle"),
        library("libIPSec_MB.so.1", "IPSec_MB"),
        library("libargon2.so.1", "argon2"),
        library("libsodium.so.23", "sodium"),
    )


def openssl_4_symbols():
    """The addresses of OpenSSL's functions inside PyPI's `cryptography`, from its symbol table, as it does not export
    them.

    None if it is not installed, or has no symbol table.
    """
    try:
        from cryptography.hazmat.bindings import _rust
    except ImportError:
        return None
    path = os.path.realpath(_rust.__file__)
    with open(path, "rb") as file:
        image = file.read()
    if image[:6] != b"\x7fELF\x02\x01":
        return None
    with open("/proc/self/maps") as maps:
        fields = [line.split(None, 5) for line in maps]
    starts = [int(f[0].split("-")[0], 16) - int(f[2], 16) for f in fields if len(f) == 6 and f[5].strip() == path]
    sections_at, = struct.unpack_from("<Q", image, 0x28)
    size, count = struct.unpack_from("<HH", image, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", image, sections_at + size * i) for i in range(count)]
    addresses = {}
    for section in sections:
        if section[1] != 2 or not starts:  # SHT_SYMTAB
            continue
        names = sections[section[6]][4]
        for at in range(section[4], section[4] + section[5], 24):
            name, info, _, index, value, _ = struct.unpack_from("<IBBHQQ", image, at)
            if info & 15 == 2 and index:  # a function that is defined
                start = names + name
                addresses[image[start : image.index(b"\0", start)]] = min(starts) + value
    return addresses or None


def versions():
    """The versions of the installed libraries, by the names that requests use."""
    crypto, gcrypt, nettle, ipsec, argon2, sodium = libraries()
    found = {}
    if crypto:
        get = ctypes.CDLL(crypto).OpenSSL_version
        get.restype = ctypes.c_char_p
        text = get(0).decode()
        found["openssl-3"] = " ".join(text.split()[:2])
        found["openssl-3-direct"] = found["openssl-3"] + ", below EVP"
    if gcrypt:
        get = ctypes.CDLL(gcrypt).gcry_check_version
        get.restype = ctypes.c_char_p
        found["libgcrypt"] = "libgcrypt " + get(None).decode()
    if nettle:
        lib = ctypes.CDLL(nettle)
        found["nettle"] = f"nettle {lib.nettle_version_major()}.{lib.nettle_version_minor()}"
    if ipsec:
        get = ctypes.CDLL(ipsec).imb_get_version_str
        get.restype = ctypes.c_char_p
        if ctypes.CDLL(build()).peers_have_batches(ipsec.encode()):
            found["ipsec-mb"] = "intel-ipsec-mb " + get().decode()
            found["ipsec-mb-sha-ni"] = found["ipsec-mb"] + ", with SHA-NI"
        else:
            print(f"compare: no header of intel-ipsec-mb {get().decode()} (libipsec-mb-dev); left out", file=sys.stderr)
    if argon2:
        # It does not say which release it is.
        found["libargon2"] = "libargon2.so.1"
    if sodium:
        get = ctypes.CDLL(sodium).sodium_version_string
        get.restype = ctypes.c_char_p
        found["libsodium"] = "libsodium " + get().decode()
    try:
        import cryptography
        from cryptography.hazmat.backends.openssl.backend import backend

        text = " ".join(backend.openssl_version_text().split()[:2])
        if openssl_4_symbols():
            found["openssl-4"] = f"{text} in cryptography {cryptography.__version__}"
        else:
            print(f"compare: cryptography {cryptography.__version__} has no symbol table; left out", file=sys.stderr)
    except ImportError:
        pass
    return found


def build():
    """Compiles the sources if they or the headers have changed, and returns the path of the shared library."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        raise SystemExit("compare: a C compiler is needed to call the other libraries (apt-get install gcc)")
    source = subprocess.run([compiler, "-E", SOURCE], check=True, stdout=subprocess.PIPE).stdout
    folder = os.path.join(tempfile.gettempdir(), f"vault-bench-peers-{os.getuid()}")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if os.stat(folder).st_uid != os.getuid():
        raise SystemExit(f"compare: {folder} belongs to another user")
    target = os.path.join(folder, hashlib.sha256(source).hexdigest()[:16] + ".so")
    if not os.path.exists(target):
        partial = f"{target}.{os.getpid()}"
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", partial, SOURCE, "-ldl"], check=True)
        os.rename(partial, target)
    return target


def serve():
    """Answers requests on standard input until its end."""
    peers = ctypes.CDLL(build())
    symbols = openssl_4_symbols()
    find = RESOLVER((lambda name: symbols.get(name)) if symbols else 0)
    peers.peers_serve.argtypes = [ctypes.c_char_p] * 6 + [RESOLVER]
    peers.peers_serve.restype = None
    peers.peers_serve(*(name.encode() for name in libraries()), find)


if __name__ == "__main__":
    serve()
