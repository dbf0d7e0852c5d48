import Foundation
import SwiftVaultTestSupport
import VaultFiles

extension TestFolder {
  func path(_ name: String) -> VaultFilePath { VaultFilePath(file(name).path) }

  func write(_ name: String, _ bytes: [UInt8]) { write(name, Data(bytes)) }

  func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: file(name))) }
}
