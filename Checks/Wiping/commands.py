"""Runs of the command swift-vault with every way of giving a password, and the secrets that each has in memory."""

import fcntl
import hashlib
import os
import pathlib
import pty
import re
import secrets as random
import termios
import threading
import unicodedata

import libraries
import needles
from libraries import format
from process import Process

ROUNDS = ["--rounds", "3"]
WORDS = (pathlib.Path(__file__).resolve().parents[2] / "Sources/CommandSupport/PassphraseWords.swift").read_bytes()
USAGE, WRONG, DAMAGED = 2, 3, 5
WAYS = ["file", "fd", "env", "typed", "typed-decomposed"]
# A key in place of a password.
KEY_WAYS = ["key-file", "hex-key-file", "typed-recovery"]


def new_password(way):
    letters = "".join(random.choice("abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789") for _ in range(60))
    if way != "typed-decomposed":
        return letters
    return unicodedata.normalize("NFD", "".join(letter + random.choice(["é", "ü", "ñ"]) for letter in letters[:40]))


def forms_of(password, label):
    """A password as typed, composed, in UTF-16, UTF-32 and as hexadecimal digits."""
    composed = unicodedata.normalize("NFC", password)
    forms = {label: composed.encode()}
    optional = {f"{label}, in UTF-16": composed.encode("utf-16-le"), f"{label}, in hex": composed.encode().hex().encode()}
    for case in dict.fromkeys((composed, composed.lower())):
        optional[f"{label}, in UTF-32{' and lower case' if case != composed else ''}"] = case.encode("utf-32-le")
    if password != composed:
        forms[f"{label}, as typed"] = password.encode()
        optional[f"{label}, as typed, in UTF-16"] = password.encode("utf-16-le")
    return forms, optional


class Given:
    """A password or a key on its way to the command: options, environment, and the actions of the child and of a
    thread."""

    number = 20

    def __init__(self, folder, way, prefix=""):
        self.way, self.label = way, "new password" if prefix else "password"
        self.environment, self.options, self.pipe = {}, [], None
        if way in KEY_WAYS:
            return self.take(format.Key(os.urandom(32)), folder, prefix)
        self.learn(new_password(way))
        composed = self.bytes
        if way == "generated":  # made by the command, and known when it has been printed
            self.options = ["--generate"]
        elif way == "file":
            file = folder / f"secret{prefix}"
            file.write_bytes(composed + b"\n")
            self.options = [f"--{prefix}password-file", str(file)]
        elif way == "fd":
            Given.number += 1
            self.target = Given.number
            self.pipe = os.pipe()
            os.write(self.pipe[1], composed)
            os.close(self.pipe[1])
            self.options = [f"--{prefix}password-fd", str(self.target)]
        elif way == "env":
            name = f"SECRET_{prefix.strip('-')}".upper()
            self.environment = {name: composed.decode()}
            self.options = [f"--{prefix}password-env", name]

    def take(self, key, folder, prefix):
        """A key as text, in a file or typed, or in hexadecimal digits."""
        self.bytes, self.label, self.password = key, f"{prefix}key", format.recovery_text(key)
        self.forms, self.optional = key_forms(key, self.label), {}
        if self.way in ("key-file", "hex-key-file"):
            file = folder / f"secret{prefix}"
            file.write_text("# a key\n" + self.password + "\n")
            if self.way == "hex-key-file":
                self.forms = {self.label: key, f"{self.label}, in hex": key.hex().encode()}
                file.write_text(key.hex() + "\n")
            self.options = [f"--{prefix}key-file", str(file)]
        else:
            self.options = ["--recovery"]

    def learn(self, password):
        self.password = password
        self.forms, self.optional = forms_of(password, self.label)
        self.bytes = unicodedata.normalize("NFC", password).encode()

    def prepare(self):
        if self.pipe:
            os.dup2(self.pipe[0], self.target)

    @property
    def is_typed(self):
        return self.way.startswith("typed")


