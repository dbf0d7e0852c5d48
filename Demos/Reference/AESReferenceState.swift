/// The state of AES: four rows and four columns of bytes.
///
/// Spec: FIPS 197, section 3.4.
public struct AESReferenceState: Sendable, Equatable {
  /// `s[r][c]` is the byte in row `r` and column `c`.
  public var s: [[UInt8]]

  /// Fills the columns of the state, one after the other; traps unless there are 16 bytes.
  ///
  /// Spec: FIPS 197, section 3.4: `s[r, c] = in[r + 4c]`.
  public init(_ block: [UInt8]) {
    precondition(block.count == 16, "a block of \(block.count) bytes; AES needs 16")
    s = (0..<4).map { r in (0..<4).map { c in block[r + 4 * c] } }
  }

  /// The columns of the state, one after the other.
  ///
  /// Spec: FIPS 197, section 3.4: `out[r + 4c] = s[r, c]`.
  public var bytes: [UInt8] {
    (0..<16).map { s[$0 % 4][$0 / 4] }
  }

  /// Adds a round key of 16 bytes.
  ///
  /// Spec: FIPS 197, section 5.1.4, ADDROUNDKEY.
  public mutating func addRoundKey(_ key: [UInt8]) {
    for c in 0..<4 {
      for r in 0..<4 { s[r][c] = GaloisField.add(s[r][c], key[r + 4 * c]) }
    }
  }
}

// MARK: - The steps of encryption

extension AESReferenceState {
  /// Replaces each byte by its substitute.
  ///
  /// Spec: FIPS 197, section 5.1.1, SUBBYTES.
  public mutating func substituteBytes() {
    s = s.map { row in row.map { SubstitutionBox.forward[Int($0)] } }
  }

  /// Rotates row `r` to the left by `r` bytes.
  ///
  /// Spec: FIPS 197, section 5.1.2, SHIFTROWS.
  public mutating func shiftRows() {
    for r in 1..<4 { s[r] = Array(s[r][r...] + s[r][..<r]) }
  }

  /// Multiplies each column by the matrix with the first row 02 03 01 01.
  ///
  /// Spec: FIPS 197, section 5.1.3, MIXCOLUMNS.
  public mutating func mixColumns() {
    multiplyColumns(by: [0x02, 0x03, 0x01, 0x01])
  }

  /// Multiplies each column by a matrix whose rows are `first`, each rotated by one more to the right.
  ///
  /// Spec: FIPS 197, section 4.3.
  private mutating func multiplyColumns(by first: [UInt8]) {
    let old = s
    for c in 0..<4 {
      for r in 0..<4 {
        var sum: UInt8 = 0
        for k in 0..<4 {
          sum = GaloisField.add(sum, GaloisField.multiply(old[(r + k) % 4][c], first[k]))
        }
        s[r][c] = sum
      }
    }
  }
}

// MARK: - The steps of decryption

extension AESReferenceState {
  /// Rotates row `r` to the right by `r` bytes.
  ///
  /// Spec: FIPS 197, section 5.3.1, INVSHIFTROWS.
  public mutating func inverseShiftRows() {
    for r in 1..<4 { s[r] = Array(s[r][(4 - r)...] + s[r][..<(4 - r)]) }
  }

  /// Replaces each byte by the one whose substitute it is.
  ///
  /// Spec: FIPS 197, section 5.3.2, INVSUBBYTES.
  public mutating func inverseSubstituteBytes() {
    s = s.map { row in row.map { SubstitutionBox.inverse[Int($0)] } }
  }

  /// Multiplies each column by the matrix with the first row 0e 0b 0d 09.
  ///
  /// Spec: FIPS 197, section 5.3.3, INVMIXCOLUMNS.
  public mutating func inverseMixColumns() {
    multiplyColumns(by: [0x0e, 0x0b, 0x0d, 0x09])
  }
}
