import Dispatch
import Synchronization
import Testing

@testable import Credentials

/// Single logins, which a verifier checks together.
@Suite(.timeLimit(.minutes(5))) struct CredentialVerifierTests {
  private static let policy = try! PasswordStretching(.pbkdf2HMACSHA512, rounds: .exactly(1000))
  /// It would take an hour.
  private static let endless = try! PasswordStretching(.pbkdf2HMACSHA512, rounds: .exactly(0xffff_ffff))

  private func credential(_ password: String, _ policy: PasswordStretching = Self.policy) throws -> Credential {
    try Credential(password: password.utf8, stretching: policy)
  }

  private func verifier(_ queue: WorkQueue = WorkQueue(placeCount: 2, memoryByteCount: 1 << 20)) -> CredentialVerifier {
    CredentialVerifier(stretching: Self.policy, queue: queue)
  }

  private static func name(_ result: Credential.Verification) -> String {
    result.upgrade.map { "upgrade to \($0)" } ?? (result.isValid ? "valid" : "invalid")
  }

  /// Credentials of every function, each with the right password and a wrong one.
  private static let credentials: [(credential: Credential, password: String)] = {
    var credentials: [(Credential, String)] = []
    for (index, rounds) in [1, 999, 1000, 1001, 3000].enumerated() {
      for function in PasswordStretching.Function.pbkdf2 {
        let stretching = try! PasswordStretching(function, rounds: .exactly(rounds))
        credentials.append((try! Credential(password: "p\(index)".utf8, stretching: stretching), "p\(index)"))
      }
    }
    for memory in [8, 600, 2000] {
      let argon2id = try! Argon2id(memoryByteCount: memory << 10, passes: 1, lanes: 1)
      let credential = try! Credential(password: "a\(memory)".utf8, stretching: PasswordStretching(argon2id: argon2id))
      credentials.append((credential, "a\(memory)"))
    }
    // RFC 6070 and RFC 7914.
    for text in [
      "pbkdf2_sha1$2$salt$6mwBTcctb4zNHtkqzh1B8NjeiVc=",
      "$scrypt$ln=4,r=1,p=1$c2FsdA$d9ZXYjhleyA7GcpCwYoEl/FrSETjB0ro39/6P+3iFEI",
    ] {
      credentials.append((try! Credential(text), "password"))
    }
    return credentials
  }()

  @Test func resultsAreThoseOfSingleChecks() async throws {
    let logins = (0..<6).flatMap { turn in
      Self.credentials.map { ($0.credential, turn % 3 == 2 ? $0.password + "x" : $0.password) }
    }
    let expected = Self.single(logins)
    let verifier = verifier()
    let results = await withTaskGroup(of: (Int, String).self) { group in
      for (index, (credential, password)) in logins.enumerated() {
        group.addTask {
          (index, Self.name(try! await verifier.verify(password.utf8.map { $0 }, against: credential)))
        }
      }
      return await group.reduce(into: [String](repeating: "", count: logins.count)) { $0[$1.0] = $1.1 }
    }
    #expect(results == expected)
    #expect(Set(expected) == ["invalid", "valid", "upgrade to PBKDF2-HMAC-SHA512, 1000 rounds"])
    #expect(verifier.waitingCount == 0)
  }

  /// The results of the synchronous form.
  private static func single(_ logins: [(Credential, String)]) -> [String] {
    logins.map { name(try! $0.0.verify($0.1.utf8, stretching: policy)) }
  }

  /// Holds the only place of a queue until the returned function is called.
  private func occupy(_ queue: WorkQueue) -> @Sendable () -> Void {
    let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    BackgroundWork(in: queue).start { _ in
      begun.signal()
      end.wait()
    }
    begun.wait()
    return { end.signal() }
  }

  private func wait(until condition: () -> Bool) async {
    while !condition() { try? await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func loginsWaitTogether() async throws {
    let queue = WorkQueue(placeCount: 1, memoryByteCount: 0)
    let (verifier, credential) = (verifier(queue), try credential("p"))
    let end = occupy(queue)
    let tasks = (0..<40).map { number in
      Task { try await verifier.verify((number == 7 ? "q" : "p").utf8, against: credential) }
    }
    await wait { verifier.waitingCount == 40 }
    // One cancelled login leaves at once, and the others stay.
    tasks[3].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[3].value }
    #expect(verifier.waitingCount == 39)
    end()
    for (number, task) in tasks.enumerated() where number != 3 {
      #expect(try await task.value.isValid == (number != 7), "\(number)")
    }
  }

  /// A login that is checked ends at once too, and so does the work, if no other login needs it.
  @Test func aCancelledCheckEnds() async throws {
    let queue = WorkQueue(placeCount: 1, memoryByteCount: 0)
    let verifier = verifier(queue)
    let slow = Credential.decoy(stretching: Self.endless)
    let task = Task { try await verifier.verify("p".utf8, against: slow) }
    let others = (0..<3).map { _ in
      Task {
        try await Task.sleep(for: .milliseconds(30))
        return try await verifier.verify("p".utf8, against: slow)
      }
    }
    await wait { verifier.waitingCount == 3 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // The three are one batch now. Two of them end alone, and the last ends the work.
    await wait { verifier.waitingCount == 0 }
    for other in others {
      other.cancel()
      await #expect(throws: CancellationError.self) { try await other.value }
    }
    #expect(try await verifier.verify("p".utf8, against: credential("p")).isValid)
  }

  @Test func aLoginOfACancelledTaskIsNotChecked() async throws {
    let (verifier, slow) = (verifier(), Credential.decoy(stretching: Self.endless))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await verifier.verify("p".utf8, against: slow)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(verifier.waitingCount == 0)
  }
}
