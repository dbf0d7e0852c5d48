import SwiftVaultCommandSupport
import Vault
import VaultInterop

extension ImportCommand {
  static let subcommand = Subcommand(
    name: "import", operand: Placeholder("FILE", .file), isRepeatable: true,
    summary: "converts another program's encrypted file to a vault",
    description: [
      """
      Decrypts FILE, which another program encrypted, and seals its content as FILE.vault; an ending .enc, .rncryptor, \
      .cell, .ansible, .fernet, .jwe or .age of FILE is dropped. The content is never written to disk. FILE itself stays as \
      it is. The vault has the old password unless a new one is given.
      """,
      """
      The formats: openssl (openssl enc), rncryptor (RNCryptor 2 and 3), themis (Themis Secure Cell in Seal mode, or \
      with --token in Token Protect mode), themis-imprint (in Context Imprint mode, which nothing in FILE shows), \
      ansible (Ansible Vault 1.1 and 1.2), fernet, jwe (JSON Web Encryption with PBES2, dir or AES key wrap), age \
      (version 1, with scrypt or X25519, binary or armored), keychain (a property list with EncryptionData) and pkcs8 (ENCRYPTED PRIVATE KEY, or a key with \
      Proc-Type: 4,ENCRYPTED and AES; its content is the key in DER). A file of ansible may also be YAML with one value of \
      the kind !vault, and one of jwe a JSON object. Files of openssl, rncryptor and themis may be in \
      base 64. Only rncryptor, themis, ansible, fernet, jwe and age reveal a change to the file. A file of keychain or \
      pkcs8 may have up to 16 MiB. Files of openssl, RNCryptor 3 and age may have any size; the rest are opened as a whole \
      and may have up to 1 GiB.
      """,
    ],
    options: [
      .output.explained("write to OUT instead of FILE.vault (- is standard output)"),
      .format.explained("read FILE in this format; by default, its beginning decides"),
      .cipher.explained(
        "the cipher of openssl enc (default aes-256-cbc), or of a keychain dictionary if both aes-256-ecb and "
          + "aes-256-cbc fit"),
      .digest.explained("the hash of openssl enc, its -md (default sha256)"),
      .iterations.explained(
        "the rounds of openssl enc, its -iter, or of each key of RNCryptor (default 10000), or of Fernet's key "
          + "(default \(Fernet.recipeRounds)); 0 for a file of openssl without -pbkdf2"),
      .noSalt, .salt, .saltLength, .iv, .base64,
    ] + Option.password + [
      .keyFile.explained(
        "open with the key in FILE instead of a password: the master key of Themis Secure Cell, of any length, the "
          + "key of Fernet or JSON Web Encryption, or that of openssl enc (-K) with --iv; FILE has the key as bytes, "
          + "as hexadecimal digits, in base 64, or as a JSON Web Key of the type oct; or the identities of age "
          + "(AGE-SECRET-KEY-1…), one a line; a new password of the vault is then asked for unless an option gives "
          + "its secret")
    ] + Option.newSecret + [
      .generate,
      .context.explained("the context of Themis Secure Cell, and of the new vault"),
      .cellContext, .token, .fernetSalt,
    ] + Option.newStretching + [
      .maximumMemory.explained(
        "allow up to SIZE of memory (default \(Vault.Limits().maximumMemoryByteCount.binarySize), and as much as age "
          + "for its files, work factor \(AgeFile.defaultMaximumWorkFactor))"),
      .maximumRounds.explained(
        "accept up to N rounds in FILE and in the vault (default \(Vault.Limits().maximumRounds))"),
      .recursive.explained("FILE may be a folder: import each file below it"),
      .preserve.explained("give the vault FILE's mode and times; open --preserve restores them"),
      .skipExisting.explained("skip a file if its OUT exists"),
      .force.explained("replace OUT if it exists; write to a terminal"),
    ],
    notes: [
      """
      A typed password is converted to NFC. If the other program got other bytes, use --password-file. openssl reads \
      only the first line of a password file, and swift-vault all of it. Ansible removes white space from both ends of \
      a password; import tries it as it is first.
      """,
      """
      With a --cipher in CTR, CFB or OFB mode, a wrong password gives wrong content and no error, so a typed password \
      is asked for twice.
      """,
    ],
    examples: [
      "swift-vault import notes.enc",
      "swift-vault import letter.enc --iter 20000 --digest sha512",
      "swift-vault import notes.age --key-file identities.txt --new-password-file new",
      "swift-vault import -r cells --password-file old --new-password-file new",
    ],
    run: { try ImportCommand($0).run() })
}
