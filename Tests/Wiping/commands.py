"""Runs of the command swift-vault, each with every way of giving a password, and the secrets they have in memory."""

import fcntl
import os
import pathlib
import pty
import secrets as random
import termios
import threading
import unicodedata

import libraries
import needles
from libraries import format
from process import Process

ROUNDS = ["--rounds", "3"]
WAYS = ["file", "fd", "env", "typed", "typed-decomposed"]


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
    """A password on its way to the command: options, environment, and what the child and a thread have to do."""

    number = 20

    def __init__(self, folder, way, prefix=""):
        self.password, self.way = new_password(way), way
        self.environment, self.options, self.pipe = {}, [], None
        label = "new password" if prefix else "password"
        self.forms, self.optional = forms_of(self.password, label)
        composed = unicodedata.normalize("NFC", self.password).encode()
        self.bytes, self.label = composed, label
        if way == "file":
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

    def prepare(self):
        if self.pipe:
            os.dup2(self.pipe[0], self.target)

    @property
    def is_typed(self):
        return self.way.startswith("typed")


def slots_of(vault):
    """The slots in use of a vault's first header: place, stretching, rounds, salt, wrapped key."""
    for place in range(8):
        slot = vault[48 + 80 * place : 128 + 80 * place]
        if slot[0]:
            yield place, slot[0], int.from_bytes(slot[4:8], "big"), slot[8:40], slot[40:]


def vault_secrets(vault, password, label="password"):
    """What opening a vault by a password brings into memory."""
    secrets = {}
    for place, stretching, rounds, salt, wrapped in slots_of(vault):
        _, _, kek = format.slot_keys(stretching, password, salt, rounds)
        data_key = format.key_unwrap(kek, wrapped)
        if data_key:
            secrets |= libraries.slot_secrets(password, salt, stretching, rounds, label)
            secrets |= libraries.key_secrets(data_key, vault[16:48], f"data key by {label}")
            secrets[f"data key by {label}"] = data_key
    return secrets


class Command:
    """One run: `build` gives arguments, `after` the secrets once it is over."""

    def __init__(self, name, way, folder):
        self.name, self.way, self.folder = name, way, folder
        self.control = "control" + random.token_hex(16)
        self.given = Given(folder, way)
        self.new = None
        self.vault = folder / f"{self.control}.vault"
        self.text = libraries.content(3_300_000 if way == "file" else 100_000)
        self.secrets, self.public = {}, []
        getattr(self, name.replace("-", "_"))()

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

    def open(self):
        self.make_vault()
        self.arguments = ["open", str(self.vault), "--force", *self.given.options]

    def open_stream(self):
        self.make_vault()
        self.arguments = ["open", str(self.vault), "-o", "-", *self.given.options]

    def verify(self):
        self.make_vault()
        self.arguments = ["verify", str(self.vault), *self.given.options]

    def password_change(self, name="change"):
        self.make_vault()
        self.new = Given(self.folder, self.way, "new-")
        self.arguments = ["password", name, str(self.vault), *ROUNDS, *self.given.options, *self.new.options]

    def password_add(self):
        self.password_change("add")

    def password_remove(self):
        self.make_vault(b"another password")
        self.arguments = ["password", "remove", str(self.vault), *self.given.options]

    def password_raise(self):
        self.make_vault()
        self.arguments = ["password", "raise", str(self.vault), "--rounds", "4", *self.given.options]

    def password_repair(self):
        self.make_vault()
        self.arguments = ["password", "repair", str(self.vault), *self.given.options]

    def reseal(self):
        self.make_vault()
        self.new = Given(self.folder, self.way, "new-")
        self.arguments = ["reseal", str(self.vault), *ROUNDS, *self.given.options, *self.new.options]

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

    # What they leave.

    def run(self, program, environment=(), **options):
        """Runs the command with a terminal of its own, on which the passwords are typed that are asked for."""
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
        said = []
        threads = [threading.Thread(target=type_passwords, args=(main, typed, said)),
                   threading.Thread(target=drain, args=(output[0],))]
        for thread in threads:
            thread.start()
        run = process.to_exit()
        for thread in threads:
            thread.join()
        for descriptor in (main, output[0]):
            os.close(descriptor)
        run.said = b"".join(said).decode(errors="replace")
        self.collect()
        return run

    def collect(self):
        """The secrets, of the files as they are now too."""
        after = self.vault if self.name != "seal" else self.folder / f"{self.control}.vault"
        if self.name == "credential-create":
            self.secrets |= needles.hmac_secrets("sha512", self.given.bytes, "password")
        for given in (self.given, self.new):
            if given is None:
                continue
            for vault in self.public + ([after.read_bytes()] if after.exists() else []):
                self.secrets |= vault_secrets(vault, given.bytes, given.label)
            self.secrets |= given.forms
        if after.exists():
            self.public.append(after.read_bytes())
        if self.name in ("seal", "open", "open-stream", "verify", "reseal"):
            self.secrets["content"] = self.text

    @property
    def optional(self):
        return self.given.optional | (self.new.optional if self.new else {})


NAMES = ["seal", "open", "open-stream", "verify", "password-add", "password-change", "password-remove", "password-raise",
         "password-repair", "reseal", "credential-create", "credential-verify", "credential-upgrade"]


def type_passwords(main, typed, said):
    """Answers each question on a terminal, until the terminal is given up."""
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


def drain(descriptor):
    while os.read(descriptor, 1 << 20):
        pass
