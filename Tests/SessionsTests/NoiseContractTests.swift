import AES
import ChaCha20Poly1305
import Testing

@testable import Sessions

/// What a handshake and its transport refuse, and their state afterwards.
@Suite struct NoiseContractTests {
  private typealias PrivateKey = Curve25519.KeyAgreement.PrivateKey

  /// Both parties of a handshake with a pattern and the same pre-shared keys.
  private struct Parties: ~Copyable {
    var initiator: NoiseHandshake
    var responder: NoiseHandshake

    init(_ pattern: String, keys: [SymmetricKey] = [], prologues: ([UInt8], [UInt8]) = ([], [])) throws {
      let noise = try NoiseProtocol(name: "Noise_\(pattern)_25519_AESGCM_SHA256")
      let (first, second) = (PrivateKey(), PrivateKey())
      let (own, peer) = (noise.pattern.hasStaticKey(isInitiator: true), noise.pattern.hasStaticKey(isInitiator: false))
      let initiator = try NoiseHandshake(
        noise, role: .initiator, prologue: prologues.0, staticKey: own ? first : nil,
        remoteStaticKey: noise.pattern.isResponderKnown ? second.publicKey : nil, preSharedKeys: keys)
      let responder = try NoiseHandshake(
        noise, role: .responder, prologue: prologues.1, staticKey: peer ? second : nil,
        remoteStaticKey: noise.pattern.isInitiatorKnown ? first.publicKey : nil, preSharedKeys: keys)
      self.initiator = initiator
      self.responder = responder
    }

    mutating func finish() throws {
      while !initiator.isComplete {
        if initiator.writesNext {
          _ = try responder.readMessage(initiator.writeMessage())
        } else {
          _ = try initiator.readMessage(responder.writeMessage())
        }
      }
    }
  }

  /// The ciphers of both parties after a handshake.
  private struct Transports: ~Copyable {
    var first: NoiseTransport
    var second: NoiseTransport

    init(_ pattern: String = "NN") throws {
      var parties = try Parties(pattern)
      try parties.finish()
      let first = try parties.initiator.transport()
      let second = try parties.responder.transport()
      self.first = first
      self.second = second
    }
  }

  /// Whether the body throws the error.
  private func refuses<Result: ~Copyable>(
    _ error: NoiseError, _ comment: Comment? = nil, _ body: () throws(NoiseError) -> Result,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do throws(NoiseError) {
      _ = try body()
      Issue.record("nothing thrown \(comment ?? "")", sourceLocation: sourceLocation)
    } catch let thrown {
      #expect(thrown == error, comment, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [
    "Noise_NN_25519_AESGCM_SHA384", "Noise_NN_25519_chachapoly_SHA256", "Noise_NN_25519_ChaChaPoly_BLAKE2s",
    "Noise_NN_448_AESGCM_SHA256",
    "Noise_NN_25519_AESGCM", "Noise_NN_25519_AESGCM_SHA256_", "noise_NN_25519_AESGCM_SHA256",
    "Noise_NZ_25519_AESGCM_SHA256", "Noise__25519_AESGCM_SHA256", "Noise_NNpsk_25519_AESGCM_SHA256",
    "Noise_NNpsk3_25519_AESGCM_SHA256", "Noise_NNpsk0psk2_25519_AESGCM_SHA256", "Noise_NNpsk0+_25519_AESGCM_SHA256",
    "Noise_NNpsk0+psk0_25519_AESGCM_SHA256", "Noise_NNpsk2+psk0_25519_AESGCM_SHA256",
    "Noise_NNfallback_25519_AESGCM_SHA256", "",
  ])
  func otherNamesAreRefused(name: String) {
    refuses(.unsupportedProtocol) { () throws(NoiseError) in try NoiseProtocol(name: name) }
  }

