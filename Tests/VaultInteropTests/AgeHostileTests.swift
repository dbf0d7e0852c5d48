import SwiftVaultTestSupport
import Testing
import Vault
import VaultInterop

/// Files that break one rule each, and the class of the error. The cases follow age's test kit (C2SP, CCTV, age).
@Suite struct AgeHostileTests {
  private enum Class: String {
    case success, header, tag, noMatch, armor, payload
  }

  private static let chunk = 64 << 10
  private static let full = testContent(chunk)

  private static func classOf(_ open: () throws(InteropError) -> [UInt8]) -> Class? {
    do throws(InteropError) {
      _ = try open()
      return .success
    } catch {
      switch error {
      case .age(.header): return .header
      case .age(.headerTag): return .tag
      case .age(.noMatch): return .noMatch
      case .age(.armor): return .armor
      case .age(.payload): return .payload
      default: return nil
      }
    }
  }

  private static func classOf(_ file: [UInt8], password: Bool = false) -> Class? {
    classOf { () throws(InteropError) in
      if password { return try AgeFile.open(file, password: AgeKit.password) }
      return try AgeFile.open(file, identities: [AgeFile.Identity(text: AgeKit.identity.utf8)])
    }
  }

  private static func kit(_ change: (inout AgeKit) -> Void) -> [UInt8] {
    var kit = AgeKit()
    change(&kit)
    return kit.bytes
  }

  @Test func aFileFromItsParts() {
    #expect(Self.classOf(AgeKit().bytes) == .success)
    #expect(Self.classOf(Self.kit { $0.stanzas = AgeKit.scrypt() }, password: true) == .success)
  }

