import Dispatch
import SwiftVault
import VaultFiles

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A server's work, on so many cores as the first word says. While it is done, another task sleeps again and again for
/// 5 ms, and the latest waking is printed.
enum Server {
  /// How a login is checked.
  enum Way: String {
    /// By a verifier, together with others.
    case verifier
    /// By a call of its own.
    case single
    /// By a call of its own that blocks one of as many threads as there are cores.
    case pool
  }

  static func run(_ words: [String]) async throws {
    guard let cores = words.first.flatMap({ Int($0) }) else { fail("a server's cores: \(words)") }
    let words = Array(words.dropFirst())
    let numbers = words.compactMap { Int($0) }
    switch (words.first, words.dropFirst().first.flatMap(Way.init), numbers.count) {
    case ("logins", let way?, 2):
      let logins = try Logins(PasswordStretching(rounds: .exactly(numbers[1])), way, cores)
      try await measured { try await logins.checkAtOnce(numbers[0]) }
    case ("rate", let way?, 3):
      let logins = try Logins(PasswordStretching(rounds: .exactly(numbers[2])), way, cores)
      try await measured { try await logins.check(perSecond: numbers[0], seconds: numbers[1]) }
    case ("argon2id", let way?, 1):
      let logins = try Logins(PasswordStretching(argon2id: .forLogins), way, cores)
      try await measured { try await logins.checkAtOnce(numbers[0]) }
    case ("seals", nil, 2):
      write(numbers[0], byteCount: numbers[1], in: words[1])
      try await measured { try await seal(numbers[0], byteCount: numbers[1], in: words[1]) }
    default: fail("a server's work: \(words)")
    }
  }

  /// Prints what `work` returns, its seconds, and by how many milliseconds another task was late.
  private static func measured(_ work: () async throws -> String) async throws {
    let clock = ContinuousClock()
    let sleeper = Task {
      var latest = Duration.zero
      while !Task.isCancelled {
        let start = clock.now
        try? await Task.sleep(for: .milliseconds(5))
        if !Task.isCancelled { latest = max(latest, clock.now - start - .milliseconds(5)) }
      }
      return latest
    }
    try await Task.sleep(for: .milliseconds(50))
    let start = clock.now
    let text = try await work()
    let elapsed = clock.now - start
    sleeper.cancel()
    print("seconds=\(elapsed / .seconds(1)) late=\(await sleeper.value / .milliseconds(1)) \(text)")
  }

  /// Writes random files into a folder.
  private static func write(_ count: Int, byteCount: Int, in folder: String) {
    for number in 0..<count {
      guard let file = fopen("\(folder)/\(number)", "w") else { fail("\(folder): error \(errno)") }
      var generator = Generator(seed: UInt64(number))
      let content = generator.content(byteCount)
      fwrite(content, 1, content.count, file)
      fclose(file)
    }
  }

  /// Seals the files of a folder, all at once, and verifies each.
  private static func seal(_ count: Int, byteCount: Int, in folder: String) async throws -> String {
    let stretching = try PasswordStretching(rounds: .exactly(1000))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask {
          let (file, vault) = (VaultFilePath("\(folder)/\(number)"), VaultFilePath("\(folder)/\(number).vault"))
          try await VaultFile.seal(.file(file), to: .file(vault), under: .password("p".utf8), stretching: stretching)
          let size = try await VaultFile.verify(.file(vault), with: .password("p".utf8))
          if size != byteCount { fail("a vault of \(size) bytes") }
        }
      }
      try await group.waitForAll()
    }
    return "vaults=\(count)"
  }
}

/// Logins with right and wrong passwords.
private struct Logins: Sendable {
  let way: Server.Way
  let stretching: PasswordStretching
  let credentials: [Credential]
  let verifier: CredentialVerifier
  let threads: [DispatchQueue]

  init(_ stretching: PasswordStretching, _ way: Server.Way, _ cores: Int) throws {
    (self.way, self.stretching) = (way, stretching)
    credentials = try (0..<8).map { try Credential(password: "password \($0)".utf8, stretching: stretching) }
    verifier = CredentialVerifier(stretching: stretching)
    threads = (0..<cores).map { DispatchQueue(label: "\($0)") }
  }

  /// Every fourth password is wrong.
  private func check(_ number: Int) async throws {
    let (credential, isRight) = (credentials[number % credentials.count], number % 4 != 3)
    let password = "password \(number % credentials.count)\(isRight ? "" : "!")"
    let verification =
      switch way {
      case .verifier: try await verifier.verify(password.utf8, against: credential)
      case .single: try await credential.verify(password.utf8, stretching: stretching)
      case .pool:
        try await withCheckedThrowingContinuation { continuation in
          threads[number % threads.count].async {
            continuation.resume(with: Result { try credential.verify(password.utf8, stretching: stretching) })
          }
        }
      }
    guard verification.isValid == isRight else { fail("login \(number): \(verification)") }
  }

  func checkAtOnce(_ count: Int) async throws -> String {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count { group.addTask { try await check(number) } }
      try await group.waitForAll()
    }
    return "logins=\(count)"
  }

  /// Logins at random moments, with exponentially distributed intervals.
  func check(perSecond: Int, seconds: Int) async throws -> String {
    let clock = ContinuousClock()
    var generator = Generator(seed: 1)
    let count = perSecond * seconds
    let times = try await withThrowingTaskGroup(of: Duration.self) { group in
      var moment = clock.now
      for number in 0..<count {
        moment += .seconds(-log(Double.random(in: 1e-9..<1, using: &generator)) / Double(perSecond))
        try await clock.sleep(until: moment)
        let arrival = moment
        group.addTask {
          try await check(number)
          return clock.now - arrival
        }
      }
      return try await group.reduce(into: [Duration]()) { $0.append($1) }.sorted()
    }
    let (median, p99) = (times[count / 2] / .milliseconds(1), times[count * 99 / 100] / .milliseconds(1))
    return "logins=\(count) median=\(median) p99=\(p99)"
  }
}
