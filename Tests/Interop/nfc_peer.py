"""Prints the composed form (NFC) of each text on standard input, UTF-8 in hexadecimal digits, by the tables of Python's
module unicodedata; "?" for a text with a character that they do not have yet."""

import sys
import unicodedata

if sys.stdin.isatty() or len(sys.argv) > 1:
    sys.exit(__doc__)
for line in sys.stdin:
    text = bytes.fromhex(line.strip().replace("-", "")).decode()
    is_known = all(unicodedata.category(character) != "Cn" for character in text)
    print((unicodedata.normalize("NFC", text).encode().hex() or "-") if is_known else "?")
