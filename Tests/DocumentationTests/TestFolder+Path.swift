import Foundation
import SwiftVaultTestSupport
import VaultFiles

extension TestFolder {
  /// The path of a file in the folder, for samples that do not import Foundation.
  func path(_ name: String) -> VaultFilePath { VaultFilePath(file(name).path) }
}
