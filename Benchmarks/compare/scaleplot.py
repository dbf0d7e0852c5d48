#!/usr/bin/env python3
"""Draws Benchmarks/results/scale.svg from Benchmarks/results/scale.json, which `scale.py --save` wrote.

    scaleplot.py            writes it
    scaleplot.py --check    whether it is what the file says

Circles are measured. Lines are a model. On n cores the rate is n / (1 + s (n - 1)) times that of one core, with the
contention s of the most cores measured (Amdahl's law). Logins arrive at random, 40,000 of them from a fixed seed, and
wait in one queue. Each takes a core for the rounds that `calibrate --logins` decided. In batches a free core takes up to
16 that wait, and they take the time of one login, or of so many in batches if that is more.
"""

import heapq
import json
import math
import pathlib
import random
import sys

RESULTS = pathlib.Path(__file__).resolve().parent.parent / "results"
SOURCE, PLOT = RESULTS / "scale.json", RESULTS / "scale.svg"
MOST_CORES, MOST_IN_BATCH, ARRIVALS = 16, 16, 40_000
WIDTH, HEIGHT, LEFT, TOP = 300, 200, 56, 40
COLOURS = ("#1f6fb4", "#b4501f", "#3a8a3a", "#7a4fa0")


def scaled(rates, count):
    """The rate on `count` cores by Amdahl's law, from the rates on one and on the most cores."""
    most = max(rates)
    contention = max(0, (most * rates[1] / rates[most] - 1) / (most - 1)) if most > 1 else 0
    return count * rates[1] / (1 + contention * (count - 1))


def percentile(rate, cores, alone, in_batch):
    """The time in ms within which 99 of 100 logins end, at `rate` logins a second. `in_batch` is None for no batches."""
    chance, clock, waiting, times = random.Random(1), 0.0, [], []
    free = [0.0] * cores
    arrivals = []
    for _ in range(ARRIVALS):
        clock += chance.expovariate(rate / 1000)
        arrivals.append(clock)
    first = 0
    while first < ARRIVALS:
        start = max(heapq.heappop(free), arrivals[first])
        last = first + 1
        while in_batch and last < ARRIVALS and last - first < MOST_IN_BATCH and arrivals[last] <= start:
            last += 1
        end = start + max(alone, (last - first) * in_batch if in_batch else 0)
        times += [end - arrival for arrival in arrivals[first:last]]
        heapq.heappush(free, end)
        first = last
    return sorted(times[ARRIVALS // 10:])[-ARRIVALS * 9 // 1000]


def ticks(most):
    """Round numbers from 0 to at least `most`, about five."""
    step = 10 ** math.floor(math.log10(most / 4))
    step *= next(factor for factor in (1, 2, 4, 5, 10) if most / (factor * step) <= 6)
    return [step * number for number in range(math.ceil(most / step) + 1)]


def panel(column, title, unit, curves, points, across):
    """One diagram: `curves` are (label, [(x, y)]), `points` are (index of a curve, x, y)."""
    xs, ys = ticks(max(x for _, curve in curves for x, _ in curve)), ticks(max(y for _, curve in curves for _, y in curve))
    left = LEFT + column * (WIDTH + 84)

    def at(x, y):
        return f"{left + WIDTH * x / xs[-1]:.1f},{TOP + HEIGHT - HEIGHT * y / ys[-1]:.1f}"

    yield f'<text x="{left}" y="16" class="title">{title}</text>'
    yield f'<text x="{left - 44}" y="{TOP - 8}">{unit}</text>'
    for x in xs:
        yield f'<text x="{at(x, 0).split(",")[0]}" y="{TOP + HEIGHT + 16}" text-anchor="middle">{x:g}</text>'
    yield f'<text x="{left + WIDTH / 2}" y="{TOP + HEIGHT + 32}" text-anchor="middle">{across}</text>'
    for y in ys:
        place = at(0, y).split(",")[1]
        yield f'<path d="M{left},{place}h{WIDTH}" class="grid"/>'
        yield f'<text x="{left - 6}" y="{float(place) + 4:.1f}" text-anchor="end">{y:g}</text>'
    for index, (label, curve) in enumerate(curves):
        path = " ".join(at(x, y) for x, y in curve)
        yield f'<polyline points="{path}" fill="none" stroke="{COLOURS[index]}" stroke-width="1.5"/>'
        yield f'<text x="{left + 8}" y="{TOP + 14 + 15 * index}" fill="{COLOURS[index]}">{label}</text>'
    for index, x, y in points:
        here = at(x, y).split(",")
        yield f'<circle cx="{here[0]}" cy="{here[1]}" r="3.5" fill="{COLOURS[index]}"/>'


def of_cores(column, title, unit, works, factor):
    rates = [{int(count): rate * factor for count, rate in work["rates"].items()} for work in works]
    curves = [(work["name"], [(count, scaled(each, count)) for count in range(1, MOST_CORES + 1)])
              for work, each in zip(works, rates)]
    points = [(index, count, rate) for index, each in enumerate(rates) for count, rate in each.items()]
    return panel(column, title, unit, curves, points, "cores")


def of_logins(column, report):
    plan, cores, rounds = report["plans"][-1], report["cores"], report["decision"]["rounds"]
    alone, in_batch = rounds * plan["unit_ms"], rounds * plan["unit_ms_in_batches"]
    most = 1000 * cores / in_batch
    curves = []
    for label, batch, limit in (("one at a time", None, 1000 * cores / alone), ("in batches", in_batch, most)):
        rates = [limit * share / 20 for share in range(1, 20)]
        curves.append((label, [(rate, min(percentile(rate, cores, alone, batch), 4000)) for rate in rates]))
    points = [(index, report["logins_per_second"], measured["percentiles_ms"]["99"])
              for index, measured in enumerate(report["measured"])]
    across = f"logins a second on {cores} cores, {rounds:,} rounds of {plan['function']} each"
    return panel(column, "Time within which 99 of 100 logins end", "ms", curves, points, across)


def drawing(report):
    derivations, files = report["works"][:1], report["works"][1:]
    # The names of the later steps say 'open it' after the step that sealed.
    names = ["seal a file", "open a file", "seal a folder", "open a folder"]
    files = [work | {"name": name} for work, name in zip(files, names)]
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {3 * (WIDTH + 84)} {TOP + HEIGHT + 64}" '
           'font-family="sans-serif" font-size="11">')
    yield "<style>.title{font-size:13px;font-weight:bold}.grid{stroke:#ddd}</style>"
    yield '<rect width="100%" height="100%" fill="white"/>'
    yield from of_cores(0, "Credentials checked", "million rounds/s", derivations, 1)
    yield from of_cores(1, "Vaults, in memory", "GB/s", files, (1 << 20) / 1e9)
    yield from of_logins(2, report["logins"])
    yield (f'<text x="{LEFT - 44}" y="{TOP + HEIGHT + 56}">Circles: measured on {report["date"]} on an '
           f'{report["processor"]}, Sources {report["sources"][:10]}. Lines: the model of scaleplot.py.</text>')
    yield "</svg>"


def main():
    text = "\n".join(drawing(json.loads(SOURCE.read_text()))) + "\n"
    if sys.argv[1:] == ["--check"]:
        if PLOT.read_text() != text:
            raise SystemExit("scaleplot: results/scale.svg differs from results/scale.json; run scaleplot.py")
    else:
        PLOT.write_text(text)
    print("results/scale.svg is what results/scale.json says")


if __name__ == "__main__":
    sys.exit(main())
