import Foundation

/// Whether to test also what takes much time or memory: where SWIFT_VAULT_LONG is set, as in `.ci/long`.
package let isLong = ProcessInfo.processInfo.environment["SWIFT_VAULT_LONG"] != nil
