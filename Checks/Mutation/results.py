"""The report of a run: how many mutants of each kind and module were noticed, and the verdicts on the others."""

import collections

from tree import HERE


def equivalents():
    """{key: why it is equivalent}. In equivalent.txt, a line that begins with `why: ` belongs to the line above it."""
    result, key = {}, None
    for line in (HERE / "equivalent.txt").read_text().splitlines():
        if line.startswith("why: "):
            result[key] = line[5:]
        elif line and not line.startswith("#"):
            key = line
    return result


def table(title, mutants, name, state, judged):
    rows = collections.defaultdict(lambda: [0, 0, 0])
    for mutant in mutants:
        row = rows[name(mutant)]
        row[0] += 1
        if state["outcomes"].get(str(mutant.number)):
            row[1] += 1
        elif mutant.key in judged:
            row[2] += 1
    rows["all"] = [sum(row[column] for row in rows.values()) for column in range(3)]
    lines = [f"| {title} | mutants | killed | equivalent | survived |", "|---|---|---|---|---|"]
    for key, (count, killed, equivalent) in rows.items():
        lines.append(f"| {key} | {count} | {killed} | {equivalent} | {count - killed - equivalent} |")
    return "\n".join(lines) + "\n"


def report(mutants, state):
    judged = equivalents()
    text = f"# Mutants: the last run\n\n{state['date']}, `Checks/Mutation/run --seed {state['seed']} --count {state['count']}`; " \
        f"{state['dropped']} more did not compile and were replaced.\n"
    for title, part in (
        ("Fresh", [mutant for mutant in mutants if mutant.kind != "listed"]),
        ("Listed by a review", [mutant for mutant in mutants if mutant.kind == "listed"])):
        if not part:
            continue
        alive = [mutant for mutant in part if not state["outcomes"].get(str(mutant.number))]
        survivors = [mutant for mutant in alive if mutant.key not in judged]
        relevant = len(part) - len(alive) + len(survivors)
        text += f"\n## {title}\n\nKilled: {len(part) - len(alive)} of the {relevant} that are not equivalent, " \
            f"{100 * (len(part) - len(alive)) / max(1, relevant):.1f} %.\n\n"
        text += table("kind", part, lambda mutant: mutant.kind, state, judged) + "\n"
        text += table("module", part, lambda mutant: "/".join(mutant.file.split("/")[1:-1]), state, judged)
        for heading, group in (("Survivors", survivors), ("Equivalent", [m for m in alive if m.key in judged])):
            if group:
                text += f"\n### {heading}\n\n"
            for mutant in group:
                text += f"- {mutant.file}:{mutant.line}, {mutant.kind}: `{mutant.before}` became `{mutant.after}` in " \
                    f"`{mutant.text}`" + (f": {judged[mutant.key]}" if mutant.key in judged else "") + "\n"
    return text
