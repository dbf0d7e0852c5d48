"""Shared by all solutions: the oracle of an exercise, and the end of each program.

    python3 padding_oracle.py [SEED]

prints the answer. The command is `crypto-lab`, or the one that the variable CRYPTO_LAB names.
"""

import os
import subprocess
import sys


class Oracle:
    """`crypto-lab exercise NAME --oracle`, which answers each line with one line."""

    def __init__(self, name, seed):
        command = [os.environ.get("CRYPTO_LAB", "crypto-lab"), "exercise", name, "--seed", str(seed), "--oracle"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, *words):
        self.process.stdin.write(" ".join(map(str, words)) + "\n")

    def read(self):
        """The reply to the oldest request without one: its first word, and the rest."""
        kind, _, text = self.process.stdout.readline().rstrip("\n").partition(" ")
        if kind not in ("ok", "no"):
            sys.exit(f"the oracle says: {kind} {text}")
        return kind == "ok", text

    def ask(self, *words):
        self.send(*words)
        self.process.stdin.flush()
        return self.read()

    def given(self, name):
        return self.ask("given", name)[1]

    def given_bytes(self, name):
        return bytes.fromhex(self.given(name))

    def close(self):
        self.process.communicate()


def xor(left, right):
    return bytes(a ^ b for a, b in zip(left, right))


def blocks(data):
    return [data[i:i + 16] for i in range(0, len(data), 16)]


def main(name, solve):
    oracle = Oracle(name, sys.argv[1] if len(sys.argv) > 1 else 1)
    answer = solve(oracle)
    oracle.close()
    print(answer)
