import VaultFiles

/// Writes to a pipeline's sink in order.
struct SinkWriter {
  private let sink: Pipeline.Sink
  private var offset: UInt64 = 0
  /// What is written next.
  var bytes: [UInt8] = []

  init(_ sink: Pipeline.Sink) { self.sink = sink }

  mutating func flush() throws {
    let offset = offset
    try bytes.withUnsafeBytes { bytes in
      switch sink {
      case .file(let write): try write(bytes, offset)
      case .stream(let write): try write(bytes)
      }
    }
    self.offset += UInt64(bytes.count)
    bytes.removeAll(keepingCapacity: true)
  }
}
