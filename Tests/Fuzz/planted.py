"""Bugs that are planted in a copy of a source file, one line each: the targets named have to find them."""

import dataclasses
import re


@dataclasses.dataclass
class Bug:
    target: str
    what: str
    file: str
    line: str
    instead: str
    # What is printed when it is found.
    message: str
    # Whether it is looked for from the corpus on: what has to be an almost right credential is not found from nothing.
    from_corpus: bool = False

    @property
    def name(self):
        return self.target + re.sub(r"\W+", "-", f" {self.what}")


# One of each kind, planted in each run: a trap in a parser, memory of others, a kernel's answer, a forgery, a change.
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
        "Sources/AES/Modes/AES+CTR.swift",
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

# One for each of the other targets.
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
    Bug("HashKernels", "the length of a message in the wrong block",
        "Sources/SHA/MerkleDamgard.swift",
        "if filled >= lengthOffset { copy.compressBlock() }",
        "if filled > lengthOffset { copy.compressBlock() }",
        "not so: "),
    Bug("PBKDF2Batches", "the fifth block in the place of the first",
        "Sources/PBKDF2/PBKDF2Work.swift",
        "let offset = target.block * H.Digest.byteCount",
        "let offset = (target.block & 3) * H.Digest.byteCount",
        "not so: "),
    Bug("Paddings", "a padding of no bytes",
        "Sources/AES/Modes/AES+Padding.swift",
        "var wrong = equalMask(added, 0) | lessMask(16, added)",
        "var wrong = lessMask(16, added)",
        "not so: the end"),
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
        "Sources/Vault/Threads.swift",
        "unsafe Unmanaged<ThreadBody>.fromOpaque(pointer!).takeRetainedValue().run()",
        "unsafe Unmanaged<ThreadBody>.fromOpaque(pointer!).takeUnretainedValue().run()",
        "LeakSanitizer: detected memory leaks"),
]
