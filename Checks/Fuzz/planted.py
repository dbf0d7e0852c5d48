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
    # A regular expression for what is printed when the bug is found.
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
    Bug("OpenSSLFiles", "a salt that has not come whole", "Sources/VaultInterop/OpenSSL/OpenSSLFile+Decryptor.swift",
        "guard start.count >= headerByteCount else { return [] }",
        "guard start.count > OpenSSLFile.magic.count else { return [] }", "libFuzzer: deadly signal", from_corpus=True),
    Bug("AESKernels", "a byte behind the piece", "Sources/AES/Modes/KeystreamState.swift",
        "unsafe process(from: input.baseAddress!, to: $0, byteCount: input.count) }",
        "unsafe process(from: input.baseAddress!, to: $0, byteCount: input.count + 1) }",
        "AddressSanitizer: heap-buffer-overflow"),
    Bug("AESKernels", "the rest of a block counted short", "Sources/AES/Modes/KeystreamState.swift",
        "let head = min(byteCount, (16 - filled) & 15)", "let head = min(byteCount, (15 - filled) & 15)",
        "not so: CTR"),
    Bug("VaultEdits", "the older header counts", "Sources/Vault/VaultHeader+Copies.swift",
        "guard let second, second.generation > first.generation,",
        "guard let second, second.generation < first.generation,", "not so: "),
    Bug("VaultPasswords", "a password in use added again", "Sources/Vault/UnlockedVault.swift",
        "if let opened { throw .passwordInUse(slot: opened.slot) }",
        "if let opened, opened.slot > 1 { throw .passwordInUse(slot: opened.slot) }", "not so: "),
]

