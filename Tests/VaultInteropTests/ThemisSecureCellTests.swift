import SwiftVaultTestSupport
import Testing
import Vault

@testable import VaultInterop

/// Secure Cells: cells that Themis made, others, and input that must be refused.
@Suite struct ThemisSecureCellTests {
  private static let password = Array("the pässword".utf8)
  private static let key = SymmetricKey(data: 0..<32)
  private static let context = Array("the context".utf8)
  private static let content = Array("the content, of more than a block".utf8)

  /// Opens a cell with a password or a key, whichever it is under.
  private static func open(_ cell: [UInt8], _ secret: [UInt8], context: [UInt8]) throws -> [UInt8] {
    cell.dropFirst(3).first == 0x41
      ? try ThemisSecureCell.open(cell, password: secret, context: context)
      : try ThemisSecureCell.open(cell, using: SymmetricKey(data: secret), context: context)
  }

  /// A cell under the password, and one under the key.
  private static func cells(_ content: [UInt8] = content) throws -> [(cell: [UInt8], secret: [UInt8])] {
    [
      (try ThemisSecureCell.seal(content, password: password, context: context, rounds: 3), password),
      (try ThemisSecureCell.seal(content, using: key, context: context), Array(0..<32)),
    ]
  }

  // MARK: - Vectors

  @Test(arguments: [("published", 16), ("generated", 18)])
  func vectors(source: (name: String, count: Int)) throws {
    let vectors = try VectorFile("Themis/\(source.name).txt", expecting: source.count)
    for record in vectors.records {
      let (secret, context) = try (record.bytes("secret_hex"), record.bytes("context_hex"))
      let (content, cell) = try (record.bytes("plaintext_hex"), record.bytes("cell_hex"))
      #expect(try Self.open(cell, secret, context: context) == content, "\(record.place)")
      #expect(ThemisSecureCell.recognizes(cell))
      // New cells have a key of AES of 256 bits.
      guard cell[1] == 1 else { continue }
      let isPassword = cell[3] == 0x41
      let start = isPassword ? 20 : 16
      let nonce = try AES.GCM.Nonce(data: cell[start..<start + 12])
      let stretching: ThemisCellHeader.Stretching? =
        isPassword
        ? .init(
          rounds: cell[48..<52].reversed().reduce(0) { $0 << 8 | UInt32($1) },
          salt: PasswordSalt(unchecked: cell[54..<54 + Int(cell[52])])) : nil
      let sealed = try ThemisSecureCell.seal(
        content, SymmetricKey(data: secret), stretching, context: context, nonce: nonce)
      #expect(sealed == cell, "\(record.place)")
    }
    try vectors.report(source.count, kernel: "best")
  }

  // MARK: - Forms

