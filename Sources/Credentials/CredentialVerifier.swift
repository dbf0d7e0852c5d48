#if !hasFeature(Embedded)  // Embedded Swift has no tasks.
/// Checks the passwords of a server's logins, each of which comes alone, many at a time.
///
/// A server has one verifier, and asks it in each request:
///
/// ```swift
/// let result = try await verifier.verify(password.utf8, against: credential)
/// ```
///
/// A login is checked at once if a core is free. Otherwise it waits, and those that wait are checked together in the
/// vector lanes of the next free core, in a fraction of the time that they take one by one. The results are those of
/// single checks. Logins begin in the order of their arrival among those with the same function. A login with Argon2id
/// or scrypt is checked by itself, and waits for its memory like all background work of the package.
///
/// The queue is not limited: a login that waits takes a few hundred bytes and its password, a `SymmetricKey` that is
/// wiped. A server that is asked for more logins than it can check refuses some of them, by ``waitingCount``, before it
/// asks. To make requests slow for attackers alone, limit them for each account and address.
public final class CredentialVerifier: @unchecked Sendable {
  /// The stretching of new passwords, which decides whether a login has an upgrade.
  public let stretching: PasswordStretching
  private let queue: WorkQueue
  private let lock = Lock()
  // Guarded by `lock`, and so is the state of each login.
  private var waiting: [Login] = []
  /// The batches that run, or wait for a place in the queue.
  private var batchCount = 0

  /// A verifier with the stretching of new passwords, as in `Credential.verify`.
  public convenience init(stretching: PasswordStretching = .recommended) {
    self.init(stretching: stretching, queue: .shared)
  }

  init(stretching: PasswordStretching, queue: WorkQueue) { (self.stretching, self.queue) = (stretching, queue) }

  /// The number of logins that wait for a core.
  public var waitingCount: Int { lock.withLock { waiting.count } }

  /// Checks a password, together with others that wait.
  ///
  /// The parameters and the result are those of `Credential.verify`.
  ///
  /// - Throws: ``CredentialError/memoryUnavailable(byteCount:)``, or `CancellationError` when the task is cancelled, at
  ///   once. Other logins are not affected.
  @concurrent
  public func verify(
    _ password: some Sequence<UInt8> & Sendable, against credential: Credential
  ) async throws -> Credential.Verification {
    try await verify([SymmetricKey(data: password)], against: credential)
  }

  /// Checks the passwords to try for one login.
  @concurrent
  package func verify(
    _ passwords: [SymmetricKey], against credential: Credential
  ) async throws -> Credential.Verification {
    let login = Login(credential, passwords)
    await withTaskCancellationHandler {
      await withCheckedContinuation { add(login, $0) }
    } onCancel: {
      cancel(login)
    }
    guard let result = login.result else { throw CancellationError() }
    return try result.get()
  }

  private func add(_ login: Login, _ continuation: CheckedContinuation<Void, Never>) {
    let (isCancelled, needsBatch) = lock.withLock {
      if login.isCancelled { return (true, false) }
      login.continuation = continuation
      waiting.append(login)
      guard batchCount < queue.placeCount else { return (false, false) }
      batchCount += 1
      return (false, true)
    }
    if isCancelled { continuation.resume() }
    if needsBatch { startBatch() }
  }

  private func cancel(_ login: Login) {
    var unneeded: BackgroundWork?
    let continuation: CheckedContinuation<Void, Never>? = lock.withLock {
      login.isCancelled = true
      guard let continuation = login.continuation else { return nil }
      login.continuation = nil
      if let batch = login.batch {
        batch.pendingCount -= 1
        if batch.pendingCount == 0 { unneeded = batch.work }
      } else {
        waiting.removeAll { $0 === login }
      }
      return continuation
    }
    continuation?.resume()
    unneeded?.cancel()
  }

  // MARK: - Batches

  /// Adds a batch to the queue. It takes its logins when it begins.
  private func startBatch() {
    let work = BackgroundWork(in: queue)
    work.start { [self] _ in
      if let batch = nextBatch(work) { verify(batch) }
      let isNeeded = lock.withLock {
        if waiting.isEmpty { batchCount -= 1 }
        return !waiting.isEmpty
      }
      if isNeeded { startBatch() }
    }
  }

  /// The first login that waits, and others with the same function: as many as fill the lanes, or fewer if other cores
  /// are about to take some.
  private func nextBatch(_ work: BackgroundWork) -> Batch? {
    lock.withLock { () -> Batch? in
      guard let function = waiting.first?.credential.storedStretching.function else { return nil }
      let indices = waiting.indices.filter { waiting[$0].credential.storedStretching.function == function }
      let share = (indices.count - 1) / queue.placeCount + 1
      let chosen = indices.prefix(min(function.laneCount, share))
      let batch = Batch(work, chosen.map { waiting[$0] })
      for index in chosen.reversed() { waiting.remove(at: index) }
      for login in batch.logins { login.batch = batch }
      return batch
    }
  }

  private func verify(_ batch: Batch) {
    let logins = batch.logins.map { ($0.credential, $0.passwords) }
    // A batch is cancelled when no task waits for it any more.
    guard let results = try? Credential.verify(logins, stretching, batch.work) else { return }
    for (login, result) in zip(batch.logins, results) {
      let continuation: CheckedContinuation<Void, Never>? = lock.withLock {
        guard let continuation = login.continuation else { return nil }
        (login.continuation, login.result) = (nil, result)
        return continuation
      }
      continuation?.resume()
    }
  }

  /// A login that a task waits for. The verifier's lock guards its state.
  private final class Login: @unchecked Sendable {
    let credential: Credential
    let passwords: [SymmetricKey]
    /// Nil before it waits, and once it has ended.
    var continuation: CheckedContinuation<Void, Never>?
    var isCancelled = false
    var batch: Batch?
    var result: Result<Credential.Verification, CredentialError>?

    init(_ credential: Credential, _ passwords: [SymmetricKey]) {
      (self.credential, self.passwords) = (credential, passwords)
    }
  }

  private final class Batch {
    let work: BackgroundWork
    let logins: [Login]
    /// The number of logins that are not cancelled. When it becomes 0, the work is cancelled.
    var pendingCount: Int

    init(_ work: BackgroundWork, _ logins: [Login]) {
      (self.work, self.logins, pendingCount) = (work, logins, logins.count)
    }
  }
}

extension StoredFunction {
  /// The logins that are checked at the same time on one core.
  fileprivate var laneCount: Int {
    switch self {
    case .pbkdf2HMACSHA512, .pbkdf2HMACSHA256: 32
    case .pbkdf2HMACSHA1, .argon2id, .scrypt: 1
    }
  }
}
#endif
