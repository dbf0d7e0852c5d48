import Foundation
import SecretComparison
import Sessions
import SwiftVaultFoundation
import Testing
import VaultInterop

@testable import VaultFiles

/// An alert shows the error's own sentence, and not "The operation couldn't be completed".
@Suite struct LocalizedErrorTests {
  /// An error, and a part of its sentence.
  static let errors: [(any Error & Sendable, String)] =
    [
      (AESError.incorrectKeySize(byteCount: 5), "a key of 5 bytes"),
      (AESError.incorrectParameterSize(.iv, byteCount: 6), "an IV of 6 bytes"),
      (AESError.incorrectParameterSize(.counter, byteCount: 7), "a nonce of 7 bytes"),
      (AESError.incorrectParameterSize(.blocks, byteCount: 8), "8 bytes"),
      (AESError.incorrectParameterSize(.blocks, byteCount: 0), "0 bytes of ciphertext"),
      (AESError.invalidPadding, "the padding is wrong"),
      (AESError.keystreamExhausted, "2^64 - 1 bytes"),
      (AESError.incorrectParameterSize(.wrappedKey, byteCount: 9), "9 bytes"),
      (AESError.unwrapFailure, "the wrapped key is damaged"),

      (ChaChaPolyError.incorrectKeySize(byteCount: 16), "a key of 16 bytes"),

      (CredentialError.tooLong(byteCount: 3000, maximum: 2048), "3000 bytes of text"),
      (CredentialError.unknownForm, "not a credential"),
      (CredentialError.otherKind("bcrypt"), "not a credential of a known form: this is bcrypt"),
      (CredentialError.fieldCount(3, expected: 6), "3 fields"),
      (CredentialError.malformed(.salt), "the salt field"),
      (CredentialError.byteCount(.check, 3, allowed: 16...64), "a check of 3 bytes"),
      (CredentialError.notCarried(.salt, by: "django"), "the salt of this credential has no place in the form Django"),
      (CredentialError.overLimit(rounds: 5, limit: 4), "5 rounds"),
      (CredentialError.overMemoryLimit(byteCount: 5, limit: 4), "5 bytes of memory"),

      (Curve25519Error.keyByteCount(5), "a key of 5 bytes"),
      (Curve25519Error.zeroSharedSecret, "the key of no honest party"),

      (EncryptThenMACError.encryptionKeyByteCount(5), "an encryption key of 5 bytes"),
      (EncryptThenMACError.authenticationKeyByteCount(5), "an authentication key of 5 bytes"),
      (EncryptThenMACError.equalKeys, "one key for encryption and authentication"),
      (EncryptThenMACError.tagByteCount(5, maximum: 32), "a tag of 5 bytes"),
      (EncryptThenMACError.sealedByteCount(5, minimum: 48), "5 bytes sealed"),
      (EncryptThenMACError.authenticationFailure, "were changed"),

      (HexError.notADigit("g", position: 3), "'g' at position 3"),
      (HexError.oddCount(5), "5 hexadecimal digits"),

      (InteropError.overLimit(rounds: 5, limit: 4), "5 rounds"),
      (AgeFile.Failure.headerTag, "the header was changed"),

      (MemoryHardError.memoryByteCount(5, lanes: 1), "5 bytes of memory"),
      (MemoryHardError.passes(0), "0 passes"),
      (MemoryHardError.lanes(0), "0 lanes"),
      (MemoryHardError.cost(5, blockSize: 8), "a cost of 5"),
      (MemoryHardError.blockSize(0), "a block size of 0"),
      (MemoryHardError.parallelization(0, maximum: 9), "a parallelization of 0"),
      (MemoryHardError.inputByteCount(.salt, 7, allowed: 8...9), "7 bytes of salt"),
      (MemoryHardError.outputByteCount(3, allowed: 4...5), "3 bytes of output"),
      (MemoryHardError.overMemoryLimit(byteCount: 5, limit: 4), "5 bytes of memory"),
      (MemoryHardError.memoryUnavailable(byteCount: 5), "5 bytes of memory"),

      (NoiseError.unsupportedProtocol, "not of a protocol"),
      (NoiseError.staticKey(isNeeded: true), "needs a static key"),
      (NoiseError.remoteStaticKey(isNeeded: false), "begins without a static key"),
      (NoiseError.preSharedKeyCount(2, needed: 1), "2 pre-shared keys"),
      (NoiseError.preSharedKeyByteCount(5), "a pre-shared key of 5 bytes"),
      (NoiseError.messageTooLong(byteCount: 65_536), "65536 bytes"),
      (NoiseError.messageTooShort(byteCount: 5), "5 bytes"),
      (NoiseError.authenticationFailure, "not authentic"),
      (NoiseError.outOfTurn, "not the next message"),
      (NoiseError.ended, "was refused"),
      (NoiseError.nonceExhausted, "2^64 - 1 messages"),
      (NoiseError.repeatedMessage, "received before"),

      (PasswordPolicyError.tooShort(3, minimum: 15), "3 characters"),
      (PasswordPolicyError.tooLong(300, maximum: 256), "300 characters"),
      (PasswordPolicyError.blocked, "attackers try first"),

      (PBKDF2Error.tooFewRounds(1, minimum: 210_000), "1 round;"),
      (PBKDF2Error.saltByteCount(5), "a salt of 5 bytes"),
      (PBKDF2Error.outputByteCount(0, maximum: 8), "0 bytes of output"),

      (PBKDF2Error.rounds(5, allowed: 6...7), "5 rounds"),

      (RecoveryKeyError.character(2, group: 3), "group 3"),
      (RecoveryKeyError.characterCount(4, group: 3), "group 3"),
      (RecoveryKeyError.group(3), "group 3"),
      (RecoveryKeyError.groupCount(13), "13 groups"),
      (RecoveryKeyError.checksum, "belong together"),
      (RecoveryKeyError.recipientKey, "the private key of a recipient"),
      (RecoveryKeyError.recoveryKey, "a recovery key"),

      (SecretComparisonError.peerMessage, "none of a comparison"),
      (SecretComparisonError.equalNames, "the same name"),
      (SecretComparisonError.different, "has not the same secret"),

      (SessionError<AESError>.preSharedKeyByteCount(5), "a pre-shared key of 5 bytes"),
      (SessionError<AESError>.ownMessageTooLong(byteCount: 6, maximum: 5), "a message of 6 bytes"),
      (SessionError<AESError>.connection(.invalidPadding), "connection: the padding is wrong"),
      (SessionError<AESError>.connectionEnded, "ended before the peer closed"),
      (SessionError<AESError>.peerNotAuthentic, "peer: what it sent is not authentic"),
      (SessionError<AESError>.peerMessageTooLong(maximum: 5), "more than 5 bytes"),
      (SessionError<AESError>.peerUnknownFrame, "something unknown"),
      (SessionError<AESError>.closed, "the session has ended"),

      (VaultRecipientError.prefix, "begins with swift-vault-recipient-"),
      (VaultRecipientError.characterCount(5), "5 characters"),
      (VaultRecipientError.character(6), "character 6"),
      (VaultRecipientError.checksum, "mistyped"),
      (VaultRecipientError.keyByteCount(5), "5 bytes"),
      (VaultRecipientError.publicKey, "no valid public key"),
    ]
    + vaultErrors.map { ($0, $1) }
    + reasons.flatMap { reason, text -> [(any Error & Sendable, String)] in
      [
        (VaultFileError(reason, "a file"), text),
        (VaultFileError(reason, nil, outcome: .incomplete), "the stream"),
        (VaultFileError(reason, "a file", outcome: .nothingChanged), "nothing was changed"),
        (VaultFileError(reason, "a file", outcome: .nothingWritten), "nothing was written"),
      ]
    }

