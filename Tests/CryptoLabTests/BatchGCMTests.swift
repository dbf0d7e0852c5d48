import Testing

@Suite("crypto-lab batch: GCM")
struct CryptoLabBatchGCMTests {
  /// "attack at dawn" with the data "header", computed with PyPI's cryptography.
  static let cases = [
    ("6465666768696a6b6c6d6e6f", "7b163ac4b869989bef1e3371f1a4", "9520de2de601569ad710f9a03f252a1d"),
    ("6465666768696a6b", "6eb674b7cbe5c486c1a4c05f1732", "a7e0ca1b00ca36b3240585d664e306b0"),
  ]

  @Test("there and back, the tag at the end or by itself, in one call and in pieces", arguments: cases)
  func gcm(iv: String, ciphertext: String, tag: String) throws {
    let message = "61747461636b206174206461776e"
    let start =
      #"{"op":"aes","mode":"gcm","key":"000102030405060708090a0b0c0d0e0f","iv":"\#(iv)","aad":"686561646572","#
    let requests = [
      #""direction":"encrypt","data":"\#(message)""#, #""direction":"decrypt","data":"\#(ciphertext)\#(tag)""#,
      #""direction":"decrypt","data":"\#(ciphertext)","tag":"\#(tag)""#,
    ].map { start + $0 }
    let replies = try BatchReply.replies(
      to: requests.flatMap { [$0 + "}", $0 + #","split":[3,0,9]}"#, $0 + #","kernel":"portable"}"#] })
    let expected = [ciphertext + tag, message, message].flatMap { [$0, $0, $0] }
    #expect(replies.map(\.result) == expected)
  }

  @Test("a changed tag, other data and an end that is missing are refused")
  func refusals() throws {
    let (iv, ciphertext, tag) = Self.cases[0]
    let start =
      #"{"op":"aes","mode":"gcm","direction":"decrypt","key":"000102030405060708090a0b0c0d0e0f","iv":"\#(iv)","#
    let replies = try BatchReply.replies(to: [
      start + #""aad":"686561646572","data":"\#(ciphertext)\#(tag.dropLast())e"}"#,
      start + #""data":"\#(ciphertext)\#(tag)"}"#,
      start + #""data":"00"}"#,
      start + #""data":"\#(ciphertext)","tag":"00"}"#,
    ])
    let refusal = "the ciphertext, its data, nonce or tag were changed, or the key is another"
    #expect(
      replies.map(\.error) == [
        refusal, refusal, "a tag of 1 byte; GCM has 12 to 16", "a tag of 1 byte; GCM has 12 to 16",
      ])
  }
}
