extension Array where Element == UInt8 {
  /// The bytes in consecutive pieces of the given sizes, which are used in turn and repeated.
  package func pieces(of sizes: [Int]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    while start < count {
      let size = sizes[pieces.count % sizes.count]
      pieces.append(self[start..<Swift.min(start + size, count)])
      start += size
    }
    return pieces
  }
}
