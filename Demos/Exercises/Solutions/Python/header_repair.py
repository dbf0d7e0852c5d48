"""Header repair: where the copies differ, one of them is right, so sixteen headers are possible."""

import itertools

from oracle import main


def solve(oracle):
    vault = oracle.given_bytes("vault")
    copies = vault[:720], vault[720:1440]
    # The places where the copies differ; damage hits every byte of its place.
    different = [i for i in range(720) if copies[0][i] != copies[1][i]]
    places = [[i for _, i in run] for _, run in itertools.groupby(enumerate(different), lambda pair: pair[1] - pair[0])]
    for choice in itertools.product((0, 1), repeat=len(places)):
        header = bytearray(copies[0])
        for place, copy in zip(places, choice):
            for i in place:
                header[i] = copies[copy][i]
        if oracle.ask("open", header.hex())[0]:
            return header.hex()


main("header-repair", solve)
