extension Language {
  /// German: what is changed on the way.
  static let germanChanged = #"""
    == --old has {1} and --new {2}; it needs the same number, at least 1, since nothing moves
    You will see an attacker who cannot read a message change it nevertheless, bit by bit and on purpose, and a check that stops this.
    Hier verändert ein Angreifer, der eine Nachricht nicht lesen kann, sie trotzdem, Bit für Bit und gezielt. Dann kommt eine Prüfung, die das verhindert.
    A token
    Ein Token
    A server hands a user this text, encrypted, and reads it again when the user comes back. So nobody but the server can read it or, so its makers believe, change it:
    Ein Server gibt einer Person diesen Text verschlüsselt mit und liest ihn wieder, wenn sie zurückkommt. Niemand außer dem Server kann ihn also lesen oder, so glauben die Entwickler, verändern:
    The user Eve has no key. But she can guess what the text says of her, and she would like to have the lower of these two in it. She adds them, bit by bit and without carry (⊕: equal bits give 0, different bits give 1):
    Die Benutzerin Eve hat keinen Schlüssel. Aber sie kann erraten, was der Text über sie sagt, und sie hätte gern das untere dieser beiden Wörter darin. Sie addiert sie, Bit für Bit und ohne Übertrag (⊕: gleiche Bits ergeben 0, verschiedene Bits ergeben 1):
    is
    ist
    wanted
    soll
    the difference
    der Unterschied
    In CTR (SP 800-38A, section 6.5)
    In CTR (SP 800-38A, Abschnitt 6.5)
    The ciphertext is the message ⊕ a keystream. Whatever is added to the ciphertext is still there when the server has taken the keystream off. So Eve adds the difference to the ciphertext, in the place of the word:
    Der Geheimtext ist die Nachricht ⊕ ein Schlüsselstrom. Was zum Geheimtext addiert wird, ist noch da, wenn der Server den Schlüsselstrom wieder abgezogen hat. Darum addiert Eve den Unterschied zum Geheimtext, an der Stelle des Wortes:
    forged
    falsch
    changed
    geändert
    How many bytes of the message will be others?
    Wie viele Bytes der Nachricht werden anders sein?
    The server decrypts, and reads:
    Der Server entschlüsselt und liest:
    other bytes
    andere Bytes
    In CBC (section 6.2)
    In CBC (Abschnitt 6.2)
    : in the IV, which travels with the ciphertext:
    : im IV, der mit dem Geheimtext gesendet wird:
    Here the server runs AES backwards and then adds the block of ciphertext before. So Eve adds the difference there, 16 bytes before the word{1}
    Hier rechnet der Server AES rückwärts und addiert dann den Geheimtextblock davor. Darum addiert Eve den Unterschied dort, 16 Byte vor dem Wort{1}
    Will anything be garbled this time?
    Wird diesmal etwas zerstört?
    The server reads:
    Der Server liest:
    The word lies across two blocks. To change its end, Eve had to change the block with its beginning, and that one is garbled now. In CBC a forgery has to fit into one block.
    Das Wort liegt in zwei Blöcken. Um sein Ende zu ändern, musste Eve den Block mit seinem Anfang ändern, und der ist jetzt zerstört. Bei CBC muss eine Fälschung in einen Block passen.
    Block {1} is garbled, since AES backwards makes something else of another C{2}. That is no help if nobody looks at it. And had the word been in block 1, Eve would have changed the IV, and nothing would be garbled: try --text "role=guest;id=4711".
    Block {1} ist zerstört, denn AES rückwärts macht aus einem anderen C{2} etwas anderes. Das hilft nichts, wenn niemand darauf achtet. Und wäre das Wort in Block 1 gewesen, so hätte Eve den IV geändert, und nichts wäre zerstört: --text "role=guest;id=4711" zeigt es.
    Only the IV was changed, which never goes through AES: nothing is garbled.
    Nur der IV wurde geändert, und der geht nie durch AES: Nichts ist zerstört.
    For the server the role was "{1}". Now it is "{2}".
    Für den Server war die Rolle „{1}“. Jetzt ist sie „{2}“.
    With an HMAC (FIPS 198-1)
    Mit einem HMAC (FIPS 198-1)
    HMAC-SHA-256 makes 32 bytes, called a tag, of a key and any data; without the key nobody can make the tag of other data. The server adds the tag of IV and ciphertext to the token, and checks it before it decrypts. This is the tag in CBC:
    HMAC-SHA-256 bildet aus einem Schlüssel und beliebigen Daten 32 Byte, den Authentifizierungscode (Tag); ohne den Schlüssel kann niemand den Authentifizierungscode zu anderen Daten bilden. Der Server fügt dem Token den Authentifizierungscode von IV und Geheimtext hinzu und prüft ihn, bevor er entschlüsselt. Das ist der Authentifizierungscode bei CBC:
    tag
    Tag
    Will the server still accept a forged token?
    Wird der Server noch ein gefälschtes Token annehmen?
    CTR, as it was sent
    CTR, wie gesendet
    CTR, forged
    CTR, gefälscht
    CBC, as it was sent
    CBC, wie gesendet
    CBC, forged
    CBC, gefälscht
    accepted
    angenommen
    The server also gets the token in CBC with each of its {1} bits changed in turn, those of the IV among them: {2} are accepted.
    Der Server bekommt das Token in CBC auch so, dass nacheinander jedes seiner {1} Bits gekippt ist, auch die des IV: {2} davon werden angenommen.
    Encryption hides a message; it does not protect it from being changed.
    Verschlüsselung verbirgt eine Nachricht; vor Veränderung schützt sie nicht.
    In CTR a changed bit of the ciphertext changes the same bit of the message. In CBC it changes one in the next block, and garbles its own.
    Bei CTR kippt ein geändertes Bit des Geheimtexts dasselbe Bit der Nachricht. Bei CBC kippt es eines im nächsten Block und zerstört den eigenen.
    An HMAC over IV and ciphertext, checked before decryption, refuses every change. A vault has one.
    Ein HMAC über IV und Geheimtext, der vor dem Entschlüsseln geprüft wird, weist jede Änderung ab. Ein Tresor hat einen.
    the word is in the first block: the IV is changed, and nothing is garbled
    das Wort steht im ersten Block: Der IV wird geändert, und nichts ist zerstört
    a payment of 999, in both modes
    eine Zahlung von 999, in beiden Betriebsarten
    the word lies across two blocks: CTR is forged, and in CBC its beginning is garbled
    das Wort liegt in zwei Blöcken: CTR ist gefälscht, und bei CBC ist der Anfang zerstört
    two messages read because they share a keystream.
    zwei Nachrichten werden gelesen, weil sie denselben Schlüsselstrom haben.

