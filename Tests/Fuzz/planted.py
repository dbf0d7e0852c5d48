"""Bugs that are planted in a copy of a source file, one line each. The target of each bug must find it."""

import dataclasses
import re


@dataclasses.dataclass
class Bug:
    target: str
    what: str
    file: str
    line: str
    instead: str
    # The text that is printed when the bug is found.
    message: str
    # Whether the search starts from the corpus: an input that must be an almost valid credential is not found from
    # nothing.
    from_corpus: bool = False

    @property
    def name(self):
        return self.target + re.sub(r"\W+", "-", f" {self.what}")


# One bug of each kind, planted in each run: a trap in a parser, a read outside a buffer, a kernel's wrong result, a
# forgery, a wrong change.
DAILY = [
    Bug("Pictures", "a file may end a pixel early",
        "Demos/Lessons/ECBPicture/Logic/Picture+Files.swift",
        "guard !isBinary || pixels.count >= byteCount else {",
        "guard !isBinary || pixels.count >= byteCount - 3 else {",
        "libFuzzer: deadly signal"),
    Bug("BatchLines", "a byte read behind the line",
        "Demos/CryptoLab/JSONReader.swift",
        "position < text.count ? text[position] : nil",
        "position <= text.count ? text[position] : nil",
        "AddressSanitizer: heap-buffer-overflow"),
    Bug("AESKernels", "the carry into the counter's high half lost",
        "Sources/AES/Modes/AES+CTR+Cipher.swift",
        "&+ (carry ? 1 : 0)",
        "&+ 0",
        "not so: CTR"),
    Bug("VaultEdits", "the older header counts",
        "Sources/Vault/VaultHeader+Copies.swift",
        "guard let second, second.generation > first.generation,",
        "guard let second, second.generation < first.generation,",
        "not so: "),
    Bug("VaultPasswords", "a password in use added again",
        "Sources/Vault/UnlockedVault.swift",
        "if let opened { throw .passwordInUse(slot: opened.slot) }",
        "if let opened, opened.slot > 1 { throw .passwordInUse(slot: opened.slot) }",
        "not so: "),
]

