import SwiftVaultLessonLogic

/// A ZIP archive of files that are not compressed, of up to 4 GiB in all.
///
/// Spec: PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
enum ZIPArchive {
  /// 1 January 1980, the first date that the format knows: equal files make equal archives.
  private static let date = UInt16(1 << 5 | 1)
  /// Bit 11: names are in UTF-8.
  private static let flags = UInt16(1 << 11)

  static func of(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (name, bytes) in files {
      let name = Array(name.utf8)
      // Version 2.0, flags, no compression, time, date, checksum, both sizes, lengths of the name and of nothing more.
      let common =
        little(20 as UInt16) + little(flags) + little(0 as UInt16) + little(0 as UInt16) + little(date)
        + little(Checksum.crc32(bytes))
        + little(UInt32(bytes.count)) + little(UInt32(bytes.count)) + little(UInt16(name.count)) + little(0 as UInt16)
      directory += little(UInt32(0x0201_4b50)) + little(20 as UInt16) + common
      // No comment, disk 0, no attributes, and where the file begins.
      directory +=
        little(0 as UInt16) + little(0 as UInt16) + little(0 as UInt16) + little(UInt32(0))
        + little(UInt32(archive.count)) + name
      archive += little(UInt32(0x0403_4b50)) + common + name + bytes
    }
    let count = UInt16(files.count)
    return archive + directory + little(UInt32(0x0605_4b50)) + little(0 as UInt16) + little(0 as UInt16) + little(count)
      + little(count)
      + little(UInt32(directory.count)) + little(UInt32(archive.count)) + little(0 as UInt16)
  }

  private static func little(_ value: UInt16) -> [UInt8] { [0, 8].map { UInt8(truncatingIfNeeded: value >> $0) } }

  private static func little(_ value: UInt32) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
