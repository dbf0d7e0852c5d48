// Made by Tests/Vectors/selftest.py with Python's hashlib and hmac and with PyPI's cryptography.

extension HashAnswers {
  static let md5 = HashAnswers(
    name: "MD5",
    abc: "900150983cd24fb0d6963f7d28e17f72",
    ladder: "6b8bd80d0e8310b8f7791dd7526e801a",
    tag: "750c783e6ab0b503eaa86e310a5db738",
    keys: "814c8cf23a61ecc45957e3b4d82278f5c8c006f55cc8d5ece0a573e49b251908")

  static let sha1 = HashAnswers(
    name: "SHA-1",
    abc: "a9993e364706816aba3e25717850c26c9cd0d89d",
    ladder: "d72ddaff10d3a5eed5157a8c23af4f64540384c4",
    tag: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
    keys: "08908c4e773820094a4c0da549dec1dff62ec027d2d96798db7e43416271ca49")

  static let sha224 = HashAnswers(
    name: "SHA-224",
    abc: "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
    ladder: "9a9f24d9f5930aa92cf0f1c0295dd14b6e3aa0fd00dcf4d56b8ac524",
    tag: "a30e01098bc6dbbf45690f3a7e9e6d0f8bbea2a39e6148008fd05e44",
    keys: "edb2a1fa66265f23e9809df283abb6876e04b1390caccaaaf4cc99e14ffb3bdc")

  static let sha256 = HashAnswers(
    name: "SHA-256",
    abc: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    ladder: "ddbdb189f5834c274dbe603d6d2874adf7234fd8a075c3d1bfbadc2107a75676",
    tag: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    keys: "b61ee1cab0d89d88aa4d91d7665bfea42350331bde5b74c578dc6761905dd969")

  static let sha384 = HashAnswers(
    name: "SHA-384",
    abc: "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc23"
      + "58baeca134c825a7",
    ladder: "9eac9135d3e01a08e33ba204064b7ca9820893ed864baed4bb53633cdf010d22b5a45fab86bfd70b"
      + "4fd1dc267942a022",
    tag: "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c7"
      + "8b3239ecfab21649",
    keys: "cb2a8e6fd4fd60672d581322bd235bd66bd6144ea78cd932c42bd8f1fd7fb21f")

  static let sha512 = HashAnswers(
    name: "SHA-512",
    abc: "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a8"
      + "36ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    ladder: "d7ff5323ebbef9438546b104939504d6846f067dc41a135152e616e5fb701a72458ac9ce86a32dbf"
      + "342659cacb0a9237c21653d6bd379bd1f10a5a92f5c3f5d2",
    tag: "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a"
      + "6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
    keys: "8546a8b88839c3e734bdc01ef8c625ab6ed493e0d8a1fe4d2dc3a4863f8d6679")

  static let sha512_224 = HashAnswers(
    name: "SHA-512/224",
    abc: "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa",
    ladder: "3a61735016109234e9a7de3cee8b5b70336240bb832c6b472d34225a",
    tag: "4a530b31a79ebcce36916546317c45f247d83241dfb818fd37254bde",
    keys: "86c2055489a84f9914df6b83241b8b856b296f91acf1a148a1cce983e44de2c4")

  static let sha512_256 = HashAnswers(
    name: "SHA-512/256",
    abc: "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
    ladder: "e7d98b2c9eb15e245ed93edf9ee0254cc1351af0f952017b52f2d9a2c9ce13e9",
    tag: "6df7b24630d5ccb2ee335407081a87188c221489768fa2020513b2d593359456",
    keys: "1106e4ee86add9b5504266e20b6348c4805ef9889b010144014caf3194a09513")

  /// The SHA-256 digest of the digests of 16 and of 32 messages side by side.
  static let lanes = "6c6a053ce66d1597b3e512b7ca25da0ba53a939adbd82e9002a7f51d0d910eb8"
}

