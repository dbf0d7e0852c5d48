import Foundation
import SwiftVaultTestSupport
import Synchronization
import Testing

@testable import Vault
@testable import VaultFiles

/// Asynchronous calls on pipes, which may be silent for ever: they end when they are cancelled, and other calls go on.
@Suite(.timeLimit(.minutes(5))) struct VaultFileStreamTests {
  private let folder = TestFolder()
  private let quick = try! PasswordStretching(rounds: .exactly(1))

  /// A pipe, whose ends are closed with it.
  private final class Pipe: Sendable {
    let input: Int32
    private let output: Mutex<Int32>
    var outputDescriptor: Int32 { output.withLock { $0 } }

    init() {
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      input = ends[0]
      output = Mutex(ends[1])
    }

    /// Writes on another thread, since a full pipe blocks.
    func write(_ bytes: [UInt8], thenClose isLast: Bool = false) {
      Threads.start { [self] in
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { Foundation.write(outputDescriptor, $0.baseAddress, $0.count) }
          #expect(count > 0, "a write failed: \(errno)")
          if count <= 0 { return }
          rest = rest.dropFirst(count)
        }
        if isLast { closeOutput() }
      }
    }

    /// All bytes until the other end is closed, read slowly on another thread.
    func readAll() async -> [UInt8] {
      await withCheckedContinuation { continuation in
        Threads.start { [self] in
          var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 100_000))
          while true {
            usleep(200)
            let count = read(input, &buffer, buffer.count)
            if count <= 0 { return continuation.resume(returning: bytes) }
            bytes += buffer[..<count]
          }
        }
      }
    }

    func closeOutput() {
      output.withLock {
        close($0)
        $0 = -1
      }
    }

    deinit {
      close(input)
      output.withLock { _ = $0 < 0 ? 0 : close($0) }
    }
  }

  init() { signal(SIGPIPE, SIG_IGN) }

  private func expectEnd<Value: Sendable>(_ task: Task<Value, any Error>) async {
    try? await Task.sleep(for: .milliseconds(50))
    task.cancel()
    // The pipe is silent for ever: nothing else ends the task.
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func cancelledSealingOfASilentPipeEnds() async throws {
    let (output, quick) = (folder.path("vault"), quick)
    for written in [0, 1, 3_000_000] {
      let pipe = Pipe()
      let task = Task {
        try await VaultFile.seal(
          .descriptor(pipe.input), to: .file(output), under: .password("p".utf8), stretching: quick)
      }
      pipe.write([UInt8](repeating: 7, count: written))
      await expectEnd(task)
      #expect(folder.names.isEmpty)
    }
  }

  @Test func cancelledOpeningOfASilentPipeEnds() async throws {
    let output = folder.path("content")
    let vault = try await Vault.seal([1, 2, 3], under: .password("p".utf8), stretching: quick)
    // The header may be incomplete.
    for written in [0, 1, Vault.headerByteCount] {
      // A task may be cancelled before it reads, so that bytes would be left for the next one.
      let pipe = Pipe()
      let task = Task {
        try await VaultFile.open(.descriptor(pipe.input), to: .file(output), with: .password("p".utf8))
      }
      pipe.write(Array(vault[..<written]))
      await expectEnd(task)
      #expect(folder.names.isEmpty)
    }
  }

  /// A pipe that nobody reads is full after 64 KiB.
  @Test func cancelledSealingIntoAFullPipeEnds() async throws {
    let (pipe, quick) = (Pipe(), quick)
    folder.write("x", [UInt8](repeating: 1, count: 5_000_000))
    let x = folder.path("x")
    await expectEnd(
      Task {
        try await VaultFile.seal(
          .file(x), to: .descriptor(pipe.outputDescriptor), under: .password("p".utf8), stretching: quick)
      })
  }

  @Test func aNamedPipeWithoutAWriter() async throws {
    #expect(mkfifo(folder.file("fifo").path, 0o600) == 0)
    let (fifo, output, quick) = (folder.path("fifo"), folder.path("vault"), quick)
    let seal = { @Sendable in
      try await VaultFile.seal(.file(fifo), to: .file(output), under: .password("p".utf8), stretching: quick)
    }
    #if os(Linux)
    await expectEnd(Task { try await seal() })
    #expect(folder.names == ["fifo"])
    #endif
    // A writer that comes later is waited for, and may pause.
    let task = Task { try await seal() }
    try await Task.sleep(for: .milliseconds(50))
    let writer = open(folder.file("fifo").path, O_WRONLY)
    for piece in ["a", "bc"] {
      _ = write(writer, piece, piece.utf8.count)
      try await Task.sleep(for: .milliseconds(20))
    }
    close(writer)
    #expect(try await task.value == 3)
    #expect(try await Vault.open(folder.bytes("vault"), with: .password("p".utf8)) == Array("abc".utf8))
  }

  /// More silent pipes than places: other calls go on, and the pipes are sealed when their content comes.
  @Test func silentPipesKeepNoPlace() async throws {
    let (pipes, quick, folder) = ((0..<WorkQueue.shared.placeCount + 8).map { _ in Pipe() }, quick, folder)
    let tasks = pipes.enumerated().map { number, pipe in
      Task {
        try await VaultFile.seal(
          .descriptor(pipe.input), to: .file(folder.path("\(number)")), under: .password("p".utf8), stretching: quick)
      }
    }
    try await Task.sleep(for: .milliseconds(50))
    let (plain, vault) = ([UInt8](repeating: 5, count: 100), folder.path("x.vault"))
    folder.write("x", plain)
    try await VaultFile.seal(
      .file(folder.path("x")), to: .file(vault), under: .password("p".utf8), stretching: quick)
    #expect(try await VaultFile.verify(.file(vault), with: .password("p".utf8)) == 100)
    for (number, pipe) in pipes.enumerated() {
      pipe.write([UInt8](repeating: UInt8(number), count: 2_000_000), thenClose: true)
    }
    for (number, task) in tasks.enumerated() {
      #expect(try await task.value == 2_000_000)
      let content = try await Vault.open(folder.bytes("\(number)"), with: .password("p".utf8))
      #expect(content == [UInt8](repeating: UInt8(number), count: 2_000_000))
    }
  }

  /// From pipe to pipe, with a reader that is slow.
  @Test func aSlowReader() async throws {
    let (input, output, quick) = (Pipe(), Pipe(), quick)
    let task = Task {
      let byteCount = try await VaultFile.seal(
        .descriptor(input.input), to: .descriptor(output.outputDescriptor), under: .password("p".utf8),
        stretching: quick)
      output.closeOutput()
      return byteCount
    }
    let content = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }
    input.write(content, thenClose: true)
    let vault = await output.readAll()
    #expect(try await task.value == 3_000_001)
    #expect(try await Vault.open(vault, with: .password("p".utf8)) == content)
  }
}
