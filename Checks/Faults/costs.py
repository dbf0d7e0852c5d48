"""The memory and the time that a hostile text of 32 MiB costs, for each format that is read as a whole or by lines; and
the pages of memory that each of many small files costs.

A new format is a row of `TEXTS`.
"""

import base64
import os
import shutil
import subprocess
import sys
import tempfile
import time

import tool
from calls import expect

BYTES = 32 << 20
MOST_MEMORY = 224 << 10  # KiB: the program itself has 20 MiB, and some formats need several copies of the text
MOST_SECONDS = 40  # of CPU time

JWE = base64.urlsafe_b64encode(
    b'{"alg":"PBES2-HS256+A128KW","enc":"A128GCM","p2c":1000,"p2s":"AAAAAAAAAAA"}').rstrip(b"=")
ANSIBLE = b"$ANSIBLE_VAULT;1.1;AES256"
CREDENTIAL = b"$pbkdf2-sha256$1$AAAAAAAAAAAAAAAAAAAAAA$" + b"A" * 43
import_ = "import text --password-file password"
convert = "credential convert text --form phc"

#: The name, the text before and after the part that is repeated up to 32 MiB, and the command.
TEXTS = [
    ("JWE of dots", JWE, b".", b"", import_),
    ("JWE of letters", JWE + b"....", b"A", b"", import_),
    ("JWE in JSON, recipients", b'{"protected":"e30","recipients":[', b"{},", b"]}", import_),
    ("JWE in JSON, brackets", b'{"protected":', b"[", b"", import_),
    ("Ansible, semicolons", ANSIBLE, b";", b"\n61\n", import_),
    ("Ansible, digits", ANSIBLE + b"\n", b"3a", b"\n", import_),
    ("Ansible, lines", ANSIBLE + b"\n", b"\n", b"61\n", import_),
    ("LDIF, continuations", b"dn: x\nuserPassword: a\n", b" \n", b"", convert),
    ("CSV, fields", b"name,hash\n", b",", b"\n", convert),
    ("CSV, quotation marks", b'name,hash\n"', b'""', b"\n", convert),
    ("user:hash, colons", b"user", b":", b"\n", convert),
    ("JSON, brackets", b"", b"[", b"", convert),
    ("JSON, users", b'{"users":[', b"{},", b"{}]}", convert),
    ("PEM", b"-----BEGIN ENCRYPTED PRIVATE KEY-----\n", b"A" * 64 + b"\n", b"-----END ENCRYPTED PRIVATE KEY-----\n",
     import_),
    ("Fernet", b"gAAAAA", b"A", b"", "import text --format fernet --key-file key"),
    ("openssl enc, base 64", b"U2FsdGVkX18", b"A" * 64 + b"\n", b"", import_),
    ("RNCryptor", b"\3\1", b"\0", b"", import_),
    ("age, arguments", b"age-encryption.org/v1\n->", b" a", b"\n", import_),
    ("age, stanzas", b"age-encryption.org/v1\n", b"-> a\n\n", b"", import_),
    ("age, armor", b"-----BEGIN AGE ENCRYPTED FILE-----\n", b"A" * 64 + b"\n", b"-----END AGE ENCRYPTED FILE-----\n",
     import_),
    ("property list", b'<?xml version="1.0"?><plist><dict>', b"<key>a</key><integer>1</integer>", b"</dict></plist>",
     import_),
    ("recipients", b"", b"#\n", b"", "seal old --recipient text"),
    ("key file", b"", b"#\n", b"", "seal old --key-file text"),
    ("password file", b"", b"a", b"", "seal old --rounds 1 --password-file text"),
    ("credential", b"", b"$", b"", "credential verify text --password-file password"),
    ("passwords by row", b"name,password\n", b"a,b\n", b"", "credential verify table --passwords text"),
]


FILES = 400
MOST_PAGES = 4  # for each file, beyond what the command takes for one
MANY = ["seal -r tree --key-file key", "verify -r tree --key-file key", "open -r tree --key-file key --force",
        "seal -r tree --rounds 1 --password-file password --force",
        "password change -r tree --rounds 1 --password-file password --new-password-file password2"]

#: Runs a command and prints its exit status, its peak of memory in KiB, its CPU seconds and the pages that it was given.
#: A process begins with the peak of its parent's memory, so the parent is a process of its own.
MEASURED = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss, usage.ru_utime + usage.ru_stime, usage.ru_minflt)
"""


def cases():
    for row in TEXTS:
        yield f"{row[0]}, {BYTES >> 20} MiB", lambda row=row: cost(*row)
    yield f"{FILES} small files", many_files


def text(before, part, after):
    """The text in pieces."""
    count = (BYTES - len(before) - len(after)) // len(part)
    per_piece = (1 << 20) // len(part)
    yield before
    for _ in range(count // per_piece):
        yield part * per_piece
    yield part * (count % per_piece) + after


def measured(words, folder):
    """What `MEASURED` prints, and what the command says."""
    with open(os.path.join(folder, "errors"), "wb+") as errors:
        done = subprocess.run([sys.executable, "-c", MEASURED, tool.TOOL, *words.split()], cwd=folder,
                              stdout=subprocess.PIPE, stderr=errors, check=True)
        errors.seek(0)
        return *done.stdout.split(), errors.read(200)


def many_files():
    """The memory of a file must not be mapped anew for each of them, at the size of the largest."""
    folder = tempfile.mkdtemp(dir=tool.SCRATCH)
    os.mkdir(os.path.join(folder, "tree"))
    for name, content in [("key", os.urandom(32).hex().encode()), ("password", b"open sesame"), ("password2", b"open barley")]:
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)

    def pages(words):
        status, _, _, pages, told = measured(words, folder)
        expect(int(status) == 0, f"{words}: exit {int(status)}: {told}")
        return int(pages)

    def add_files(first, count):
        for number in range(first, first + count):
            with open(os.path.join(folder, f"tree/{number}"), "wb") as file:
                file.write(os.urandom(1024))

    add_files(0, 1)
    for_one = [pages(words) for words in MANY]
    shutil.rmtree(os.path.join(folder, "tree"))
    os.mkdir(os.path.join(folder, "tree"))
    add_files(0, FILES)
    for words, one in zip(MANY, for_one):
        per_file = (pages(words) - one) / FILES
        expect(per_file <= MOST_PAGES, f"{words}: {per_file:.0f} pages for each file")
    shutil.rmtree(folder)


def cost(name, before, part, after, words):
    folder = tempfile.mkdtemp(dir=tool.SCRATCH)
    files = {"password": [b"a\n"], "key": [b"00" * 32], "old": [], "table": [b"a," + CREDENTIAL + b"\n"],
             "text": text(before, part, after)}
    for file, pieces in files.items():
        with open(os.path.join(folder, file), "wb") as output:
            output.writelines(pieces)
    start = time.monotonic()
    status, memory, seconds, _, told = measured(words, folder)
    shutil.rmtree(folder)
    took = f"exit {int(status)}, {int(memory) >> 10} MiB, {time.monotonic() - start:.1f} s"
    expect(int(status) >= 0, f"{took}: {told}")
    expect(int(memory) <= MOST_MEMORY and float(seconds) <= MOST_SECONDS, took)
