/// Rounds from a budget: two measurements give the fixed time and the time of a round.
@Sendable func roundsBudget(_ ask: Ask) -> String {
  func time(_ rounds: Int) -> Double { Double(ask("time \(rounds)").text)! }
  let limit = Double(given("limit", ask))! * 1000
  let budget = min(limit, Double(given("cores", ask))! * 1_000_000 / Double(given("logins", ask))!)
  let fixed = time(1)
  let round = (time(1_000_001) - fixed) / 1_000_000
  // The times are rounded up, by less than a microsecond: less than three rounds.
  return String(Int((budget - fixed) / round) - 3)
}

/// Header repair: where the copies differ, one of them is right, so sixteen headers are possible.
@Sendable func headerRepair(_ ask: Ask) -> String {
  let vault = givenBytes("vault", ask)
  let copies = [Array(vault[..<720]), Array(vault[720..<1440])]
  // The places where the copies differ; damage hits every byte of its place.
  var places: [Range<Int>] = []
  for index in 0..<720 where copies[0][index] != copies[1][index] {
    if let last = places.last, last.upperBound == index {
      places[places.count - 1] = last.lowerBound..<index + 1
    } else {
      places.append(index..<index + 1)
    }
  }
  for choice in 0..<1 << places.count {
    var header = copies[0]
    for (number, place) in places.enumerated() where choice >> number & 1 == 1 {
      header.replaceSubrange(place, with: copies[1][place])
    }
    if ask("open \(hex(header))").isAccepted { return hex(header) }
  }
  return ""
}
