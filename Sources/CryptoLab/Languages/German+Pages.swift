extension Language {
  /// German: what every lesson has.
  static let germanPages = #"""
    == crypto-lab {1}
    seed {1} (--seed {2} {3})
    Startwert {1} (--seed {2} {3})
    shows this run again
    zeigt dasselbe
    repeats all but what is measured
    zeigt dasselbe, misst neu

    modes and padding
    Betriebsarten und Padding
    changed on the way
    unterwegs verändert
    inside AES and hashes
    im Inneren von AES und Hashfunktionen
    proving
    Nachweise
    passwords
    Passwörter
    time and agreement
    Zeit und Vereinbarung

    What to remember
    Zum Merken
    Variations to try
    Variationen zum Ausprobieren
    Next:
    Weiter:
    Right.
    Richtig.
    Not so:
    Falsch. Richtig ist:
    Please answer with {1}.
    Erwartet wird {1}.
    ── Enter goes on, Ctrl-D ends
    ── Enter: weiter, Strg-D: Ende
    a number; Enter skips
    eine Zahl; Enter überspringt
    yes or no; Enter skips
    ja oder nein; Enter überspringt
    a byte such as 0f; Enter skips
    ein Byte wie 0f; Enter überspringt
    a word; Enter skips
    ein Wort; Enter überspringt
    what do you think? Enter skips
    eine Vermutung; Enter überspringt
    yes
    ja
    no
    nein
    (on the right of it)
    (rechts davon)

    million
    Millionen
    billion
    Milliarden
    under 0.01 ms
    unter 0,01 ms
    days
    Tage
    years
    Jahre
    bit {1} of byte {2}
    Bit {1} von Byte {2}
    """#
}
