import Credentials
import SwiftVaultCommandSupport
import SwiftVaultCryptoBytes
import VaultInterop

/// `crypto-lab batch`: answers one request a line, for test suites in other languages.
enum Batch {
  /// Answers the requests on standard input until the input ends.
  static func serve() throws(LabError) {
    let lines = StandardStreams.lines()
    // Its memory is reused for the next line.
    var request: [UInt8] = []
    while let line = try lines.next() {
      switch line {
      case .text(let text):
        if text.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }) {
          continue
        }
        request.removeAll(keepingCapacity: true)
        request += text
        printBytes(answer(request))
      case .tooLong:
        let error = "the line is longer than \(LabLimit.lineByteCount) bytes"
        printBytes(reply(error: error))
      }
    }
  }

  /// An operation whose reply has other members than `result`.
  private struct Other {
    let name: String
    let reply: @Sendable (BatchRequest) throws(LabError) -> [(name: String, value: JSON)]
  }

  private static let others = [
    Other(name: ChaChaPolyOperation.name, reply: ChaChaPolyOperation.reply),
    Other(name: NoiseExchange.name, reply: NoiseExchange.reply), Other(name: AgeOpening.name, reply: AgeOpening.reply),
    Other(name: "kernels") { _ throws(LabError) in [("kernels", KernelList.json)] },
  ]

  /// The reply to one line, with its line end.
  static func answer(_ line: [UInt8]) -> [UInt8] {
    let request: BatchRequest
    do throws(JSONError) {
      request = try BatchRequest(line)
    } catch {
      return reply(error: error.message)
    }
    let id = request.id.map { JSON.written(Array($0)) } ?? .null
    do throws(LabError) {
      let name = try request.requiredText("op")
      if let operation = others.first(where: { $0.name == name }) { return reply(id, try operation.reply(request)) }
      guard let operation = Operations.byName[name] else {
        throw .unknown("op", name, known: Operations.all.map { $0.name } + others.map { $0.name })
      }
      return reply(id, [("result", JSON(Hex.encode(try operation.perform(request))))])
    } catch {
      return reply(id, error: error.message)
    }
  }

  private static func reply(_ id: JSON = .null, error: String) -> [UInt8] { reply(id, [("error", JSON(error))]) }

  private static func reply(_ id: JSON, _ members: [(name: String, value: JSON)]) -> [UInt8] {
    JSON.object([("id", id)] + members).line + "\n".utf8
  }

  /// The command.
  static let command = LabCommand(
    name: "batch",
    summary: "answer JSON requests, one a line, for tests in any language",
    help: """
      usage: crypto-lab batch

      Reads one JSON object a line from standard input and writes one JSON object a
      line to standard output, in the same order, each at once. Ends with the input.

      All bytes are hexadecimal digits in a string. A request has an "op", may have
      an "id" (any JSON value; the reply repeats it, or null), and the fields of its
      op; null is the same as leaving a field out, and fields unknown here are passed
      over. A reply has a "result" or an "error":

        {"id":1,"result":"ba7816bf..."}
        {"id":1,"error":"unknown hash 'md4'; there is md5, sha1, ..."}

      An error never ends the program. A line that is no JSON object has the id null.
      Empty lines are passed over.

      Ops and their fields (those in parentheses may be left out):
        digest   hash, data, (kernel), (split)
        hmac     hash, key, data, (kernel), (split)
        hkdf     hash, ikm, (salt), (info), length, (kernel)
        pbkdf2   hash, password, salt, rounds, length, (kernel)
        argon2id password, salt, memory (in KiB), passes, lanes, length, (secret),
                 (aad)
        scrypt   password, salt, n, r, p, length
        x25519   scalar, u; a result of zero is an error
        noise    protocol_name, messages (a list of objects with a payload); of each
                 party, init and resp: init_ephemeral, (init_prologue),
                 (init_static), (init_remote_static), (init_psks, a list)
        aes      mode, direction, key, iv, (padding), (aad), (tag), data, (kernel),
                 (split)
        chachapoly
                 (direction), key (32 bytes), nonce (12 bytes), (aad), data, (kernel);
                 to decrypt, tag
        cmac     key, data, (kernel), (split)
        keywrap, keyunwrap
                 key, data, (padding), (kernel); data is the key to wrap, or wrapped
        encrypt-then-mac
                 mode (cbc or ctr), direction, hash, mackey, key, (tag), (aad), (iv),
                 data, (kernel)
        age-open file (of age; its work factor is at most \(AgeFile.defaultMaximumWorkFactor)), identities (a list of
                 texts) or password
        seal     password, (context), (rounds), data
        open     password, (context), data
        chachapoly
                 encrypts, the default, with the reply
                 {"id":...,"ciphertext":"...","tag":"..."}
        noise    replies {"id":...,"ciphertexts":["..."],"handshake_hash":"..."}
        age-open replies {"id":...,"content":"..."} or {"id":...,"failure":"..."},
                 which is header, hmac, no match, armor or payload
        kernels  replies {"id":...,"kernels":{"sha256":["portable"],"sha512":[...],
                 "aes":[...],"chacha20":[...]}}

      hash       \(NamedHash.list)
      mode       ecb cbc ctr cfb cfb8 ofb gcm; iv is 16 bytes, for ctr the first
                 counter block, and for gcm 1 byte or more; ecb passes it over
      direction  encrypt decrypt; encrypt-then-mac decrypts IV, ciphertext and tag
                 together, as it has encrypted them, and takes an iv only to encrypt
      padding    pkcs7 (the default) none iso7816-4 ansi-x9.23 zero, for ecb and cbc;
                 for key wrap true, or false, the default
      mackey, key
                 of encrypt-then-mac: the key of HMAC and that of AES
      tag        of chachapoly, to decrypt: 16 bytes; of encrypt-then-mac: its size in
                 bytes, 16 to a digest (the default); of gcm, to decrypt: the tag; if
                 not given, it ends the data, as it does when encrypted
      aad        of encrypt-then-mac, gcm and chachapoly: bytes that are authenticated
                 with data
      length, rounds
                 whole numbers from 1 on; seal without rounds takes the default
      kernel     one of those that the op kernels lists for the op's hash, for aes or
                 for chacha20
      split      a list of lengths: the data is fed in pieces of these lengths, the
                 rest last

      Example:
        echo '{"op":"digest","hash":"sha256","data":"616263"}' | crypto-lab batch
      """,
    options: []
  ) { _ throws(LabError) in try serve() }
}
