import SwiftVaultAESBlocks

/// AES with one key in one mode on one kernel.
struct Cipher {
  /// 0 and 1: ECB, encryption and decryption; 2 and 3: CBC; 4: CTR; 5 and 6: CFB, decryption and encryption; 7: OFB;
  /// 8: encryption in CFB8, of the bytes of whole blocks.
  let mode: Int
  let isPortable: Bool
  let rounds: Int
  let schedule: UnsafeMutableRawPointer

  init(_ request: inout Request) {
    isPortable = request.byte() == 0
    mode = request.number()
    let key = request.take(request.number())
    rounds = key.count / 4 + 6
    let byteCount =
      isPortable ? AESPortable.scheduleByteCount(rounds: rounds) : aesScheduleByteCount(rounds)
    schedule = .allocate(byteCount: byteCount, alignment: 64)
    key.withUnsafeBytes {
      if isPortable {
        AESPortable.expandKey((), $0.baseAddress!, rounds: rounds, into: schedule)
      } else {
        aesExpandKey($0.baseAddress!, rounds, schedule)
      }
    }
  }

  func process(_ iv: UnsafeMutableRawPointer, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int) {
    if isPortable {
      let s = KeySchedule(schedule, rounds: rounds)
      let text = TextSegments(from: from, to: to, count: count)
      let block = iv.loadUnaligned(as: SIMD2<Int64>.self)
      let next =
        switch mode {
        case 2: AESPortable.encryptCBC((), s, iv: block, padding: nil, text)
        case 3: AESPortable.decryptCBC((), s, iv: block, text)
        case 4: AESPortable.processCTR((), s, counter: block, text)
        case 5: AESPortable.decryptCFB((), s, iv: block, text)
        case 6: AESPortable.encryptCFB((), s, iv: block, text)
        case 7: AESPortable.processOFB((), s, iv: block, text)
        case 8: AESPortable.encryptCFB8((), s, iv: block, text)
        default: block
        }
      if mode == 0 { AESPortable.encryptECB((), s, padding: nil, text) }
      if mode == 1 { AESPortable.decryptECB((), s, text) }
      iv.storeBytes(of: next, as: SIMD2<Int64>.self)
    } else {
      aesProcess(mode, schedule, rounds, iv, from, to, count)
    }
  }
}

/// The addresses of a kernel's input and output. Guard bytes around the output show whether the kernel wrote anything
/// else.
struct Area {
  private let misalignment: Int
  private let isInPlace: Bool

  init(_ request: inout Request) { (misalignment, isInPlace) = (request.number(), request.number() == 1) }

  /// The output of `body` for an input.
  func output(
    of input: [UInt8],
    _ body: (_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ byteCount: Int) -> Void
  ) -> [UInt8] {
    let size = input.count + 128
    let source = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    let target = isInPlace ? source : .allocate(byteCount: size, alignment: 64)
    target.initializeMemory(as: UInt8.self, repeating: 0xa5, count: size)
    if !isInPlace { source.initializeMemory(as: UInt8.self, repeating: 0xa5, count: size) }
    let (from, to) = (source + 32 + misalignment, target + 32 + (isInPlace ? misalignment : misalignment / 2))
    for (index, byte) in input.enumerated() { from.storeBytes(of: byte, toByteOffset: index, as: UInt8.self) }
    body(from, to, input.count)
    let output = (0..<input.count).map { to.load(fromByteOffset: $0, as: UInt8.self) }
    let before = to - target
    for index in 0..<size where index < before || index >= before + input.count {
      if target.load(fromByteOffset: index, as: UInt8.self) != 0xa5 { fatalError("written outside the output") }
    }
    source.deallocate()
    if !isInPlace { target.deallocate() }
    return output
  }
}

/// The final IV and the output.
func cipher(_ request: inout Request) -> [UInt8] {
  let cipher = Cipher(&request)
  let area = Area(&request)
  var iv = request.take(16)
  let output = area.output(of: request.rest()) { from, to, byteCount in
    iv.withUnsafeMutableBytes { cipher.process($0.baseAddress!, from, to, byteCount / 16) }
  }
  cipher.schedule.deallocate()
  return iv + output
}

/// The last two outputs of a thousand blocks. Spec: AESAVS, section 6.4.
func monteCarloCipher(_ request: inout Request) -> [UInt8] {
  let cipher = Cipher(&request)
  let first = request.take(16)
  var (iv, input) = (first, request.rest())
  var (beforeLast, last) = ([UInt8](), [UInt8]())
  for round in 0..<1000 {
    var output = input
    iv.withUnsafeMutableBytes { iv in
      output.withUnsafeMutableBytes { cipher.process(iv.baseAddress!, $0.baseAddress!, $0.baseAddress!, 1) }
    }
    (beforeLast, last) = (last, output)
    input = cipher.mode < 2 ? last : round == 0 ? first : beforeLast
  }
  cipher.schedule.deallocate()
  return beforeLast + last
}

/// The registers of key wrap, the first of which is the check, wrapped (mode 0) or unwrapped (1) by the arm64 kernel.
func keyWrap(_ request: inout Request) -> [UInt8] {
  let cipher = Cipher(&request)
  let area = Area(&request)
  let output = area.output(of: request.rest()) { from, to, byteCount in
    if from != UnsafeRawPointer(to) { to.copyMemory(from: from, byteCount: byteCount) }
    aesWrapKey(cipher.mode == 1, cipher.schedule, cipher.rounds, to, byteCount / 8 - 1)
  }
  cipher.schedule.deallocate()
  return output
}

/// The encryption round keys of the arm64 kernel, which stores them unchanged.
func keySchedule(_ request: inout Request) -> [UInt8] {
  let cipher = Cipher(&request)
  let bytes = (0..<16 * (cipher.rounds + 1)).map { cipher.schedule.load(fromByteOffset: $0, as: UInt8.self) }
  cipher.schedule.deallocate()
  return bytes
}
