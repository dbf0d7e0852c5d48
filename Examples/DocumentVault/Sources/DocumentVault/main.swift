import Foundation
import SwiftVaultFoundation

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("documents-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let library = Library(folder: folder)

let thumbnail = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
let scan = Data(repeating: 0x2A, count: 5_000_000)
var passport = try await library.add(
  "Scan 1", thumbnail: thumbnail, content: scan, password: "an eagle on the cover")
let diary = try await library.add(
  "Diary", thumbnail: Data(), content: Data("Nothing happened today.".utf8), password: "liebes Tagebuch, h\u{F6}r zu")

passport = try library.rename(passport, to: "Passport")
print("renamed: \(passport.title)")

print("thumbnail: \(try await library.thumbnail(of: passport, password: "an eagle on the cover") == thumbnail)")
print("content: \(try await library.content(of: passport, password: "an eagle on the cover") == scan)")

// Typed on another keyboard: o and two dots are one letter.
let text = try await library.content(of: diary, password: "liebes Tagebuch, ho\u{308}r zu")
print("diary: \(String(decoding: text, as: UTF8.self))")

try library.changePassword(of: passport, from: "an eagle on the cover", to: "a lion on the cover, now")
print("changed: \(try await library.content(of: passport, password: "a lion on the cover, now") == scan)")

let forged = Metadata(title: "Passport", identifier: diary.identifier, thumbnailByteCount: 20_000)
for (what, metadata, password) in [
  ("the old password", passport, "an eagle on the cover"), ("metadata that were changed", forged, "liebes Tagebuch"),
] {
  do {
    _ = try await library.content(of: metadata, password: password)
  } catch let error as VaultError {
    print("\(what): \(error.localizedDescription)")
  }
}
