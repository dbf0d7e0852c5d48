package import SwiftVaultSystem

extension FreeMemory {
  /// `480 MiB are available in this container of 512 MiB`.
  package var sentence: String {
    let place = groupByteCount.map { "in this container of \(Self.mebibytes($0))" } ?? "on this machine"
    return "\(Self.mebibytes(byteCount)) are available \(place)"
  }

  /// Why so much memory cannot be had, with the figures; nil if it is free, or that is unknown.
  package func refusal(of wanted: Int) -> String? {
    isEnough(for: wanted) ? nil : "needs \(Self.mebibytes(wanted)) of memory; \(sentence)"
  }

  /// Rounded down to whole MiB.
  private static func mebibytes(_ byteCount: Int) -> String {
    byteCount < 1 << 20 ? "0 MiB" : (byteCount & -(1 << 20)).binarySize
  }
}
