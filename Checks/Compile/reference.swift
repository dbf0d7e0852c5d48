// The unit in which the compiler's time is measured: code like the package's, with straight-line rounds and generic
// calls. It never changes. Checks/Compile/run compiles it together with the package.

struct State {
  var a, b, c, d: UInt64

  @inline(__always)
  func round(_ k: UInt64) -> State {
    let sum = a &+ (b ^ (c & (d ^ b))) &+ k
    return State(a: d, b: sum &<< 13 | sum &>> 51, c: b, d: c)
  }

  @inline(__always)
  func four(_ k: UInt64) -> State { round(k).round(k ^ 1).round(k ^ 2).round(k ^ 3) }

  @inline(__always)
  func sixteen(_ k: UInt64) -> State { four(k).four(k ^ 4).four(k ^ 8).four(k ^ 12) }

  @inline(__always)
  func all(_ k: UInt64) -> State {
    sixteen(k).sixteen(k ^ 16).sixteen(k ^ 32).sixteen(k ^ 48).sixteen(k ^ 64).sixteen(k ^ 80).sixteen(k ^ 96)
  }
}

package func rounds1(_ k: UInt64) -> UInt64 { State(a: 1, b: 2, c: 3, d: 4).all(k).a }
package func rounds2(_ k: UInt64) -> UInt64 { State(a: 5, b: 6, c: 7, d: 8).all(k).all(k ^ 1).b }
package func rounds3(_ k: UInt64) -> UInt64 { State(a: 9, b: k, c: k, d: k).all(k).all(k ^ 1).all(k ^ 2).c }

func summary<Words: RandomAccessCollection>(_ words: Words) -> String where Words.Element: FixedWidthInteger {
  let sorted = words.filter { $0 > 1 }.map { $0 &* 3 }.sorted(by: >)
  let pairs = Dictionary(sorted.enumerated().map { ($0.offset, $0.element) }, uniquingKeysWith: max)
  return pairs.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
}

package func summaries(_ bytes: [UInt8], _ words: [UInt32], _ slice: ArraySlice<Int>) -> [String] {
  [summary(bytes), summary(words), summary(slice), summary(bytes[...]), summary(words.reversed())]
}
