extension Language {
  /// German: the exercises on block modes and keystreams, and what all exercises share.
  static let germanExercises = #"""
    == crypto-lab exercise {1} --seed {2}
    == crypto-lab exercise {1}  seed {2}
    Given:
    Gegeben:
    Answer: {1}. The check, with - for an answer on standard input:
    Antwort: {1}. Die Prüfung; mit - kommt die Antwort von der Standardeingabe:
    == {1} --check ANSWER
    Hints: --hint 1 to --hint {1}. The lesson about it: crypto-lab {2}.
    Hinweise: --hint 1 bis --hint {1}. Die Lektion dazu: crypto-lab {2}.
    The oracle answers each line on standard input with one line, until the input ends. All bytes are hexadecimal.
    Das Orakel beantwortet jede Zeile der Standardeingabe mit einer Zeile, bis die Eingabe endet. Alle Bytes sind hexadezimal.
    == given NAME
    ok and what is given, on one line; without a name, the names
    ok und was gegeben ist, in einer Zeile; ohne Namen die Namen
    {1}: a file with --write FOLDER, or the oracle's reply to given {2}
    {1}: mit --write ORDNER eine Datei, oder die Antwort des Orakels auf given {2}
    Hint {1} of {2}: {3}
    Hinweis {1} von {2}: {3}
    Result code: {1}
    Ergebniscode: {1}
    Right: {1}.
    Richtig: {1}.
    Tasks to solve, in any language, through files or standard input and output:
    Aufgaben für jede Programmiersprache, mit Dateien oder Standardein- und -ausgabe:
    Begin with: crypto-lab exercise ecb-byte
    Zum Anfangen: crypto-lab exercise ecb-byte
    solved
    gelöst
    A number is the seed of a solved task. A code shows no more than that it fits the name.
    Eine Zahl ist der Seed einer gelösten Aufgabe. Ein Code zeigt nur, dass er zum Namen passt.