  private static let vaultErrors: [(VaultError, String)] = [
    (.notAVault, "not a vault"),
    (.unsupportedVersion(2), "version 2"),
    (.unsupportedSuite(3), "suite 3"),
    (.unsupportedStretching(9), "stretching 9"),
    (.invalidHeader, "the header is damaged"),
    (.overLimit(.rounds, found: 5, limit: 4), "5 rounds"),
    (.overLimit(.slots, found: 5, limit: 4), "5 slots"),
    (.overLimit(.memoryByteCount, found: 5, limit: 4), "5 bytes of memory"),
    (.passes(70_000, lanes: 1), "70000 passes"),
    (.memoryUnavailable(byteCount: 5), "5 bytes of memory"),
    (.overLimit(.contentByteCount, found: 5, limit: 4), "5 bytes of content"),
    (.wrongPasswordOrContext, "wrong password"),
    (.damaged(chunk: 7), "chunk 8"),
    (.truncated, "the end of the vault"),
    (.keyByteCount(31), "a key of 31 bytes"),
    (.recipientCannotOpen, "a recipient"),
    (.slotCount(9), "9 passwords"),
    (.rounds(0, allowed: 1...5), "0 rounds"),
    (.contentTooLong(maximum: 77), "77 bytes"),
    (.noFreeSlot, "a vault has 8"),
    (.noPassword(inSlot: 6), "slot 7"),
    (.lastSlot, "the last password"),
    (.passwordInUse(slot: 5), "slot 6"),
    (.noFurtherChange, "as often as can be counted"),
  ]