  @Test func keysMustBeThoseOfThePattern() throws {
    let (key, peer, shared) = (PrivateKey(), PrivateKey().publicKey, SymmetricKey(size: .bits256))
    let cases: [(String, NoiseRole, PrivateKey?, Curve25519.KeyAgreement.PublicKey?, [SymmetricKey], NoiseError)] = [
      ("NN", .initiator, key, nil, [], .staticKey(isNeeded: false)),
      ("XX", .initiator, nil, nil, [], .staticKey(isNeeded: true)),
      ("XX", .responder, nil, nil, [], .staticKey(isNeeded: true)),
      ("NK", .initiator, nil, nil, [], .remoteStaticKey(isNeeded: true)),
      ("NK", .responder, key, peer, [], .remoteStaticKey(isNeeded: false)),
      ("NK", .responder, nil, nil, [], .staticKey(isNeeded: true)),
      ("N", .responder, nil, nil, [], .staticKey(isNeeded: true)),
      ("K", .initiator, key, nil, [], .remoteStaticKey(isNeeded: true)),
      ("NNpsk0", .initiator, nil, nil, [], .preSharedKeyCount(0, needed: 1)),
      ("NNpsk0+psk2", .initiator, nil, nil, [shared], .preSharedKeyCount(1, needed: 2)),
      ("NN", .initiator, nil, nil, [shared], .preSharedKeyCount(1, needed: 0)),
      ("NNpsk0", .initiator, nil, nil, [SymmetricKey(size: .bits128)], .preSharedKeyByteCount(16)),
    ]
    for (pattern, role, own, remote, shared, error) in cases {
      let noise = try NoiseProtocol(name: "Noise_\(pattern)_25519_AESGCM_SHA512")
      refuses(error, "\(pattern)") { () throws(NoiseError) in
        try NoiseHandshake(
          noise, role: role, staticKey: own, remoteStaticKey: remote, preSharedKeys: shared)
      }
    }
  }

  /// Several pre-shared keys are mixed in, each at its place.
  @Test func severalPreSharedKeys() throws {
    let keys = [SymmetricKey(size: .bits256), SymmetricKey(size: .bits256)]
    var parties = try Parties("XXpsk0+psk3", keys: keys)
    try parties.finish()
    let hashes = (parties.initiator.handshakeHash, parties.responder.handshakeHash)
    #expect(hashes.0 == hashes.1)
    let noise = try NoiseProtocol(name: "Noise_NNpsk0+psk2_25519_AESGCM_SHA256")
    var initiator = try NoiseHandshake(noise, role: .initiator, preSharedKeys: keys)
    var responder = try NoiseHandshake(noise, role: .responder, preSharedKeys: keys.reversed())
    let message = try initiator.writeMessage()
    refuses(.authenticationFailure) { () throws(NoiseError) in try responder.readMessage(message) }
  }

  /// A changed bit anywhere in a handshake makes it fail, and nothing follows.
  @Test(arguments: ["XX", "KK", "NK1", "XK", "IKpsk2", "NNpsk0"])
  func changedMessagesAreRefused(pattern: String) throws {
    let keys = pattern.contains("psk") ? [SymmetricKey(size: .bits256)] : []
    for target in 0..<3 {
      for place in [0, 31, 32, -17, -16, -1] {
        var parties = try Parties(pattern, keys: keys)
        var (number, failed) = (0, false)
        while !parties.initiator.isComplete && !failed {
          let isFirst = parties.initiator.writesNext
          do throws(NoiseError) {
            var message = try isFirst ? parties.initiator.writeMessage() : parties.responder.writeMessage()
            if number == target {
              let index = place < 0 ? message.count + place : place
              guard message.indices.contains(index) else { break }
              message[index] ^= 0x40
            }
            _ = try isFirst ? parties.responder.readMessage(message) : parties.initiator.readMessage(message)
          } catch {
            #expect(error == .authenticationFailure, "\(pattern), message \(number), \(place)")
            if isFirst {
              refuses(.ended) { () throws(NoiseError) in try parties.responder.readMessage([]) }
              refuses(.ended) { () throws(NoiseError) in try parties.responder.writeMessage() }
            } else {
              refuses(.ended) { () throws(NoiseError) in try parties.initiator.readMessage([]) }
            }
            failed = true
          }
          number += 1
        }
        // A pattern without a third message is complete, and unchanged, before it.
        if number > target { #expect(failed, "\(pattern), message \(target), \(place)") }
      }
    }
  }

  @Test func prologuesMustBeAlike() throws {
    var parties = try Parties("NN", prologues: ([1], [2]))
    let message = try parties.initiator.writeMessage()
    _ = try parties.responder.readMessage(message)
    let answer = try parties.responder.writeMessage()
    refuses(.authenticationFailure) { () throws(NoiseError) in try parties.initiator.readMessage(answer) }
  }

  /// With a public key of low order, the shared secret would be zero.
  @Test func lowOrderKeysAreRefused() throws {
    var parties = try Parties("NN")
    _ = try parties.initiator.writeMessage()
    _ = try parties.responder.readMessage([UInt8](repeating: 0, count: 32))
    refuses(.authenticationFailure) { () throws(NoiseError) in try parties.responder.writeMessage() }
    var again = try Parties("NN")
    _ = try again.initiator.writeMessage()
    refuses(.authenticationFailure) { () throws(NoiseError) in
      try again.initiator.readMessage([1] + [UInt8](repeating: 0, count: 47))
    }
  }

  /// A static key has one encoding: a client with two would have two identities.
  @Test func otherEncodingsOfStaticKeysAreRefused() throws {
    let topBit = PrivateKey().publicKey.rawRepresentation.dropLast() + [0x80]
    let ninePlusPrime = [0xF6] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    for key in [Array(topBit), ninePlusPrime] {
      var parties = try Parties("IN")
      var message = try parties.initiator.writeMessage()
      message.replaceSubrange(32..<64, with: key)
      refuses(.authenticationFailure) { () throws(NoiseError) in try parties.responder.readMessage(message) }
      let remote = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: key)
      let noise = try NoiseProtocol(name: "Noise_KN_25519_AESGCM_SHA256")
      refuses(.authenticationFailure) { () throws(NoiseError) in
        try NoiseHandshake(noise, role: .responder, remoteStaticKey: remote)
      }
    }
  }

