#!/usr/bin/env python3
"""Writes the kit of vaults, and runs the reader in Python over it. README.md explains the files.

kit.py write FOLDER     one file for each case of kit_cases.py; the same bytes each time
kit.py check FOLDER     opens them all with Tests/VaultTests/vault.py
kit.py mutants FOLDER   opens them with readers that have one mistake each, which the kit must reveal
kit.py old FOLDER       opens those with a recipient's slot as a reader without recipients does: they are unsupported
"""

import hashlib
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "VaultTests"))

import kit_cases
import kit_mutants
import vault


def body(vault):
    """Lines of hexadecimal digits. A run of one byte that is longer than a line is `digits x count`."""
    lines, start = [], 0
    for run in [*re.finditer(rb"(.)\1{32,}", vault, re.DOTALL), None]:
        end = run.start() if run else len(vault)
        lines += [vault[place : min(place + 32, end)].hex() for place in range(start, end, 32)]
        if run:
            lines.append(f"{run[1].hex()} x {len(run[0])}")
            start = run.end()
    return lines


def encode(case):
    return "\n".join([f"{key}: {value}".rstrip() for key, value in case.fields()] + [""] + body(case.vault)) + "\n"


def decode(text):
    """The fields and the vault of a file."""
    head, _, lines = text.partition("\n\n")
    fields = dict(line.split(":", 1) for line in head.splitlines())
    vault = b""
    for line in lines.split("\n"):
        digits, _, count = line.partition(" x ")
        vault += bytes.fromhex(digits) * int(count or 1)
    return {key: value.strip() for key, value in fields.items()}, vault


def secret(reader, fields):
    """The password or the key that a vault is opened with."""
    if "recovery" in fields:
        return reader.recovery_key(fields["recovery"].encode())
    if "recipient-key" in fields:
        return reader.RecipientKey.fromhex(fields["recipient-key"])
    return reader.Key.fromhex(fields["key"]) if "key" in fields else bytes.fromhex(fields["password"])


def outcome(reader, fields, vault):
    """The result of a reader for a vault, in the words of `expect`."""
    limits = reader.Limits()
    for name in ("rounds", "slots", "content", "memory"):
        if f"limit-{name}" in fields:
            setattr(limits, name, int(fields[f"limit-{name}"]))
    context = bytes.fromhex(fields["context"])
    try:
        password = secret(reader, fields)
        content = reader.open_vault(vault, password, context, limits)
        unlocked = reader.unlock(reader.copies_of(vault), password, context, limits, vault[reader.CHUNKS_OFFSET :])
    except reader.VaultError as error:
        return str(error)
    alike = vault[: reader.HEADER_SIZE] == vault[reader.HEADER_SIZE : reader.CHUNKS_OFFSET]
    slots, copies = " ".join(map(str, unlocked.places)), "alike" if alike else "differ"
    found = len(content), hashlib.sha256(content).hexdigest(), slots, copies, unlocked.header.generation
    return ", ".join(["success", *map(str, found)])


def expected(fields):
    """The result that the file expects, in the same words."""
    if fields["expect"] == "success":
        return ", ".join(["success"] + [fields[key] for key in ("size", "sha256", "slots", "copies", "generation")])
    if fields["expect"].startswith("unsupported "):
        return f"{fields['expect']}: {fields[fields['expect'].split()[1]]}"
    if fields["expect"] == "damaged":
        return f"damaged: chunk {fields['chunk']}"
    if fields["expect"] == "over limit":
        quantity = {"content": "bytes of content", "memory": "bytes of memory"}.get(fields["quantity"], fields["quantity"])
        limit = fields.get("limit-" + fields["quantity"], getattr(vault.Limits(), fields["quantity"]))
        return f"over limit: {fields['found']} {quantity}, {limit} allowed"
    return fields["expect"]


def kit(folder):
    """The names, fields and vaults of the files in a folder."""
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="ascii") as file:
            yield name, *decode(file.read())


def failures(reader, files):
    """A line for each file whose result is not the expected one."""
    for name, fields, content in files:
        try:
            got = outcome(reader, fields, content)
        except Exception as error:  # a mutant may do anything
            got = f"failed: {error}"
        if fields["expect"] == "invalid header":
            got = got.split(":")[0]
        if got != expected(fields):
            yield f"{name}: {got}; expected {expected(fields)}"


def check(folder):
    files = list(kit(folder))
    found = list(failures(vault, files))
    print("".join(f"{line}\n" for line in found) + f"{len(files)} vaults, {len(found)} not as expected")
    return found


def mutants(folder):
    files = list(kit(folder))
    noticed = {name: next(failures(reader, files), None) for name, reader in kit_mutants.readers()}
    missed = [name for name, line in noticed.items() if line is None]
    print("".join(f"not noticed: {name}\n" for name in missed) + f"{len(noticed)} mutants, {len(missed)} not noticed")
    return missed


def has_recipient(content):
    """Whether both copies of the header have the same slots, including one of a recipient."""
    first, second = content[: vault.HEADER_SIZE], content[vault.HEADER_SIZE : vault.CHUNKS_OFFSET]
    return first == second and vault.RECIPIENT in first[48 : vault.TAG_OFFSET : vault.SLOT_SIZE]


def old(folder):
    """A reader of the edition without recipients says that their vaults are unsupported, and not that they are damaged."""
    reader = kit_mutants.old_reader()
    files = [(name, fields, content) for name, fields, content in kit(folder) if has_recipient(content)]
    wrong = [name for name, fields, content in files if outcome(reader, fields, content) != "unsupported stretching: 5"]
    print("".join(f"{name}\n" for name in wrong) + f"{len(files)} vaults with recipients, {len(wrong)} not unsupported")
    return wrong


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("write", "check", "mutants", "old"):
        sys.exit(__doc__)
    command, folder = sys.argv[1:]
    if command != "write":
        sys.exit(1 if {"check": check, "mutants": mutants, "old": old}[command](folder) else 0)
    os.makedirs(folder, exist_ok=True)
    for case in kit_cases.cases():
        with open(os.path.join(folder, case.name), "x", encoding="ascii", newline="\n") as file:
            file.write(encode(case))


if __name__ == "__main__":
    main()