# One bug or more for each of the other targets.
OTHERS = [
    Bug("AESKernels", "the last bytes of a message not written", "Sources/AES/Portable/AESPortable.swift",
        "unsafe to.copyMemory(from: blocks, byteCount: size)",
        "unsafe to.copyMemory(from: blocks, byteCount: size & ~15)", "not so: "),
    Bug("Pictures", "a file may end a pixel early", "Sources/LessonLogic/ECBPicture/Picture+Files.swift",
        "guard !isBinary || pixels.count >= byteCount else {",
        "guard !isBinary || pixels.count >= byteCount - 3 else {", "libFuzzer: deadly signal"),
    Bug("BatchLines", "a byte read behind the line", "Sources/Credentials/JSONReader.swift",
        "position < text.endIndex ? text[position] : nil", "position <= text.endIndex ? text[position] : nil",
        "libFuzzer: deadly signal"),
    Bug("CommandLines", "a number of any size taken", "Sources/CommandSupport/ParsedArguments.swift",
        "guard isDecimal, let number = Int(text), range.contains(number) else {",
        "guard isDecimal, let number = Int(text) else {", "not so: ", from_corpus=True),
    Bug("CredentialText", "bits behind the last byte", "Sources/CryptoBytes/Base64.swift",
        "return invalid == 0 && excess == 0 ? bytes : nil", "return invalid == 0 ? bytes : nil",
        "not so: the plain reader", from_corpus=True),
    Bug("CredentialTables", "a carriage return in the last field", "Sources/VaultTool/Files/CSV.swift",
        'bytes[next - 1] == UInt8(ascii: "\\r") ? next - 1 : next',
        'bytes[next - 1] == UInt8(ascii: "\\r") ? next : next', "not so: the row"),
    Bug("CredentialTables", "a password of the entry before", "Sources/VaultTool/Files/CredentialTable.swift",
        "if text.isEmpty { entry = nil }", "", "not so: line", from_corpus=True),
    Bug("EncryptThenMACs", "the size of the data not authenticated", "Sources/Vault/EncryptThenMAC.swift",
        "function.update(data: (8 * byteCount).bigEndianBytes)",
        "function.update(data: (0 * byteCount).bigEndianBytes)", "not so: sealed by the formula"),
    Bug("HashKernels", "the constant of the last round", "Sources/SHA/SHA256Constants.swift",
        "0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,", "0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f3,", "not so: SHA-256 of"),
    Bug("GCMKernels", "a product reduced by the wrong word", "Sources/AES/Portable/GHASHPortable.swift",
        "return (p3 ^ w1 ^ multipleHigh(w1), w2 ^ multipleLow(w1))",
        "return (p3 ^ w1 ^ multipleHigh(w1), w2 ^ multipleLow(w2))", "not so: GCM"),
    Bug("ChaChaKernels", "the rest of a block counted short", "Sources/ChaCha20Poly1305/ChaChaPoly+Streams.swift",
        "let head = filled == 0 ? 0 : min(count, 64 - filled)", "let head = filled == 0 ? 0 : min(count, 63 - filled)",
        "not so: chachapoly streaming on"),
    Bug("PBKDF2Batches", "the fifth block in the place of the first", "Sources/PBKDF2/PBKDF2Work.swift",
        "let offset = target.block * H.Digest.byteCount", "let offset = (target.block & 3) * H.Digest.byteCount",
        "not so: "),
    Bug("AESFeedback", "the last bytes of a piece fed back in part", "Sources/AES/Modes/KeystreamState.swift",
        "if operation == .encryptCFB { feedback[filled] = result }",
        "if operation == .encryptCFB, filled < 15 { feedback[filled] = result }", "not so: CFB"),
    Bug("AESFeedback", "a whole last block taken for a part", "Sources/AES/Modes/AES+CMAC.swift",
        "if filled < 16 { unsafe Self.double(start) }", "unsafe Self.double(start)", "not so: CMAC"),
    Bug("OpenSSLFiles", "a header alone taken for no format", "Sources/VaultTool/Formats/ForeignFormat.swift",
        "case .openSSL: OpenSSLFile.recognizes(beginning)",
        "case .openSSL: beginning.count > 16 && OpenSSLFile.recognizes(beginning)", "not so: taken for",
        from_corpus=True),
    Bug("EncryptedKeys", "no round at all", "Sources/VaultInterop/OpenSSL/EncryptedPrivateKey+Parameters.swift",
        "guard rounds >= 1 else {", "guard rounds >= 0 else {", "libFuzzer: deadly signal", from_corpus=True),
    Bug("Paddings", "a padding of no bytes", "Sources/AES/Modes/AES+Padding.swift",
        "var wrong = equalMask(added, 0) | lessMask(16, added)", "var wrong = lessMask(16, added)", "not so: the end"),
    Bug("PropertyLists", "a count beyond the objects", "Sources/VaultInterop/BinaryPropertyList.swift",
        "guard count <= (table - start) / byteCount else {", "guard count <= Int.max / 16 else {",
        "libFuzzer: deadly signal", from_corpus=True),
    Bug("SessionMessages", "a frame whose content ends behind it", "Sources/Sessions/SessionFrame.swift",
        "guard end <= plaintext.count, plaintext[end...].allSatisfy({ $0 == 0 }) else { return nil }",
        "guard end > plaintext.count || plaintext[end...].allSatisfy({ $0 == 0 }) else { return nil }",
        "not so: content beyond the frame"),
    Bug("SessionMessages", "a handshake that leaves its ciphertexts out of the hash",
        "Sources/Sessions/NoiseSymmetricState.swift", "    mixHash(Array(data))",
        "    mixHash(cipher == nil ? [] : Array(data))", "not so: a message with 0 added"),
    Bug("StoredChecks", "the newest rounds in the place of an old generation's",
        "Sources/VaultInterop/PasswordCheck.swift",
        "generations.first { Self.code(password, salt: salt, rounds: $0, knownData) == check }",
        "generations.first { _ in Self.code(password, salt: salt, rounds: generations[0], knownData) == check }",
        "does not fit its password"),
    Bug("Recipients", "half of a checksum compared", "Sources/Vault/Recipients/VaultRecipientText.swift",
        "guard data.suffix(checksumByteCount).elementsEqual(checksum(of: publicKey)) else { throw .checksum }",
        "guard data.suffix(1).elementsEqual(checksum(of: publicKey).suffix(1)) else { throw .checksum }", "is wrong",
        from_corpus=True),
    Bug("RecoveryKeys", "a group in any place", "Sources/Vault/RecoveryKey/RecoveryKeyText.swift",
        "guard opaque(check ^ RecoveryKeyCharacter.power(number)) == 0 else { throw .group(number) }",
        "guard opaque(check ^ RecoveryKeyCharacter.power(number)) < 16 else { throw .group(number) }", "not so: ",
        from_corpus=True),
    Bug("RNCryptorFiles", "the size of a stream not checked", "Sources/VaultInterop/RNCryptor/RNCryptor+Streams.swift",
        "try body.header.checkByteCount(byteCount + held.count)", "", "bytes in pieces"),
    Bug("AgeFiles", "the beginning of a nonce counted twice", "Sources/VaultInterop/Age/AgeFile+Streams.swift",
        "let part = rest.prefix(AgePayload.nonceByteCount - held.count)",
        "let part = rest.prefix(AgePayload.nonceByteCount)", "bytes in pieces"),
    Bug("StoredLogins", "half of a check compared",
        "Sources/Credentials/Credential+Verify.swift",
        "guard form == .swiftVault, let stretching else { return stretched == stored }",
        "guard form == .swiftVault, let stretching else {\n"
        "      return stretched.withUnsafeBytes { unsafe Array($0.prefix(16)) } == Array(check.prefix(16))\n    }",
        "not so: the changed"),
    Bug("TextParsers", "a character of four bytes cut", "Sources/VaultTool/Terminal/TerminalText.swift",
        "let length = self[lead] >= 0xF0 ? 4 : self[lead] >= 0xE0 ? 3 : 2", "let length = self[lead] >= 0xE0 ? 3 : 2",
        "not so: cut", from_corpus=True),
    Bug("TextParsers", "an oracle that repeats what it does not know", "Sources/ExerciseLogic/Oracle.swift",
        'return .error("a request begins with', 'return .error("\\(request.verb)? A request begins with',
        "not so: a reply"),
    Bug("TextParsers", "a processor's name of any length", "Benchmarks/Calibrate/MachineFile.swift",
        'processor = try file.string("processor").printable(48)', 'processor = try file.string("processor")',
        "not so: the comparison", from_corpus=True),
    Bug("Containers", "the tag of a token of Fernet not looked at", "Sources/VaultInterop/Fernet/FernetToken.swift",
        "guard isTag else { throw .authenticationFailure }", "_ = isTag",
        "not so: an edited container opens as something else"),
    Bug("ThemisCells", "the size of the nonce not looked at", "Sources/VaultInterop/Themis/ThemisCellHeader.swift",
        'guard nonce == 12 else { throw .malformed("a nonce of \\(nonce.units("byte")); it has 12") }', "_ = nonce",
        "not so: an edited cell"),
    Bug("VaultBytes", "a second copy not asked for", "Sources/Vault/VaultHeader+Copies.swift",
        "if bytes.count < Vault.headerByteCount { throw .truncated }", "", "libFuzzer: deadly signal",
        from_corpus=True),
    Bug("VaultStreams", "an end sealed behind each part of the content", "Sources/Vault/VaultChunks.swift",
        "  isEnd: isEnd && chunkRange.upperBound == chunkCount,", "  isEnd: isEnd,", "bytes written of a vault"),
    Bug("VaultStreams", "a thread's work never released", "Sources/System/Threads.swift",
        "unsafe Unmanaged<ThreadBody>.fromOpaque(pointer!).takeRetainedValue().run()",
        "unsafe Unmanaged<ThreadBody>.fromOpaque(pointer!).takeUnretainedValue().run()",
        "LeakSanitizer: detected memory leaks"),
]
