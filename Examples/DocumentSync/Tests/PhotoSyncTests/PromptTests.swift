import Foundation
import Testing

/// The prompt of the command, on a terminal of its own.
@Suite(.serialized) final class PromptTests {
  private struct Terminal {
    let controller: Int32
    let device: FileHandle

    init() throws {
      var ends: (Int32, Int32) = (-1, -1)
      try #require(openpty(&ends.0, &ends.1, nil, nil, nil) == 0)
      controller = ends.0
      device = FileHandle(fileDescriptor: ends.1, closeOnDealloc: true)
    }

    var echoes: Bool {
      var settings = termios()
      return tcgetattr(controller, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }
  }

  private func wait(until condition: () -> Bool) async throws {
    for _ in 0..<1000 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
    #expect(condition())
  }

  private func command(_ terminal: Terminal) throws -> Process {
    let folder = NSTemporaryDirectory() + "/" + UUID().uuidString
    let process = Process()
    #if canImport(Darwin)
    let programs = Bundle(for: PromptTests.self).bundleURL.deletingLastPathComponent()
    #else
    let programs = Bundle.main.bundleURL
    #endif
    process.executableURL = programs.appendingPathComponent("DocumentSync")
    process.arguments = ["prepare", folder]
    process.standardInput = terminal.device
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    // The process must not inherit the signals that a thread of the test blocks.
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    return process
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) func aSignal(number: Int32) async throws {
    let terminal = try Terminal()
    let process = try command(terminal)
    try await wait { !terminal.echoes }
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
    #expect(terminal.echoes)
  }

  @Test func aLine() async throws {
    let terminal = try Terminal()
    let process = try command(terminal)
    try await wait { !terminal.echoes }
    #expect(write(terminal.controller, "a secret\n", 9) == 9)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(terminal.echoes)
  }
}
