import Vault

/// The text of `--help`, at most 80 columns wide.
enum Help {
  static func text(for command: Arguments.Command?) -> String {
    switch command {
    case nil: overview
    case .seal: seal
    case .open: open
    case .inspect: inspect
    }
  }

  private static let overview = """
    swift-vault: encrypt a file with a password.

      swift-vault seal notes.txt             makes notes.txt.vault
      swift-vault open notes.txt.vault       makes notes.txt again
      swift-vault inspect notes.txt.vault    tells what a vault says about itself

    swift-vault COMMAND --help shows the options of a command with examples.
    swift-vault --version prints the version.

    A file is never changed in place, and no file is overwritten without --force.
    The name - means standard input or output; options may stand anywhere, and --
    ends them.

    Exit codes:
      0  done
      1  a file could not be read or written
      2  the command cannot be carried out as given (options, password entry)
      3  wrong password or context
      4  not a vault, or of a newer version, or over the limit of rounds
      5  the vault is damaged or cut short
      6  the file to be written exists (see --force)
    Interrupted, it leaves nothing behind and dies of the signal (a shell shows
    128 + its number: 130 for Ctrl-C).

    """

  private static let password = """
      --password-file FILE   read the password from FILE (- is standard input)
      --password-fd N        read the password from the open file descriptor N
    """

  private static let passwordNote = """
    The password is asked for on the terminal and not shown, unless a file or a
    descriptor is named. What you type is brought to Unicode's composed form (NFC);
    a file or descriptor is taken byte for byte, less one line end (LF or CRLF).
    For a password of ASCII characters that is the same.
    """

  private static let seal = """
    swift-vault seal FILE [-o OUT] [options]

    Makes a vault of FILE: encrypted and protected against change. FILE itself
    stays as it is. Without the password nobody can open the vault, you included.

      -o, --output OUT       write to OUT instead of FILE.vault
                             (- is standard output)
    \(password)
      --context TEXT         bind the vault to TEXT: it opens only with the same
                             TEXT, which is neither stored nor secret
      --rounds N             rounds of PBKDF2-HMAC-SHA512 (\(PBKDF2<SHA512>.recommendedRounds) if not given);
                             more make every guess, and every opening, dearer
      --force                replace OUT if it exists; write to a terminal

    \(passwordNote)

    The vault's mode is 0600: only you may read it.

    Examples:
      swift-vault seal notes.txt
      tar c photos | swift-vault seal - -o photos.tar.vault
      swift-vault seal notes.txt --password-fd 3 3< <(pass show notes)

    """

  private static let open = """
    swift-vault open FILE [-o OUT] [options]

    Verifies the vault FILE and writes what was sealed in it. Nothing is written
    before all of it has been verified. FILE itself stays as it is.

      -o, --output OUT       write to OUT instead of FILE without its .vault
                             (- is standard output)
    \(password)
      --context TEXT         the TEXT that the vault was sealed with
      --max-rounds N         accept a vault of up to N rounds
                             (\(Vault.Limits().maximumRounds) if not given)
      --force                replace OUT if it exists; write binary to a terminal

    \(passwordNote)

    The opened file's mode is 0600, only you may read it, whatever it was before.

    Examples:
      swift-vault open notes.txt.vault
      swift-vault open photos.tar.vault -o - | tar x
      swift-vault open notes.txt.vault -o draft.txt --password-file secret

    """

  private static let inspect = """
    swift-vault inspect FILE [--json]

    Prints what the vault FILE says about itself: version, key slots, size. It
    needs no password, and so verifies nothing: a forger could write the same.

      --json                 one JSON object, for scripts

    Examples:
      swift-vault inspect notes.txt.vault
      swift-vault inspect notes.txt.vault --json

    """
}
