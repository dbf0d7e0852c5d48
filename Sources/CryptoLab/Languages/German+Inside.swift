extension Language {
  /// German: inside AES and hashes.
  static let germanInside = #"""
    You will see every state that a block of 16 bytes goes through inside AES, and how each becomes the next.
    Hier ist jeder Zustand zu sehen, den ein Block von 16 Byte in AES durchläuft, und wie aus jedem der nächste wird.
    The state
    Der Zustand
    This block and key are those of appendix B of FIPS 197.
    Dieser Block und dieser Schlüssel stammen aus Anhang B von FIPS 197.
    the first
    der erste
    the last
    der letzte
    AES arranges the 16 bytes of the block in a square of four rows and four columns, filled column by column: the state. Bytes are written as two hexadecimal digits. {1}The key of {2} bytes is expanded to {3} round keys of 16 bytes, {4} of which is added to the block bit by bit (⊕: equal bits give 0, different bits give 1):
    AES ordnet die 16 Byte des Blocks in einem Quadrat aus vier Zeilen und vier Spalten an, das spaltenweise gefüllt wird: dem Zustand. Bytes werden als zwei hexadezimale Ziffern geschrieben. {1}Der Schlüssel von {2} Byte wird zu {3} Rundenschlüsseln von je 16 Byte erweitert; {4} davon wird Bit für Bit zum Block addiert (⊕: gleiche Bits ergeben 0, verschiedene Bits ergeben 1):
    input
    Eingabe
    ⊕ round key {1}
    ⊕ Schlüssel {1}
    ⊕ round key 0
    ⊕ Schlüssel 0
    = start
    = Beginn
    start
    Beginn
    Round 1, step by step (FIPS 197, section 5.1)
    Runde 1, Schritt für Schritt (FIPS 197, Abschnitt 5.1)
    SubBytes replaces each byte by another, always the same for the same byte, from a table called the S-box. It is the only step that is not linear, and so the one that keeps the key from being computed with plain algebra. ShiftRows turns the second row by one place to the left, the third by two, the fourth by three: so the bytes of one column are spread over all four.
    SubBytes ersetzt jedes Byte durch ein anderes, gleiche Bytes immer durch gleiche, nach einer Tabelle, der S-Box. Das ist der einzige nichtlineare Schritt, und darum verhindert er, dass der Schlüssel mit einfacher Algebra zu berechnen ist. ShiftRows dreht die zweite Zeile um eine Stelle nach links, die dritte um zwei, die vierte um drei: So verteilen sich die Bytes einer Spalte auf alle vier.
    How many of the 16 bytes will SubBytes leave as they are?
    Wie viele der 16 Bytes wird SubBytes lassen, wie sie sind?
    MixColumns makes each byte of a column out of all four. It multiplies them by 01, 02 or 03, in a way in which the product is always one byte again (section 4.2), and adds the products. The first byte, for example:
    MixColumns bildet jedes Byte einer Spalte aus allen vier. Es multipliziert sie mit 01, 02 oder 03, und zwar so, dass das Produkt immer wieder ein Byte ist (Abschnitt 4.2), und addiert die Produkte. Zum Beispiel das erste Byte:
    Which byte comes out, in hexadecimal?
    Welches Byte kommt heraus, hexadezimal?
    Last, the next round key is added, and round 2 starts with what comes out.
    Zuletzt wird der nächste Rundenschlüssel addiert, und mit dem Ergebnis beginnt Runde 2.
    ⊕ round key 1
    ⊕ Schlüssel 1
    = start of 2
    = Beginn von 2
    All {1} rounds (appendix B)
    Alle {1} Runden (Anhang B)
    start of {1}
    Beginn von {1}
    round key {1}
    Schlüssel {1}
    The last round leaves MixColumns out. What comes out is the ciphertext:
    Die letzte Runde lässt MixColumns weg. Heraus kommt der Geheimtext:
    output
    Ausgabe
    The round keys (section 5.2, appendix A)
    Die Rundenschlüssel (Abschnitt 5.2, Anhang A)
    ; with 32 bytes of key SubWord comes in the middle, too
    ; bei 32 Byte Schlüssel kommt SubWord auch in der Mitte vor
    The key is Nk = {1} words of four bytes, w0 to w{2}. Each further word is the one before it, added to the one Nk places back. At every multiple of Nk the word before is first turned by one byte (RotWord), replaced by the S-box (SubWord), and a constant is added (Rcon), so that no two round keys are made alike{3}. Four words are a round key.
    Der Schlüssel besteht aus Nk = {1} Wörtern von vier Byte, w0 bis w{2}. Jedes weitere Wort ist die Summe aus dem Wort davor und dem Wort Nk Stellen zurück. Bei jedem Vielfachen von Nk wird das Wort davor zuerst um ein Byte gedreht (RotWord) und durch die S-Box ersetzt (SubWord), und eine Konstante wird addiert (Rcon), damit keine zwei Rundenschlüssel auf gleiche Weise entstehen{3}. Vier Wörter sind ein Rundenschlüssel.
    How many of the {1} new words will be made with SubWord?
    Wie viele der {1} neuen Wörter entstehen mit SubWord?
    How many of the first {1} new words will be made with SubWord?
    Wie viele der ersten {1} neuen Wörter entstehen mit SubWord?
    … up to {1}: --schedule shows them
    … bis {1}: --schedule zeigt sie
    Each step can be undone: whoever finds one round key of AES-128 has the key, and with it all others.
    Jeder Schritt lässt sich umkehren: Wer einen Rundenschlüssel von AES-128 findet, hat den Schlüssel und damit alle anderen.
    Backwards (section 5.3)
    Rückwärts (Abschnitt 5.3)
    Without --decrypt the steps are explained.
    Ohne --decrypt werden die Schritte erklärt.
    To decrypt, each step is undone, the last one first: add the last round key again, which takes it away; turn the rows back; replace each byte by the one of which the S-box makes it; and from the next round on undo MixColumns, with 0e, 0b, 0d and 09 in place of 02, 03, 01 and 01.{1}
    Zum Entschlüsseln wird jeder Schritt umgekehrt, der letzte zuerst: den letzten Rundenschlüssel noch einmal addieren, was ihn wegnimmt; die Zeilen zurückdrehen; jedes Byte durch das ersetzen, aus dem es die S-Box macht; und ab der nächsten Runde MixColumns umkehren, mit 0e, 0b, 0d und 09 statt 02, 03, 01 und 01.{1}
    With how many round keys is a block decrypted?
    Mit wie vielen Rundenschlüsseln wird ein Block entschlüsselt?
    ⊕ round key
    ⊕ Schlüssel
    another
    anders
    InvSubBytes gives the start of round {1} again: {2}. So it goes back, round by round; --decrypt shows them. After {3} of them:
    InvSubBytes ergibt wieder den Beginn von Runde {1}: {2}. So geht es zurück, Runde für Runde; --decrypt zeigt sie. Nach {3} Runden:
    block
    Block
    All {1} rounds (appendix C)
    Alle {1} Runden (Anhang C)
    start is the state at the start of a round, s_box after SubBytes, s_row after ShiftRows, m_col after MixColumns; k_sch is the round key.
    start ist der Zustand am Beginn einer Runde, s_box der nach SubBytes, s_row der nach ShiftRows, m_col der nach MixColumns; k_sch ist der Rundenschlüssel.
    AES repeats four simple steps: replace bytes, shift rows, mix columns, add a key. Each alone is easy to undo.
    AES wiederholt vier einfache Schritte: Bytes ersetzen, Zeilen verschieben, Spalten mischen, einen Schlüssel addieren. Jeder für sich ist leicht umzukehren.
    After two rounds every byte of the state depends on every byte of the block; the other rounds make what is left of any pattern useless.
    Nach zwei Runden hängt jedes Byte des Zustands von jedem Byte des Blocks ab; die übrigen Runden machen unbrauchbar, was von Mustern noch bleibt.
    All of it can be run backwards, but only by somebody who has the round keys.
    Alles lässt sich rückwärts rechnen, aber nur, wenn man die Rundenschlüssel hat.
    appendix C.1 of FIPS 197: the ciphertext is 69c4e0d8 6a7b0430 d8cdb780 70b4c55a
    Anhang C.1 von FIPS 197: Der Geheimtext ist 69c4e0d8 6a7b0430 d8cdb780 70b4c55a
    a key of 24 bytes: 12 rounds
    ein Schlüssel von 24 Byte: 12 Runden
    a text for a ciphertext: any 16 bytes can be decrypted
    ein Text als Geheimtext: Entschlüsseln lassen sich beliebige 16 Byte
    what a hash function does to a message, round by round.
    was eine Hashfunktion mit einer Nachricht tut, Runde für Runde.

    You will see how {1} works: a message of any length goes in, and {2} bytes come out, its digest. The same message gives the same digest everywhere; no other message is known that does.
    Hier ist zu sehen, wie {1} arbeitet: Eine Nachricht beliebiger Länge geht hinein, und {2} Byte kommen heraus, ihr Hashwert. Dieselbe Nachricht ergibt überall denselben Hashwert; eine andere, die ihn ergibt, ist nicht bekannt.
    The message is padded (FIPS 180-4, section 5.1)
    Die Nachricht bekommt ein Padding (FIPS 180-4, Abschnitt 5.1)
    byte is
    Byte sind
    bytes are
    Byte sind
    Here that makes two blocks.
    Hier ergibt das zwei Blöcke.
    The message is worked on in blocks of {1} bytes. It is followed by a bit 1 (the byte 80), by zeros, and in the last {2} bytes by its length in bits: {3} {4} {5} bits, in hexadecimal {6}.{7}
    Die Nachricht wird in Blöcken von {1} Byte verarbeitet. Auf sie folgen ein Bit 1 (das Byte 80), Nullen und in den letzten {2} Byte ihre Länge in Bit: {3} {4} {5} Bit, hexadezimal {6}.{7}
    How many blocks will it be?
    Wie viele Blöcke werden es?
    {1} bits
    {1} Bit
    The schedule: 16 words become {1} (section 6)
    Die Nachrichtenerweiterung: Aus 16 Wörtern werden {1} (Abschnitt 6)
    A block is 16 words W0 to W15 of {1} bits. Each further word is a sum of four earlier ones, where σ0 and σ1 mix a word's bits by rotating it. (All sums here drop the carry out of the highest bit.) For example:
    Ein Block besteht aus 16 Wörtern W0 bis W15 von {1} Bit. Jedes weitere Wort ist eine Summe aus vier früheren; dabei mischen σ0 und σ1 die Bits eines Wortes, indem sie es rotieren. (Alle Summen hier lassen den Übertrag aus dem höchsten Bit weg.) Zum Beispiel:
    Round 0 (section 6, step 3)
    Runde 0 (Abschnitt 6, Schritt 3)
    The state is eight words, a to h. They begin as the fractions of the square roots of the first eight primes, and each round adds a constant K, the fraction of a cube root: numbers that nobody could choose with a purpose. Σ0 and Σ1 rotate and mix like σ; Ch takes each bit from f or g as e says; Maj takes the bit that most of a, b and c have.
    Der Zustand besteht aus acht Wörtern, a bis h. Am Anfang sind sie die Nachkommastellen der Quadratwurzeln der ersten acht Primzahlen, und jede Runde addiert eine Konstante K, die Nachkommastellen einer Kubikwurzel: Zahlen, die niemand mit einer Absicht wählen konnte. Σ0 und Σ1 rotieren und mischen wie σ; Ch nimmt jedes Bit aus f oder g, je nachdem, was e sagt; Maj nimmt das Bit, das die meisten von a, b und c haben.
    How many of the eight words will be new after a round?
    Wie viele der acht Wörter werden nach einer Runde neu sein?
    new a = T1 + T2                       =  {1}
    neu a = T1 + T2                       =  {1}
    new e = d + T1                        =  {1}
    neu e = d + T1                        =  {1}
    All others move on by one place: b becomes what a was, c what b was, and so on.
    Alle anderen rücken um eine Stelle weiter: b wird, was a war, c, was b war, und so weiter.
    The state after each round, a to h
    Der Zustand nach jeder Runde, a bis h
    H is what the state begins with; a and e, the first and the fifth, are the new words of each round.
    Mit H beginnt der Zustand; a und e, das erste und das fünfte, sind die neuen Wörter jeder Runde.
    The sums are what block {1} begins with.
    Mit den Summen beginnt Block {1}.
    … rounds 4 to {1}: --all shows them
    … Runden 4 bis {1}: --all zeigt sie
    Each word of the end is added to the word of the beginning:
    Jedes Wort vom Ende wird zu dem Wort vom Anfang addiert:
    sum
    Sum.
    The eight sums one after the other are the digest. The library's fast {1} says:
    Die acht Summen hintereinander sind der Hashwert. Das schnelle {1} der Bibliothek ergibt:
    A hash function has no key: anybody can compute a digest. Nobody can compute the message from it, but anybody can try messages: one that can be guessed, such as a date or a password, is found.
    Eine Hashfunktion hat keinen Schlüssel: Jeder kann einen Hashwert berechnen. Niemand kann daraus die Nachricht berechnen, aber jeder kann Nachrichten probieren: Eine, die zu erraten ist, etwa ein Datum oder ein Passwort, wird gefunden.
    Each round makes two new words and moves the others on by one place; the message enters a word at a time.
    Jede Runde bildet zwei neue Wörter und rückt die anderen um eine Stelle weiter; die Nachricht kommt Wort für Wort hinein.
    At the end the state before all rounds is added: so nobody can run the rounds backwards from a digest.
    Am Ende wird der Zustand vor allen Runden addiert: Darum kann niemand von einem Hashwert aus die Runden rückwärts rechnen.
    an empty message has a digest too: e3b0c442 98fc1c14 …
    auch eine leere Nachricht hat einen Hashwert: e3b0c442 98fc1c14 …
    words of 64 bits, and 80 rounds
    Wörter von 64 Bit und 80 Runden
    the length has no room in the first block: two blocks
    die Länge hat keinen Platz im ersten Block: zwei Blöcke
    how many bits of a digest change with one bit of the message.
    wie viele Bits eines Hashwerts sich mit einem Bit der Nachricht ändern.

    == the same message
    You will see how a single changed bit spreads through AES and SHA-256 until half of all bits are different: the avalanche.
    Hier ist zu sehen, wie sich ein einziges gekipptes Bit durch AES und SHA-256 ausbreitet, bis die Hälfte aller Bits anders ist: die Lawine.
    Two messages
    Zwei Nachrichten
    We change {1}, and nothing else. (Bytes count from 0. The bits of a byte are 7, the highest, to 0.)
    Geändert wird {1} und sonst nichts. (Bytes zählen ab 0. Die Bits eines Bytes heißen 7, das höchste, bis 0.)
    How many of the 256 bits of the digest will change?
    Wie viele der 256 Bits des Hashwerts werden sich ändern?
    The digests of the two messages. Each mark below is a byte that differs:
    Die Hashwerte der beiden Nachrichten. Jede Marke darunter ist ein Byte, das anders ist:
    {1} of 256 bits changed. They did not do so at once: SHA-256 works in 64 rounds on a state of 256 bits. The changed bit enters in round {2}, with the word that it is in, and this is how many bits differ after each round (┊ is the half):
    {1} von 256 Bits haben sich geändert. Das geschah nicht auf einmal: SHA-256 arbeitet in 64 Runden an einem Zustand von 256 Bit. Das gekippte Bit kommt in Runde {2} hinein, mit dem Wort, in dem es steht. So viele Bits sind nach jeder Runde verschieden (┊ ist die Hälfte):
    round {1}
    Runde {1}
    {1}{2}  {3} of {4} bits
    {1}{2}  {3} von {4} Bits
    , filled up with zeros,
    , mit Nullen aufgefüllt,
    The same two messages{1} as blocks for AES. Round 0 is the addition of the first key, which spreads nothing. A round replaces each byte, shifts the rows and mixes the columns; so one byte becomes four, and four become all sixteen:
    Dieselben beiden Nachrichten{1} als Blöcke für AES. Runde 0 ist die Addition des ersten Schlüssels; sie breitet nichts aus. Eine Runde ersetzt jedes Byte, verschiebt die Zeilen und mischt die Spalten. So werden aus einem Byte vier und aus vier alle sechzehn:
    In how many bytes will the two states differ after round 1?
    In wie vielen Bytes werden sich die beiden Zustände nach Runde 1 unterscheiden?
    , {1} byte{2}
    , {1} Byte{2||}
    Every bit in turn
    Jedes Bit nacheinander
    Was that luck? Now each bit of the input is changed alone, and we count how many bits of the output change. If a coin decided about every bit of the output, half of them would change on average.
    War das Glück? Jetzt wird jedes Bit der Eingabe einzeln geändert und gezählt, wie viele Bits der Ausgabe sich ändern. Würde eine Münze über jedes Bit der Ausgabe entscheiden, so würde sich im Mittel die Hälfte ändern.
    AES, 128 bits out
    AES, 128 Bit Ausgabe
    SHA-256, 256 bits out
    SHA-256, 256 Bit Ausgabe
    {1}: {2} bits of the input were changed one by one. Each time between {3} and {4} bits of the output changed, on average {5}:
    {1}: {2} Bits der Eingabe wurden einzeln geändert. Jedes Mal änderten sich zwischen {3} und {4} Bits der Ausgabe, im Mittel {5}:
    {1} to {2}
    {1} bis {2}
    One bit of the input decides about every bit of the output: each changes in about half of all cases.
    Ein Bit der Eingabe entscheidet über jedes Bit der Ausgabe: Jedes ändert sich in etwa der Hälfte aller Fälle.
    So nothing can be learnt from "almost right": a key or a password with one wrong bit gives a result as far off as any other.
    Darum ist aus „fast richtig“ nichts zu lernen: Ein Schlüssel oder ein Passwort mit einem falschen Bit ergibt etwas, das so weit daneben liegt wie jedes andere.
    It takes a few rounds to get there. Ciphers and hashes have more of them, and the rest is the safety margin.
    Bis dahin braucht es einige Runden. Chiffren und Hashfunktionen haben mehr davon, und der Rest ist die Sicherheitsreserve.
    the last bit in place of any: just as many bits change
    das letzte Bit statt irgendeines: Es ändern sich genauso viele Bits
    a message of one byte: 8 bits to change, and the same half of the output
    eine Nachricht von einem Byte: 8 Bits zum Ändern und dieselbe Hälfte der Ausgabe
    AES-256: 14 rounds, of which the first few would do for the avalanche
    AES-256: 14 Runden, von denen die ersten paar für die Lawine genügen würden
    a digest that is no proof of who made it.
    ein Hashwert, der nicht beweist, von wem er kommt.
    """#
}
