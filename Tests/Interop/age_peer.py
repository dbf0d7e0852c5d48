"""Seals and opens with the command age, which .ci/run installs.

Each line of standard input is `seal|open FORM SECRET DATA`, the last in hexadecimal digits with - for no bytes. FORM is binary or
armored. SECRET is recipients or identities, or `password:` with a password in hexadecimal digits. Each line of standard output is
the result, or `refused`.
"""

import os
import pathlib
import pty
import subprocess
import sys
import tempfile


def with_terminal(arguments, password):
    """age reads a password from a terminal only, and one to seal with twice."""
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(arguments[0], arguments)
    seen, typed = b"", 0
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:
            break
        if not piece:
            break
        seen += piece
        while typed < seen.count(b": ") and typed < 2:
            os.write(terminal, password + b"\n")
            typed += 1
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def run(folder, operation, form, secret, data):
    source, result, keys = (folder / name for name in ("source", "result", "keys"))
    source.write_bytes(data)
    arguments = ["age", "--output", str(result)]
    if operation == "seal":
        arguments += ["--armor"] if form == "armored" else []
    else:
        arguments += ["--decrypt"]
    if secret.startswith("password:"):
        arguments += ["--passphrase"] if operation == "seal" else []
        status = with_terminal(arguments + [str(source)], bytes.fromhex(secret.removeprefix("password:")))
    else:
        keys.write_text(secret.replace(",", "\n") + "\n")
        arguments += ["--recipients-file" if operation == "seal" else "--identity", str(keys)]
        status = subprocess.run(arguments + [str(source)], capture_output=True).returncode
    if status != 0:
        return None
    # age makes no file for an empty content.
    content = result.read_bytes() if result.exists() else b""
    result.unlink(missing_ok=True)
    return content


for line in sys.stdin:
    operation, form, secret, data = line.split()
    with tempfile.TemporaryDirectory() as folder:
        content = run(pathlib.Path(folder), operation, form, secret, b"" if data == "-" else bytes.fromhex(data))
    print("refused" if content is None else content.hex() or "-", flush=True)
