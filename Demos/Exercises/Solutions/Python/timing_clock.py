"""The same on a clock. A busy machine only delays a reply, so a digit that was once fast is wrong."""

import time

from oracle import main

SECONDS = 0.005


def solve(oracle):
    code = ""
    while len(code) < 6:
        rest = "0123456789"
        while len(rest) > 1:
            for digit in rest:
                start = time.perf_counter()
                is_right, _ = oracle.ask("compare", (code + digit).ljust(6, "0"))
                if is_right:
                    return (code + digit).ljust(6, "0")
                # With this digit right, the lock compares the next one too.
                if time.perf_counter() - start < SECONDS * (len(code) + 2):
                    rest = rest.replace(digit, "")
        code += rest
    return code


main("timing-clock", solve)
