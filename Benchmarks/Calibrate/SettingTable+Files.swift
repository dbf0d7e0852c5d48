import SwiftVaultCommandSupport

/// The settings of programs that encrypt files and disks.
extension Setting {
  /// A key for XTS with AES-256 has 64 bytes, which is one digest of SHA-512 and two of SHA-256.
  static let cryptsetup = Setting(
    names: ["cryptsetup", "luks"], program: "cryptsetup 2.6 with LUKS",
    functions: [
      .pbkdf2([.sha512], .engine("openssl", because: "Debian's cryptsetup calls OpenSSL")) { _, rounds in
        places(["--pbkdf pbkdf2 --hash sha512", "--pbkdf-force-iterations \(rounds)"])
      },
      .argon2id(.file(fewestPasses: 4)) { argon2id in
        places([
          "--pbkdf argon2id --pbkdf-memory \(argon2id.kibibytes)",
          "--pbkdf-parallel \(argon2id.lanes) --pbkdf-force-iterations \(argon2id.passes)",
        ])
      },
    ],
    others: [
      "Argon2id is the default of LUKS2. LUKS1 has PBKDF2 alone, changed by",
      "cryptsetup luksChangeKey in place of luksConvertKey.",
    ],
    stored: ["Each key slot states its parameters. luksConvertKey renews one."],
    sources: [
      "cryptsetup-luksFormat(8), --pbkdf; cryptsetup-luksConvertKey(8)",
      "https://manpages.debian.org/bookworm/cryptsetup-bin/",
    ])

  private static func places(_ options: [String]) -> [Place] {
    let lines = options.joined(separator: " \\\n  ")
    return [
      Place("a new volume", "cryptsetup luksFormat \\\n  \(lines) DEVICE"),
      Place("a volume with LUKS2", "cryptsetup luksConvertKey \\\n  \(lines) DEVICE"),
    ]
  }

  static let keepass = Setting(
    names: ["keepass"], program: "KeePass 2 and KeePassXC",
    functions: [
      .argon2id(.file(fewestPasses: 1)) { argon2id in
        [
          Place(
            "KeePass, database settings, key derivation function Argon2id",
            """
            Iterations   \(argon2id.passes)
            Memory       \(argon2id.kibibytes / 1024) MB
            Parallelism  \(argon2id.lanes)
            """),
          Place(
            "KeePassXC, database security, Encryption Settings, Advanced, Argon2id",
            """
            Transform rounds  \(argon2id.passes)
            Memory Usage      \(argon2id.kibibytes / 1024) MiB
            Parallelism       \(argon2id.lanes)
            """),
        ]
      }
    ],
    others: [
      "AES-KDF, whose transform rounds encrypt with AES, is not PBKDF2, and not",
      "measured. KeePass measures it with the button '1 Second Delay', KeePassXC with",
      "keepassxc-cli db-create --set-password --decryption-time MILLISECONDS FILE.",
    ],
    stored: ["A database states its parameters. It has new ones as soon as it is saved."],
    sources: [
      "https://keepass.info/help/base/security.html#secdictprotect",
      "keepassxc-cli(1)",
      "DatabaseSettingsWidgetEncryption.ui in github.com/keepassxreboot/keepassxc",
    ])

  /// AES-256-CBC takes 48 bytes of key and vector, which is one digest of SHA-512 and two of SHA-256.
  static let openssl = Setting(
    names: ["openssl"], program: "openssl enc, 3.0",
    functions: [
      .pbkdf2([.sha512], .engine("openssl", because: "the program itself")) { _, rounds in
        [
          Place(
            "encryption",
            "openssl enc -aes-256-cbc -pbkdf2 -md sha512 -iter \(rounds) \\\n  -in FILE -out FILE.enc"),
          Place(
            "decryption",
            "openssl enc -d -aes-256-cbc -pbkdf2 -md sha512 -iter \(rounds) \\\n  -in FILE.enc -out FILE"),
        ]
      }
    ],
    stored: [
      "An encrypted file states neither digest nor count. Write both down beside it;",
      "decrypt with the old ones before you encrypt with new ones.",
    ],
    sources: ["https://docs.openssl.org/3.0/man1/openssl-enc/"])
}
