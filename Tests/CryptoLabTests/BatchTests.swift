import Foundation
import SwiftVault
import SwiftVaultTestSupport
import Testing

/// One reply of `crypto-lab batch`.
struct BatchReply {
  /// The line as it was received.
  let line: String
  /// The object in the line.
  let fields: [String: Any]

  /// The hexadecimal digits of the result.
  var result: String? { fields["result"] as? String }
  /// The text of the error.
  var error: String? { fields["error"] as? String }

  /// The replies of one process to all the lines. The process must succeed after the last one.
  static func replies(to lines: [String], ending: String = "\n") throws -> [BatchReply] {
    let input = lines.map { $0 + ending }.joined()
    let outcome = try Command("crypto-lab").run(["batch"], input: Array(input.utf8))
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors == "")
    return try outcome.lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return BatchReply(line: line, fields: try #require(object as? [String: Any], "\(line)"))
    }
  }

  /// The reply to one line.
  static func reply(to line: String) throws -> BatchReply {
    let replies = try replies(to: [line])
    try #require(replies.count == 1)
    return replies[0]
  }
}

@Suite("crypto-lab batch: answers")
struct CryptoLabBatchTests {
  /// FIPS 180-4 examples: the digests of "abc".
  static let digests = [
    ("md5", "900150983cd24fb0d6963f7d28e17f72"),
    ("sha1", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("sha224", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
    ("sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "sha384",
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
    ),
    (
      "sha512",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
    ("sha512_224", "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"),
    ("sha512_256", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
  ]

  @Test("digest: every hash, in one call, in pieces and with a named kernel")
  func digest() throws {
    let extras = ["", #","split":[1,0,2]"#, #","kernel":"portable""#, #","kernel":null,"split":null"#]
    for (hash, expected) in Self.digests {
      let requests = extras.map { #"{"op":"digest","hash":"\#(hash)","data":"616263"\#($0)}"# }
      #expect(try BatchReply.replies(to: requests).map(\.result) == extras.map { _ in expected }, "\(hash)")
    }
  }

  @Test("hmac: RFC 4231, test case 2")
  func hmac() throws {
    let expected = [
      "sha224": "a30e01098bc6dbbf45690f3a7e9e6d0f8bbea2a39e6148008fd05e44",
      "sha256": "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      "sha384": "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
      "sha512": "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
        + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
    ]
    let data = "what do ya want for nothing?".utf8.map { String(format: "%02x", $0) }.joined()
    for (hash, code) in expected {
      let request = #"{"op":"hmac","hash":"\#(hash)","key":"4a656665","data":"\#(data)""#
      let replies = try BatchReply.replies(to: [
        request + "}", request + #","split":[5,7]}"#, request + #","kernel":"portable"}"#,
      ])
      #expect(replies.map(\.result) == [code, code, code], "\(hash)")
    }
  }

  @Test("hkdf: RFC 5869, test cases 1 and 3")
  func hkdf() throws {
    let ikm = String(repeating: "0b", count: 22)
    let replies = try BatchReply.replies(to: [
      #"{"op":"hkdf","hash":"sha256","ikm":"\#(ikm)","salt":"000102030405060708090a0b0c","#
        + #""info":"f0f1f2f3f4f5f6f7f8f9","length":42}"#,
      #"{"op":"hkdf","hash":"sha256","ikm":"\#(ikm)","length":42}"#,
      #"{"op":"hkdf","hash":"sha256","ikm":"\#(ikm)","salt":"","info":"","length":42,"kernel":"portable"}"#,
    ])
    let withoutSalt = "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    #expect(
      replies.map(\.result) == [
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865", withoutSalt,
        withoutSalt,
      ])
  }

  @Test("pbkdf2: RFC 6070 and RFC 7914, section 11")
  func pbkdf2() throws {
    let replies = try BatchReply.replies(to: [
      #"{"op":"pbkdf2","hash":"sha1","password":"70617373776f7264","salt":"73616c74","rounds":4096,"length":20}"#,
      #"{"op":"pbkdf2","hash":"sha256","password":"706173737764","salt":"73616c74","rounds":1,"length":64}"#,
      #"{"op":"pbkdf2","hash":"sha256","password":"706173737764","salt":"73616c74","rounds":1,"length":64,"#
        + #""kernel":"portable"}"#,
    ])
    let sixtyFour =
      "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
      + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
    #expect(replies.map(\.result) == ["4b007901b765489abead49d926f721d065a429c1", sixtyFour, sixtyFour])
  }

  @Test("argon2id: RFC 9106, section 5.3; scrypt: RFC 7914, section 12")
  func memoryHard() throws {
    let (ones, twos) = (String(repeating: "01", count: 32), String(repeating: "02", count: 16))
    let replies = try BatchReply.replies(to: [
      #"{"op":"argon2id","password":"\#(ones)","salt":"\#(twos)","secret":"0303030303030303","#
        + #""aad":"040404040404040404040404","memory":32,"passes":3,"lanes":4,"length":32}"#,
      #"{"op":"argon2id","password":"70617373776f7264","salt":"736f6d6573616c74","#
        + #""memory":256,"passes":2,"lanes":1,"length":32}"#,
      #"{"op":"scrypt","password":"","salt":"","n":16,"r":1,"p":1,"length":64}"#,
    ])
    #expect(
      replies.map(\.result) == [
        "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659",
        "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe",
        "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
          + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906",
      ])
  }

  @Test("x25519: RFC 7748, section 5.2, and a point of order 4")
  func x25519() throws {
    let scalar = "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"
    let replies = try BatchReply.replies(to: [
      #"{"op":"x25519","scalar":"\#(scalar)","u":"e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"}"#,
      #"{"op":"x25519","scalar":"\#(scalar)","u":"01\#(String(repeating: "00", count: 31))"}"#,
    ])
    #expect(replies[0].result == "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552")
    #expect(replies[1].error?.contains("the shared secret is zero") == true)
  }

  @Test("noise: the vectors of cacophony")
  func noise() throws {
    let file = try VectorFile("Sessions/cacophony.txt", expecting: 118)
    func member(_ record: VectorRecord, _ field: String, as name: String) throws -> String {
      record.has(field) ? #","\#(name)":"\#(try record.text(field))""# : ""
    }
    let requests = try file.records.map { record in
      var request = #"{"op":"noise","protocol_name":"\#(try record.text("PROTOCOL"))""#
      for party in ["INIT", "RESP"] {
        for field in ["PROLOGUE", "EPHEMERAL", "STATIC", "REMOTE_STATIC"] {
          request += try member(record, "\(party)_\(field)", as: "\(party)_\(field)".lowercased())
        }
        let keys = try (0..<4).map { "\(party)_PSK\($0)" }.filter(record.has).map { "\"\(try record.text($0))\"" }
        request += #","\#(party.lowercased())_psks":[\#(keys.joined(separator: ","))]"#
      }
      let messages = try (0..<6).map { #"{"payload":"\#(try record.text("PAYLOAD\($0)"))"}"# }
      return request + #","messages":[\#(messages.joined(separator: ","))]}"#
    }
    let lines = try BatchReply.replies(to: requests).map(\.line)
    for (record, line) in zip(file.records, lines) {
      let ciphertexts = try (0..<6).map { "\"\(try record.text("CIPHERTEXT\($0)"))\"" }.joined(separator: ",")
      let hash = try record.text("HANDSHAKE_HASH")
      #expect(line == #"{"id":null,"ciphertexts":[\#(ciphertexts)],"handshake_hash":"\#(hash)"}"#, "\(record.place)")
    }
    #expect(lines.count == 118)
  }

  @Test("aes: SP 800-38A, F.1 to F.5, both directions, in one call and in pieces")
  func aes() throws {
    let plaintext = "6bc1bee22e409f96e93d7e117393172a"
    let key = "2b7e151628aed2a6abf7158809cf4f3c"
    let cases = [
      ("ecb", "", "3ad77bb40d7a3660a89ecaf32466ef97"),
      ("cbc", "000102030405060708090a0b0c0d0e0f", "7649abac8119b246cee98e9b12e9197d"),
      ("ctr", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff", "874d6191b620e3261bef6864990db6ce"),
      ("cfb", "000102030405060708090a0b0c0d0e0f", "3b3fd92eb72dad20333449f8e83cfb4a"),
      ("cfb8", "000102030405060708090a0b0c0d0e0f", "3b79424c9c0dd436bace9e0ed4586a4f"),
      ("ofb", "000102030405060708090a0b0c0d0e0f", "3b3fd92eb72dad20333449f8e83cfb4a"),
    ]
    for (mode, iv, ciphertext) in cases {
      for (direction, data, expected) in [("encrypt", plaintext, ciphertext), ("decrypt", ciphertext, plaintext)] {
        let request =
          #"{"op":"aes","mode":"\#(mode)","direction":"\#(direction)","key":"\#(key)","iv":"\#(iv)","#
          + #""padding":"none","data":"\#(data)""#
        let replies = try BatchReply.replies(to: [
          request + "}", request + #","split":[3,0,9]}"#, request + #","kernel":"portable"}"#,
        ])
        #expect(replies.map(\.result) == [expected, expected, expected], "\(mode) \(direction)")
      }
    }
  }

  @Test("aes: every padding there and back, at lengths around a block")
  func paddings() throws {
    let key = String(repeating: "5a", count: 32)
    let common = #""op":"aes","mode":"cbc","key":"\#(key)","iv":"\#(String(repeating: "00", count: 16))""#
    for padding in ["pkcs7", "iso7816-4", "ansi-x9.23", "zero"] {
      for length in [0, 1, 15, 16, 17, 33] {
        let data = String(repeating: "c3", count: length)
        let sealed = try BatchReply.reply(
          to: #"{\#(common),"direction":"encrypt","padding":"\#(padding)","data":"\#(data)"}"#)
        let ciphertext = try #require(sealed.result, "\(sealed.line)")
        let split = length > 0 ? #","split":[1]"# : ""
        let opened = try BatchReply.reply(
          to: #"{\#(common),"direction":"decrypt","padding":"\#(padding)","data":"\#(ciphertext)"\#(split)}"#)
        #expect(opened.result == data, "\(padding) \(length)")
      }
    }
  }

  @Test("cmac: SP 800-38B, examples 1 and 3")
  func cmac() throws {
    let longer = "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411"
    for (data, split, code) in [
      ("", "[]", "bb1d6929e95937287fa37d129b756746"), (longer, "[16,3,0]", "dfa66747de9ae63030ca32611497c827"),
    ] {
      let request = #"{"op":"cmac","key":"2b7e151628aed2a6abf7158809cf4f3c","data":"\#(data)""#
      let replies = try BatchReply.replies(to: [
        request + "}", request + #","split":\#(split)}"#, request + #","kernel":"portable"}"#,
      ])
      #expect(replies.map(\.result) == [code, code, code])
    }
  }

  @Test("keywrap and keyunwrap: RFC 3394, section 4.1, and RFC 5649, section 6")
  func keyWrap() throws {
    let cases = [
      (
        "000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff", #","padding":false"#,
        "1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5"
      ),
      (
        "5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8", "466f7250617369", #","padding":true"#,
        "afbeb0f07dfbf5419200f2ccb50bb24f"
      ),
    ]
    for (key, data, padding, wrapped) in cases {
      let replies = try BatchReply.replies(to: [
        #"{"op":"keywrap","key":"\#(key)","data":"\#(data)"\#(padding)}"#,
        #"{"op":"keywrap","key":"\#(key)","data":"\#(data)"\#(padding),"kernel":"portable"}"#,
        #"{"op":"keyunwrap","key":"\#(key)","data":"\#(wrapped)"\#(padding)}"#,
        #"{"op":"keyunwrap","key":"\#(key)","data":"\#(wrapped)"\#(padding),"kernel":"portable"}"#,
      ])
      #expect(replies.map(\.result) == [wrapped, wrapped, data, data])
    }
    // Without the field there is no padding.
    let plain = try BatchReply.reply(to: #"{"op":"keyunwrap","key":"\#(cases[0].0)","data":"\#(cases[0].3)"}"#)
    #expect(plain.result == cases[0].1)
  }

  @Test("encrypt-then-mac: RFC 7518, appendix B, both directions, and a random IV; nothing opens with other data")
  func encryptThenMAC() throws {
    for record in try VectorFile("EncryptThenMAC/RFC7518.txt", expecting: 3).records {
      let hash = String(decoding: try record.characters("HASH"), as: UTF8.self).lowercased()
      let key = try record.bytes("KEY")
      let (iv, message, tag) = try (record.bytes("IV"), record.bytes("PT"), record.bytes("TAG"))
      let sealed = Hex.encode(try iv + record.bytes("CT") + tag)
      let common =
        #"{"op":"encrypt-then-mac","mode":"cbc","hash":"\#(hash)","tag":\#(tag.count),"#
        + #""mackey":"\#(Hex.encode(key[..<(key.count / 2)]))","key":"\#(Hex.encode(key[(key.count / 2)...]))""#
      let data = #","aad":"\#(Hex.encode(try record.bytes("AAD")))""#
      let encrypt = common + #","direction":"encrypt","data":"\#(Hex.encode(message))""#
      let decrypt = common + #","direction":"decrypt","data":"\#(sealed)""#
      let replies = try BatchReply.replies(to: [
        encrypt + data + #","iv":"\#(Hex.encode(iv))"}"#, decrypt + data + "}",
        decrypt + data + #","kernel":"portable"}"#, decrypt + "}", encrypt + data + "}", encrypt + data + "}",
      ])
      #expect(replies[0].result == sealed)
      #expect(replies[1].result == Hex.encode(message) && replies[2].result == Hex.encode(message))
      #expect(replies[3].result == nil && replies[3].error?.contains("changed") == true)
      #expect(replies[4].result?.count == sealed.count && replies[4].result != replies[5].result)
    }
    let ctr = #"{"op":"encrypt-then-mac","mode":"ctr","hash":"sha1","mackey":"\#(zeros)","key":"\#(ones)""#
    let sealed = try BatchReply.reply(to: ctr + #","direction":"encrypt","data":"00ff01"}"#)
    let opened = try BatchReply.reply(to: ctr + #","direction":"decrypt","data":"\#(sealed.result ?? "")"}"#)
    #expect(sealed.result?.count == 2 * (16 + 3 + 20) && opened.result == "00ff01", "\(sealed.line)")
  }

  private let zeros = String(repeating: "00", count: 16)
  private let ones = String(repeating: "11", count: 16)

  @Test("seal and open: there and back, and no way back with another password, context or a changed vault")
  func vault() throws {
    let sealed = try BatchReply.reply(
      to: #"{"op":"seal","password":"7077","context":"0102","rounds":1000,"data":"00ff"}"#)
    let vault = try #require(sealed.result, "\(sealed.line)")
    #expect(vault.count == 2 * (1472 + 2))
    let changed = vault.dropLast(2) + (vault.hasSuffix("00") ? "01" : "00")
    let replies = try BatchReply.replies(to: [
      #"{"op":"open","password":"7077","context":"0102","data":"\#(vault)"}"#,
      #"{"op":"open","password":"7078","context":"0102","data":"\#(vault)"}"#,
      #"{"op":"open","password":"7077","data":"\#(vault)"}"#,
      #"{"op":"open","password":"7077","context":"0102","data":"\#(changed)"}"#,
      #"{"op":"open","password":"7077","context":"0102","data":""}"#,
    ])
    #expect(replies.map(\.result) == ["00ff", nil, nil, nil, nil])
    #expect(replies.dropFirst().allSatisfy { $0.error?.isEmpty == false })
  }

  @Test("kernels: by algorithm, with portable among them")
  func kernels() throws {
    let reply = try BatchReply.reply(to: #"{"op":"kernels","id":[]}"#)
    let kernels = try #require(reply.fields["kernels"] as? [String: [String]])
    #expect(kernels.keys.sorted() == ["aes", "chacha20", "sha256", "sha512"])
    #expect(kernels.values.allSatisfy { $0.contains("portable") })
  }
}
