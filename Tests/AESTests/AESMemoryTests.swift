#if os(Linux) && canImport(Glibc)
import AES
import SwiftVaultTestSupport
import Testing

/// Encrypting n bytes takes n bytes of memory and a constant amount; in place it takes only the constant.
///
/// Each check runs in its own process and reads that process's peak memory.
@Suite(
  .firstDifference,
  .enabled(if: Sanitizer.current == nil, "a sanitizer has its own allocator, and memory of its own"))
struct AESMemoryTests {
  private static let byteCount = 64 << 20
  private static let constant = 4 << 20

  /// How much `body` raises the peak, given a message. Its result is kept until the measurement.
  private static func growth<Result>(_ body: (inout [UInt8]) throws -> Result) rethrows -> Int {
    var message = [UInt8](repeating: 7, count: byteCount)
    message.reserveCapacity(byteCount + 16)
    let before = peakMemoryByteCount()
    let result = try body(&message)
    let growth = peakMemoryByteCount() - before
    withExtendedLifetime(result) {}
    return growth
  }

  @Test func theMeasureSeesACopy() async {
    await #expect(processExitsWith: .success) {
      let growth = Self.growth { $0.map { $0 ^ 1 } }
      precondition(growth > Self.byteCount - Self.constant, "\(growth) bytes")
    }
  }

  @Test func oneShotEncryptionTakesTheSizeOfItsResult() async {
    await #expect(processExitsWith: .success) {
      let key = SymmetricKey(size: .bits256)
      let most = Self.byteCount + Self.constant
      let growth = try Self.growth { try AES.ECB.encrypt($0, using: key) }
      precondition(growth < most, "\(growth) bytes")
    }
    await #expect(processExitsWith: .success) {
      let key = SymmetricKey(size: .bits256)
      let most = Self.byteCount + Self.constant
      let growth = try Self.growth { try AES.CBC.encrypt($0, using: key, iv: AES.IV()) }
      precondition(growth < most, "\(growth) bytes")
    }
    await #expect(processExitsWith: .success) {
      let key = SymmetricKey(size: .bits256)
      let most = Self.byteCount + Self.constant
      let growth = try Self.growth { try AES.CTR.encrypt($0, using: key, nonce: AES.CTR.Nonce()) }
      precondition(growth < most, "\(growth) bytes")
    }
    await #expect(processExitsWith: .success) {
      let key = SymmetricKey(size: .bits256)
      let most = Self.byteCount + Self.constant
      let growth = try Self.growth { try AES.CFB.encrypt($0, using: key, iv: AES.IV()) }
      precondition(growth < most, "\(growth) bytes")
    }
  }

  @Test func encryptionInPlaceTakesNothing() async {
    await #expect(processExitsWith: .success) {
      let key = SymmetricKey(size: .bits256)
      let ecb = try Self.growth { try AES.ECB.encrypt(inPlace: &$0, using: key) }
      precondition(ecb < Self.constant, "\(ecb) bytes")
      let cbc = try Self.growth { try AES.CBC.encrypt(inPlace: &$0, using: key, iv: AES.IV()) }
      precondition(cbc < Self.constant, "\(cbc) bytes")
      let ctr = try Self.growth { try AES.CTR.encrypt(inPlace: &$0, using: key, nonce: AES.CTR.Nonce()) }
      precondition(ctr < Self.constant, "\(ctr) bytes")
      let ofb = try Self.growth { try AES.OFB.encrypt(inPlace: &$0, using: key, iv: AES.IV()) }
      precondition(ofb < Self.constant, "\(ofb) bytes")
    }
  }
}
#endif
