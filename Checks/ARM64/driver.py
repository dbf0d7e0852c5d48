"""The program of Checks/ARM64/Driver, in a process."""

import struct
import subprocess
import sys

PORTABLE, ARM64 = 0, 1


class Driver:
    """A driver process on one model of CPU."""

    def __init__(self, path, cpu):
        self.process = subprocess.Popen(
            ["qemu-aarch64", "-cpu", cpu, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, kind, kernel=PORTABLE, *parts):
        body = bytes([kind, kernel]) + b"".join(
            part if isinstance(part, bytes) else struct.pack("<I", part) for part in parts)
        self.process.stdin.write(struct.pack("<I", len(body)) + body)
        self.process.stdin.flush()
        header = self.process.stdout.read(4)
        if len(header) < 4:
            sys.exit(f"ARM64/run: the driver exited with status {self.process.wait()}")
        return self.process.stdout.read(struct.unpack("<I", header)[0])

    def close(self):
        self.process.stdin.close()
        if self.process.wait() != 0:
            sys.exit("ARM64/run: the driver failed at its end")