  @Test func headers() {
    let base = AgeKit.x25519()
    let argument = "-> grease \(String(repeating: "!~", count: 40))\n"
    let full = String(repeating: "A", count: 64)
    let cases: [(Class, (inout AgeKit) -> Void)] = [
      (.header, { $0.version = "age-encryption.org/v2" }), (.header, { $0.version = "age-encryption.org/v1\r" }),
      (.header, { $0.version = "" }), (.header, { $0.stanzas = "" }),
      (.success, { $0.stanzas = argument + "\n" + base }), (.success, { $0.stanzas = argument + full + "\n\n" + base }),
      (.success, { $0.stanzas = argument + full + "\nAA\n" + base }),
      (.success, { $0.stanzas = base + argument + full + "\n" + full + "\n\n" }),
      (.header, { $0.stanzas = argument + base }), (.header, { $0.stanzas = argument + full + "\n" + base }),
      (.header, { $0.stanzas = argument + full + "AAAA\n\n" + base }),
      (.header, { $0.stanzas = argument + "AAAA\nAAAA\n" + base }),
      (.header, { $0.stanzas = argument + "AB\n" + base }),
      (.header, { $0.stanzas = argument + "AA==\n" + base }), (.header, { $0.stanzas = argument + "AA\r\n" + base }),
      (.header, { $0.stanzas = "->\n\n" + base }), (.header, { $0.stanzas = "-> \n\n" + base }),
      (.header, { $0.stanzas = "-> a  b\n\n" + base }), (.header, { $0.stanzas = "-> a \n\n" + base }),
      (.header, { $0.stanzas = "-> é\n\n" + base }), (.header, { $0.stanzas = "->a b\n\n" + base }),
      (.header, { $0.stanzas = "--> a\n\n" + base }), (.header, { $0.stanzas = "\n" + base }),
      (.tag, { $0.end = " \(String(repeating: "A", count: 43))\n" }),
      (.header, { $0.end = " \(String(repeating: "A", count: 42))B\n" }),
      (.header, { $0.end = " \(String(repeating: "A", count: 42))\n" }),
      (.header, { $0.end = " \(String(repeating: "A", count: 44))\n" }),
      (.header, { $0.end = " \(String(repeating: "A", count: 43)) \n" }), (.header, { $0.end = "\n" }),
      (.header, { $0.end = "  \(String(repeating: "A", count: 43))\n" }), (.header, { $0.end = "" }),
      (.header, { $0.end = "-\(String(repeating: "A", count: 43))\n" }),
      (.header, { $0.end = " \(String(repeating: "A", count: 43))" }),
      (.header, { ($0.nonce, $0.chunks) = ([], []) }), (.header, { ($0.nonce, $0.chunks) = ([1, 2], []) }),
      (.header, { $0.stanzas = "-> a \(String(repeating: "b", count: 1 << 20))\n\n" + base }),
      (.success, { $0.stanzas = "-> a \(String(repeating: "b", count: 1 << 19))\n\n" + base }),
    ]
    for (number, item) in cases.enumerated() { #expect(Self.classOf(Self.kit(item.1)) == item.0, "case \(number)") }
    #expect(Self.classOf([]) == .header)
  }

  @Test func stanzas() {
    let short = [UInt8](repeating: 9, count: 31)
    let base = AgeKit.x25519()
    let cases: [(Class, Bool, String)] = [
      (.success, false, AgeKit.x25519(type: "x25519") + base), (.noMatch, false, AgeKit.x25519(type: "x25519")),
      (.header, false, AgeKit.x25519(more: " more")), (.header, false, AgeKit.x25519(more: "=")),
      (.header, false, AgeKit.x25519(share: short)), (.header, false, AgeKit.x25519(share: short + [9, 0])),
      (.header, false, AgeKit.x25519(share: Array(repeating: 0, count: 32))),
      (.header, false, AgeKit.x25519(share: [1] + Array(repeating: 0, count: 31))),
      (.header, false, AgeKit.x25519(fileKey: AgeKit.fileKeyBytes + [1])), (.header, false, "-> X25519\n\n"),
      (.noMatch, false, AgeKit.x25519(share: short + [9])), (.noMatch, true, base),
      (.success, false, AgeKit.x25519(share: short + [9]) + base),
      (.noMatch, false, AgeKit.scrypt()), (.noMatch, true, AgeKit.scrypt(type: "SCRYPT")),
      (.header, true, AgeKit.scrypt() + base), (.header, false, AgeKit.scrypt() + base),
      (.header, true, AgeKit.scrypt() + AgeKit.scrypt()), (.header, true, AgeKit.scrypt(more: " more")),
      (.header, true, AgeKit.scrypt(salt: Array(repeating: 5, count: 15))),
      (.header, true, AgeKit.scrypt(salt: Array(repeating: 5, count: 17))), (.header, true, "-> scrypt 1\n\n"),
      (.header, true, AgeKit.scrypt(fileKey: AgeKit.fileKeyBytes + [1])),
      (.noMatch, true, AgeKit.scrypt(workFactor: "2")),
    ]
    for (number, item) in cases.enumerated() {
      #expect(Self.classOf(Self.kit { $0.stanzas = item.2 }, password: item.1) == item.0, "case \(number)")
    }
    for factor in ["0", "01", "+1", "-1", "0x1", "1a", "a1", "23", "99999999999999999999999", "1.0", "１"] {
      #expect(
        Self.classOf(Self.kit { $0.stanzas = AgeKit.scrypt(workFactor: factor) }, password: true) == .header,
        "\(factor)")
    }
  }

  /// No stanza fits, and the kinds are named.
  @Test func kindsOfStanzas() {
    let kinds = ["ssh-ed25519", "ssh-rsa", "mlkem768x25519", "piv-p256", "ssh-rsa"]
    let file = Self.kit { $0.stanzas = kinds.map { "-> \($0) abc\n\n" }.joined() }
    let error = #expect(throws: InteropError.self) { try AgeFile.open(file, identities: [AgeFile.Identity()]) }
    #expect(error == .age(.noMatch(kinds: kinds)))
    let words = "1 recipient of the kind ssh-ed25519 (not supported), 2 recipients of the kind ssh-rsa (not supported)"
    #expect(error?.description.contains(words) == true)
    let readable = InteropError.age(.noMatch(kinds: ["X25519", "scrypt", "X25519"]))
    #expect(readable.description.hasSuffix("the file is for 2 recipients of the kind X25519, a password"))
    let many = InteropError.age(.noMatch(kinds: (0..<5000).map { "\($0)" + String(repeating: "x", count: 500) }))
    #expect(many.description.count < 800)
  }

