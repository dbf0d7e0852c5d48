import Curve25519
import SwiftVaultLessonLogic

/// The public key of a private key of 32 bytes.
@c(x25519_public_key)
public func x25519PublicKey(_ privateKey: UnsafeRawPointer?, _ privateKeyCount: Int32) -> Int32 {
  do throws(Curve25519Error) {
    let own = try Curve25519.KeyAgreement.PrivateKey(
      rawRepresentation: SymmetricKey(data: Bytes(privateKey, privateKeyCount).buffer))
    return Answer.success(own.publicKey.rawRepresentation)
  } catch {
    return Answer.failure(error.description)
  }
}

/// The secret that the owner of a private key shares with the owner of a public key.
@c(x25519_shared_secret)
public func x25519SharedSecret(
  _ privateKey: UnsafeRawPointer?, _ privateKeyCount: Int32, _ publicKey: UnsafeRawPointer?, _ publicKeyCount: Int32
) -> Int32 {
  do throws(Curve25519Error) {
    let own = try Curve25519.KeyAgreement.PrivateKey(
      rawRepresentation: SymmetricKey(data: Bytes(privateKey, privateKeyCount).buffer))
    let other = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: Bytes(publicKey, publicKeyCount).buffer)
    return Answer.success(try own.sharedSecretFromKeyAgreement(with: other).withUnsafeBytes { Array($0) })
  } catch {
    return Answer.failure(error.description)
  }
}

/// The point that the phone sends in CPace, 32 bytes, for a PIN and a scalar of 32 bytes.
@c(cpace_point)
public func cpacePoint(_ pin: Int32, _ scalar: UnsafeRawPointer?, _ scalarCount: Int32) -> Int32 {
  guard isPIN(pin) else { return wrongPIN(pin) }
  guard scalarCount == 32 else { return wrongScalar(scalarCount) }
  return Answer.success(ComparisonTrace.phonePoint(pin: Int(pin), scalar: Bytes(scalar, scalarCount).array))
}

/// A run of CPace between phone and server: two points of 32 bytes, two tags of 64 bytes, and for each party a byte
/// that is 1 if it accepts the other's tag.
@c(cpace_run)
public func cpaceRun(
  _ phonePIN: Int32, _ serverPIN: Int32, _ phoneScalar: UnsafeRawPointer?, _ phoneScalarCount: Int32,
  _ serverScalar: UnsafeRawPointer?, _ serverScalarCount: Int32
) -> Int32 {
  for pin in [phonePIN, serverPIN] where !isPIN(pin) { return wrongPIN(pin) }
  for count in [phoneScalarCount, serverScalarCount] where count != 32 { return wrongScalar(count) }
  let run = ComparisonTrace(
    pins: [Int(phonePIN), Int(serverPIN)],
    scalars: [Bytes(phoneScalar, phoneScalarCount).array, Bytes(serverScalar, serverScalarCount).array])
  return Answer.success((run.points + run.tags).flatMap { $0 } + run.verdicts.map { $0 ? 1 : 0 })
}

private func isPIN(_ pin: Int32) -> Bool { 0..<ChallengeProof.pinCount ~= Int(pin) }

private func wrongPIN(_ pin: Int32) -> Int32 { Answer.failure("\(pin) is no PIN of four digits") }

private func wrongScalar(_ count: Int32) -> Int32 {
  Answer.failure("a scalar of \(count) bytes; CPace needs 32")
}
