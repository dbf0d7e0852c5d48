import Vault
import VaultInterop

/// Ansible Vault, Fernet, JSON Web Encryption, age, and Themis's Context Imprint. Fields: a password, a key of 32
/// bytes, content, and the content in the format of each case.
let containerCases: [Case] = [
  Case("container-ansible-seal") { fields in
    let file = try AnsibleVault.seal(fields[2], fields.key(0), salt: Array(0..<32), rounds: 3, label: nil)
    precondition(file.elementsEqual(fields[3]), "sealed otherwise")
  },
  Case("container-ansible-open") { fields in
    var content = try AnsibleVault.open(fields[3], fields.key(0), rounds: 3, maximumRounds: 3)
    forget(&content)
  },
  Case("container-ansible-refused") { fields in
    var changed = Array(fields[3])
    changed[changed.count - 2] = changed[changed.count - 2] == 0x30 ? 0x31 : 0x30
    precondition(
      (try? AnsibleVault.open(changed, fields.key(0), rounds: 3, maximumRounds: 3)) == nil, "changed and opened")
  },
  Case("container-fernet") { fields in
    let iv = try AES.IV(data: 0..<16)
    let token = try Fernet.seal(fields[2], using: fields.key(1), timestamp: 9, iv: iv)
    precondition(token.elementsEqual(fields[3]), "sealed otherwise")
    var content = try Fernet.open(fields[3], using: fields.key(1))
    forget(&content)
  },
  Case("container-jwe") { fields in
    var content = try JWE.open(fields[3], password: fields[0])
    forget(&content)
  },
  Case("container-age") { fields in
    var content = try AgeFile.open(fields[3], identities: [AgeFile.Identity(text: fields[0])])
    forget(&content)
  },
  Case("container-imprint") { fields in
    let cell = try ThemisContextImprint.encrypt(fields[2], using: fields.key(1), context: "context".utf8)
    precondition(cell.elementsEqual(fields[3]), "sealed otherwise")
    var content = try ThemisContextImprint.decrypt(fields[3], using: fields.key(1), context: "context".utf8)
    forget(&content)
  },
]
