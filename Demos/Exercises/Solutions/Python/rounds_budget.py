"""Rounds from a budget: two measurements give the fixed time and the time of a round."""

from oracle import main


def solve(oracle):
    limit, cores, logins = (int(oracle.given(name)) for name in ("limit", "cores", "logins"))
    budget = min(limit * 1000, cores * 1_000_000 / logins)  # in microseconds
    few, many = 1, 1_000_001
    fixed, time = (int(oracle.ask("time", rounds)[1]) for rounds in (few, many))
    # The times are rounded up, by less than a microsecond: less than three rounds.
    return int((budget - fixed) * (many - few) / (time - fixed)) - 3


main("rounds-budget", solve)
