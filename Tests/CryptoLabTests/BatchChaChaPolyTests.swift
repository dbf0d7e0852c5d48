import SwiftVaultTestSupport
import Testing

@Suite("crypto-lab batch: chachapoly")
struct CryptoLabBatchChaChaPolyTests {
  @Test("the vectors of Wycheproof: valid ones are reached, and nonces of another size refused")
  func wycheproof() throws {
    let file = try VectorFile("Wycheproof/chacha20_poly1305.txt", expecting: 325)
    let records = try file.records.filter { try $0.text("result") == "valid" || $0.bytes("iv").count != 12 }
    #expect(records.count == 265)
    let replies = try BatchReply.replies(
      to: records.map {
        let (key, nonce) = (try $0.text("key"), try $0.text("iv"))
        return
          #"{"op":"chachapoly","key":"\#(key)","nonce":"\#(nonce)","aad":"\#(try $0.text("aad"))","data":"\#(try $0.text("msg"))"}"#
      })
    for (record, reply) in zip(records, replies) {
      if try record.bytes("iv").count == 12 {
        #expect(reply.fields["ciphertext"] as? String == (try record.text("ct")), "\(record.place)")
        #expect(reply.fields["tag"] as? String == (try record.text("tag")), "\(record.place)")
      } else {
        #expect(reply.error?.contains("ChaCha20-Poly1305 needs 12") == true, "\(record.place)")
      }
    }
  }

  @Test("decryption replies with the message of a valid vector, and refuses a forged one")
  func decryption() throws {
    let file = try VectorFile("Wycheproof/chacha20_poly1305.txt", expecting: 325)
    let records = try file.records.filter { try $0.bytes("iv").count == 12 }
    let replies = try BatchReply.replies(
      to: records.map {
        let names = [("key", "key"), ("nonce", "iv"), ("aad", "aad"), ("data", "ct"), ("tag", "tag")]
        let fields = try names.map { [record = $0] in #""\#($0.0)":"\#(try record.text($0.1))""# }
        return #"{"op":"chachapoly","direction":"decrypt",\#(fields.joined(separator: ","))}"#
      })
    for (record, reply) in zip(records, replies) {
      let isValid = try record.text("result") == "valid"
      #expect(reply.fields["result"] as? String == (isValid ? try record.text("msg") : nil), "\(record.place)")
      #expect(isValid || reply.error != nil, "\(record.place)")
    }
  }

  @Test("fields that are missing or of a wrong size are refused with the reason")
  func refusals() throws {
    let (key, nonce) = (String(repeating: "00", count: 32), String(repeating: "00", count: 12))
    let cases = [
      (#""nonce":"\#(nonce)","data":"""#, "key"), (#""key":"\#(key)","data":"""#, "nonce"),
      (#""key":"\#(key)","nonce":"\#(nonce)""#, "data"),
      (#""key":"00","nonce":"\#(nonce)","data":"""#, "a key of 1 byte; ChaCha20-Poly1305 needs 32"),
      (#""key":"\#(key)","nonce":"00","data":"""#, "a nonce of 1 byte; ChaCha20-Poly1305 needs 12"),
      (#""key":"\#(key)","nonce":"\#(nonce)","data":"","aad":"0""#, "aad"),
      (#""key":"\#(key)","nonce":"\#(nonce)","data":"","tag":"""#, "\"tag\" is for decryption"),
      (#""key":"\#(key)","nonce":"\#(nonce)","data":"","direction":"decrypt""#, "tag"),
      (#""key":"\#(key)","nonce":"\#(nonce)","data":"","direction":"decrypt","tag":"00""#, "a tag of 1 byte"),
      (#""key":"\#(key)","nonce":"\#(nonce)","data":"","direction":"sideways""#, "sideways"),
      (#""key":"\#(key)","nonce":"\#(nonce)","data":"","kernel":"abacus""#, "abacus"),
    ]
    let replies = try BatchReply.replies(to: cases.map { #"{"op":"chachapoly",\#($0.0)}"# })
    for ((fields, part), reply) in zip(cases, replies) {
      #expect(reply.error?.contains(part) == true, "\(fields): \(reply.line)")
    }
  }

  @Test("on every kernel, and without associated data")
  func kernels() throws {
    let key = String(repeating: "01", count: 32)
    let start = #"{"op":"chachapoly","key":"\#(key)","nonce":"000102030405060708090a0b","data":"616263""#
    let kernels = try #require(BatchReply.reply(to: #"{"op":"kernels"}"#).fields["kernels"] as? [String: [String]])
    let names = try #require(kernels["chacha20"])
    #expect(names.first == "portable")
    let replies = try BatchReply.replies(
      to: [start + "}", start + #","aad":""}"#] + names.map { start + #","kernel":"\#($0)"}"# })
    #expect(Set(replies.map { $0.fields["tag"] as? String }).count == 1 && replies[0].fields["tag"] != nil)
  }
}
