import SwiftVaultCommandSupport
import Vault
import VaultFiles
import VaultInterop

/// A password on its way to the library, in one buffer of fixed size. The buffer is overwritten when its last owner
/// releases it.
///
/// *Not* protected: copies that the compiler or the library has made.
final class SecretBytes {
  private let storage: UnsafeMutableRawBufferPointer
  private(set) var count = 0
  /// Whether the line end that was removed was CR LF.
  private(set) var endedWithCRLF = false

  init(capacity: Int) throws {
    guard let memory = calloc(max(1, capacity), 1) else { throw ToolError(nil, memoryUnavailable: capacity) }
    storage = UnsafeMutableRawBufferPointer(start: memory, count: capacity)
  }

  /// The bytes that `fill` writes into zeros; `fill` returns their number.
  convenience init(capacity: Int, fill: (UnsafeMutableRawBufferPointer) throws -> Int) throws {
    try self.init(capacity: capacity)
    count = try fill(storage)
  }

  deinit {
    wipe(storage.baseAddress!, byteCount: storage.count)
    free(storage.baseAddress)
  }

  var isFull: Bool { count == storage.count }

  /// Appends the bytes of one read from the descriptor; returns their number, or nil on an error (see `errno`).
  func append(from descriptor: Int32) -> Int? {
    guard !isFull else { return 0 }
    let read = Descriptor.read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: storage[count...]))
    count += read ?? 0
    return read
  }

  func append(_ bytes: some Collection<UInt8>) {
    precondition(bytes.count <= storage.count - count, "a secret does not grow beyond its buffer")
    for byte in bytes {
      storage[count] = byte
      count += 1
    }
  }

  /// Removes one line end, LF or CRLF, from the end; true if there was one.
  @discardableResult
  func removeLineEnd() -> Bool {
    guard count > 0, storage[count - 1] == 0x0A else { return false }
    count -= 1
    if count > 0, storage[count - 1] == 0x0D {
      count -= 1
      endedWithCRLF = true
    }
    return true
  }

  /// The password with the CR of the line end that was removed; nil if there was none.
  func withCarriageReturn() throws -> SecretBytes? {
    guard endedWithCRLF else { return nil }
    let whole = try SecretBytes(capacity: count + 1)
    withUnsafeBytes { whole.append($0) }
    whole.append([0x0D])
    return whole
  }

  /// The password without the white space at its ends, which Ansible removes; nil if there is none.
  func withoutSpaceAtEnds() throws -> SecretBytes? {
    try withUnsafeBytes { bytes in
      func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0d ~= byte }
      var rest = bytes.drop(while: isSpace)
      while let last = rest.last, isSpace(last) { rest.removeLast() }
      guard rest.count < bytes.count else { return nil }
      let stripped = try SecretBytes(capacity: rest.count)
      stripped.append(rest)
      return stripped
    }
  }

  /// The finished password as the libraries take it: one copy for all vaults that it seals or opens.
  private(set) lazy var vaultSecret = withUnsafeBytes { VaultSecret.password($0) }

  /// The bytes; the buffer must not leave `body`.
  func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(rebasing: storage[..<count]))
  }

  /// A function of a whole file, which gets the password as its second argument.
  func function(
    _ body: @escaping ([UInt8], UnsafeRawBufferPointer) throws(InteropError) -> [UInt8]
  ) -> ([UInt8]) throws(InteropError) -> [UInt8] {
    { file throws(InteropError) in
      try self.withUnsafeBytes { password throws(InteropError) in try body(file, password) }
    }
  }

  /// The bytes, which `body` may change; the buffer must not leave it.
  func withUnsafeMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeMutableRawBufferPointer(rebasing: storage[..<count]))
  }

  static func == (left: SecretBytes, right: SecretBytes) -> Bool {
    left.withUnsafeBytes { left in right.withUnsafeBytes { constantTimeEqual(left, $0) } }
  }
}