    == Meet me at the old bridge at noon, bring the map.
    == The transfer of the money will be made on Friday.
    == Verdict: guilty. Fine: 500 EUR
    == Verdict: guilty. Prison: 1 year
    == --crib has {1} and the shorter message {2}; it needs 1 to as many as that
    You will see two secret messages read by someone without the key, only because both were encrypted with the same nonce; and what an equal IV gives away in CBC.
    Hier liest jemand ohne den Schlüssel zwei geheime Nachrichten, nur weil beide mit derselben Nonce verschlüsselt wurden. Dann ist zu sehen, was ein gleicher IV bei CBC verrät.
    Two messages, one nonce
    Zwei Nachrichten, eine Nonce
    In CTR, AES encrypts a counter to get a keystream, and the keystream is added to the message, bit by bit and without carry (⊕). The counter begins at the nonce, a number used once (SP 800-38A, section 6.5). Here a careless program used one nonce for both messages:
    Bei CTR verschlüsselt AES einen Zähler zu einem Schlüsselstrom, und dieser wird zur Nachricht addiert, Bit für Bit und ohne Übertrag (⊕). Der Zähler beginnt bei der Nonce, einer nur einmal verwendeten Zahl (SP 800-38A, Abschnitt 6.5). Hier hat ein nachlässiges Programm eine Nonce für beide Nachrichten verwendet:
    So both got the same keystream K. The attacker sees the ciphertexts M1 ⊕ K and M2 ⊕ K, and adds them: the two K are equal, and equal bits give 0. The first bytes, as the attacker sees them, and as only the sender can:
    So bekamen beide denselben Schlüsselstrom K. Der Angreifer sieht die Geheimtexte M1 ⊕ K und M2 ⊕ K und addiert sie: Die beiden K sind gleich, und gleiche Bits ergeben 0. Die ersten Bytes, wie der Angreifer sie sieht und wie nur der Sender sie sehen kann:
    Will the sum of the ciphertexts be the sum of the messages?
    Wird die Summe der Geheimtexte die Summe der Nachrichten sein?
    The two sums are the same: the key has gone from the ciphertext.
    Die beiden Summen sind gleich: Der Schlüssel ist aus dem Geheimtext verschwunden.
    Dragging a crib
    Einen Crib entlangziehen
    A crib is a word that probably is in one of the messages: here "{1}". If one message has it somewhere, then sum ⊕ crib is what the other says there. The attacker tries every place, {2} of them, and keeps those where something like text comes out: {3}.
    Ein Crib ist ein Wort, das wahrscheinlich in einer der Nachrichten steht: hier „{1}“. Steht es in einer Nachricht an einer Stelle, so ist Summe ⊕ Crib das, was dort in der anderen steht. Der Angreifer probiert alle {2} Stellen und behält die, an denen so etwas wie Text herauskommt: {3}.
    Is the crib in one of the messages?
    Steht der Crib in einer der Nachrichten?
    place   the other message says
    Stelle  in der anderen Nachricht steht
    "{1}"
    „{1}“
    it is there
    steht da
    chance
    Zufall
    and {1} more
    und {1} weitere
    With this crib the attacker gets nothing, and tries another word.
    Mit diesem Crib erfährt der Angreifer nichts und versucht es mit einem anderen Wort.
    The remarks are ours. The attacker, who cannot know them, reads aloud and keeps what could be English. A longer crib leaves less to chance.
    Die Anmerkungen rechts sind von uns. Der Angreifer, der sie nicht kennen kann, liest laut und behält, was Englisch sein könnte. Ein längerer Crib überlässt weniger dem Zufall.
    From word to word
    Von Wort zu Wort
    Pieces of words ask to be completed. Each guess in one message reads more of the other:
    Wortstücke laden zum Ergänzen ein. Jeder Versuch in der einen Nachricht liest mehr von der anderen:
    "old b" at 15: a bridge?
    „old b“ bei 15: eine Brücke („bridge“)?
    == old bridge
    "er of" at 10, then " the money": a transfer?
    „er of“ bei 10, dann „ the money“: eine Überweisung („transfer“)?
    == The transfer of the money
    "Meet me at the old bridge": when?
    „Meet me at the old bridge“: wann?
    == Meet me at the old bridge at noon,
    guess   {1}
    Versuch {1}
    reads   {1}
    liest   {1}
    And whoever knows the whole of one message, because they sent it or because it was published later, has the other, as far as it goes, without guessing. Sum ⊕ M1:
    Und wer die eine Nachricht ganz kennt, weil er sie gesendet hat oder weil sie später veröffentlicht wurde, hat ohne Raten auch die andere, so weit die erste reicht. Summe ⊕ M1:
    An equal IV in CBC (SP 800-38A, appendix C)
    Ein gleicher IV bei CBC (SP 800-38A, Anhang C)
    CBC has no keystream, and an IV used twice gives less away: as long as two messages are equal, so are the ciphertexts. Two letters of a court, two blocks each, and equal blocks have the same letter:
    CBC hat keinen Schlüsselstrom, und ein zweimal verwendeter IV verrät weniger: Solange zwei Nachrichten gleich sind, sind es auch die Geheimtexte. Zwei Schreiben eines Gerichts, je zwei Blöcke lang; gleiche Blöcke haben denselben Buchstaben:
    With the same IV, will the ciphertexts begin alike?
    Werden die Geheimtexte mit demselben IV gleich beginnen?
    Both with the same IV, then the second with a new one:
    Erst beide mit demselben IV, dann das zweite mit einem neuen:
    With the same IV, everyone can see that the two verdicts begin alike: who knows one of them, knows that the other is guilty too.
    Mit demselben IV können alle sehen, dass die beiden Urteile gleich beginnen: Wer eines kennt, weiß, dass auch das andere auf schuldig lautet.
    A vault
    Ein Tresor
    A vault encrypts in CTR too, and its counter always begins at 0. But it makes a new random key for every message, even under the same password. The first message sealed twice: {1} blocks of the two vaults' contents are equal.
    Auch ein Tresor verschlüsselt in CTR, und sein Zähler beginnt immer bei 0. Aber er erzeugt für jede Nachricht einen neuen zufälligen Schlüssel, sogar unter demselben Passwort. Die erste Nachricht, zweimal in einen Tresor gelegt: {1} Blöcke der beiden Inhalte sind gleich.
    In CTR no counter may be used twice under one key: two ciphertexts then give the sum of two messages.
    Bei CTR darf kein Zähler unter einem Schlüssel zweimal vorkommen: Sonst ergeben zwei Geheimtexte die Summe zweier Nachrichten.
    A word guessed in one message reads the other in the same place, and so on, word by word.
    Ein in der einen Nachricht erratenes Wort liest die andere an derselben Stelle, und so weiter, Wort für Wort.
    In CBC an IV that is used twice shows which messages begin alike. Take a new random one for each message.
    Bei CBC zeigt ein zweimal verwendeter IV, welche Nachrichten gleich beginnen. Für jede Nachricht einen neuen, zufälligen nehmen.
    a shorter word: it is found, and chance finds more places
    ein kürzeres Wort: Es wird gefunden, und der Zufall findet mehr Stellen
    a word that is in neither message: nothing is found
    ein Wort, das in keiner der Nachrichten steht: Nichts wird gefunden
    both have the word in one place: the sum is zeros there, and the word reveals itself
    beide haben das Wort an einer Stelle: Die Summe ist dort null, und das Wort verrät sich selbst
    a line of code that says CBC and gets ECB.
    eine Zeile Code, die CBC sagt und ECB bekommt.