def key_forms(key, label):
    """A key and its text. No piece extends over a line end."""
    lines = format.recovery_text(key).encode().split(b"\n")
    return {label: key} | {f"{label}, line {number}": line for number, line in enumerate(lines, 1)}


def slots_of(vault):
    """The slots in use of a vault's first header: place, stretching, rounds, salt, wrapped key."""
    for place in range(8):
        slot = vault[48 + 80 * place : 128 + 80 * place]
        if slot[0]:
            yield place, slot[0], int.from_bytes(slot[4:8], "big"), slot[8:40], slot[40:]


def vault_secrets(vault, password, label="password"):
    """The secrets in memory when a vault is opened with a password."""
    secrets = {}
    for place, stretching, rounds, salt, wrapped in slots_of(vault):
        if (stretching == format.KEY) != isinstance(password, format.Key):
            continue
        _, _, kek = format.slot_keys(format.slot_head(stretching, rounds), password, salt)
        data_key = format.key_unwrap(kek, wrapped)
        if data_key:
            if stretching == format.KEY:
                secrets |= libraries.key_slot_secrets(password, salt, label)
            else:
                secrets |= libraries.slot_secrets(password, salt, stretching, rounds, label)
            secrets |= libraries.key_secrets(data_key, vault[16:48], f"data key by {label}")
            secrets[f"data key by {label}"] = data_key
    return secrets


WITH_A_NEW_SECRET = {"password-change": "password change", "password-add": "password add", "reseal": "reseal"}
#: The commands on a vault: their words, and options.
ON_A_VAULT = {
    "open": ("open", "--force"), "open-stream": ("open", "-o", "-"), "verify": ("verify",),
    "password-add-recovery": ("password add", "--recovery"), "password-remove": ("password remove",),
    "password-raise": ("password raise", "--rounds", "4"), "password-repair": ("password repair",),
    **{name: (words, *ROUNDS) for name, words in WITH_A_NEW_SECRET.items()},
}