    ECB: read a secret that a server appends, byte by byte
    ECB: ein Geheimnis Byte für Byte lesen
    A server takes your bytes, appends a secret text, pads both together (PKCS#7) and encrypts them with AES in ECB, always under the same key. Read the secret. It is a few words, and you are done when you have as many bytes as it has: the first hint tells how to count them.
    Ein Server nimmt deine Bytes, hängt einen geheimen Text an, füllt beides zusammen auf (PKCS#7) und verschlüsselt es mit AES im Modus ECB, immer unter demselben Schlüssel. Lies das Geheimnis. Es besteht aus einigen Wörtern. Du bist fertig, wenn du so viele Bytes hast wie das Geheimnis: Der erste Hinweis sagt, wie man sie zählt.
    == encrypt HEX
    ok CIPHERTEXT, of your bytes and the secret; HEX may be absent
    ok GEHEIMTEXT deiner Bytes und des Geheimnisses; HEX darf fehlen
    the secret, as text
    das Geheimnis als Text
    Send nothing, one byte, two bytes. When your n bytes make the ciphertext grow, the padding has become a whole block: the secret has n bytes fewer than the ciphertext had before.
    Schick nichts, ein Byte, zwei Bytes. Sobald der Geheimtext durch deine n Bytes wächst, ist das Padding ein ganzer Block: Das Geheimnis hat n Bytes weniger als der Geheimtext vorher.
    Equal blocks have equal ciphertexts. Send 15 known bytes: the first block then ends with the first byte of the secret. Send the same 15 bytes and each possible 16th byte, and compare.
    Gleiche Blöcke haben gleiche Geheimtexte. Schick 15 bekannte Bytes: Der erste Block endet dann mit dem ersten Byte des Geheimnisses. Schick dieselben 15 Bytes und jedes mögliche 16. Byte und vergleiche.
    For byte n send 15 - n % 16 bytes, so that byte n is the last of its block. Then send the same bytes, the n bytes that you know, and each possible byte, until that block is the same. Stop at the length of the first hint: what follows is padding.
    Schick für Byte n (ab 0 gezählt) 15 - n % 16 Bytes, dann ist Byte n das letzte seines Blocks. Schick danach dieselben Bytes, die n bekannten Bytes und jedes mögliche Byte, bis dieser Block gleich ist. Hör bei der Länge aus dem ersten Hinweis auf: Danach kommt Padding.

    CBC with the key as the IV: read the key
    CBC mit dem Schlüssel als IV: den Schlüssel lesen
    A receiver decrypts CBC, without padding, and uses its AES key as the IV too. If the message is not ASCII, its error shows the decrypted bytes. You have recorded a ciphertext. Find the key.
    Ein Empfänger entschlüsselt CBC ohne Padding und verwendet seinen AES-Schlüssel auch als IV. Ist die Nachricht kein ASCII, so zeigt seine Fehlermeldung die entschlüsselten Bytes. Du hast einen Geheimtext mitgeschnitten. Finde den Schlüssel.
    whole blocks, as they were sent
    ganze Blöcke, wie sie gesendet wurden
    == receive CIPHERTEXT
    ok if the message is ASCII, or no MESSAGE with the bytes in hexadecimal
    ok, wenn die Nachricht ASCII ist, sonst no NACHRICHT mit den Bytes in hexadezimaler Form
    the key, 16 bytes in hexadecimal
    der Schlüssel, 16 Bytes in hexadezimaler Form
    The first block of the message is AES⁻¹(C1) ⊕ IV, and the IV is what you want. AES⁻¹ is AES backwards. How else can you get AES⁻¹(C1)?
    Der erste Block der Nachricht ist AES⁻¹(C1) ⊕ IV, und du suchst den IV. AES⁻¹ ist AES rückwärts. Wie kommst du sonst noch an AES⁻¹(C1)?
    After a block of zeros, a block C decrypts to AES⁻¹(C) itself.
    Nach einem Block aus Nullen wird ein Block C zu AES⁻¹(C) selbst entschlüsselt.
    Send C1, a block of zeros, and C1 again. The first block of the message ⊕ the third is the IV.
    Schick C1, einen Block aus Nullen und noch einmal C1. Der erste Block der Nachricht ⊕ der dritte ist der IV.

    CBC with an IV that can be predicted: confirm a guess
    CBC mit vorhersagbarem IV: eine Vermutung bestätigen
    A server encrypts with AES in CBC (PKCS#7), and the IV of each message is that of the message before, plus one, as an integer of 128 bits. Somebody else's message was "PIN " and four digits. You have seen its IV and its ciphertext, and may let the server encrypt what you like. Find the PIN. Each run of the oracle begins just after that message.
    Ein Server verschlüsselt mit AES im Modus CBC (PKCS#7). Der IV jeder Nachricht ist der vorige IV plus eins, als Zahl von 128 Bit. Die Nachricht eines anderen war "PIN " und vier Ziffern. Du hast ihren IV und ihren Geheimtext gesehen und darfst den Server verschlüsseln lassen, was du willst. Finde die PIN. Jeder Lauf des Orakels beginnt gleich nach dieser Nachricht.
    the IV of the message with the PIN
    der IV der Nachricht mit der PIN
    its ciphertext, one block
    ihr Geheimtext, ein Block
    ok IV CIPHERTEXT, of your bytes under the next IV
    ok IV GEHEIMTEXT deiner Bytes unter dem nächsten IV
    the PIN, four digits
    die PIN, vier Ziffern
    AES saw the padded message ⊕ its IV. Can you make it see the same block again?
    AES bekam die aufgefüllte Nachricht ⊕ ihren IV. Kannst du erreichen, dass es denselben Block noch einmal bekommt?
    You know the next IV before you choose your message, so you can cancel it.
    Du kennst den nächsten IV, bevor du deine Nachricht wählst. Also kannst du ihn aufheben.
    For each PIN send (the padded guess ⊕ the old IV ⊕ the next IV), and compare the first block of the ciphertext. The padding of eight bytes is eight bytes 08.
    Schick für jede PIN (die aufgefüllte Vermutung ⊕ der alte IV ⊕ der nächste IV) und vergleiche den ersten Block des Geheimtexts. Das Padding für acht Bytes sind acht Bytes 08.

    CBC: read a message by asking whether its padding is right
    CBC: eine Nachricht mit Fragen nach dem Padding lesen
    A receiver decrypts CBC with PKCS#7 padding, and tells everyone whether the padding was right, and nothing else. You have recorded a message. Read it.
    Ein Empfänger entschlüsselt CBC mit PKCS#7-Padding und sagt jedem, ob das Padding richtig war, und sonst nichts. Du hast eine Nachricht mitgeschnitten. Lies sie.
    the IV that was sent
    der gesendete IV
    the blocks after it
    die Blöcke danach
    == decrypt IV CIPHERTEXT
    ok if the padding is right, no if it is wrong
    ok, wenn das Padding richtig ist, no, wenn es falsch ist
    the message, as text and without its padding
    die Nachricht als Text, ohne ihr Padding
    Send one block of the ciphertext, and an IV of your own. Which last byte of the IV gives a padding of 01?
    Schick einen Block des Geheimtexts und einen eigenen IV. Welches letzte Byte des IV ergibt das Padding 01?
    When the padding is 01, the block decrypts to D with D's last byte = your byte ⊕ 01. The message is D ⊕ the block that really came before. For the next byte aim at 02 02.
    Ist das Padding 01, so wird der Block zu D entschlüsselt, und das letzte Byte von D = dein Byte ⊕ 01. Die Nachricht ist D ⊕ der Block, der wirklich davor kam. Ziel für das nächste Byte ist 02 02.
    For the last byte, a longer padding such as 02 02 can be right by chance: change the byte before and ask again. About 128 questions a byte are needed.
    Beim letzten Byte kann zufällig auch ein längeres Padding wie 02 02 richtig sein: Ändere das Byte davor und frag noch einmal. Je Byte sind etwa 128 Fragen nötig.

    CTR with a checksum: become root without the key
    CTR mit Prüfsumme: ohne Schlüssel root werden
    A server hands out tokens in AES-CTR. Inside are a text of the form name=…;role=user;note=… and the CRC-32 of that text (as in PNG and zlib, four bytes, the most significant first). The server takes a token only if the checksum fits. You know neither the name nor the note. Change the role from user to root, and nothing else.
    Ein Server vergibt Tokens in AES-CTR. Darin stehen ein Text der Form name=…;role=user;note=… und die CRC-32 dieses Texts (wie in PNG und zlib, vier Bytes, das höchstwertige zuerst). Der Server nimmt ein Token nur an, wenn die Prüfsumme passt. Du kennst weder den Namen noch die Notiz. Ändere die Rolle von user in root, und sonst nichts.
    CRC-32 is linear but for a constant. For texts of one length, crc(a ⊕ b) = crc(a) ⊕ crc(b) ⊕ crc(zeros).
    CRC-32 ist bis auf eine Konstante linear. Für gleich lange Texte gilt crc(a ⊕ b) = crc(a) ⊕ crc(b) ⊕ crc(Nullen).
    the ciphertext of the text and its checksum
    der Geheimtext des Texts und seiner Prüfsumme
    where the word user begins, counted from 0
    wo das Wort user beginnt, ab 0 gezählt
    == send TOKEN
    ok role ROLE; no checksum if that does not fit; no role if the role is neither
    ok role ROLLE; no checksum, wenn die Prüfsumme nicht passt; no role, wenn die Rolle keine von beiden ist
    the changed token, in hexadecimal
    das geänderte Token in hexadezimaler Form
    In CTR, a bit that flips in the ciphertext flips in the text. Which difference turns user into root?
    Kippt in CTR ein Bit des Geheimtexts, so kippt es auch im Text. Welche Differenz macht aus user root?
    Let a be the text and b the difference. The checksum then changes by crc(b) ⊕ crc(zeros), which depends only on the difference, not on the text that you do not know.
    Sei a der Text und b die Differenz. Die Prüfsumme ändert sich dann um crc(b) ⊕ crc(Nullen). Das hängt nur von der Differenz ab, nicht vom unbekannten Text.
    Let d be zeros as long as the text, with user ⊕ root at the offset. Add d to the text's bytes of the token, and crc(d) ⊕ crc(zeros) to its last four.
    Sei d so lang wie der Text, überall Nullen und an der Stelle des Worts user ⊕ root. Addiere d zu den Bytes des Texts im Token und crc(d) ⊕ crc(Nullen) zu den letzten vier.

    one keystream for two messages: read both
    ein Schlüsselstrom für zwei Nachrichten: beide lesen
    Two messages were encrypted in CTR under the same key and nonce. Each has eight words of the given list, with one space between them, and both are equally long. Read both.
    Zwei Nachrichten wurden in CTR unter demselben Schlüssel und derselben Nonce verschlüsselt. Jede besteht aus acht Wörtern der gegebenen Liste mit je einem Leerzeichen dazwischen, und beide sind gleich lang. Lies beide.
    the ciphertext of a message
    der Geheimtext einer Nachricht
    the ciphertext of the other message
    der Geheimtext der anderen Nachricht
    the words that the messages are made of
    die Wörter, aus denen die Nachrichten bestehen
    both messages with a / between them, in either order
    beide Nachrichten mit einem / dazwischen, in beliebiger Reihenfolge
    Add the ciphertexts, bit by bit without carry: the keystream is gone. What is left?
    Addiere die Geheimtexte Bit für Bit ohne Übertrag: Der Schlüsselstrom ist weg. Was bleibt?
    Guess the first word of one message: the sum shows the beginning of the other. Is it the beginning of a word of the list?
    Rate das erste Wort einer Nachricht: Die Summe zeigt den Anfang der anderen. Beginnt so ein Wort der Liste?
    Search: whichever message is known less far gets the next word and a space. Keep it if the bytes that it shows of the other fit what is known there, or begin a word of the list.
    Such so: Die Nachricht, von der weniger bekannt ist, bekommt das nächste Wort und ein Leerzeichen. Behalte es, wenn die Bytes der anderen, die es zeigt, zum dort Bekannten passen oder ein Wort der Liste beginnen.

    a document in CTR that can be edited: read it
    ein Dokument in CTR, das man ändern kann: es lesen
    A server keeps a document in AES-CTR. It changes bytes at any offset, as CTR can: it computes the keystream from there, under the same key and nonce, and shows the new ciphertext. Each request starts from the same document. Read it.
    Ein Server bewahrt ein Dokument in AES-CTR auf. Er ändert Bytes an jeder Stelle, wie CTR es erlaubt: Er berechnet den Schlüsselstrom ab dort, unter demselben Schlüssel und derselben Nonce, und zeigt den neuen Geheimtext. Jede Anfrage geht vom selben Dokument aus. Lies es.
    the document as it is stored
    das Dokument, wie es gespeichert ist
    == edit OFFSET HEX
    ok CIPHERTEXT, of the whole document with these bytes at the offset
    ok GEHEIMTEXT des ganzen Dokuments mit diesen Bytes an der Stelle
    the document, as text
    das Dokument als Text
    Which keystream encrypts what you write? Which one encrypted what stood there before?
    Welcher Schlüsselstrom verschlüsselt, was du schreibst? Welcher verschlüsselte, was vorher dort stand?
    Write zeros over the whole document. The ciphertext is then the keystream.
    Überschreib das ganze Dokument mit Nullen. Der Geheimtext ist dann der Schlüsselstrom.
    """#
}
