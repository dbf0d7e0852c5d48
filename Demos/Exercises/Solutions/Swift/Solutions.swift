/// A reply of an oracle, and the time from the request to the reply.
struct Answer {
  let isAccepted: Bool
  let text: String
  let milliseconds: Double
}

/// Sends a line to the oracle of an exercise.
typealias Ask = (String) -> Answer

/// The solutions, by the names of the exercises. None needs more than the standard library.
enum Solutions {
  static let all: [String: @Sendable (Ask) -> String] = [
    "ecb-byte": ecbByte, "cbc-key-iv": cbcKeyIV, "predictable-iv": predictableIV, "padding-oracle": paddingOracle,
    "ctr-checksum": ctrChecksum, "two-time-pad": twoTimePad, "keystream-seek": keystreamSeek,
    "length-extension": lengthExtension, "timing-model": timingModel, "timing-clock": timingClock,
    "gcm-nonce": gcmNonce, "truncated-tag": truncatedTag, "rounds-budget": roundsBudget,
    "header-repair": headerRepair,
  ]
}

/// A value that an exercise gives.
func given(_ name: String, _ ask: Ask) -> String { ask("given \(name)").text }

func givenBytes(_ name: String, _ ask: Ask) -> [UInt8] { bytes(given(name, ask)) }

func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

/// The bytes of hexadecimal digits.
func bytes(_ digits: some StringProtocol) -> [UInt8] {
  let values = digits.compactMap(\.hexDigitValue)
  return stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
}

func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

func xor(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> [UInt8] { zip(left, right).map { $0 ^ $1 } }

/// A number in bytes, the most significant first.
func bigEndian(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
  stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
}