  /// Each message of each pattern takes a payload up to 65,535 bytes in all, and not a byte more.
  @Test func thePayloadsOfEachPattern() throws {
    let key = SymmetricKey(size: .bits256)
    for pattern in NoisePattern.table.map(\.name) + ["NNpsk0", "XXpsk3", "IKpsk1", "NNpsk0+psk2"] {
      let count = try NoiseProtocol(name: "Noise_\(pattern)_25519_AESGCM_SHA256").pattern.preSharedKeyCount
      var parties = try Parties(pattern, keys: [SymmetricKey](repeating: key, count: count))
      while !parties.initiator.isComplete {
        if parties.initiator.writesNext {
          try parties.responder.read(parties.initiator.writeLargest())
        } else {
          try parties.initiator.read(parties.responder.writeLargest())
        }
      }
    }
  }

  @Test func messagesTakeTurns() throws {
    var parties = try Parties("NN")
    refuses(.outOfTurn) { () throws(NoiseError) in try parties.initiator.readMessage([]) }
    refuses(.outOfTurn) { () throws(NoiseError) in try parties.responder.writeMessage() }
    #expect(throws: NoiseError.outOfTurn) {
      let parties = try Parties("NN")
      _ = try parties.initiator.transport()
    }
    try parties.finish()
    refuses(.outOfTurn) { () throws(NoiseError) in try parties.initiator.writeMessage() }
    refuses(.outOfTurn) { () throws(NoiseError) in try parties.responder.readMessage([]) }
  }

  @Test func sizes() throws {
    for count in 0..<32 {
      var parties = try Parties("NN")
      refuses(.messageTooShort(byteCount: count)) { () throws(NoiseError) in
        try parties.responder.readMessage([UInt8](repeating: 9, count: count))
      }
    }
    var parties = try Parties("XX")
    refuses(.messageTooLong(byteCount: 65536)) { () throws(NoiseError) in
      try parties.initiator.writeMessage(payload: [UInt8](repeating: 0, count: 65504))
    }
    // Nothing has changed, and the largest payload fits.
    _ = try parties.responder.readMessage(parties.initiator.writeMessage(payload: [UInt8](repeating: 0, count: 65503)))
    let largest = try parties.responder.writeMessage(payload: [UInt8](repeating: 0, count: 65439))
    #expect(largest.count == 65535)
    refuses(.messageTooLong(byteCount: 65536)) { () throws(NoiseError) in
      try parties.initiator.readMessage(largest + [0])
    }

    var ends = try Transports()
    refuses(.messageTooLong(byteCount: 65536)) { () throws(NoiseError) in
      try ends.first.encrypt([UInt8](repeating: 0, count: 65520))
    }
    let sealed = try ends.first.encrypt([UInt8](repeating: 7, count: 65519))
    #expect(sealed.count == 65535)
    #expect(try ends.second.decrypt(sealed) == [UInt8](repeating: 7, count: 65519))
    #expect(try ends.second.decrypt(ends.first.encrypt([])) == [])
    refuses(.messageTooLong(byteCount: 65536)) { () throws(NoiseError) in
      try ends.second.decrypt([UInt8](repeating: 0, count: 65536))
    }
    var others = try Transports()
    refuses(.messageTooShort(byteCount: 15)) { () throws(NoiseError) in
      try others.second.decrypt([UInt8](repeating: 0, count: 15))
    }
  }

  /// A repeated, a reordered and a changed message are refused. This ends the direction, but not the other direction.
  @Test(arguments: 0..<3)
  func transportKeepsTheOrder(fault: Int) throws {
    var ends = try Transports()
    let messages = try [ends.first.encrypt([1]), ends.first.encrypt([2]), ends.first.encrypt([3])]
    #expect(try ends.second.decrypt(messages[0]) == [1])
    let wrong = [messages[0], messages[2], messages[1].dropLast() + [messages[1].last! ^ 1]][fault]
    refuses(.authenticationFailure) { () throws(NoiseError) in try ends.second.decrypt(wrong) }
    refuses(.ended) { () throws(NoiseError) in try ends.second.decrypt(messages[1]) }
    #expect(try ends.first.decrypt(ends.second.encrypt([4])) == [4])
  }

  @Test func oneWayPatterns() throws {
    var ends = try Transports("X")
    #expect(try ends.second.decrypt(ends.first.encrypt([1])) == [1])
    refuses(.outOfTurn) { () throws(NoiseError) in try ends.second.encrypt([1]) }
    refuses(.outOfTurn) { () throws(NoiseError) in try ends.first.decrypt([UInt8](repeating: 0, count: 16)) }
  }

  /// The number 2^64 - 1 is reserved for the new key.
  @Test func numbersEnd() throws {
    let key = SymmetricKey(size: .bits256)
    var (sender, receiver) = (NoiseCipher(key, .aesGCM, nonce: .max - 1), NoiseCipher(key, .aesGCM, nonce: .max - 1))
    var last: [UInt8] = []
    try sender.seal([1], authenticating: [2], to: &last)
    #expect(try receiver.open(last[...], authenticating: [2]) == [1])
    refuses(.nonceExhausted) { () throws(NoiseError) in try sender.seal([1], authenticating: [], to: &last) }
    refuses(.nonceExhausted) { () throws(NoiseError) in try receiver.open(last[...], authenticating: []) }
    refuses(.nonceExhausted) { () throws(NoiseError) in
      try receiver.open(last[...], authenticating: [], number: .max)
    }
  }

  /// The new key is the encryption of 32 zero bytes under the number 2^64 - 1, and the numbers go on.
  @Test func rekeying() throws {
    let key = SymmetricKey(size: .bits256)
    let (zeros, last) = ([UInt8](repeating: 0, count: 32), [0, 0, 0, 0] + [UInt8](repeating: 255, count: 8))
    var sealed: [NoiseAlgorithm: [UInt8]] = [:]
    for algorithm in [NoiseAlgorithm.aesGCM, .chaChaPoly] {
      var cipher = NoiseCipher(key, algorithm, isExpanded: true, nonce: 5)
      cipher.rekey()
      try cipher.seal([9], authenticating: [], to: &sealed[algorithm, default: []])
    }
    let aes = try AES.GCM.seal(zeros, using: key, nonce: AES.GCM.Nonce(data: last))
    let sixth = try AES.GCM.seal(
      [9], using: SymmetricKey(data: aes.ciphertext), nonce: AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 11) + [5])
    )
    #expect(sealed[.aesGCM] == sixth.ciphertext + sixth.tag)
    let chaCha = try ChaChaPoly.seal(zeros, using: key, nonce: ChaChaPoly.Nonce(data: last))
    let other = try ChaChaPoly.seal(
      [9], using: SymmetricKey(data: chaCha.ciphertext),
      nonce: ChaChaPoly.Nonce(data: [0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]))
    #expect(sealed[.chaChaPoly] == other.ciphertext + other.tag)

    var ends = try Transports()
    _ = try ends.second.decrypt(ends.first.encrypt([1]))
    ends.first.rekeySending()
    ends.second.rekeyReceiving()
    #expect(try ends.second.decrypt(ends.first.encrypt([2])) == [2])
    #expect(try ends.first.decrypt(ends.second.encrypt([3])) == [3])
    ends.second.rekeySending()
    let message = try ends.second.encrypt([4])
    refuses(.authenticationFailure) { () throws(NoiseError) in try ends.first.decrypt(message) }
  }

  @Test func outOfOrder() throws {
    var ends = try Transports()
    _ = try ends.second.decrypt(ends.first.encrypt([0]))
    var first = NoiseDatagramTransport(ends.first)
    var second = NoiseDatagramTransport(ends.second)
    let messages = try (1...4).map { try first.encrypt([UInt8($0)]) }
    #expect(messages.map(\.number) == [1, 2, 3, 4])
    for index in [3, 0, 2] {
      #expect(try second.decrypt(messages[index].message, number: messages[index].number) == [UInt8(index + 1)])
    }
    for index in [0, 2, 3] {
      refuses(.repeatedMessage) { () throws(NoiseError) in
        try second.decrypt(messages[index].message, number: messages[index].number)
      }
    }
    refuses(.repeatedMessage) { () throws(NoiseError) in try second.decrypt(messages[1].message, number: 0) }
    // A wrong number and a changed message are refused, and change nothing.
    refuses(.authenticationFailure) { () throws(NoiseError) in try second.decrypt(messages[1].message, number: 9) }
    refuses(.authenticationFailure) { () throws(NoiseError) in
      try second.decrypt(messages[1].message.reversed(), number: 2)
    }
    #expect(try second.decrypt(messages[1].message, number: 2) == [2])
    refuses(.nonceExhausted) { () throws(NoiseError) in try second.decrypt(messages[1].message, number: .max) }
  }

  /// A direction that has ended does not begin again.
  @Test func outOfOrderAfterTheEnd() throws {
    var ends = try Transports()
    refuses(.authenticationFailure) { () throws(NoiseError) in
      try ends.second.decrypt([UInt8](repeating: 0, count: 16))
    }
    var first = NoiseDatagramTransport(ends.first)
    var second = NoiseDatagramTransport(ends.second)
    let sent = try first.encrypt([1])
    refuses(.ended) { () throws(NoiseError) in try second.decrypt(sent.message, number: sent.number) }
    let answer = try second.encrypt([2])
    #expect(try first.decrypt(answer.message, number: answer.number) == [2])
  }

  /// The window compared with a plain set of numbers.
  @Test func window() {
    var generator = SystemRandomNumberGenerator()
    var (window, accepted, highest) = (NoiseWindow(), Set<UInt64>(), UInt64(0))
    for step in 0..<20_000 {
      let reach: UInt64 = step % 500 == 0 ? 3000 : 40
      let number =
        Bool.random()
        ? highest + .random(in: 0..<reach, using: &generator) : highest - min(highest, .random(in: 0..<1100))
      let isNew = number > highest || accepted.isEmpty || highest - number < 1024 && !accepted.contains(number)
      #expect(window.isNew(number) == isNew, "\(number) after \(highest)")
      if isNew {
        window.insert(number)
        accepted.insert(number)
        highest = max(highest, number)
      }
    }
    #expect(accepted.count > 2000 && !NoiseWindow(from: 3).isNew(2) && NoiseWindow(from: 3).isNew(3))
    #expect(!NoiseWindow(from: 5000).isNew(4999) && !NoiseWindow(from: 5000).isNew(3000))
  }

  @Test func descriptions() {
    let descriptions: [(NoiseError, String)] = [
      (.unsupportedProtocol, "the name is not of a protocol with 25519, AESGCM or ChaChaPoly, and SHA256 or SHA512"),
      (.staticKey(isNeeded: true), "the pattern needs a static key of this party"),
      (.staticKey(isNeeded: false), "the pattern has no static key of this party"),
      (.remoteStaticKey(isNeeded: true), "the pattern needs the static key of the peer"),
      (.remoteStaticKey(isNeeded: false), "the pattern begins without a static key of the peer"),
      (.preSharedKeyCount(1, needed: 2), "1 pre-shared key; the pattern has 2"),
      (.preSharedKeyByteCount(31), "a pre-shared key of 31 bytes; it needs 32"),
      (.messageTooLong(byteCount: 65536), "a message of 65536 bytes; at most 65535 are possible"),
      (.messageTooShort(byteCount: 1), "1 byte of a message that has more"),
      (.authenticationFailure, "the peer's message is not authentic"),
      (.outOfTurn, "this is not the next message"),
      (.ended, "nothing follows a message that was refused"),
      (.nonceExhausted, "2^64 - 1 messages were sent or received"),
      (.repeatedMessage, "a message with this number was received before, or it is too old"),
    ]
    for (error, description) in descriptions { #expect(error.description == description) }
  }
}

extension NoiseCipher {
  /// Appends the ciphertext of a text and its tag to `output`.
  fileprivate mutating func seal(
    _ text: [UInt8], authenticating data: [UInt8], to output: inout [UInt8]
  ) throws(NoiseError) {
    try text.withBytes { text throws(NoiseError) in try seal(text, authenticating: data, to: &output) }
  }
}

extension NoiseHandshake {
  /// A message of 65,535 bytes. With a byte more, it is refused and the handshake unchanged.
  fileprivate mutating func writeLargest() throws -> [UInt8] {
    var count = 65535
    while true {
      do throws(NoiseError) {
        let message = try writeMessage(payload: [UInt8](repeating: 5, count: count))
        #expect(message.count == 65535)
        return message
      } catch .messageTooLong(let byteCount) {
        count -= byteCount - 65535
      }
    }
  }

  fileprivate mutating func read(_ message: [UInt8]) throws {
    #expect(try readMessage(message).allSatisfy { $0 == 5 })
  }
}
