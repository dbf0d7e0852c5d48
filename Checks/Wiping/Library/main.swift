import Glibc

// Runs one case on the fields from standard input, overwrites its own copies, and exits at once:
//
//   wiping --list           the names of all cases that this processor can run
//   wiping NAME < FIELDS    each field is its size in bytes, 4 bytes big-endian, and its bytes
//
// The last field is a control: copies of it are left on the heap and on the stack, and must be found.
//
// A new operation is a line in one of the tables below; libraries.py lists its secrets.
let cases =
  hashCases + cipherCases + chaChaPolyCases + vaultCases + encryptThenMACCases + openSSLCases + articleCases + cellCases
  + containerCases
  + memoryHardCases + sessionCases
guard CommandLine.arguments.count > 1 else { fatalError("a case is to be named") }
let name = CommandLine.arguments[1]
if name == "--list" {
  for entry in cases { print(entry.name) }
  exit(0)
}
guard let chosen = cases.first(where: { $0.name == name }) else { fatalError("there is no case \(name)") }
let fields = Fields()
plant(fields.control)
try chosen.run(fields)
fields.wipe()
_exit(0)