extension AESAnswers {
  static let all = [
    AESAnswers(
      keyByteCount: 16,
      block: "69c4e0d86a7b0430d8cdb78070b4c55a",
      ecb: "abb6b893e6aea6112ad4f58cc71e91203477a662cb4d84af1c99309bc30157e3",
      cbc: "c83f9669e992ba9bf933c093773923f4eddc2a736955e9cc99d8c54a6051a4b1",
      ctr: "67b848b63a3172a60613f06855cbd52774d80cca2ff51a1d029a6c4264974711",
      cfb: "9a93e0a57c15c2e2f210fdd826e35eb7174c67adb86b89b4572def699fec75e3",
      cfb8: "08523435c5b717e9d60c7ba7ae3de30764741847e1d4cde34eebe532c610e73c",
      ofb: "f40b8853f72bc1bf4489ccb8bde2958bf113ce4a99183bbc51a26d4ff6364567",
      cmac: "f47dc41252ad0c72b92279989c9da40e"),
    AESAnswers(
      keyByteCount: 24,
      block: "dda97ca4864cdfe06eaf70a0ec0d7191",
      ecb: "4749c160298f948719cef411e5231f672148fa576a328f914ff2ae1478f152e0",
      cbc: "df450ba6f9a96b9da0986e627ff050fd8f2ec384aac1c3156dafc88e805ce9de",
      ctr: "a1fccede4c24a1d63d48c5d42a283301b58acc3ca2f221d2a7842ec577c07181",
      cfb: "e7273ca413aefda761a12a2fceafc86b5f026e81936c1bd5f0362de8354cb03f",
      cfb8: "16fba8317c9ad5f00f4c5c52b86fca66f3e07ddc3a57ebb83f68577f8da6a509",
      ofb: "6cd481923da2ac7779b0e695cb9c181d2a7d72b872990e7bf06a2049996ba3e0",
      cmac: "ef3fa7d960ef6ec050f76084ec9b0933"),
    AESAnswers(
      keyByteCount: 32,
      block: "8ea2b7ca516745bfeafc49904b496089",
      ecb: "4ec8de086da66599b11df76b2a365a4e42bf55e26f96c29b1dfa873a254c1e10",
      cbc: "41e761a6212bf162aa3ed97ba46a5c63c3543162ec64f5ac01cc3d1a8546e6bd",
      ctr: "8d962753fc53f641874d78f2d28639ec6e5cf367e604533d4eb17a4100d9831b",
      cfb: "ee734e7e43c9fc5339dc7bdaff695cbd011e7420077285240b81519d07059c10",
      cfb8: "08d2348cda2763c5d0c9f97b53009367b8ac8443d58c767c034549d94636bf63",
      ofb: "71f1f688f9e886b2e10a8fedf077b08e643825e1ad44ed474446a19c42d93efc",
      cmac: "bdbb2f6d1ebc63814fab10e6b0070425"),
  ]

  /// The SHA-256 digest of the ciphertext of a padded message.
  static func answer(_ padding: AES.Padding) -> String {
    switch padding {
    case .pkcs7: "dd64e1dea9065d121f8dcb4cddebebea986caf90c72ab944aeba6c25612ac839"
    case .none: "ac90344cd77c924b44434d55c9fce88ee6f0569ced368136d5422cf423a712bf"
    case .iso7816_4: "2eff09df6809c5f191680415546946850f2553f8830d331d15387ffb774ead20"
    case .ansiX923: "d7e94692e9df66767a2ba64779ee154799aeb76c060ea71e4f65a426f7885414"
    case .zero: "d0654d6c538bf849161021c471056d04362b839478ff7eea88c7eaebcfd9a1f2"
    }
  }
}

/// The example of FORMAT.md, section 7, in hexadecimal: key slots 1 to 7 are zeros, and the header stands twice.
enum VaultAnswers {
  static let headerAndSlot =
    "8b53564c540d0a1a0101000000000000202122232425262728292a2b2c2d2e2f3031323334353637"
    + "38393a3b3c3d3e3f01000000000003e8404142434445464748494a4b4c4d4e4f5051525354555657"
    + "58595a5b5c5d5e5fc78af6630697232ddea02a59a0e53499ab52f140a0f51176262c769cee5ae848"
    + "41aa30f9bd99adc8"
  static let headerTag = "36eebea0c8fbcbb9d4034b3da2f9aecf07facb9a73b50c6c8391b31c40920496"
  static let content =
    "8872480069262850954c6c0af6042724f343a8302550a4ec3a9cd8968c872fffc4ca9e22a6e045b3"
    + "2578a28f7a"
}
