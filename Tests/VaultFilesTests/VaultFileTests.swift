import Dispatch
import Foundation
import SwiftVaultTestSupport
import Synchronization
import Testing
import Vault
import VaultFiles

/// The library as an app uses it. The tests of the command, which is built on it, cover the details.
@Suite struct VaultFileTests {
  private let folder: TestFolder
  private let quick: PasswordStretching

  init() throws {
    folder = TestFolder()
    quick = try PasswordStretching(rounds: .exactly(1))
  }

  private func seal(_ count: Int, as name: String = "x.vault") throws {
    let sealed = try Vault.seal(
      testContent(count), under: .password("p".utf8), context: VaultContext("c".utf8), stretching: quick)
    folder.write(name, sealed)
  }

  private func failure(_ body: () throws -> some Any) -> VaultFileError? {
    #expect(throws: VaultFileError.self) { _ = try body() }
  }

  private func refusal(_ body: () throws -> some Any) -> VaultError? {
    #expect(throws: VaultError.self) { _ = try body() }
  }

  @Test(arguments: [0, 1, 1 << 20, (1 << 20) + 1, 5_000_000]) func sealedAndOpened(count: Int) throws {
    let content = testContent(count)
    folder.write("x", content)
    let sealed = try VaultFile.seal(
      .file(folder.path("x")), to: .file(folder.path("x.vault")), under: .password("p".utf8),
      context: VaultContext("c".utf8),
      stretching: quick)
    #expect(sealed == count)
    #expect(folder.mode("x.vault") == 0o600)
    #expect(
      try Vault.open(folder.bytes("x.vault"), with: .password("p".utf8), context: VaultContext("c".utf8)) == content)
    let vault = VaultFile.Input.file(folder.path("x.vault"))
    #expect(try VaultFile.verify(vault, with: .password("p".utf8), context: VaultContext("c".utf8)) == count)
    let opened = try VaultFile.open(
      vault, to: .file(folder.path("y")), with: .password("p".utf8), context: VaultContext("c".utf8))
    #expect(opened == count)
    #expect(try folder.bytes("y") == content)
    #expect(folder.names == ["x", "x.vault", "y"])
  }

  /// Without `replacing`, a file that exists stays as it is.
  @Test func nothingIsReplacedByDefault() throws {
    folder.write("x", [1, 2, 3])
    folder.write("y", [4])
    let error = failure {
      try VaultFile.seal(
        .file(folder.path("x")), to: .file(folder.path("y")), under: .password("p".utf8), stretching: quick)
    }
    #expect(try error?.reason == .exists && folder.bytes("y") == [4])
  }

  /// A non-blocking pipe is empty at first, and accepts only a part of the data.
  @Test func descriptorsThatDoNotBlock() throws {
    let content = testContent(300_000)
    let (source, target) = (Pipe(), Pipe())
    for descriptor in [source.fileHandleForReading.fileDescriptor, target.fileHandleForWriting.fileDescriptor] {
      #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
    }
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.1)
      try? source.fileHandleForWriting.write(contentsOf: content)
      try? source.fileHandleForWriting.close()
    }
    let vault = Mutex<Data>(Data())
    let isRead = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.3)
      let all = try? target.fileHandleForReading.readToEnd()
      vault.withLock { $0 = all ?? Data() }
      isRead.signal()
    }
    let count = try VaultFile.seal(
      .descriptor(source.fileHandleForReading.fileDescriptor),
      to: .descriptor(target.fileHandleForWriting.fileDescriptor), under: .password("p".utf8), stretching: quick)
    try target.fileHandleForWriting.close()
    isRead.wait()
    #expect(count == 300_000)
    #expect(try Vault.open(vault.withLock { $0 }, with: .password("p".utf8)) == content)
  }

  @Test func descriptorsStayOpen() throws {
    let content = testContent(3_000_000)
    folder.write("x", content)
    folder.write("out", [])
    let (input, output) = try (
      FileHandle(forReadingFrom: folder.file("x")), FileHandle(forWritingTo: folder.file("out"))
    )
    try VaultFile.seal(
      .descriptor(input.fileDescriptor), to: .descriptor(output.fileDescriptor), under: .password("p".utf8),
      stretching: quick)
    try output.write(contentsOf: [9])
    #expect(try folder.bytes("out").last == 9)
    #expect(try Vault.open(folder.bytes("out").dropLast(), with: .password("p".utf8)) == content)
    let failure = failure {
      try VaultFile.verify(.descriptor(output.fileDescriptor), with: .password("p".utf8))
    }
    #expect(failure?.path == nil && failure?.reason == .unreadable(EBADF))
  }

  @Test func whatIsThereStaysUnlessItIsToBeReplaced() throws {
    try seal(10)
    folder.write("y", [1, 2])
    chmod(folder.file("y").path, 0o640)
    func open(replacing: Bool) throws -> UInt64 {
      try VaultFile.open(
        .file(folder.path("x.vault")), to: .file(folder.path("y"), replacing: replacing), with: .password("p".utf8),
        context: VaultContext("c".utf8))
    }
    #expect(failure { try open(replacing: false) }?.reason == .exists)
    #expect(try folder.bytes("y") == [1, 2])
    #expect(try open(replacing: true) == 10)
    #expect(try folder.bytes("y") == testContent(10))
    #expect(folder.mode("y") == 0o640)
    let same = failure {
      try VaultFile.open(
        .file(folder.path("x.vault")), to: .file(folder.path("x.vault"), replacing: true), with: .password("p".utf8))
    }
    #expect(same?.reason == .isInput)
  }

  /// Each failure states what it is and for which file, and leaves no file behind.
  @Test func failures() throws {
    try seal(2_000_000)
    let sealed = try folder.bytes("x.vault")
    var damaged = sealed
    damaged[1440 + 20 * 65_568] ^= 1
    folder.write("damaged", damaged)
    folder.write("cut", Array(sealed.dropLast(100_000)))
    folder.write("long", damaged + [0])
    folder.write("empty", [])
    try FileManager.default.createDirectory(at: folder.file("folder"), withIntermediateDirectories: true)
    folder.write("text", testContent(2000))
    let names = folder.names
    func open(_ name: String, password: String = "p", to output: String = "out") throws -> UInt64 {
      defer { #expect(folder.names == names) }
      return try VaultFile.open(
        .file(folder.path(name)), to: .file(folder.path(output)), with: .password(password.utf8),
        context: VaultContext("c".utf8))
    }
    func reason(_ name: String, to output: String = "out") -> VaultFileError.Reason? {
      let failure = failure { try open(name, to: output) }
      #expect(failure?.path == folder.path(output == "out" ? name : output))
      return failure?.reason
    }
    #expect(refusal { try open("x.vault", password: "q") } == .wrongPasswordOrContext)
    #expect(refusal { try open("damaged") } == .damaged(chunk: 20))
    #expect(refusal { try open("cut") } == .damaged(chunk: 28))
    #expect(refusal { try open("long") } == .damaged(chunk: 20))
    #expect(refusal { try open("text") } == .notAVault)
    #expect(reason("empty") == .empty)
    #expect(reason("none") == .missing)
    #expect(reason("x.vault", to: "none/out") == .noFolder)
    #expect(reason("x.vault", to: "folder") == .folder)
    let limits = Vault.Limits(maximumContentByteCount: 1_999_999)
    let found = refusal {
      try VaultFile.verify(
        .file(folder.path("x.vault")), with: .password("p".utf8), context: VaultContext("c".utf8), limits: limits)
    }
    #expect(found == .overLimit(.contentByteCount, found: 2_000_000, limit: 1_999_999))
    try VaultFile.seal(
      .file(folder.path("text")), to: .file(folder.path("out")), under: .password("p".utf8), stretching: quick,
      limits: Vault.Limits(maximumRounds: 0))  // a limit of 0 counts as 1
    #expect(folder.names == (names + ["out"]).sorted())
  }

  @Test func passwordsAreChangedInPlace() throws {
    try seal(100_000)
    let path = folder.path("x.vault")
    func change<Value>(_ password: String, _ change: (inout UnlockedVault) throws -> Value) throws -> Value {
      try VaultFile.changeSecrets(of: path, with: .password(password.utf8), context: VaultContext("c".utf8), change)
    }
    #expect(try change("p") { vault in try vault.add(.password("q".utf8), stretching: quick) } == 1)
    try change("p") { vault in try vault.replaceSecret(with: .password("r".utf8), stretching: quick) }
    for (password, opens) in [("p", false), ("q", true), ("r", true)] {
      let opened = try? VaultFile.verify(.file(path), with: .password(password.utf8), context: VaultContext("c".utf8))
      #expect((opened != nil) == opens)
    }
    try change("q") { vault in try vault.remove(slots: vault.openedSlots) }
    let before = try folder.bytes("x.vault")
    #expect(throws: VaultError.lastSlot) { try change("r") { vault in try vault.remove(slots: vault.openedSlots) } }
    #expect(try folder.bytes("x.vault") == before)

    struct OtherError: Error {}
    #expect(throws: OtherError.self) {
      try change("r") { vault in
        try vault.add(.password("s".utf8), stretching: quick)
        throw OtherError()
      }
    }
    #expect(try folder.bytes("x.vault") == before)

    var differing = before
    differing[720 + 100] ^= 1
    folder.write("x.vault", differing)
    try change("r") { _ in }
    #expect(try folder.bytes("x.vault") == before)
  }

  /// One pattern catches a wrong password, wherever the vault is.
  @Test func aWrongPassword() async throws {
    try seal(10)
    let (path, sealed) = (folder.path("x.vault"), try folder.bytes("x.vault"))
    let (wrong, context) = (VaultSecret.password("q".utf8), VaultContext("c".utf8))
    let calls: [() async throws -> Void] = [
      { _ = try await Vault.open(sealed, with: wrong, context: context) },
      { _ = try await UnlockedVault(header: sealed, with: wrong, context: context) },
      { _ = try await UnlockedVault(file: path, with: wrong, context: context) },
      { try await VaultFile.verify(.file(path), with: wrong, context: context) },
      { try await VaultFile.reseal(path, with: wrong, under: wrong, context: context) },
      { try await VaultFile.changeSecrets(of: path, with: wrong, context: context) { _ in } },
    ]
    for (index, call) in calls.enumerated() {
      do {
        try await call()
        Issue.record("\(index): the password is right")
      } catch VaultError.wrongPasswordOrContext {
      }
    }
  }

  @Test(arguments: [1, 2, 100]) func cores(count: Int) throws {
    let (content, quick) = (testContent(5_000_000), quick)
    folder.write("x", content)
    let (vault, secret) = (folder.path("x.vault"), VaultSecret.password("p".utf8))
    try VaultFile.seal(.file(folder.path("x")), to: .file(vault), under: secret, stretching: quick, cores: count)
    try VaultFile.reseal(vault, with: secret, under: secret, stretching: quick, cores: count)
    #expect(try VaultFile.verify(.file(vault), with: secret, cores: count) == 5_000_000)
    try VaultFile.open(.file(vault), to: .file(folder.path("y")), with: secret, cores: count)
    #expect(try folder.bytes("y") == content)
  }

  @Test func oneProcessAtATimeChangesAVault() throws {
    try seal(10)
    let other = open(folder.file("x.vault").path, O_RDONLY)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    let failure = failure {
      try VaultFile.changeSecrets(
        of: folder.path("x.vault"), with: .password("p".utf8), context: VaultContext("c".utf8)
      ) { _ in }
    }
    #expect(failure?.reason == .locked)
  }

  @Test func resealed() throws {
    try seal(3_000_000)
    chmod(folder.file("x.vault").path, 0o644)
    let before = try folder.bytes("x.vault")
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try VaultFile.reseal(
        folder.path("x.vault"), with: .password("z".utf8), under: .password("q".utf8), stretching: quick)
    }
    #expect(try folder.bytes("x.vault") == before)
    try VaultFile.reseal(
      folder.path("x.vault"), with: .password("p".utf8), under: .password("q".utf8), context: VaultContext("c".utf8),
      stretching: quick)
    let content = try Vault.open(folder.bytes("x.vault"), with: .password("q".utf8), context: VaultContext("c".utf8))
    #expect(content == testContent(3_000_000))
    #expect(folder.mode("x.vault") == 0o644)
    #expect(folder.names == ["x.vault"])
  }

  /// Storing it would destroy the vault.
  @Test func theHeaderOfAnotherVaultIsNotStored() async throws {
    try seal(1)
    let sealed = try folder.bytes("x.vault")
    let path = folder.path("x.vault").description
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [path = path as String] in
      let quick = try PasswordStretching(rounds: .exactly(1))
      let vault = try await Vault.seal(
        [], under: .password("p".utf8), context: VaultContext("c".utf8), stretching: quick)
      let other = try await UnlockedVault(header: vault, with: .password("p".utf8), context: VaultContext("c".utf8))
      try await VaultFile.changeSecrets(
        of: VaultFilePath(path), with: .password("p".utf8), context: VaultContext("c".utf8)
      ) { $0 = other }
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("the header of another vault"))
    #expect(try folder.bytes("x.vault") == sealed)
  }
}
