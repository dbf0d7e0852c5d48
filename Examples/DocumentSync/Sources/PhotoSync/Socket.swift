import Foundation
import Sessions

package struct SocketError: Error, CustomStringConvertible {
  package let description: String
}

/// A connection over a local socket. It lives for a limited time, so that no peer keeps a thread for longer. What it
/// carries goes on over another one.
package final class Socket: SessionStream, Sendable {
  private let descriptor: Int32
  private let end: ContinuousClock.Instant

  init(_ descriptor: Int32, lifetime: Duration) {
    self.descriptor = descriptor
    end = .now + lifetime
    #if canImport(Darwin)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  deinit { close(descriptor) }

  /// Connects to the server that listens at a path.
  package convenience init(path: String, lifetime: Duration = .seconds(60)) throws(SyncError) {
    self.init(try Self.local(), lifetime: lifetime)
    let descriptor = descriptor
    guard try Self.withAddress(of: path, { connect(descriptor, $0, $1) }) == 0 else {
      throw .interrupted("no server listens at the socket: start it, then send what waits")
    }
  }

  fileprivate static func local() throws(SyncError) -> Int32 {
    #if canImport(Darwin)
    let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw .system("socket", errno) }
    return descriptor
  }

  fileprivate static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SyncError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .socketPath }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  package func send(_ bytes: [UInt8]) throws(SocketError) {
    var done = 0
    while done < bytes.count {
      done += try whenReady(POLLOUT) { bytes[done...].withUnsafeBytes { sendSome($0, descriptor) } }
    }
  }

  package func receive(maximumByteCount: Int) throws(SocketError) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try whenReady(POLLIN) {
      var size = 0
      bytes = [UInt8](unsafeUninitializedCapacity: maximumByteCount) { buffer, count in
        size = recv(descriptor, buffer.baseAddress!, buffer.count, 0)
        count = max(size, 0)
      }
      return size
    }
    return bytes
  }

  /// Ends both directions. What was sent still arrives.
  func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private func whenReady(_ event: some BinaryInteger, _ call: () -> Int) throws(SocketError) -> Int {
    while true {
      let left = (end - .now) / .milliseconds(1)
      guard left > 0 else { throw SocketError(description: "the connection took too long") }
      var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      guard poll(&request, 1, Int32(left.rounded(.up))) > 0 else { continue }
      let size = call()
      if size >= 0 { return size }
      guard [EINTR, EAGAIN].contains(errno) else {
        throw SocketError(description: "the connection failed (\(String(cString: strerror(errno))))")
      }
    }
  }
}

/// Where a server waits for connections.
package final class Listener: Sendable {
  private let descriptor: Int32

  /// Listens at a path. What an earlier server has left there is removed.
  package init(_ path: String) throws(SyncError) {
    descriptor = try Socket.local()
    unlink(path)
    let descriptor = descriptor
    guard try Socket.withAddress(of: path, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 16) == 0 else {
      throw .system(path, errno)
    }
  }

  deinit { close(descriptor) }

  /// Waits for the next connection.
  func next(lifetime: Duration) throws(SyncError) -> Socket {
    let connection = accept(descriptor, nil, nil)
    guard connection >= 0 else { throw .system("accept", errno) }
    return Socket(connection, lifetime: lifetime)
  }
}

/// Calls send(2), which returns at once and raises no signal.
private func sendSome(_ bytes: UnsafeRawBufferPointer, _ descriptor: Int32) -> Int {
  #if canImport(Darwin)
  send(descriptor, bytes.baseAddress!, bytes.count, MSG_DONTWAIT)
  #else
  send(descriptor, bytes.baseAddress!, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
  #endif
}
