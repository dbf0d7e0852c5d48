import HMAC
import SwiftVaultTestSupport
import Testing

/// RFC 5869, appendix A, and further HKDF vectors, on every kernel of the hash function.
@Suite(.firstDifference) struct HKDFVectorTests {
  /// RFC 5869, A.1 to A.3, and a long output.
  @Test(arguments: SHA256Kernel.available)
  func sha256(kernel: SHA256Kernel) throws {
    for (name, records) in [("rfc-5869-HKDF-SHA256", 3), ("pyca-1200-bytes", 1)] {
      let file = try VectorFile("HKDF/\(name).txt", expecting: records)
      var count = 0
      for record in file.records where try record.text("Hash") == "SHA-256" {
        try check(record, SHA256(kernel: kernel))
        count += 1
      }
      try file.report(count, kernel: kernel.rawValue)
    }
  }

  /// RFC 5869, A.4 to A.7.
  @Test(arguments: SHA1Kernel.available)
  func sha1(kernel: SHA1Kernel) throws {
    let file = try VectorFile("HKDF/rfc-5869-HKDF-SHA1.txt", expecting: 4)
    var count = 0
    for record in file.records where try record.text("Hash") == "SHA-1" {
      try check(record, Insecure.SHA1(kernel: kernel))
      count += 1
    }
    try file.report(count, kernel: kernel.rawValue)
  }

  /// Eight generated vectors for each of the seven functions.
  ///
  /// A hash function without a kernel of the given name uses its best kernel.
  @Test(
    arguments: Set(SHA1Kernel.available.map(\.rawValue))
      .union(SHA256Kernel.available.map(\.rawValue)).union(SHA512Kernel.available.map(\.rawValue)).sorted())
  func everyFunction(kernel: String) throws {
    let file = try VectorFile("HKDF/generated-HKDF.txt", expecting: 64)
    let sha1 = SHA1Kernel.available.first { $0.rawValue == kernel } ?? .best
    let sha256 = SHA256Kernel.available.first { $0.rawValue == kernel } ?? .best
    let sha512 = SHA512Kernel.available.first { $0.rawValue == kernel } ?? .best
    var count = 0
    for record in file.records {
      switch try record.text("Hash") {
      case "MD5": try check(record, Insecure.MD5(kernel: .portable))
      case "SHA1": try check(record, Insecure.SHA1(kernel: sha1))
      case "SHA224": try check(record, SHA224(kernel: sha256))
      case "SHA256": try check(record, SHA256(kernel: sha256))
      case "SHA384": try check(record, SHA384(kernel: sha512))
      case "SHA512": try check(record, SHA512(kernel: sha512))
      case "SHA512_224": try check(record, SHA512_224(kernel: sha512))
      case "SHA512_256": try check(record, SHA512_256(kernel: sha512))
      default: continue
      }
      count += 1
    }
    try file.report(count, kernel: kernel)
  }

  /// Checks extraction, expansion and both together. With an empty salt or info, it also checks the forms without them.
  private func check<H: HashFunction>(_ record: VectorRecord, _ hash: H) throws {
    let material = SymmetricKey(data: try record.bytes("IKM"))
    let (salt, info) = (try record.bytes("salt"), try record.bytes("info"))
    let (length, expected) = (try record.integer("L"), SymmetricKey(data: try record.bytes("OKM")))
    #expect(length * 8 == expected.bitCount, "\(record.place)")
    if record.has("PRK") {
      let extracted = HKDF<H>.extract(inputKeyMaterial: material, salt: salt, startingFrom: hash)
      #expect(Array(extracted) == (try record.bytes("PRK")), "\(record.place), extract")
      #expect(HKDF<H>.extract(inputKeyMaterial: material, salt: salt) == extracted, "\(record.place), extract")
      let expanded = HKDF<H>.expand(
        pseudoRandomKey: SymmetricKey(data: extracted), info: info, outputByteCount: length, startingFrom: hash)
      #expect(expanded == expected, "\(record.place), expand")
      #expect(
        HKDF<H>.expand(pseudoRandomKey: extracted, info: info, outputByteCount: length) == expected, "\(record.place)")
    }
    let derived = HKDF<H>.deriveKey(
      inputKeyMaterial: material, salt: salt, info: info, outputByteCount: length, startingFrom: hash)
    #expect(derived == expected, "\(record.place), derive")
    #expect(
      HKDF<H>.deriveKey(inputKeyMaterial: material, salt: salt, info: info, outputByteCount: length) == expected,
      "\(record.place), default kernel")
    if salt.isEmpty {
      #expect(
        HKDF<H>.deriveKey(inputKeyMaterial: material, info: info, outputByteCount: length) == expected,
        "\(record.place), no salt")
    }
    if info.isEmpty {
      #expect(
        HKDF<H>.deriveKey(inputKeyMaterial: material, salt: salt, outputByteCount: length) == expected,
        "\(record.place), no info")
    }
    if salt.isEmpty, info.isEmpty {
      #expect(
        HKDF<H>.deriveKey(inputKeyMaterial: material, outputByteCount: length) == expected, "\(record.place), neither")
    }
  }
}
