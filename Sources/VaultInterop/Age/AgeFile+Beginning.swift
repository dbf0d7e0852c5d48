extension AgeFile {
  /// What a header asks for.
  package struct Requirements {
    /// The kinds of all stanzas.
    package let kinds: [String]
    /// The work factor of scrypt, at most `Int.max`; nil if no password opens the file.
    package let workFactor: Int?
  }

  /// The requirements of a header that ends within `beginning`; nil if it is longer or malformed.
  package static func requirements(inBeginning beginning: [UInt8]) -> Requirements? {
    var bytes = beginning
    if AgeArmor.recognizes(beginning) {
      var armor = AgeArmorDecoder()
      bytes = []
      // What precedes an error is decoded.
      try? armor.update(beginning[...], into: &bytes)
    }
    var header = AgeHeader()
    guard let _ = try? header.update(bytes[...]) else { return nil }
    let scrypt = header.stanzas.first { $0.type == AgeScrypt.type }
    let parameters = scrypt.flatMap { try? AgeScrypt.parameters(of: $0) }
    return Requirements(kinds: header.stanzas.map { $0.type }, workFactor: parameters?.workFactor)
  }
}
