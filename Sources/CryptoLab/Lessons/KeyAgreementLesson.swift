import Curve25519
import Sessions
import SwiftVaultCommandSupport
import SwiftVaultLessonLogic

/// X25519 between two parties, an attacker between them, and two proofs that a party knows a PIN.
///
/// Spec: RFC 7748, section 6.1; Noise revision 34, section 7.5; draft-irtf-cfrg-cpace-21.
struct KeyAgreementLesson: Lesson {
  static let name = "key-agreement"
  static let summary = "a secret agreed in public, and a proof that tells none"
  static let help = """
    usage: crypto-lab key-agreement [--pin PIN] [--guess PIN] [options]

    A phone and a server agree on a secret while everybody listens; somebody stands
    between them; and the phone proves that it knows a PIN, in one way that gives
    the PIN away and in one that does not.

      --pin PIN        what phone and server both know, 0 to 9999; without it 4711
      --guess PIN      what Mallory takes for it, 0 to 9999; without it 1234
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab key-agreement
      crypto-lab key-agreement --pin 42 --guess 42
    """
  static let options: [Option] = [.integer("pin"), .integer("guess")]

  private let pin: Int
  private let guess: Int
  private let phone: AgreementParty
  private let server: AgreementParty
  private let mallory: AgreementParty
  private let challenge: [UInt8]
  private let scalars: [[UInt8]]

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    pin = try options.integer("pin", in: 0...9999) ?? 4711
    guess = try options.integer("guess", in: 0...9999) ?? 1234
    phone = AgreementParty(privateKey: random.bytes(32))
    server = AgreementParty(privateKey: random.bytes(32))
    mallory = AgreementParty(privateKey: random.bytes(32))
    challenge = random.bytes(16)
    scalars = [random.bytes(32), random.bytes(32)]
  }

  func tell(on page: Page) throws(LabError) {
    page.text(
      """
      You will see how two parties who have never met make a secret in front of everybody, who can stand between them, \
      and how one proves to the other that it knows a PIN without showing it.
      """)
    tellAgreement(on: page)
    tellBetween(on: page)
    try tellPinned(on: page)
    tellChallenge(on: page)
    tellComparison(on: page)
    page.end(
      remember: [
        "Key agreement gives two parties a secret that no listener has. It does not tell them who the other is.",
        "A public key that is known before, a pinned one, tells the phone that it talks to its server.",
        "A short secret must not be tested without the other party: CPace allows one guess in each run.",
      ],
      variations: [
        Variation("key-agreement --pin 0", "the first guess of a listener: 1 HMAC"),
        Variation("key-agreement --pin 9999", "the last one: 10,000 HMACs"),
        Variation("key-agreement --guess 4711", "Mallory guesses right: there is no other way in, and one try for it"),
      ],
      next: "--help", why: "all the lessons and primitives.")
  }

  private func tellAgreement(on page: Page) {
    page.heading("Two keys, one secret")
    page.text(
      """
      X25519 (RFC 7748) multiplies a point of a curve by a number. The private key is a random number. The public key is \
      the product of that number and a point that everybody knows.
      """)
    page.drawing(
      Self.lines("phone, private", phone.privateKey) + Self.lines("phone, public", phone.publicKey)
        + Self.lines("server, private", server.privateKey) + Self.lines("server, public", server.publicKey))
    page.text("Each sends its public key, and multiplies the key that comes by its own private one:")
    page.ask("Eve hears both public keys. Does she know the secret?", .yes(false))
    let secrets = [phone.secret(with: server.publicKey), server.secret(with: phone.publicKey)].map { $0 ?? [] }
    page.drawing(Self.lines("phone", secrets[0]) + Self.lines("server", secrets[1]))
    let verdict: StyledText = secrets[0] == secrets[1] ? "\("the same", .good)" : "\("different", .bad)"
    page.text(
      """
      The two products are \(verdict), because the order of the numbers does not matter. Eve has no number. To find one \
      from a public key takes about 2^128 steps (RFC 7748, section 1), unless she has a large quantum computer.
      """)
    page.text(
      """
      Both throw their private keys away when they have finished. Then nobody can compute the secret again, not even \
      whoever takes the phone and the server tomorrow. Such keys are called ephemeral.
      """)
  }

  private func tellBetween(on page: Page) {
    page.heading("Somebody in between")
    page.text("Mallory does more than listen: she keeps both public keys, and sends each party her own in their place.")
    page.ask("How many secrets are there now?", .number(2))
    page.drawing(
      Self.lines("phone", phone.secret(with: mallory.publicKey) ?? [])
        + Self.lines("Mallory", mallory.secret(with: phone.publicKey) ?? [])
        + Self.lines("Mallory", mallory.secret(with: server.publicKey) ?? [])
        + Self.lines("server", server.secret(with: mallory.publicKey) ?? []))
    page.text(
      """
      Two secrets, and Mallory has both. She decrypts what comes from one side, reads it, and encrypts it for the other. \
      Neither side sees a difference. A secret that was agreed says nothing about who has it.
      """)
  }

  private func tellPinned(on page: Page) throws(LabError) {
    page.heading("A pinned key")
    page.text(
      """
      An app can bring the public key of its server along. In the pattern NK of Noise, the first message is encrypted \
      under a secret that this key is part of.
      """)
    page.ask("Mallory stands between them again. Can she read the first message?", .yes(false))
    page.rows(
      try [("server", server), ("Mallory", mallory)].map { name, party throws(LabError) in
        (StyledText(name).padded(to: 10), try received(by: party))
      })
    page.text(
      """
      Mallory can still cut the connection. She cannot read, change or answer anything, because she does not have the \
      private key that belongs to the pinned one. `Session` of the library Sessions does all of this.
      """)
  }

  /// What happens to a first message that is meant for the server.
  private func received(by party: AgreementParty) throws(LabError) -> StyledText {
    let noise = try askLibrary { () throws(NoiseError) in try NoiseProtocol(name: "Noise_NK_25519_AESGCM_SHA256") }
    let message = try askLibrary { () throws(NoiseError) in
      let pinned = try! Curve25519.KeyAgreement.PublicKey(rawRepresentation: server.publicKey)
      var initiator = try NoiseHandshake(noise, role: .initiator, remoteStaticKey: pinned)
      return try initiator.writeMessage(payload: "a photo".utf8)
    }
    do throws(NoiseError) {
      let own = try! Curve25519.KeyAgreement.PrivateKey(rawRepresentation: party.privateKey)
      var responder = try NoiseHandshake(noise, role: .responder, staticKey: own)
      return "reads \(.characters(try responder.readMessage(message)) as StyledText)"
    } catch {
      return "\("refused", .good): \("\(error)")"
    }
  }

  private func tellChallenge(on page: Page) {
    let answer = ChallengeProof.answer(to: challenge, pin: pin)
    page.heading("A proof that shows too much")
    page.text(
      """
      Phone and server both know a PIN of four digits. The server sends a random challenge, and the phone answers with \
      the HMAC-SHA-256 of it under the PIN. The PIN itself is never sent. Eve hears this:
      """)
    page.drawing([.block("challenge", challenge, labelWidth: Self.labelWidth)] + Self.lines("answer", answer))
    page.ask("How many HMACs must Eve compute at most to know the PIN?", .number(ChallengeProof.pinCount))
    page.text("She computes the answer of 0000, of 0001, and so on, until it is the one that she heard:")
    if let found = ChallengeProof.search(answer, to: challenge) {
      page.line("  found    \(Self.digits(found.pin), .bad)    after \(found.count.localizedCount(of: "HMAC"))")
    }
    page.text(
      """
      Nobody notices, and it works tomorrow with what is recorded today. More rounds make it slower. They do not make \
      the PINs more.
      """)
  }

  private func tellComparison(on page: Page) {
    page.heading("A proof that shows nothing")
    page.text(
      """
      In CPace (a draft of the IRTF) both make a point of the curve from the PIN, multiply it by a random number, and \
      send the product. Then each multiplies what came by its own number. With one PIN the two results are equal, and a \
      tag under a key from them proves it.
      """)
    let honest = ComparisonTrace(pins: [pin, pin], scalars: scalars)
    let points = Self.lines("phone, point", honest.points[0]) + Self.lines("server, point", honest.points[1])
    let tags = zip(["phone, tag", "server, tag"], honest.tags).map { name, tag in
      StyledText.block("\(name)", tag.prefix(16), labelWidth: Self.labelWidth, remark: "…")
    }
    page.drawing(points + tags)
    page.ask("Eve heard both points and both tags. Can she test 0000 with them?", .yes(false))
    page.text(
      """
      For each of the 10,000 PINs there is a number that makes the phone's point of it. So the point fits them all, and \
      to test a tag she would have to multiply by a number that only one of the two had. Mallory has to take part \
      herself, with a PIN:
      """)
    let impostor = ComparisonTrace(pins: [guess, pin], scalars: scalars)
    page.rows([
      (Self.label("phone", pin), Self.verdict(honest, isBetweenFriends: true)),
      (Self.label("Mallory", guess), Self.verdict(impostor, isBetweenFriends: false)),
    ])
    page.ask(
      "The server allows 3 runs that fail. Of 10,000 phones with random PINs, how many does she get into?", .number(3))
    page.text(
      """
      One run, one guess: 3 of 10,000. What she learns of a wrong guess is that it was wrong. `SecretComparison` does \
      this, for a PIN or for anything that two parties want to compare without showing it.
      """)
  }

  private static func label(_ name: String, _ pin: Int) -> StyledText {
    ("\(name), \(digits(pin))" as StyledText).padded(to: labelWidth)
  }

  private static func verdict(_ run: ComparisonTrace, isBetweenFriends: Bool) -> StyledText {
    let isEqual = run.verdicts == [true, true]
    return StyledText(isEqual ? "equal" : "different", isEqual == isBetweenFriends ? .good : .bad)
  }

  private static func digits(_ pin: Int) -> String { String(decoding: ChallengeProof.digits(pin), as: UTF8.self) }

  private static var labelWidth: Int { StyledText.labelWidth(of: ["phone, public", "server, private"], gap: 2) }

  /// Two lines for 32 bytes.
  private static func lines(_ label: String, _ bytes: [UInt8]) -> [StyledText] {
    Blocks.split(bytes).enumerated().map {
      .block($0.offset == 0 ? "\(label)" : "", $0.element, labelWidth: labelWidth)
    }
  }
}
