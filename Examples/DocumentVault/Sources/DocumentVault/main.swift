import Foundation
import SwiftVaultFoundation

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("documents-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

let (device, recoveryKey) = (SymmetricKey(size: .bits256), RecoveryKey())
// Typed passwords are normalised: on another keyboard, o and two dots are one letter.
try await Library.create(in: folder, password: "ho\u{308}r zu, Tagebuch", device: device, recoveryKey: recoveryKey)
var library = try await Library(folder, with: .password("h\u{F6}r zu, Tagebuch"))

let thumbnail = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
let scan = Data(repeating: 0x2A, count: 5_000_000)
var passport = try await library.add("Scan 1", thumbnail: thumbnail, content: scan)
let diary = try await library.add("Diary", thumbnail: Data(), content: Data("Nothing happened today.".utf8))

passport = try library.rename(passport, to: "Passport")
print("renamed: \(passport.title)")
print("thumbnail: \(try await library.thumbnail(of: passport) == thumbnail)")
print("content: \(try await library.content(of: passport) == scan)")

// A forgotten password: the recovery key sets a new one. A lost device: its key goes.
try await Library.replace(
  .password, by: .password("an eagle on the cover"), in: folder, with: .recoveryKey(recoveryKey))
try await Library.replace(.device, by: nil, in: folder, with: .password("an eagle on the cover"))
library = try await Library(folder, with: .password("an eagle on the cover"))
print("opened by: \(library.owners.map { "\($0)" }.joined(separator: ", "))")
print("diary: \(String(decoding: try await library.content(of: diary), as: UTF8.self))")

for (what, secret) in [
  ("the old password", VaultSecret.password("h\u{F6}r zu, Tagebuch")), ("the lost device", .key(device)),
] {
  do {
    _ = try await Library(folder, with: secret)
  } catch let error as VaultError {
    print("\(what): \(error.localizedDescription)")
  }
}
let forged = Metadata(title: "Passport", identifier: diary.identifier, thumbnailByteCount: 20_000)
do {
  _ = try await library.content(of: forged)
} catch let error as VaultError {
  print("metadata that were changed: \(error.localizedDescription)")
}
