"""Truncated tag: tries all 65,536, in batches."""

from oracle import main


def solve(oracle):
    message = oracle.given("message").encode().hex()
    for high in range(256):
        tags = [f"{high:02x}{low:02x}" for low in range(256)]
        for tag in tags:
            oracle.send("send", message, tag)
        oracle.process.stdin.flush()
        accepted = [tag for tag in tags if oracle.read()[0]]
        if accepted:
            return accepted[0]


main("truncated-tag", solve)