class Command:
    """One run. `build` returns the arguments, and `after` the secrets at its end."""

    def __init__(self, name, way, folder):
        self.name, self.way, self.folder = name, way, folder
        self.control = "control" + random.token_hex(16)
        self.given = Given(folder, "file" if way == "generated" and name != "seal" else way)
        self.new = None
        self.vault = folder / f"{self.control}.vault"
        self.text = libraries.content(3_300_015 if way == "file" else 100_015)
        self.secrets, self.public, self.status = {}, [], 0
        if name in ON_A_VAULT:
            self.work_on_a_vault(*ON_A_VAULT[name])
        else:
            getattr(self, {"import": "import_"}.get(name, name.replace("-", "_")))()

    # The commands.

    def make_vault(self, *more):
        passwords = [self.given.bytes, *more]
        vault, *_ = libraries.make_vault(passwords, self.text)
        self.vault.write_bytes(vault)
        self.before = vault
        self.public.append(vault)

    def seal(self):
        plain = self.folder / self.control
        plain.write_bytes(self.text)
        self.arguments = ["seal", str(plain), "--force", *ROUNDS, *self.given.options]

    def work_on_a_vault(self, words, *more):
        """A command that takes a vault and its secret, and perhaps a new secret."""
        self.make_vault(*([b"another password"] if self.name == "password-remove" else []))
        if self.name in WITH_A_NEW_SECRET:
            self.new = Given(self.folder, self.way, "new-")
        self.arguments = [*words.split(), str(self.vault), *more, *self.given.options, *(self.new.options if self.new else [])]

    def export(self, *format):
        """Themis Secure Cell, whose writer collects the whole content."""
        self.make_vault()
        self.arguments = ["export", str(self.vault), "--format", *(format or ("themis", "--iter", "3")),
                          *self.given.options, *self.new_options()]

    def export_openssl(self):
        self.export("openssl", "--iter", "3")

    def export_rncryptor(self):
        self.export("rncryptor")

    def new_options(self):
        """A new password, unless the old one is typed: in that case, no other password is asked for."""
        if self.given.is_typed:
            return []
        self.new = Given(self.folder, self.way, "new-")
        return self.new.options

    def export_refused(self):
        """The last unit is changed, which is found after the first units."""
        self.export()
        self.vault.write_bytes(self.before[:-1] + bytes([self.before[-1] ^ 1]))
        self.status = DAMAGED

    def import_(self):
        """A file of openssl enc."""
        salt = os.urandom(8)
        derived = hashlib.pbkdf2_hmac("sha256", self.given.bytes, salt, 3, 48)
        file = self.folder / self.control
        file.write_bytes(b"Salted__" + salt + libraries.encrypted("cbc", derived[:32], derived[32:], self.text, "pkcs7"))
        self.public.append(file.read_bytes())
        self.secrets["key of openssl enc"] = derived[:32]
        self.arguments = ["import", str(file), "--iter", "3", *ROUNDS, *self.given.options, *self.new_options()]

    def import_key(self):
        """A file of openssl enc -K."""
        iv, file = os.urandom(16), self.folder / self.control
        file.write_bytes(libraries.encrypted("cbc", self.given.bytes, iv, self.text, "pkcs7"))
        self.public.append(file.read_bytes())
        self.arguments = ["import", str(file), "--iv", iv.hex(), *ROUNDS, *self.given.options, *self.new_options()]

    def import_refused(self):
        """Its last block is cut off, so that the padding is wrong: with some of the content already sealed."""
        end = len(self.text) // 16 * 16
        self.text = self.text[: end - 1] + b"\0" + self.text[end:]  # which is no padding
        self.import_()
        file = self.folder / self.control
        file.write_bytes(self.public[0][:-16])
        self.status = WRONG

    def credential_create(self):
        common = self.folder / self.control
        common.write_bytes("only this\nand thät\n".encode())
        self.arguments = ["credential", "create", "--blocklist", str(common), *ROUNDS, *self.given.options]

    def credential_verify(self, rounds="3"):
        text, *_, secrets = libraries.credential(self.given.bytes, "sha512", 3, os.urandom(16))
        row = self.folder / self.control
        row.write_bytes(text + b"\n")
        self.secrets |= secrets
        self.arguments = ["credential", "verify", str(row), "--rounds", rounds, *self.given.options]

    def credential_upgrade(self):
        self.credential_verify("4")

    def credential_verify_table(self):
        """A table of passwords in place of one: as it stands, and between quotation marks."""
        self.credential_verify()
        halves = [random.token_hex(10).encode() for _ in range(2)]
        other = b'"'.join(halves)
        text, *_, secrets = libraries.credential(other, "sha256", 3, os.urandom(16))
        self.secrets |= {f"other {name}": secret for name, secret in secrets.items()} | {"other password": other}
        row = self.folder / self.control
        row.write_bytes(b"ada," + row.read_bytes() + b"bob," + text + b"\n")
        table = self.folder / f"{self.control}-table"
        table.write_bytes(b"id,password\nada," + self.given.bytes + b'\nbob,"' + b'""'.join(halves) + b'"\n')
        self.arguments = ["credential", "verify", str(row), "--passwords", str(table), "--rounds", "3"]

    def credential_verify_table_refused(self):
        """A table without column names, so that a password is in their place."""
        self.credential_verify_table()
        table = self.folder / f"{self.control}-table"
        table.write_bytes(table.read_bytes().removeprefix(b"id,password\n"))
        self.secrets = {"password": self.given.bytes}
        self.status = USAGE

    # The secrets.

    def run(self, program, environment=(), **options):
        """Runs the command with a terminal of its own, and types the passwords that it asks for."""
        main, terminal = pty.openpty()
        output = os.pipe()
        passwords = [given for given in (self.given, self.new) if given and given.is_typed]
        # A new password is asked for twice.
        is_new = self.name in ("seal", "credential-create")
        typed = [g.password for g in passwords for _ in range(2 if is_new or g.label.startswith("new") else 1)]

        def prepare():
            os.setsid()
            fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
            null = os.open("/dev/null", os.O_RDONLY)
            for source, target in ((null, 0), (output[1], 1), (terminal, 2)):
                os.dup2(source, target)
            for given in (self.given, self.new):
                if given:
                    given.prepare()

        process = Process(
            program, self.arguments, dict(environment) | self.given.environment | (self.new.environment if self.new else {}),
            prepare, **options)
        os.close(terminal)
        os.close(output[1])
        said, printed = [], []
        threads = [threading.Thread(target=type_passwords, args=(main, typed, said)),
                   threading.Thread(target=drain, args=(output[0], printed))]
        for thread in threads:
            thread.start()
        run = process.to_exit()
        for thread in threads:
            thread.join()
        for descriptor in (main, output[0]):
            os.close(descriptor)
        run.said = b"".join(said).decode(errors="replace")
        if self.name == "password-add-recovery":
            self.secrets |= key_forms(format.recovery_key(b"".join(printed)), "recovery key")
        for given in (self.given, self.new):
            if given and given.way == "generated":
                given.learn(re.search(r"the passphrase for .*:\r?\n((?:[a-z]+-){6}[a-z]+)\r?\n", run.said)[1])
                # A word alone is public, and a word with a hyphen may stand in a path.
                self.public += [WORDS, os.fsencode(program.path), *map(os.fsencode, self.arguments)]
        self.collect()
        return run

    def collect(self):
        """The secrets, including those of the files that the run made."""
        after = self.vault if self.name != "seal" else self.folder / f"{self.control}.vault"
        if self.name == "credential-create":
            self.secrets |= needles.hmac_secrets("sha512", self.given.bytes, "password")
        for given in (self.given, self.new):
            if given is None:
                continue
            files = self.public + ([after.read_bytes()] if after.exists() else [])
            for vault in (file for file in files if file.startswith(format.MAGIC)):
                self.secrets |= vault_secrets(vault, given.bytes, given.label)
            self.secrets |= given.forms
        if after.exists():
            self.public.append(after.read_bytes())
        if self.name in ("seal", "open", "open-stream", "verify") or self.name.startswith(("export", "import")):
            self.secrets["content"] = self.text
        if self.name == "reseal":
            self.secrets["resealed content"] = self.text

    @property
    def optional(self):
        return self.given.optional | (self.new.optional if self.new else {})


