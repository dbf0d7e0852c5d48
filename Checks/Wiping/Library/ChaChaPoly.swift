import ChaCha20Poly1305
import SwiftVaultOperations

/// ChaCha20-Poly1305 in each form on each kernel.
///
/// Fields: key, plaintext, nonce, ciphertext with its tag.
let chaChaPolyCases: [Case] = ChaChaPolyForm.all.flatMap { form in
  ChaCha20Kernel.available.flatMap { kernel in
    func named(_ what: String, _ run: @escaping @Sendable (Fields) throws -> Void) -> Case {
      Case("\(String(form.name.map { $0 == " " ? "-" : $0 }))-\(what)/\(kernel.rawValue)", run)
    }
    return [
      named("seal") { fields in
        forget(try form.seal(fields[1], fields.key(0), setting(fields, kernel)))
      },
      named("open") { fields in
        forget(try form.open(fields[3], fields.key(0), setting(fields, kernel)))
      },
      named("refused") { fields in
        let opened = try? form.open(fields[3], fields.key(0), setting(fields, kernel))
        precondition(opened == nil, "a wrong tag was taken for right")
      },
    ]
  }
}

private func setting(_ fields: Fields, _ kernel: ChaCha20Kernel) throws -> ChaChaPolySetting {
  try ChaChaPolySetting(kernel, nonce: fields[2], data: fields[2], ends: [3, 64, 100])
}