  /// Rules that a reader may meet without a mistake of their own have a text that names them.
  @Test func textsOfRules() {
    let empty = Self.kit { $0.chunks = [(Self.full, false), ([], true)] }
    let newer = Self.kit { $0.version = "age-encryption.org/v2" }
    let rule = "it ends after 16 bytes of chunk 2; an empty last chunk is allowed only for an empty file"
    for (file, failure) in [
      (empty, AgeFile.Failure.payload(rule)), (newer, .header("it is of a newer version of age")),
    ] {
      #expect(throws: InteropError.age(failure)) {
        try AgeFile.open(file, identities: [AgeFile.Identity(text: AgeKit.identity.utf8)])
      }
    }
  }

  /// The class, and what is returned before the error.
  @Test func payloads() throws {
    let short = [UInt8](repeating: 3, count: 100)
    let cases: [(Class, [UInt8], (inout AgeKit) -> Void)] = [
      (.success, [], { $0.chunks = [([], true)] }), (.success, Self.full, { $0.chunks = [(Self.full, true)] }),
      (.success, Self.full + Self.full, { $0.chunks = [(Self.full, false), (Self.full, true)] }),
      (.success, Self.full + short, { $0.chunks = [(Self.full, false), (short, true)] }),
      (.payload, [], { $0.chunks = [] }), (.payload, [], { $0.chunks = [(short, false)] }),
      (.payload, Self.full, { $0.chunks = [(Self.full, false)] }),
      (.payload, Self.full, { $0.chunks = [(Self.full, false), ([], true)] }),
      (.payload, Self.full, { $0.chunks = [(Self.full, false), (short, false)] }),
      (.payload, Self.full + Self.full, { $0.chunks = [(Self.full, false), (Self.full, false)] }),
      (.payload, [], { $0.chunks = [(short, false), (short, true)] }),
      (.payload, Self.full, { $0.chunks = [(Self.full, false), (short, false), (short, true)] }),
      (.payload, [], { $0.chunks = [(short, true), (short, true)] }),
      (.payload, Self.full, { $0.chunks = [(Self.full, true), (Self.full, true)] }),
      (.payload, Self.full, { $0.chunks = [(Self.full, true), (short, true)] }),
      (.payload, Self.full, { ($0.chunks, $0.trailing) = ([(Self.full, true)], [1]) }),
      (.payload, [], { $0.trailing = [1] }), (.payload, [], { $0.trailing = short }),
      (.payload, [], { ($0.chunks, $0.trailing) = ([], Array(repeating: 1, count: 15)) }),
    ]
    for (number, item) in cases.enumerated() {
      let file = Self.kit(item.2)
      #expect(Self.classOf(file) == item.0, "case \(number)")
      for length in [file.count, 1000] {
        var returned: [UInt8] = []
        #expect(Self.classOf { () throws(InteropError) in try Self.read(file, length, into: &returned) } == item.0)
        let isRight = returned == item.1
        #expect(isRight, "case \(number), \(length): \(returned.count) bytes")
      }
    }
  }

  /// Opens a file in pieces, with what is returned before an error.
  private static func read(
    _ file: [UInt8], _ length: Int, into returned: inout [UInt8]
  ) throws(InteropError) -> [UInt8] {
    var decryptor = AgeFile.Decryptor(identities: [try AgeFile.Identity(text: AgeKit.identity.utf8)])
    for start in stride(from: 0, to: file.count, by: length) {
      returned += try decryptor.update(file[start..<min(start + length, file.count)])
    }
    returned += try decryptor.finalize()
    return returned
  }

  /// Every bit of a short file, and every shorter file, gives an error.
  @Test func everyChangeIsNoticed() throws {
    let file = AgeKit().bytes
    for place in file.indices {
      for bit in 0..<8 {
        var changed = file
        changed[place] ^= 1 << UInt8(bit)
        #expect(Self.classOf(changed) != .success, "bit \(bit) of byte \(place)")
      }
      #expect(Self.classOf(Array(file[..<place])) != .success, "\(place) bytes")
    }
  }

  @Test func theFirstErrorIsThrownAgain() throws {
    let error = InteropError.age(.noMatch(kinds: ["X25519"]))
    var decryptor = AgeFile.Decryptor(identities: [])
    for _ in 0..<2 {
      do throws(InteropError) {
        _ = try decryptor.update(AgeKit().bytes)
        Issue.record("no error")
      } catch let found {
        #expect(found == error)
      }
    }
    do throws(InteropError) {
      _ = try decryptor.finalize()
      Issue.record("no error")
    } catch let found {
      #expect(found == error)
    }
  }

  @Test func armors() throws {
    let (first, last) = ("-----BEGIN AGE ENCRYPTED FILE-----", "-----END AGE ENCRYPTED FILE-----")
    let file = Self.kit { $0.chunks = [(Array("age++".utf8), true)] }
    let digits = Base64.padded.encode(file)
    #expect(file.count % 48 != 0 && digits.hasSuffix("="))
    let lines = stride(from: 0, to: digits.count, by: 64).map { String(digits.dropFirst($0).prefix(64)) }
    let body = lines.joined(separator: "\n")
    let space = String(repeating: "\n", count: 1000)
    let cases: [(Class, String)] = [
      (.success, "\(first)\n\(body)\n\(last)\n"), (.success, "\(first)\n\(body)\n\(last)"),
      (.success, "\(first)\r\n\(lines.joined(separator: "\r\n"))\r\n\(last)\r\n"),
      (.success, "\(space) \n\t\r\n\(first)\n\(body)\n\(last)\n \t\r\n\(space)"),
      (.armor, "\(space)\(space)\(first)\n\(body)\n\(last)"), (.armor, "\(first)\n\(body)\n\(last)\n\(space)\(space)"),
      (.armor, "x\n\(first)\n\(body)\n\(last)"), (.armor, "\(first)\n\(body)\n\(last)\nx"),
      (.armor, "\(first)\n\(body)\n\(last)\n\(first)\n\(body)\n\(last)\n"), (.armor, " \(first)\n\(body)\n\(last)"),
      (.armor, "\(first) \n\(body)\n\(last)"), (.armor, "\(first)\n\(body)\n \(last)"),
      (.armor, "\(first)\n\(body)\n\(last) \nx"), (.armor, "\(first)\n\(body)\n"), (.armor, "\(first)\n\(body)"),
      (.armor, "\(first)\n\n\(body)\n\(last)"), (.armor, "\(first)\n\(body)\n\n\(last)"),
      (.armor, "\(first)\n \(body)\n\(last)"), (.armor, "\(first)\n\(body) \n\(last)"),
      (.armor, "\(first)\nKey: value\n\n\(body)\n\(last)"), (.armor, "\(first.lowercased())\n\(body)\n\(last)"),
      (.armor, "-----BEGIN PGP MESSAGE-----\n\(body)\n-----END PGP MESSAGE-----"),
      (.armor, "\(first)\n\(body.dropLast())\n\(last)"), (.armor, "\(first)\n\(body)\n=aaaa\n\(last)"),
      (.armor, "\(first)\n\(digits)\n\(last)"), (.armor, "\(first)\n\(body.replacing("\n", with: "\n\n"))\n\(last)"),
      (.armor, "\(first)\n\(lines[0].prefix(60))\n\(lines[0].suffix(4))\(lines[1].prefix(60))\n\(last)"),
      (.armor, "\(first)\n\(body.replacing(lines[2].prefix(1), with: "*"))\n\(last)"), (.header, "\(first)\n\(last)\n"),
      (.header, "\(first)\nYWdl\n\(last)\n"), (.header, "   \n"), (.header, "no file of age"),
    ]
    for (number, item) in cases.enumerated() {
      #expect(Self.classOf(Array(item.1.utf8)) == item.0, "case \(number)")
      var returned: [UInt8] = []
      #expect(
        Self.classOf { () throws(InteropError) in try Self.read(Array(item.1.utf8), 1, into: &returned) } == item.0,
        "case \(number), byte by byte")
    }
    // A full last line, a wrong digit in it whose bits are none, and the header's error before that of a later line.
    let even = Self.kit { $0.chunks = [(Array(repeating: 1, count: (48 - (file.count - 5) % 48) % 48), true)] }
    #expect(even.count % 48 == 0)
    let evenDigits = Base64.padded.encode(even)
    let evenBody = stride(from: 0, to: evenDigits.count, by: 64).map { evenDigits.dropFirst($0).prefix(64) + "\n" }
      .joined()
    #expect(Self.classOf(Array("\(first)\n\(evenBody)\(last)".utf8)) == .success)
    let loose = String(digits.dropLast(digits.hasSuffix("==") ? 3 : 2)) + "B" + (digits.hasSuffix("==") ? "==" : "=")
    #expect(Self.classOf(Array("\(first)\n\(loose.suffix(64))\n\(last)".utf8)) == .armor)
    let wrong = Self.kit { $0.version = "age-encryption.org/v2" }
    let begun = Base64.padded.encode(Array(wrong.prefix(48)))
    #expect(Self.classOf(Array("\(first)\n\(begun)\n***\n\(last)".utf8)) == .header)
  }
}
