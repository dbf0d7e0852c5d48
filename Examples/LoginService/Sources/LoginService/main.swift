import Foundation
import SwiftVaultFoundation

// A table that has seen three systems: Django, passlib, and this package with the rounds of an older day.
// In top-level code, `await` needs `progress` to select the form that does not block.
let alan = try await Credential(
  password: "a machine that can imitate", stretching: PasswordStretching(rounds: .exactly(10_000)), progress: nil)
let accounts = try Accounts([
  "grace": "pbkdf2_sha256$1000000$seasalt$rPWL3om0nzd9RUzYLS7TRjOkmQMNf7vt4+5GgqLHsQc=",
  "alan": alan.description,
])
try await accounts.register("ada", password: "poetical science, she said")

for (generation, names) in await accounts.generations().sorted(by: { $0.key < $1.key }) {
  print("\(generation): \(names.joined(separator: ", "))")
}

for (name, password) in [
  ("ada", "poetical science, she said"), ("grace", "correct horse battery"), ("grace", "correct horse battery"),
  ("alan", "a machine that can imitate"), ("alan", "wrong"), ("nobody", "wrong"),
] {
  do {
    let isUpgraded = try await accounts.logIn(name, password: password)
    print("\(name): logged in\(isUpgraded ? ", and stored anew" : "")")
    try await accounts.finishUpgrades()
  } catch Accounts.LoginError.wrongNameOrPassword {
    print("\(name): name or password is wrong")
  }
}

do {
  try await accounts.register("eve", password: "123456789012345")
} catch let error as PasswordPolicyError {
  print("eve: \(error.localizedDescription)")
}

let logins = [
  ("ada", "poetical science, she said"), ("grace", "wrong"), ("alan", "a machine that can imitate"), ("nobody", "x"),
]
print("a batch: \(try await accounts.logIn(logins).joined(separator: ", "))")
try await accounts.changePassword(of: "ada", from: "poetical science, she said", to: "the analytical engine")

for (generation, names) in await accounts.generations().sorted(by: { $0.key < $1.key }) {
  print("\(generation): \(names.joined(separator: ", "))")
}

// A login is answered with a token, which later requests show. `Data(key)` is what to store of a key.
let tokens = Tokens(key: SymmetricKey(size: .bits256))
let token = try tokens.token(for: "ada", until: Date().addingTimeInterval(3600))
print("a token of \(try tokens.claims(of: token).sub)")
let unsigned = "\(Base64URL.encode(#"{"alg":"none"}"#.utf8)).\(token.split(separator: ".")[1])."
do {
  _ = try tokens.claims(of: unsigned)
} catch {
  print("a token without a signature: \(error)")
}

// An unknown name takes as long as a wrong password for a current credential. The time still tells an attacker which
// accounts have an older one.
func time(_ name: String) async -> Duration {
  await ContinuousClock().measure { _ = try? await accounts.logIn(name, password: "wrong") }
}
var (known, unknown): ([Duration], [Duration]) = ([], [])
for _ in 0..<5 {
  known.append(await time("ada"))
  unknown.append(await time("nobody"))
}
FileHandle.standardError.write(
  Data("wrong password: \(known.min()!); unknown name: \(unknown.min()!)\n".utf8))