    == Pay 100 to AlicePay 100 to AlicePay 100 to Bob
    You will see a line of code that asks for CBC and gets ECB, without an error and without a warning, and how the ciphertext gives it away.
    Hier ist eine Zeile Code zu sehen, die CBC verlangt und ECB bekommt, ohne Fehler und ohne Warnung, und wie der Geheimtext das verrät.
    The line of code
    Die Zeile Code
    CommonCrypto is the encryption library in Apple's systems. Its function CCCrypt takes an algorithm, a key, an IV and one number called options. This is found in published programs, with + or with |:
    CommonCrypto ist die Verschlüsselungsbibliothek in den Systemen von Apple. Ihre Funktion CCCrypt bekommt ein Verfahren, einen Schlüssel, einen IV und eine Zahl namens options. In veröffentlichten Programmen steht, mit + oder mit |:
    == CCCrypt(kCCEncrypt, kCCAlgorithmAES,
    == kCCOptionPKCS7Padding + kCCModeCBC, …)
    It seems to say: padding PKCS#7, which fills the last block up, and mode CBC. But all that CCCrypt sees is a sum, and each bit of it is one option (CommonCryptor.h):
    Das scheint zu heißen: Padding PKCS#7, das den letzten Block auffüllt, und Betriebsart CBC. Aber CCCrypt sieht nur eine Summe, und jedes Bit davon ist eine Option (CommonCryptor.h):
    kCCOptionPKCS7Padding is {1} and kCCModeCBC is {2}: what does CCCrypt see?
    kCCOptionPKCS7Padding ist {1} und kCCModeCBC ist {2}: Was sieht CCCrypt?
    {1}{2}  binary {3}{4}   {5}
    {1}{2}  binär {3}{4}   {5}
    an option: pad the message
    eine Option: Padding anfügen
    no option: a mode of another function
    keine: Modus einer anderen Funktion
    this bit is set: pad the message
    dieses Bit ist 1: Padding anfügen
    this bit is set: ECB
    dieses Bit ist 1: ECB
    kCCModeCBC is for CCCryptorCreateWithMode, where the mode has a place of its own. It happens to be 2, and so is kCCOptionECBMode. CBC is what CCCrypt does when nobody asks for ECB.
    kCCModeCBC ist für CCCryptorCreateWithMode, wo die Betriebsart einen eigenen Platz hat. Ihr Wert ist zufällig 2, und kCCOptionECBMode ist es auch. CBC verwendet CCCrypt dann, wenn niemand ECB verlangt.
    What comes out
    Was herauskommt
    A message in blocks of 16 bytes, its padding included. Equal blocks have the same letter:
    Eine Nachricht in Blöcken von 16 Byte, mit ihrem Padding. Gleiche Blöcke haben denselben Buchstaben:
    Options 1, padding alone: this is CBC (SP 800-38A, section 6.2).
    options = 1, nur Padding: Das ist CBC (SP 800-38A, Abschnitt 6.2).
    With options 3: how many different blocks?
    Mit options = 3: wie viele verschiedene Blöcke?
    Options 3, the line above: this is ECB (section 6.1).
    options = 3, die Zeile oben: Das ist ECB (Abschnitt 6.1).
    The letters are those of the message: whoever sees the ciphertext sees which blocks of it are equal.
    Die Buchstaben sind die der Nachricht: Wer den Geheimtext sieht, sieht, welche ihrer Blöcke gleich sind.
    This message has no equal blocks, so nothing shows: the mistake waits for a message that has some.
    Diese Nachricht hat keine gleichen Blöcke, darum ist nichts zu sehen: Der Fehler wartet auf eine Nachricht, die welche hat.
    The IV that nobody reads
    Der IV, den niemand liest
    The program makes a random IV for each message, as it should. CBC uses it; in ECB there is no place for it, and CCCrypt ignores it. The first block with two IVs:
    Das Programm erzeugt für jede Nachricht einen zufälligen IV, wie es sein soll. CBC benutzt ihn; bei ECB gibt es keinen Platz für ihn, und CCCrypt beachtet ihn nicht. Der erste Block mit zwei IVs:
    With options 3, does another IV make another ciphertext?
    Ergibt mit options = 3 ein anderer IV einen anderen Geheimtext?
    new IV
    IV neu
    options {1}, {2}
    options = {1}, {2}
    the same
    gleich
    another one
    anders
    So with options 3, a message that is sent twice is seen to be the same, too.
    Mit options = 3 ist also auch zu sehen, wenn eine Nachricht zweimal gesendet wird.
    Every way to write it
    Alle Schreibweisen
    {1}                                number  {2}
    {1}                                Zahl    {2}
    code
    Code
    what CCCrypt does
    was CCCrypt tut
    == kCCOptionPKCS7Padding + kCCModeCBC
    == kCCOptionPKCS7Padding + kCCModeECB
    == kCCOptionPKCS7Padding | kCCModeECB
    padded
    mit Padding
    not padded
    ohne Padding
    Right is the first line: padding, and nothing more. Of the others, four name one mode and get the other, and one loses its padding.
    Richtig ist die erste Zeile: Padding und sonst nichts. Von den anderen nennen vier die eine Betriebsart und bekommen die andere, und eine verliert ihr Padding.
    Where options are bits, only options may be added: the number of a mode among them means something else.
    Wo Optionen Bits sind, darf man nur Optionen addieren: Die Zahl einer Betriebsart bedeutet dort etwas anderes.
    Nothing fails: what was encrypted so is decrypted by the same line. Look at a ciphertext of equal blocks, or encrypt twice with two IVs.
    Nichts schlägt fehl: Was so verschlüsselt wurde, entschlüsselt dieselbe Zeile wieder. Es hilft, einen Geheimtext aus gleichen Blöcken anzusehen oder zweimal mit zwei IVs zu verschlüsseln.
    In this package a mode is a type, AES.CBC or AES.ECB. There is no number that could be the wrong one.
    In diesem Paket ist eine Betriebsart ein Typ, AES.CBC oder AES.ECB. Es gibt keine Zahl, die die falsche sein könnte.
    two equal blocks, and options 3 shows that they are
    zwei gleiche Blöcke, und options = 3 zeigt, dass sie es sind
    nothing shows: the mistake is there, and waits
    nichts ist zu sehen: Der Fehler ist da und wartet
    AES-256: options 3 is ECB with a longer key
    AES-256: options = 3 ist ECB mit einem längeren Schlüssel
    what AES does to a block, round by round.
    was AES mit einem Block tut, Runde für Runde.
    """#
}
