/// A natural number of any size, for bounds above 256 bits.
struct Natural: Comparable {
  /// Digits to the base 2^32, the lowest first, without zeros at the end.
  private var digits: [UInt32]

  init(_ number: UInt64) { self.init(digits: [UInt32(truncatingIfNeeded: number), UInt32(number >> 32)]) }

  /// 2 to a power.
  init(bit: Int) { self.init(digits: [UInt32](repeating: 0, count: bit / 32) + [1 << UInt32(bit % 32)]) }

  private init(digits: [UInt32]) {
    self.digits = digits
    while self.digits.last == 0 { self.digits.removeLast() }
  }

  private subscript(_ index: Int) -> UInt64 { index < digits.count ? UInt64(digits[index]) : 0 }

  static func < (x: Self, y: Self) -> Bool {
    x.digits.count != y.digits.count
      ? x.digits.count < y.digits.count : x.digits.reversed().lexicographicallyPrecedes(y.digits.reversed())
  }

  static func + (x: Self, y: Self) -> Self {
    var (sum, carry) = ([UInt32](), UInt64(0))
    for index in 0...max(x.digits.count, y.digits.count) {
      carry += x[index] + y[index]
      sum.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    return Self(digits: sum)
  }

  /// The difference, which must not be negative.
  static func - (x: Self, y: Self) -> Self {
    precondition(y <= x, "the difference would be negative")
    var (difference, borrow) = ([UInt32](), UInt64(0))
    for index in x.digits.indices {
      let digit = x[index] &- y[index] &- borrow
      difference.append(UInt32(truncatingIfNeeded: digit))
      borrow = digit >> 63
    }
    return Self(digits: difference)
  }

  static func * (x: Self, y: Self) -> Self {
    var product = [UInt32](repeating: 0, count: x.digits.count + y.digits.count)
    for i in x.digits.indices {
      var carry: UInt64 = 0
      for j in y.digits.indices {
        carry += x[i] * y[j] + UInt64(product[i + j])
        product[i + j] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      product[i + y.digits.count] = UInt32(carry)
    }
    return Self(digits: product)
  }

  /// The number without its lowest bits.
  static func >> (x: Self, count: Int) -> Self {
    let whole = x.digits.dropFirst(count / 32)
    let shift = UInt64(count % 32)
    return Self(
      digits: whole.indices.map { UInt32(truncatingIfNeeded: (x[$0] | x[$0 + 1] << 32) >> shift) })
  }
}