# One bug for each of the other targets.
OTHERS = [
    Bug("CommandLines", "a number of any size taken",
        "Sources/CommandSupport/ParsedArguments.swift",
        "guard isDecimal, let number = Int(text), range.contains(number) else {",
        "guard isDecimal, let number = Int(text) else {",
        "not so: ", from_corpus=True),
    Bug("CredentialText", "bits behind the last byte",
        "Sources/Vault/Credential/CredentialBase64.swift",
        "return invalid < 64 && bits & (1 << bitCount - 1) == 0 ? bytes : nil",
        "return invalid < 64 ? bytes : nil",
        "not so: the plain reader", from_corpus=True),
    Bug("EncryptThenMACs", "the size of the data not authenticated",
        "Sources/Vault/EncryptThenMAC.swift",
        "function.update(data: (8 * byteCount).bigEndianBytes)",
        "function.update(data: (0 * byteCount).bigEndianBytes)",
        "not so: sealed by the formula"),
    Bug("HashKernels", "the length of a message in the wrong block",
        "Sources/SHA/MerkleDamgard.swift",
        "if filled >= lengthOffset { copy.compressBlock() }",
        "if filled > lengthOffset { copy.compressBlock() }",
        "not so: "),
    Bug("GCMKernels", "a product reduced by the wrong word",
        "Sources/AES/Portable/GHASHPortable.swift",
        "return (p3 ^ w1 ^ multipleHigh(w1), w2 ^ multipleLow(w1))",
        "return (p3 ^ w1 ^ multipleHigh(w1), w2 ^ multipleLow(w2))",
        "not so: GCM"),
    Bug("PBKDF2Batches", "the fifth block in the place of the first",
        "Sources/PBKDF2/PBKDF2Work.swift",
        "let offset = target.block * H.Digest.byteCount",
        "let offset = (target.block & 3) * H.Digest.byteCount",
        "not so: "),
    Bug("AESFeedback", "the last bytes of a piece fed back in part",
        "Sources/AES/Modes/FeedbackState.swift",
        "if operation != .ofb { feedback[filled] = operation == .encryptCFB ? result : byte }",
        "if operation != .ofb, filled < 15 { feedback[filled] = operation == .encryptCFB ? result : byte }",
        "not so: CFB"),
    Bug("AESFeedback", "a whole last block taken for a part",
        "Sources/AES/Modes/AES+CMAC.swift",
        "if filled < 16 { unsafe Self.double(start) }",
        "unsafe Self.double(start)",
        "not so: CMAC"),
    Bug("OpenSSLFiles", "a salt that has not come whole",
        "Sources/VaultInterop/OpenSSL/OpenSSLFile.swift",
        "guard start.count >= headerByteCount else { return [] }",
        "guard start.count > OpenSSLFile.magic.count else { return [] }",
        "libFuzzer: deadly signal", from_corpus=True),
    Bug("EncryptedKeys", "no round at all",
        "Sources/VaultInterop/OpenSSL/EncryptedPrivateKey+Parameters.swift",
        "guard rounds >= 1 else {",
        "guard rounds >= 0 else {",
        "libFuzzer: deadly signal", from_corpus=True),
    Bug("Paddings", "a padding of no bytes",
        "Sources/AES/Modes/AES+Padding.swift",
        "var wrong = equalMask(added, 0) | lessMask(16, added)",
        "var wrong = lessMask(16, added)",
        "not so: the end"),
    Bug("PropertyLists", "a count beyond the objects",
        "Sources/VaultInterop/BinaryPropertyList.swift",
        "guard count <= (table - start) / byteCount else {",
        "guard count <= Int.max / 16 else {",
        "libFuzzer: deadly signal", from_corpus=True),
    Bug("StoredChecks", "the newest rounds in the place of an old generation's",
        "Sources/VaultInterop/PasswordCheck.swift",
        "generations.first { Self.code(password, salt: salt, rounds: $0, knownData) == check }",
        "generations.first { _ in Self.code(password, salt: salt, rounds: generations[0], knownData) == check }",
        "does not fit its password"),
    Bug("RecoveryKeys", "a group in any place",
        "Sources/Vault/RecoveryKey/RecoveryKeyText.swift",
        "guard opaque(check ^ RecoveryKeyCharacter.power(number)) == 0 else { throw .group(number) }",
        "guard opaque(check ^ RecoveryKeyCharacter.power(number)) < 16 else { throw .group(number) }",
        "not so: ", from_corpus=True),
    Bug("RNCryptorFiles", "the size of a stream not checked",
        "Sources/VaultInterop/RNCryptor/RNCryptor+Streams.swift",
        "try body.header.checkByteCount(byteCount + held.count)",
        "",
        "bytes in pieces"),
    Bug("StoredLogins", "half of a check compared",
        "Sources/Vault/Credential/Credential+Verify.swift",
        "guard form == .swiftVault, let function else { return stretched == stored }",
        "guard form == .swiftVault, let function else {\n"
        "      return stretched.withUnsafeBytes { unsafe Array($0.prefix(16)) } == Array(check.prefix(16))\n    }",
        "not so: the changed"),
    Bug("TextParsers", "a character of four bytes cut",
        "Sources/VaultTool/Terminal/TerminalText.swift",
        "let length = self[lead] >= 0xF0 ? 4 : self[lead] >= 0xE0 ? 3 : 2",
        "let length = self[lead] >= 0xE0 ? 3 : 2",
        "not so: cut", from_corpus=True),
    Bug("ThemisCells", "the size of the nonce not looked at",
        "Sources/VaultInterop/Themis/ThemisCellHeader.swift",
        'guard nonce == 12 else { throw .malformed("a nonce of \\(nonce) bytes; it has 12") }',
        "_ = nonce",
        "not so: an edited cell"),
    Bug("VaultBytes", "a second copy not asked for",
        "Sources/Vault/VaultHeader+Copies.swift",
        "if bytes.count < Vault.headerByteCount { throw .truncated }",
        "",
        "libFuzzer: deadly signal", from_corpus=True),
    Bug("VaultStreams", "an end sealed behind each group of chunks",
        "Sources/Vault/VaultChunks.swift",
        "isEnd: isEnd && group.upperBound == chunkCount, into: output + group.lowerBound * Self.byteCount)",
        "isEnd: isEnd, into: output + group.lowerBound * Self.byteCount)",
        "bytes written of a vault"),
    Bug("VaultStreams", "a thread's work never released",
        "Sources/CryptoBytes/Threads.swift",
        "unsafe Unmanaged<ThreadBody>.fromOpaque(pointer!).takeRetainedValue().run()",
        "unsafe Unmanaged<ThreadBody>.fromOpaque(pointer!).takeUnretainedValue().run()",
        "LeakSanitizer: detected memory leaks"),
]