  @Test func everySizeRoundTrips() throws {
    var nonces: Set<[UInt8]> = []
    for count in 1...40 {
      let content = (0..<count).map { UInt8($0) }
      let cells = try Self.cells(content)
      #expect(cells.map(\.cell.count) == [70 + count, 44 + count])
      for (cell, secret) in cells { #expect(try Self.open(cell, secret, context: Self.context) == content) }
      #expect(nonces.insert(Array(cells[0].cell[20..<32])).inserted)
      #expect(nonces.insert(Array(cells[1].cell[16..<28])).inserted)
      #expect(nonces.insert(Array(cells[0].cell[54..<70])).inserted, "a salt again")
    }
    let ofKey = try ThemisSecureCell.seal(AnySequence([1, 2]), using: SymmetricKey(data: [7]))
    #expect(try ThemisSecureCell.open(AnySequence(ofKey), using: SymmetricKey(data: [7])) == [1, 2])
    let ofPassword = try ThemisSecureCell.seal([1, 2], password: "p".utf8)
    #expect(ofPassword[48..<52] == [0xc0, 0x27, 0x09, 0x00], "600,000 rounds")
    #expect(try ThemisSecureCell.open(ofPassword, password: "p".utf8) == [1, 2])
  }

  @Test func recognizesTheBeginning() throws {
    for (cell, _) in try Self.cells() {
      #expect(ThemisSecureCell.recognizes(cell[..<12]) && ThemisSecureCell.recognizes(AnySequence(cell)))
      for count in 0..<12 { #expect(!ThemisSecureCell.recognizes(cell[..<count])) }
      for place in 0..<12 {
        var changed = cell
        changed[place] ^= 2
        #expect(!ThemisSecureCell.recognizes(changed), "\(place)")
      }
    }
  }

  // MARK: - Refusals

  @Test func everyChangeIsRefused() throws {
    for (cell, secret) in try Self.cells() {
      for bit in 0..<8 * cell.count {
        var changed = cell
        changed[bit / 8] ^= 1 << (bit % 8)
        // The high bits of the rounds: too many rounds to compute here.
        if secret == Self.password, 8 * 50..<8 * 52 ~= bit {
          #expect(throws: InteropError.self) {
            try ThemisSecureCell.open(
              changed, password: secret, context: Self.context, maximumRounds: 70_000)
          }
        } else {
          #expect(throws: InteropError.self, "bit \(bit)") { try Self.open(changed, secret, context: Self.context) }
        }
      }
      for count in 0..<cell.count {
        #expect(throws: InteropError.self) { try Self.open(Array(cell[..<count]), secret, context: Self.context) }
      }
      for added in [[0], [UInt8](repeating: 0, count: 16)] {
        #expect(throws: InteropError.self) { try Self.open(cell + added, secret, context: Self.context) }
      }
    }
  }

  @Test func otherSecretsAndContextsAreRefused() throws {
    for (cell, secret) in try Self.cells() {
      for context in [[], Array("the contex".utf8), Array("the context ".utf8)] {
        #expect(throws: InteropError.authenticationFailure) { try Self.open(cell, secret, context: context) }
      }
      for other in [Array(secret.dropLast()), secret + [1], Array(secret.reversed())] {
        #expect(throws: InteropError.authenticationFailure) { try Self.open(cell, other, context: Self.context) }
      }
      let name = secret == Self.password ? "a password" : "a key"
      #expect(throws: InteropError.argument("\(name) of 0 bytes; Themis needs at least 1")) {
        try Self.open(cell, [], context: Self.context)
      }
    }
    let cells = try Self.cells()
    #expect(throws: InteropError.argument("this cell is under a password, not under a key")) {
      try ThemisSecureCell.open(cells[0].cell, using: Self.key, context: Self.context)
    }
    #expect(throws: InteropError.argument("this cell is under a key, not under a password")) {
      try ThemisSecureCell.open(cells[1].cell, password: Self.password, context: Self.context)
    }
  }

  @Test func fieldsAreChecked() throws {
    func expect(_ index: Int, _ place: Int, _ bytes: [UInt8], _ error: InteropError) throws {
      var (cell, secret) = try Self.cells()[index]
      cell.replaceSubrange(place..<place + bytes.count, with: bytes)
      #expect(throws: error) { try Self.open(cell, secret, context: Self.context) }
    }
    for index in 0...1 {
      try expect(index, 0, [1], .notThisFormat)
      try expect(index, 1, [2], .notThisFormat)
      try expect(index, 2, [0], .notThisFormat)
      try expect(index, 4, [16], .malformed("a nonce of 16 bytes; it has 12"))
      try expect(index, 4, [0, 0, 0, 255], .malformed("a nonce of 4278190080 bytes; it has 12"))
      try expect(index, 8, [12], .malformed("a tag of 12 bytes; it has 16"))
      try expect(
        index, 12, [32], .malformed("a ciphertext of 33 bytes; the header says 32, and there is at least 1"))
      try expect(
        index, 12, [0, 0, 0, 0x80],
        .malformed("a ciphertext of 33 bytes; the header says 2147483648, and there is at least 1"))
    }
    try expect(0, 16, [23], .malformed("a salt of 16 bytes in 23; they have to be 6 more, and in the cell"))
    try expect(
      0, 16, [5, 0, 1, 0], .malformed("a salt of 16 bytes in 65541; they have to be 6 more, and in the cell"))
    try expect(0, 52, [15], .malformed("a salt of 15 bytes in 22; they have to be 6 more, and in the cell"))
    try expect(0, 48, [0], .malformed("0 rounds; there is at least 1"))
    var cell = try Self.cells()[0].cell
    cell.replaceSubrange(16..<20, with: [5, 0, 1, 0])
    cell.replaceSubrange(52..<54, with: [255, 255])
    #expect(throws: InteropError.malformed("a salt of 65535 bytes in 65541; they have to be 6 more, and in the cell")) {
      try ThemisSecureCell.open(cell, password: Self.password, context: Self.context)
    }
    for (index, minimum) in [(0, 55), (1, 45)] {
      let (cell, secret) = try Self.cells()[index]
      #expect(throws: InteropError.malformed("\(minimum - 2) bytes; there are at least \(minimum)")) {
        try Self.open(Array(cell[..<(minimum - 2)]), secret, context: Self.context)
      }
      let token =
        "a token of Token Protect mode, whose \(cell.count - (index == 0 ? 70 : 44)) bytes of ciphertext are elsewhere"
      #expect(throws: InteropError.unsupported(token)) {
        try Self.open(Array(cell[..<(index == 0 ? 70 : 44)]), secret, context: Self.context)
      }
      var empty = Array(cell[..<(index == 0 ? 70 : 44)])
      empty[12] = 0
      if index == 1 { continue }
      #expect(
        throws: InteropError.malformed("a ciphertext of 0 bytes; the header says 0, and there is at least 1")
      ) { try Self.open(empty, secret, context: Self.context) }
    }
    #expect(throws: InteropError.notThisFormat) { try ThemisSecureCell.open([0, 1, 1], using: Self.key) }
  }

  @Test func roundsAreLimited() throws {
    let cell = try Self.cells()[0].cell
    func open(_ limit: Int) throws -> [UInt8] {
      try ThemisSecureCell.open(
        cell, password: Self.password, context: Self.context, maximumRounds: limit)
    }
    #expect(try open(3) == Self.content)
    #expect(throws: InteropError.overLimit(rounds: 3, limit: 2)) { try open(2) }
    #expect(throws: InteropError.overLimit(rounds: 3, limit: -1)) { try open(-1) }
    #expect(throws: InteropError.overLimit(rounds: 11, limit: 10)) {
      try ThemisSecureCell.seal([1], password: [1], rounds: 11, maximumRounds: 10)
    }
    for rounds in [0, -1, 1 << 32] {
      #expect(throws: InteropError.argument("\(rounds) rounds; a cell has 1 to 4294967295")) {
        try ThemisSecureCell.seal([1], password: [1], rounds: rounds, maximumRounds: .max)
      }
    }
  }

  @Test func emptyArgumentsAreRefused() throws {
    #expect(throws: InteropError.argument("0 bytes of content; a cell has 1 to 4294967295")) {
      try ThemisSecureCell.seal([], password: [1], rounds: 1)
    }
    #expect(throws: InteropError.argument("0 bytes of content; a cell has 1 to 4294967295")) {
      try ThemisSecureCell.seal([], using: Self.key)
    }
    #expect(throws: InteropError.argument("a password of 0 bytes; Themis needs at least 1")) {
      try ThemisSecureCell.seal([1], password: [], rounds: 1)
    }
    #expect(throws: InteropError.argument("a key of 0 bytes; Themis needs at least 1")) {
      try ThemisSecureCell.seal([1], using: SymmetricKey(data: []))
    }
  }
}
