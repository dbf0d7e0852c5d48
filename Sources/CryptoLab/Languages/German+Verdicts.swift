extension Language {
  /// German: the verdicts on the answers to exercises. The playground uses the table too.
  static let germanVerdicts = #"""
    not all bytes are right
    nicht alle Bytes sind richtig
    the answer is empty
    die Antwort ist leer
    the answer
    die Antwort
    {1} is not hexadecimal
    {1} ist nicht hexadezimal
    {1} has {2}; hexadecimal bytes have two digits each
    {1} hat {2}; hexadezimale Bytes haben je zwei Ziffern
    this looks like hexadecimal; the text is asked for
    das sieht hexadezimal aus; gefragt ist der Text
    the answer has {1}, and the secret {2}
    die Antwort hat {1}, das Geheimnis {2}
    the answer has {1}; it should have {2}
    die Antwort hat {1}; es sollten {2} sein
    {1} takes {2}, and has {3}
    {1} braucht {2} und hat {3}
    this is the key, and the IV
    das ist der Schlüssel und der IV
    the token is not hexadecimal
    das Token ist nicht hexadezimal
    the token has {1}; it should have {2}
    das Token hat {1}; es sollten {2} sein
    the checksum is wrong
    die Prüfsumme ist falsch
    the server takes you for root
    der Server hält dich für root
    the role is still user
    die Rolle ist noch user
    more than the role was changed
    mehr als die Rolle wurde geändert
    the secret was read, one byte at a time
    das Geheimnis wurde Byte für Byte gelesen
    it does not begin with the message
    sie beginnt nicht mit der Nachricht
    the message does not end with {1}
    die Nachricht endet nicht mit {1}
    the server accepts the longer message
    der Server nimmt die längere Nachricht an
    the server refuses this tag
    der Server lehnt diesen Authentifizierungscode ab
    the receiver refuses this tag
    der Empfänger lehnt diesen Authentifizierungscode ab
    the receiver accepts what nobody has sealed
    der Empfänger nimmt an, was niemand versiegelt hat
    this is another message
    das ist eine andere Nachricht
    the header has {1}; it needs {2}
    der Kopf hat {1}; nötig sind {2}
    the vault opens
    der Tresor öffnet sich
    the vault has another content
    der Tresor hat einen anderen Inhalt
    with this header in both places the vault does not open: {1}
    mit diesem Kopf an beiden Stellen öffnet sich der Tresor nicht: {1}
    this is the document
    das ist das Dokument
    this is the message
    das ist die Nachricht
    this is the PIN
    das ist die PIN
    this is not the PIN
    das ist nicht die PIN
    the answer is a PIN of four digits
    die Antwort ist eine PIN aus vier Ziffern
    the answer is a number of rounds from 1 to {1}
    die Antwort ist eine Rundenzahl von 1 bis {1}
    {1} is neither the largest number that fits nor at most 1 % below it
    {1} ist weder die größte mögliche Zahl noch höchstens 1 % darunter
    {1} rounds fit, at most 1 % below the largest number that does
    {1} Runden passen, höchstens 1 % unter der größten möglichen Zahl
    this is the tag
    das ist der Authentifizierungscode
    this is the code
    das ist der Code
    the server accepts your message
    der Server nimmt deine Nachricht an
    the answer is two messages with a / between them
    die Antwort sind zwei Nachrichten mit einem / dazwischen
    these are the two messages
    das sind die beiden Nachrichten
    neither message is right
    keine der beiden Nachrichten ist richtig
    only one message is right
    nur eine Nachricht ist richtig
    """#
}