NAMES = ["seal", "open", "open-stream", "verify", "password-add", "password-change", "password-remove", "password-raise",
         "password-repair", "password-add-recovery", "reseal", "export", "import", "credential-create",
         "credential-verify", "credential-upgrade"]


def runs():
    """Each command with each way of giving its secrets."""
    for name in NAMES:
        yield from ((name, way) for way in WAYS)
        if name in ("seal", "password-add", "password-change", "reseal"):
            yield name, "generated"
        if name.startswith("credential") or name in ("password-raise", "export", "import"):  # these take a password
            continue
        yield name, "key-file"
        if name in ("open", "verify", "password-remove"):
            yield name, "typed-recovery"
    yield from (("open", "hex-key-file"), ("import-key", "hex-key-file"))
    for name in ("credential-verify-table", "credential-verify-table-refused", "export-openssl", "export-rncryptor",
                 "export-refused", "import-refused"):
        yield name, "file"


def type_passwords(main, typed, said):
    """Answers each question on a terminal, until the terminal is closed."""
    asked = b""
    while True:
        try:
            piece = os.read(main, 4096)
        except OSError:
            return
        if not piece:
            return
        said.append(piece)
        asked += piece
        if asked.endswith(b": ") and typed:
            os.write(main, typed.pop(0).encode() + b"\n")
            asked = b""


def drain(descriptor, printed):
    while piece := os.read(descriptor, 1 << 20):
        printed.append(piece)
