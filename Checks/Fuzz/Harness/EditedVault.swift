/// A base vault with edits. An input is a list of edits.
struct EditedVault {
  let base: BaseVault
  private(set) var bytes: [UInt8]
  /// Whether an edit used the data key, so that the result may be authentic.
  private(set) var isForged = false

  /// Reads the number of the base vault and up to 12 edits. The first byte of an edit selects its kind.
  init(_ input: inout FuzzInput) {
    base = input.choice(BaseVault.all)
    bytes = base.vault
    for _ in 0..<input.number(below: 13) {
      switch input.number(below: 4) {
      case 0: editBytes(&input)
      case 1, 2: editHeader(&input)
      default: editChunks(&input)
      }
    }
  }

  /// The copies of the header that an edit changes: the first, the second, or both.
  private static func copies(_ input: inout FuzzInput) -> [Int] { input.choice([[0], [1], [0, 1]]) }

  /// Applies a change to the copies that are still complete.
  private mutating func edit(_ copies: [Int], _ change: (inout [UInt8]) -> Void) {
    for number in copies where bytes.count >= 720 * (number + 1) {
      var copy = Array(bytes[720 * number..<720 * (number + 1)])
      change(&copy)
      precondition(copy.count == 720)
      bytes.replaceSubrange(720 * number..<720 * (number + 1), with: copy)
    }
  }

  private mutating func editBytes(_ input: inout FuzzInput) {
    switch input.number(below: 5) {
    case 0:
      let (place, value) = (input.number(below: 2048), input.byte())
      if place < bytes.count { bytes[place] = value }
    case 1:
      // The place is counted from the end, where the tags are.
      let (place, bit) = (input.number(below: 256), input.number(below: 8))
      if place < bytes.count { bytes[bytes.count - 1 - place] ^= 1 << UInt8(bit) }
    case 2: bytes.removeLast(min(bytes.count, input.number(below: 256)))
    case 3: bytes = Array(bytes.prefix(input.number(below: 65_536)))
    default: bytes += input.bytes(input.number(below: 66))
    }
  }

  private mutating func editHeader(_ input: inout FuzzInput) {
    let kind = input.number(below: 10)
    let copies = Self.copies(&input)
    switch kind {
    case 0:
      let (place, value) = (input.number(below: 48), input.byte())
      edit(copies) { $0[place] = value }
    case 1:
      let generation = input.bytes(4)
      edit(copies) { $0.replaceSubrange(12..<16, with: generation) }
    case 2:
      // A slot's stretching, reserved bytes or rounds.
      let (slot, place, value) = (input.number(below: 8), input.number(below: 8), input.byte())
      edit(copies) { $0[48 + 80 * slot + place] = value }
    case 3:
      let (slot, place, bit) = (input.number(below: 8), input.number(below: 80), input.number(below: 8))
      edit(copies) { $0[48 + 80 * slot + place] ^= 1 << UInt8(bit) }
    case 4: exchangeSlots(&input, copies)
    case 5:
      let slot = input.number(below: 8)
      edit(copies) { $0.replaceSubrange(48 + 80 * slot..<128 + 80 * slot, with: repeatElement(0, count: 80)) }
    case 6:
      guard bytes.count >= 1440 else { return }
      // Overwrites the first copy with the second, or the second with the first, or exchanges them.
      let before = bytes
      if copies != [1] { bytes.replaceSubrange(..<720, with: before[720..<1440]) }
      if copies != [0] { bytes.replaceSubrange(720..<1440, with: before[..<720]) }
    case 7: edit(copies) { [base] in $0 = Array(base.older[..<720]) }
    case 8: edit(copies) { [base] in $0 = base.foreign }
    default:
      isForged = true
      let base = base
      edit(copies) { base.tag(&$0) }
    }
  }

  /// Copies one slot over another, or exchanges the two.
  private mutating func exchangeSlots(_ input: inout FuzzInput, _ copies: [Int]) {
    let (one, other, isCopied) = (input.number(below: 8), input.number(below: 8), input.flag())
    edit(copies) { copy in
      let slots = (0..<8).map { Array(copy[48 + 80 * $0..<128 + 80 * $0]) }
      copy.replaceSubrange(48 + 80 * other..<128 + 80 * other, with: slots[one])
      if !isCopied { copy.replaceSubrange(48 + 80 * one..<128 + 80 * one, with: slots[other]) }
    }
  }

  private mutating func editChunks(_ input: inout FuzzInput) {
    guard bytes.count > 1440 else { return }
    let size = 65_568
    var chunks = stride(from: 1440, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
    let (kind, one, other) = (
      input.number(below: 6), input.number(below: chunks.count), input.number(below: chunks.count)
    )
    switch kind {
    case 0: chunks.remove(at: one)
    case 1: chunks.swapAt(one, other)
    case 2 where chunks.count < 6: chunks.insert(chunks[one], at: other)
    case 3:
      // The first chunk of one of the base vaults.
      chunks[one] = Array(input.choice(BaseVault.all).vault[1440...].prefix(size))
    case 4:
      let (place, bit) = (input.number(below: 65_536), input.number(below: 8))
      if place < chunks[one].count { chunks[one][place] ^= 1 << UInt8(bit) }
    default: chunks[one].removeLast(min(chunks[one].count, input.number(below: 64)))
    }
    bytes = Array(bytes[..<1440]) + chunks.joined()
  }
}