  private static let reasons: [(VaultFileError.Reason, String)] = [
    (.missing, "no such file"), (.folder, "a folder"), (.device, "a device"), (.notRegular, "not a regular file"),
    (.unreadable(2), "cannot be read"), (.unchangeable(2), "cannot be changed"), (.changed, "was changed"),
    (.replaced, "was replaced"), (.locked, "another process"), (.empty, "is empty"), (.length, "a length"),
    (.headerNotStored(2, isHalfWritten: false), "the header"),
    (.headerNotStored(2, isHalfWritten: true), "one half of the header"), (.exists, "exists already"),
    (.isInput, "cannot be the output"), (.symbolicLink, "a symbolic link"),
    (.linkInSharedFolder, "others can write to"), (.danglingLink, "leads nowhere"),
    (.noFolder, "its folder does not exist"), (.unwritable(2), "cannot be written"),
    (.folderNotStored(2), "could not be stored"),
  ]

  @Test func everyErrorReadsWell() {
    #expect(Self.errors.count == 84 + Self.vaultErrors.count + 4 * Self.reasons.count)
    for (error, text) in Self.errors {
      #expect(error.localizedDescription == "\(error)")
      #expect(error.localizedDescription.contains(text), "\(error.localizedDescription)")
      #expect((error as NSError).localizedDescription == "\(error)")
      #expect(error is any LocalizedError)
    }
  }

  /// Every error that states a count, with one.
  static let singular: [any Error & Sendable] = [
    AESError.incorrectKeySize(byteCount: 1), AESError.incorrectParameterSize(.iv, byteCount: 1),
    AESError.incorrectParameterSize(.counter, byteCount: 1),
    AESError.incorrectParameterSize(.blocks, byteCount: 1),
    AESError.incorrectParameterSize(.wrappedKey, byteCount: 1), AESError.incorrectParameterSize(.tag, byteCount: 1),
    AESError.incorrectParameterSize(.sealedBox, byteCount: 1),
    ChaChaPolyError.incorrectKeySize(byteCount: 1), ChaChaPolyError.incorrectParameterSize(.nonce, byteCount: 1),
    ChaChaPolyError.incorrectParameterSize(.sealedBox, byteCount: 1),
    ChaChaPolyError.incorrectParameterSize(.tag, byteCount: 1),
    CredentialError.tooLong(byteCount: 1, maximum: 0), CredentialError.fieldCount(1, expected: 6),
    CredentialError.byteCount(.check, 1, allowed: 16...64), CredentialError.byteCount(.check, 1, allowed: 32...32),
    CredentialError.overLimit(rounds: 1, limit: 0), CredentialError.overMemoryLimit(byteCount: 1, limit: 0),
    EncryptThenMACError.encryptionKeyByteCount(1), EncryptThenMACError.authenticationKeyByteCount(1),
    EncryptThenMACError.tagByteCount(1, maximum: 32), EncryptThenMACError.sealedByteCount(1, minimum: 48),
    HexError.oddCount(1), InteropError.overLimit(rounds: 1, limit: 0),
    MemoryHardError.memoryByteCount(1, lanes: 2), MemoryHardError.inputByteCount(.salt, 1, allowed: 8...9),
    MemoryHardError.outputByteCount(1, allowed: 4...5), MemoryHardError.overMemoryLimit(byteCount: 1, limit: 0),
    MemoryHardError.memoryUnavailable(byteCount: 1), VaultError.memoryUnavailable(byteCount: 1),
    VaultError.overLimit(.memoryByteCount, found: 1, limit: 0),
    PasswordPolicyError.tooShort(1, minimum: 15), PBKDF2Error.rounds(1, allowed: 6...7),
    PBKDF2Error.tooFewRounds(1, minimum: 1000), PBKDF2Error.saltByteCount(1),
    PBKDF2Error.outputByteCount(1, maximum: 0),
    RecoveryKeyError.characterCount(1, group: 3), RecoveryKeyError.groupCount(1),
    VaultRecipientError.characterCount(1), VaultRecipientError.keyByteCount(1),
    Curve25519Error.keyByteCount(1), NoiseError.preSharedKeyByteCount(1), NoiseError.messageTooShort(byteCount: 1),
    SessionError<AESError>.preSharedKeyByteCount(1), SessionError<AESError>.peerMessageTooLong(maximum: 1),
    VaultError.overLimit(.rounds, found: 1, limit: 0), VaultError.overLimit(.slots, found: 1, limit: 0),
    VaultError.overLimit(.contentByteCount, found: 1, limit: 0), VaultError.keyByteCount(1),
    VaultError.rounds(1, allowed: 5...6),
  ]

  @Test func oneIsNoPlural() {
    let one = /\b1 (byte|character|field|group|hexadecimal digit|round|slot)\b/
    for error in Self.singular { #expect("\(error)".contains(one), "\(error)") }
  }

  /// Each error in the list of the public interface is here.
  @Test func noErrorIsLeftOut() throws {
    let list = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../Checks/Interface/api.txt")
    let names = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^\w+  (?:\w+\.)*(\w+)  .*  : .*\bSwift\.Error\b/).map { String($0.1) }
    }
    let here = Self.errors.map { String("\(type(of: $0.0))".prefix { $0 != "<" }) }
    #expect(Set(here) == Set(names) && names.count >= 16)
  }
}
