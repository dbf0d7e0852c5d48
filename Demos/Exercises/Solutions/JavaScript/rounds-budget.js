// Two measurements give the fixed time and the time of a round.
const [limit, cores, logins] = ["limit", "cores", "logins"].map((name) => Number(given(name)));
const budget = Math.min(limit * 1000, cores * 1000000 / logins);  // In microseconds.
const [few, many] = [1, 1000001].map((rounds) => Number(ask("time", String(rounds))[1]));
// The times are rounded up, by less than a microsecond: less than three rounds.
answer(String(Math.floor((budget - few) * 1000000 / (many - few)) - 3));
