import Foundation
import Sessions

@testable import PhotoSync

/// Connections between a client and a server, with somebody between who sees every frame and may change it.
final class Line: @unchecked Sendable {
  enum Direction { case up, down }

  /// A frame as it is on the wire: its size in two bytes, and the Noise message.
  struct Frame {
    /// The number of its connection.
    let connection: Int
    let direction: Direction
    /// Its number among those of its connection and direction.
    let index: Int
    let bytes: [UInt8]
  }

  /// Everything that was seen, and everything that was passed on whole.
  private(set) var seen: [Frame] = []
  private(set) var passed: [Frame] = []
  /// What each end of a connection on the server's side threw.
  private(set) var serverErrors: [String] = []
  /// The bytes to pass on instead of a frame, and whether the connection is then cut.
  var change: @Sendable (Frame) -> (bytes: [UInt8], isCut: Bool) = { ($0.bytes, false) }
  /// How long the server's end of a connection lives.
  var lifetime = Duration.seconds(60)

  private let serve: @Sendable (Socket) throws -> Void
  private let lock = NSLock()
  private let threads = DispatchGroup()
  private var connections = 0

  init(_ serve: @escaping @Sendable (Socket) throws -> Void) { self.serve = serve }

  convenience init(to server: Server) { self.init { try server.serve($0) } }

  /// The client's end of a new connection.
  func connect() -> Socket {
    let (client, near) = pair()
    let (far, server) = pair(lifetime)
    let number = lock.withLock {
      connections += 1
      return connections - 1
    }
    start { [self] in
      do { try serve(server) } catch { lock.withLock { serverErrors.append("\(error)") } }
      server.hangUp()
    }
    start { [self] in pump(number, .up, from: near, to: far) }
    start { [self] in pump(number, .down, from: far, to: near) }
    return client
  }

  /// Waits until the server has ended every connection.
  func wait() { threads.wait() }

  func frames(_ direction: Direction, in connection: Int? = nil) -> [Frame] {
    passed.filter { $0.direction == direction && connection ?? $0.connection == $0.connection }
  }

  private func start(_ work: @escaping @Sendable () -> Void) {
    threads.enter()
    Thread.detachNewThread {
      work()
      self.threads.leave()
    }
  }

  private func pair(_ lifetime: Duration = .seconds(60)) -> (Socket, Socket) {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
    precondition(socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0)
    #else
    precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    #endif
    return (Socket(ends[0], lifetime: .seconds(60)), Socket(ends[1], lifetime: lifetime))
  }

  private func pump(_ connection: Int, _ direction: Direction, from: Socket, to: Socket) {
    defer {
      from.hangUp()
      to.hangUp()
    }
    for index in 0... {
      guard let size = read(2, from), let body = read(Int(size[0]) << 8 | Int(size[1]), from) else { return }
      let frame = Frame(connection: connection, direction: direction, index: index, bytes: size + body)
      let (bytes, isCut) = lock.withLock {
        seen.append(frame)
        let changed = change(frame)
        if changed.bytes.count >= frame.bytes.count { passed.append(frame) }
        return changed
      }
      guard (try? to.send(bytes)) != nil, !isCut else { return }
    }
  }

  private func read(_ count: Int, _ socket: Socket) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let more = try? socket.receive(maximumByteCount: count - bytes.count), !more.isEmpty else { return nil }
      bytes += more
    }
    return bytes
  }
}
