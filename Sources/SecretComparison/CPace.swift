import Curve25519

/// The computations of CPACE-X25519-SHA512. Spec: draft-irtf-cfrg-cpace-21.
///
/// Strings that contain secrets are not concatenated in memory: the hash function takes their parts.
enum CPace {
  private static var name: [UInt8] { Array("CPace255".utf8) }

  /// The hash of parts, 64 bytes.
  private static func hash(_ body: (inout SHA512) -> Void) -> SymmetricKey {
    wipingStack(byteCount: StackByteCount.wideMessage) {
      var function = SHA512()
      defer { wipe(&function) }
      body(&function)
      return SymmetricKey(data: function.finalize())
    }
  }

  /// The length of a string, seven bits in each byte, the lowest first. Spec: draft-irtf-cfrg-cpace-21, section 6.3.
  static func length(_ count: Int) -> [UInt8] {
    count < 128 ? [UInt8(count)] : [UInt8(count & 127) | 128] + length(count >> 7)
  }

  /// Each string after its length. Spec: draft-irtf-cfrg-cpace-21, section 6.3.
  static func concatenation(_ strings: [UInt8]...) -> [UInt8] { strings.flatMap { length($0.count) + $0 } }

  /// The generator, a point of 32 bytes. Spec: draft-irtf-cfrg-cpace-21, sections 8.1 and 8.2.
  static func generator(secret: SymmetricKey, channel: [UInt8], session: [UInt8]) -> SymmetricKey {
    let count = secret.bitCount / 8
    // The first block of the hash function ends after the zeros.
    let zeros = max(0, SHA512.blockByteCount - 1 - length(count).count - count - concatenation(name).count)
    let digest = hash { function in
      function.update(data: concatenation(name) + length(count))
      unsafe secret.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
      function.update(data: concatenation([UInt8](repeating: 0, count: zeros), channel, session))
    }
    return unsafe SymmetricKey(byteCount: 32) { result in
      unsafe digest.withUnsafeBytes { unsafe X25519.map($0.baseAddress!, to: result.baseAddress!) }
    }
  }

  /// A scalar times a point, and whether the product is nonzero.
  static func multiply(
    _ scalar: SymmetricKey, _ point: SymmetricKey
  ) -> (product: SymmetricKey, isNonzero: Bool) {
    var isNonzero = false
    let product = unsafe SymmetricKey(byteCount: 32) { result in
      unsafe scalar.withUnsafeBytes { scalar in
        unsafe point.withUnsafeBytes {
          isNonzero = unsafe X25519.multiply(scalar.baseAddress!, $0.baseAddress!, to: result.baseAddress!)
        }
      }
    }
    return (product, isNonzero)
  }

  /// The intermediate session key, 64 bytes. Spec: draft-irtf-cfrg-cpace-21, section 7.2.
  static func sessionKey(point: SymmetricKey, session: [UInt8], transcript: [UInt8]) -> SymmetricKey {
    hash { function in
      function.update(data: concatenation(Array("CPace255_ISK".utf8), session) + length(32))
      unsafe point.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
      function.update(data: transcript)
    }
  }

  /// The key of the tags, 64 bytes. Spec: draft-irtf-cfrg-cpace-21, section 10.4.
  static func confirmationKey(sessionKey: SymmetricKey, session: [UInt8]) -> SymmetricKey {
    hash { function in
      function.update(data: Array("CPaceMac".utf8) + session)
      unsafe sessionKey.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
    }
  }
}
