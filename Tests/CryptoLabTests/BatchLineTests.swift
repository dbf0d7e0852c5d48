import Foundation
import SwiftVaultTestSupport
import Testing

@Suite("crypto-lab batch: lines, ids and errors")
struct CryptoLabBatchLineTests {
  /// Requests that get an error reply, with a word that its text must contain.
  static let refused: [(request: String, word: String)] = [
    // Not a JSON object.
    ("{", "JSON"), ("nonsense", "JSON"), (#"{"op":"digest""#, "JSON"), (#"{"op":"kernels"} x"#, "JSON"),
    (#"{"op":"kernels",}"#, "JSON"), ("{'op':'kernels'}", "JSON"), (#"{"op":"kernels","id":01}"#, "JSON"),
    (#"{"op":"kernels","id":"\x"}"#, "JSON"), (#"{"op":"kernels","id":"\u12g4"}"#, "JSON"),
    ("{\"op\":\"kernels\",\"id\":\"\u{1}\"}", "control"), (#"{"op":"kern"#, "end of a string"),
    (#"{"op":false}"#, "op"),
    (#"{"op":"kernels","id":.5}"#, "JSON"), (#"{"op":"kernels","id":tru}"#, "JSON"), ("\u{0}", "JSON"),
    ("[]", "object"), ("17", "object"), (#""op""#, "object"), ("null", "object"),
    (String(repeating: "[", count: 100_000), "deep"),
    // The op.
    ("{}", "op"), (#"{"op":7}"#, "op"), (#"{"op":"md5"}"#, "md5"), (#"{"op":null}"#, "op"),
    // The hash.
    (#"{"op":"digest","data":""}"#, "hash"), (#"{"op":"digest","hash":"md4","data":""}"#, "md4"),
    (#"{"op":"digest","hash":["sha256"],"data":""}"#, "hash"),
    // The data.
    (#"{"op":"digest","hash":"sha256"}"#, "data"), (#"{"op":"digest","hash":"sha256","data":5}"#, "data"),
    (#"{"op":"digest","hash":"sha256","data":"0"}"#, "data"),
    (#"{"op":"digest","hash":"sha256","data":"0g"}"#, "data"),
    (#"{"op":"digest","hash":"sha256","data":"é"}"#, "data"),
    // The kernel.
    (#"{"op":"digest","hash":"sha256","data":"","kernel":"abacus"}"#, "abacus"),
    (#"{"op":"digest","hash":"sha256","data":"","kernel":1}"#, "kernel"),
    (#"{"op":"seal","password":"","data":"","rounds":1,"kernel":"portable"}"#, "kernel"),
    // The split.
    (#"{"op":"digest","hash":"sha256","data":"00","split":[2]}"#, "split"),
    (#"{"op":"digest","hash":"sha256","data":"00","split":[-1]}"#, "split"),
    (#"{"op":"digest","hash":"sha256","data":"00","split":[0.5]}"#, "split"),
    (#"{"op":"digest","hash":"sha256","data":"00","split":["1"]}"#, "split"),
    (#"{"op":"digest","hash":"sha256","data":"00","split":1}"#, "split"),
    (#"{"op":"digest","hash":"sha256","data":"00","split":[9223372036854775807,9223372036854775807]}"#, "split"),
    (#"{"op":"pbkdf2","hash":"sha1","password":"","salt":"","rounds":1,"length":1,"split":[]}"#, "stream"),
    // Numbers.
    (#"{"op":"hkdf","hash":"sha256","ikm":"00"}"#, "length"),
    (#"{"op":"hkdf","hash":"sha256","ikm":"00","length":8161}"#, "8160"),
    (#"{"op":"hkdf","hash":"sha1","ikm":"00","length":-1}"#, "length"),
    (#"{"op":"hkdf","hash":"sha1","ikm":"00","length":"42"}"#, "length"),
    (#"{"op":"hkdf","hash":"sha1","ikm":"00","length":true}"#, "length"),
    (#"{"op":"hkdf","hash":"sha1","ikm":"00","length":4.2}"#, "length"),
    (#"{"op":"pbkdf2","hash":"sha1","password":"","salt":"","rounds":0,"length":20}"#, "rounds"),
    (#"{"op":"pbkdf2","hash":"sha1","password":"","salt":"","rounds":-5,"length":20}"#, "rounds"),
    (#"{"op":"pbkdf2","hash":"sha1","password":"","salt":"","rounds":9223372036854775807,"length":20}"#, "rounds"),
    (#"{"op":"pbkdf2","hash":"sha1","password":"","salt":"","rounds":1e400,"length":20}"#, "rounds"),
    (#"{"op":"pbkdf2","hash":"sha1","password":"","salt":"","rounds":1000000000,"length":21}"#, "rounds"),
    (#"{"op":"pbkdf2","hash":"sha1","password":"","salt":"","rounds":1,"length":0}"#, "length"),
    (#"{"op":"pbkdf2","hash":"sha1","password":"","salt":"","rounds":1,"length":9223372036854775807}"#, "length"),
    (#"{"op":"pbkdf2","hash":"sha1","password":"","rounds":1,"length":20}"#, "salt"),
    (#"{"op":"argon2id","password":"","salt":"","memory":8,"passes":1,"lanes":1,"length":20}"#, "0 bytes of salt"),
    (#"{"op":"argon2id","password":"","salt":"","memory":7,"passes":1,"lanes":1,"length":20}"#, "7168 bytes of memory"),
    (#"{"op":"argon2id","password":"","salt":"","memory":1048577,"passes":1,"lanes":1,"length":20}"#, "memory"),
    (#"{"op":"argon2id","password":"","salt":"","memory":1048576,"passes":17,"lanes":1,"length":20}"#, "passes"),
    (#"{"op":"argon2id","password":"","salt":"","memory":8,"passes":1,"lanes":9,"length":20}"#, "lanes"),
    (#"{"op":"argon2id","password":"","salt":"","memory":8,"lanes":1,"length":20}"#, "passes"),
    (
      #"{"op":"argon2id","password":"","salt":"","memory":8,"passes":1,"lanes":1,"length":20,"kernel":"portable"}"#,
      "kernel"
    ),
    (#"{"op":"scrypt","password":"","salt":"","n":3,"r":8,"p":1,"length":20}"#, "cost of 3"),
    (#"{"op":"scrypt","password":"","salt":"","n":2097152,"r":8,"p":1,"length":20}"#, "n"),
    (#"{"op":"scrypt","password":"","salt":"","n":1048576,"r":8,"p":17,"length":20}"#, "p"),
    (#"{"op":"scrypt","password":"","salt":"","n":2,"r":0,"p":1,"length":20}"#, "r"),
    (#"{"op":"x25519","scalar":"00","u":"\#(zeros)\#(zeros)"}"#, "a key of 1 byte"),
    (#"{"op":"x25519","scalar":"\#(zeros)\#(zeros)","u":""}"#, "a key of 0 bytes"),
    (#"{"op":"x25519","scalar":"\#(zeros)\#(zeros)","u":"\#(zeros)\#(zeros)"}"#, "zero"),
    (#"{"op":"x25519","u":""}"#, "scalar"), (#"{"op":"noise"}"#, "protocol_name"),
    (#"{"op":"noise","protocol_name":"Noise_NN_448_AESGCM_SHA256"}"#, "25519"),
    (#"{"op":"noise","protocol_name":"Noise_KN_25519_AESGCM_SHA256"}"#, "static key"),
    (#"{"op":"noise","protocol_name":"Noise_NN_25519_AESGCM_SHA256","messages":{}}"#, "a list of objects"),
    (#"{"op":"noise","protocol_name":"Noise_NN_25519_AESGCM_SHA256","messages":[1]}"#, "other than objects"),
    (#"{"op":"noise","protocol_name":"Noise_NN_25519_AESGCM_SHA256","messages":[{}]}"#, "payload"),
    (#"{"op":"noise","protocol_name":"Noise_NNpsk0_25519_AESGCM_SHA256","init_psks":["0"]}"#, "init_psks"),
    (#"{"op":"noise","protocol_name":"Noise_NNpsk0_25519_AESGCM_SHA256","init_psks":["00"]}"#, "1 byte"),
    (#"{"op":"noise","protocol_name":"Noise_NN_25519_AESGCM_SHA256","init_ephemeral":"00"}"#, "a key of 1 byte"),
    (#"{"op":"age-open"}"#, "file"), (#"{"op":"age-open","file":""}"#, "needs \"identities\" or \"password\""),
    (#"{"op":"age-open","file":"","identities":"x"}"#, "a list of strings"),
    (#"{"op":"age-open","file":"","identities":[1]}"#, "something other than strings"),
    (#"{"op":"age-open","file":"","identities":["AGE-SECRET-KEY-1"]}"#, "\"identities\", text 1: malformed: a text of"),
    (#"{"op":"age-open","file":"","identities":[]}"#, "\"identities\" is empty"),
    (
      #"{"op":"age-open","file":"","identities":[],"password":""}"#,
      "takes \"identities\" or \"password\", not both"
    ),
    (#"{"op":"age-open","file":"","identities":["AGE-SECRET-KEY-PQ-1QQQ"]}"#, "which age has since version 1.3"),
    (#"{"op":"pbkdf2","hash":"sha1","salt":"","rounds":1,"length":20}"#, "password"),
    (#"{"op":"seal","password":"","data":"","rounds":0}"#, "rounds"), (#"{"op":"seal","data":""}"#, "password"),
    (#"{"op":"open","password":"","data":"ff"}"#, ""),
    // Encrypt-then-MAC.
    (etm(mode: "ecb"), "ecb"), (etm(mode: "gcm"), "gcm"), (etm(mode: "ofb"), "ofb"), (etm(hash: "md4"), "md4"),
    (etm(direction: "seal"), "seal"),
    (etm(mackey: "00"), "1"), (etm(mackey: zeros), "one key"), (etm(key: "00"), "1"), (etm(extra: #","tag":15"#), "15"),
    (etm(extra: #","tag":33"#), "33"), (etm(extra: #","iv":"00""#), "IV"), (etm(extra: #","split":[]"#), "stream"),
    (etm(extra: #","kernel":"abacus""#), "abacus"), (etm(direction: "decrypt"), "1 byte sealed"),
    (etm(direction: "decrypt", extra: #","iv":"\#(zeros)""#), "iv"),
    (etm(direction: "decrypt", data: String(repeating: "00", count: 64)), "changed"),
    // AES.
    (aes(key: "00"), "1"), (aes(key: ""), ""), (aes(iv: "00"), ""), (aes(mode: "xts"), "xts"),
    (aes(direction: "sideways"), "sideways"), (aes(padding: "oaep"), "oaep"), (aes(padding: "none"), ""),
    (aes(direction: "decrypt"), ""), (aes(direction: "decrypt", data: zeros), ""),
    (aes(mode: "ctr", iv: "0011223344"), ""), (#"{"op":"aes","mode":"cbc","direction":"encrypt","data":""}"#, "key"),
    (#"{"op":"aes","mode":"cbc","direction":"encrypt","key":"\#(zeros)","data":""}"#, "iv"),
    (aes(mode: "cfb", iv: "00"), "CFB"), (aes(mode: "ofb", key: "00"), "1"), (aes(mode: "cfb1"), "cfb8"),
    (#"{"op":"cmac","key":"00","data":""}"#, "1"), (#"{"op":"cmac","key":"\#(zeros)"}"#, "data"),
    (#"{"op":"keywrap","key":"\#(zeros)","data":"00"}"#, "multiple of 8"),
    (#"{"op":"keywrap","key":"\#(zeros)","data":"","padding":true}"#, "0 bytes"),
    (#"{"op":"keywrap","key":"\#(zeros)","data":"00","padding":"true"}"#, "true or false"),
    (#"{"op":"keywrap","key":"\#(zeros)","data":"00","padding":true,"split":[1]}"#, "stream"),
    (#"{"op":"keyunwrap","key":"\#(zeros)","data":"\#(zeros)","padding":true}"#, "damaged"),
    (#"{"op":"keyunwrap","key":"\#(zeros)","data":"\#(zeros)"}"#, "16 bytes"),
  ]

  private static let zeros = String(repeating: "00", count: 16)

  private static func aes(
    mode: String = "cbc", direction: String = "encrypt", key: String = zeros, iv: String = zeros,
    padding: String = "pkcs7", data: String = "00"
  ) -> String {
    #"{"op":"aes","mode":"\#(mode)","direction":"\#(direction)","key":"\#(key)","iv":"\#(iv)","#
      + #""padding":"\#(padding)","data":"\#(data)"}"#
  }

  private static func etm(
    mode: String = "cbc", direction: String = "encrypt", hash: String = "sha256",
    mackey: String = "11" + zeros.dropFirst(2), key: String = zeros, data: String = "00", extra: String = ""
  ) -> String {
    #"{"op":"encrypt-then-mac","mode":"\#(mode)","direction":"\#(direction)","hash":"\#(hash)","#
      + #""mackey":"\#(mackey)","key":"\#(key)","data":"\#(data)"\#(extra)}"#
  }

  @Test("every kind of bad request is an error reply, and the next request is answered")
  func errors() throws {
    let good = #"{"op":"digest","hash":"sha1","data":"","id":"next"}"#
    let replies = try BatchReply.replies(to: Self.refused.flatMap { [$0.request, good] })
    try #require(replies.count == 2 * Self.refused.count)
    for (index, refused) in Self.refused.enumerated() {
      let (reply, next) = (replies[2 * index], replies[2 * index + 1])
      guard let error = reply.error else {
        Issue.record("\(refused.request.prefix(200)) got \(reply.line)")
        continue
      }
      #expect(!error.isEmpty && (refused.word.isEmpty || error.contains(refused.word)), "\(error)")
      #expect(reply.result == nil && reply.line.hasPrefix(#"{"id":null"#), "\(reply.line)")
      #expect(next.result == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    }
  }

  @Test("what an error quotes cannot steer a terminal")
  func quotedControlCharacters() throws {
    let reply = try #require(try BatchReply.replies(to: [#"{"op":"a\u001b[31m\u007f"}"#]).first)
    #expect(reply.line.contains(#"\u001b[31m\u007f"#) && !reply.line.contains("\u{1B}"), "\(reply.line)")
    #expect(reply.error?.contains("a\u{1B}[31m\u{7F}") == true)
  }

  @Test("an id comes back byte for byte, with a result and with an error")
  func ids() throws {
    let ids = [
      "0", "-1", "1.0", "1e5", "123456789012345678901234567890", "true", "null", #""""#, #""a\n\"\u00e9\ud800é""#,
      "[1, 2 ,[]]", #"{"b":1,"a":{"id":2}}"#, #""id""#,
    ]
    let requests = ids.flatMap { id in
      [#"{"id":\#(id),"op":"digest","hash":"sha1","data":""}"#, #"{ "op" : "none" , "id" : \#(id) }"#]
    }
    let input = requests.joined(separator: "\n")
    let lines = try Command("crypto-lab").run(["batch"], input: Array(input.utf8)).lines
    try #require(lines.count == requests.count)
    for (index, id) in ids.enumerated() {
      #expect(lines[2 * index] == #"{"id":\#(id),"result":"da39a3ee5e6b4b0d3255bfef95601890afd80709"}"#)
      #expect(lines[2 * index + 1].hasPrefix(#"{"id":\#(id),"error":""#))
    }
  }

  @Test("empty lines are passed over, CRLF is an end of line, the last line needs none")
  func lineEnds() throws {
    let request = #"{"op":"digest","hash":"sha1","data":""}"#
    #expect(try BatchReply.replies(to: ["", request, "  \t", request, ""], ending: "\r\n").map(\.error) == [nil, nil])
    #expect(try BatchReply.replies(to: [request], ending: "").map(\.error) == [nil])
    #expect(try BatchReply.replies(to: []).isEmpty)
    let field = #"{"op":"\u0064igest","ha\u0073h":"sha1","data":"\u0030\u0030","note":{"a":[null,1.5e-3]}}"#
    #expect(try BatchReply.reply(to: field).result == "5ba93c9db0cff93f52b521d7420e43f6eda2784f")
  }

  @Test("a string that is not UTF-8 is an error reply")
  func notUTF8() throws {
    var input = Array(#"{"op":"kernels","id":""#.utf8)
    input += [0xFF, UInt8(ascii: "\""), UInt8(ascii: "}"), 10]
    let outcome = try Command("crypto-lab").run(["batch"], input: input)
    #expect(outcome.status == 0)
    #expect(outcome.text == "{\"id\":null,\"error\":\"not JSON: a string is not UTF-8\"}\n")
  }

  @Test("a line of megabytes is read, and a thousand short ones after it")
  func longLines() throws {
    let long = #"{"op":"digest","hash":"sha256","data":"\#(String(repeating: "61", count: 1_000_000))"}"#
    let short = #"{"op":"digest","hash":"sha1","data":""}"#
    let replies = try BatchReply.replies(to: [long] + Array(repeating: short, count: 1000))
    // The digest of a million times "a": FIPS 180-4 examples.
    #expect(replies.first?.result == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    #expect(replies.count == 1001)
  }

  @Test("a line that is too long is an error, and the next one is answered")
  func tooLongLine() throws {
    let script = """
      { head -c $(((256 << 20) + 1)) /dev/zero | tr '\\0' ' '; echo; echo '{"op":"digest","hash":"sha1","data":""}'; } |
        "$0" batch
      """
    let run = try Command(path: "/bin/bash").run(["-c", script, Command("crypto-lab").executable.path])
    #expect(run.status == 0 && run.lines.count == 2, "\(run.errors)")
    #expect(run.lines.first?.contains("the line is longer than 268435456 bytes") == true)
    #expect(run.lines.last?.contains("da39a3ee5e6b4b0d3255bfef95601890afd80709") == true)
  }

  @Test("each reply is there before the next request is made")
  func conversation() throws {
    let running = try Command("crypto-lab").start(["batch"])
    for id in 0..<20 {
      let reply = try running.answer(to: #"{"op":"digest","hash":"sha1","data":"","id":\#(id)}"#)
      #expect(reply.hasPrefix("{\"id\":\(id),") && reply.hasSuffix("}\n"))
    }
    #expect(try running.finish(timeout: 30).status == 0)
  }
}
