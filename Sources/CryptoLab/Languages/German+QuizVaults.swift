extension Language {
  /// German: questions on authentication, passwords and vaults.
  static let germanQuizVaults = #"""
    modes of AES: ECB, CBC, CFB, OFB, CTR; IV and nonce
    Betriebsarten von AES: ECB, CBC, CFB, OFB, CTR; IV und Nonce
    PKCS#7, and what a padding oracle gives away
    PKCS#7 und was ein Padding-Orakel verrät
    hash functions and MACs
    Hashfunktionen und MACs
    encryption with authentication: GCM, encrypt-then-MAC
    Verschlüsselung mit Authentifizierung: GCM, Encrypt-then-MAC
    salt, rounds, entropy
    Salt, Runden, Entropie
    what a vault protects, and what it does not
    Was ein Tresor schützt und was nicht
    The topics, and how many questions each has:
    Die Themen, jedes mit der Anzahl seiner Fragen:
    Begin with: crypto-lab quiz --topic modes
    Beginnen mit: crypto-lab quiz --topic modes

    == crypto-lab quiz
    seed {1} (--seed {2} asks the same in the same order)
    Startwert {1} (dieselbe Reihenfolge: --seed {2})
    Question {1} of {2}: {3}
    Frage {1} von {2}: {3}
    Your answer ({1}):
    Antwort ({1}):
    One letter, please ({1}):
    Bitte einen Buchstaben ({1}):
    a to {1}
    a bis {1}
    No.
    Falsch.
    Right is {1}.
    Richtig ist {1}.
    Score: {1} of {2}.
    Ergebnis: {1} von {2} richtig.
    Score: {1} of {2}, and {3} not answered.
    Ergebnis: {1} von {2} richtig, {3} nicht beantwortet.
    To repeat
    Zum Wiederholen
    {1}, {2} wrong:
    {1} ({2} falsch):
    lessons
    Lektionen
    playground
    Playground
    article
    Artikel
    again
    erneut
    == crypto-lab quiz --topic {1}

    A message of 20 bytes is sealed with AES-GCM. How long are ciphertext and tag together?
    Eine Nachricht von 20 Byte wird mit AES-GCM versiegelt. Wie lang sind Geheimtext und Authentifizierungscode (Tag) zusammen?
    20 bytes
    20 Byte
    36 bytes
    36 Byte
    45 bytes
    45 Byte
    1,485 bytes
    1.485 Byte
    65,536 bytes
    65.536 Byte
    That is the ciphertext alone: the tag has another 16 bytes.
    So lang ist der Geheimtext allein: Der Authentifizierungscode hat weitere 16 Byte.
    GCM pads nothing: 20 and 16 are not rounded to 32.
    GCM füllt nichts auf: Aus 20 und 16 wird nicht 32.
    That would be two padded blocks and a tag. GCM does not pad.
    Das wären zwei aufgefüllte Blöcke und ein Authentifizierungscode. GCM füllt nicht auf.
    GCM encrypts like CTR, without padding, and adds a tag of 16 bytes. The nonce of 12 bytes travels beside it.
    GCM verschlüsselt wie CTR ohne Padding und fügt einen Authentifizierungscode von 16 Byte an. Die Nonce von 12 Byte wird daneben übertragen.

    One bit of a GCM ciphertext flips on the way. What does the receiver read?
    Unterwegs kippt ein Bit eines GCM-Geheimtexts. Was liest der Empfänger?
    nothing: the message is refused
    nichts: Die Nachricht wird abgelehnt
    the message with one bit changed
    die Nachricht mit einem geänderten Bit
    the message with one block destroyed
    die Nachricht mit einem zerstörten Block
    random bytes
    zufällige Bytes
    That is CTR without a tag. GCM checks the tag first.
    Das gilt für CTR ohne Authentifizierungscode. GCM prüft zuerst den Authentifizierungscode.
    That is ECB or CBC. GCM gives out nothing at all.
    Das gilt für ECB oder CBC. GCM gibt gar nichts heraus.
    The receiver would have to decrypt for that, and the tag is checked before.
    Dazu müsste der Empfänger entschlüsseln, und vorher wird der Authentifizierungscode geprüft.
    The tag no longer fits, and GCM gives out no message without a right tag.
    Der Authentifizierungscode passt nicht mehr, und ohne richtigen Authentifizierungscode gibt GCM keine Nachricht heraus.

    What does GCM do with associated data?
    Was macht GCM mit Zusatzdaten (associated data)?
    it authenticates them, and does not encrypt them
    es authentifiziert sie und verschlüsselt sie nicht
    it encrypts them, and does not authenticate them
    es verschlüsselt sie und authentifiziert sie nicht
    it does both
    es tut beides
    it appends them to the ciphertext
    es hängt sie an den Geheimtext an
    It is the other way round: everybody can read them, and nobody can change them unnoticed.
    Es ist umgekehrt: Jeder kann sie lesen, und niemand kann sie unbemerkt ändern.
    They travel in the clear, so they are not encrypted.
    Sie werden offen übertragen, also sind sie nicht verschlüsselt.
    They are not part of the ciphertext. Sender and receiver both have them.
    Sie sind kein Teil des Geheimtexts. Sender und Empfänger haben sie beide.
    They can be read by everyone, such as an address, but a change of them is noticed like one of the ciphertext.
    Jeder kann sie lesen, wie etwa eine Adresse. Aber eine Änderung an ihnen fällt genauso auf wie eine Änderung am Geheimtext.

    Two messages are sealed with GCM under the same key and nonce. What does this cost, besides the sum of the two messages?
    Zwei Nachrichten werden mit GCM versiegelt, mit demselben Schlüssel und derselben Nonce. Was ist damit verloren, außer der Summe der beiden Nachrichten?
    the key of the tags: messages can be forged
    der Schlüssel der Authentifizierungscodes: Nachrichten lassen sich fälschen
    the AES key: every message can be decrypted
    der AES-Schlüssel: Alle Nachrichten lassen sich entschlüsseln
    nothing: the tags still refuse each forgery
    nichts: Die Authentifizierungscodes verhindern weiterhin jede Fälschung
    only these two tags: all later messages are safe
    nur diese beiden Authentifizierungscodes: Alle späteren Nachrichten sind sicher
    AES hides its key even so. What is found is H, the key of the tags.
    AES verbirgt seinen Schlüssel auch dann. Gefunden wird H, der Schlüssel der Authentifizierungscodes.
    The tags fall first: two of them give an equation for H.
    Die Authentifizierungscodes fallen zuerst: Zwei von ihnen ergeben eine Gleichung für H.
    H is the same for all messages under this key, so every later tag falls too.
    H ist für alle Nachrichten unter diesem Schlüssel gleich. Darum fällt auch jeder spätere Authentifizierungscode.
    The sum of the two tags is an equation for the hash key H. With it, tags can be made for messages that nobody sealed.
    Die Summe der beiden Authentifizierungscodes ist eine Gleichung für den Hash-Schlüssel H. Mit ihm lassen sich Authentifizierungscodes für Nachrichten berechnen, die niemand versiegelt hat.

    How many messages may be sealed under one GCM key with random nonces of 12 bytes (SP 800-38D)?
    Wie viele Nachrichten darf man unter einem GCM-Schlüssel mit zufälligen Nonces von 12 Byte versiegeln (SP 800-38D)?
    as many as one likes
    beliebig viele
    That many nonces of 96 bits very likely have two equal ones: see the birthday paradox at 2^48.
    Unter so vielen Nonces von 96 Bit sind sehr wahrscheinlich zwei gleiche: Das Geburtstagsparadoxon greift schon bei 2^48.
    There are 2^96 nonces, but random ones repeat long before all are used.
    Es gibt 2^96 Nonces, aber zufällige wiederholen sich, lange bevor alle verwendet sind.
    Each message raises the chance of two equal nonces, and a single pair is fatal.
    Mit jeder Nachricht steigt die Wahrscheinlichkeit für zwei gleiche Nonces, und ein einziges Paar ist verheerend.
    With more of them, the chance that two nonces are equal would exceed 2^-32 (section 8.3).
    Bei noch mehr Nachrichten wären zwei gleiche Nonces wahrscheinlicher als 2^-32 (Abschnitt 8.3).

    Can one GCM ciphertext with its tag open under two different keys, to two messages?
    Kann sich ein GCM-Geheimtext mit seinem Authentifizierungscode unter zwei verschiedenen Schlüsseln öffnen lassen, zu zwei Nachrichten?
    yes, if whoever made it chose both keys
    ja, wenn sein Urheber beide Schlüssel gewählt hat
    no, the tag fits no key but the one that made it
    nein, der Authentifizierungscode passt nur zu dem Schlüssel, der ihn erzeugt hat
    only with a tag of 4 bytes
    nur bei einem Authentifizierungscode von 4 Byte
    only if the nonce is used twice
    nur wenn die Nonce zweimal verwendet wird
    GHASH is a sum of products: whoever knows both keys can choose a block so that one tag fits both.
    GHASH ist eine Summe von Produkten: Wer beide Schlüssel kennt, kann einen Block so wählen, dass ein Authentifizierungscode zu beiden passt.
    It works with the whole tag of 16 bytes.
    Es gelingt auch mit dem ganzen Authentifizierungscode von 16 Byte.
    One nonce, used once, is enough: the ciphertext is made, not sealed.
    Eine Nonce, einmal verwendet, genügt: Der Geheimtext wird konstruiert, nicht versiegelt.
    GCM does not commit to its key. Where keys come from passwords, such a ciphertext tests many passwords at once; a vault uses HMAC with keys of 32 bytes, which does commit.
    GCM legt sich nicht auf seinen Schlüssel fest. Werden Schlüssel aus Passwörtern abgeleitet, so testet ein solcher Geheimtext viele Passwörter auf einmal. Ein Tresor verwendet HMAC mit Schlüsseln von 32 Byte und legt sich damit fest.

    A cipher and a MAC are to be combined. In which order?
    Eine Verschlüsselung und ein MAC sollen kombiniert werden. In welcher Reihenfolge?
    encrypt, then MAC the ciphertext and the IV
    verschlüsseln, dann den MAC über Geheimtext und IV berechnen
    MAC the message, then encrypt both
    den MAC der Nachricht berechnen, dann beide verschlüsseln
    encrypt, and MAC the message beside it
    verschlüsseln und daneben den MAC der Nachricht berechnen
    the order does not matter
    die Reihenfolge spielt keine Rolle
    Then the receiver has to decrypt before checking, and its errors are an oracle.
    Dann muss der Empfänger vor dem Prüfen entschlüsseln, und seine Fehlermeldungen sind ein Orakel.
    The MAC of a message may give something of it away: equal messages have equal tags.
    Der MAC einer Nachricht kann etwas über sie verraten: Gleiche Nachrichten haben gleiche MACs.
    It does: only one order refuses a forgery before anything is decrypted.
    Doch: Nur bei einer Reihenfolge wird eine Fälschung abgelehnt, bevor etwas entschlüsselt wird.
    Then the receiver refuses a forgery before decrypting anything. The other orders let a receiver decrypt bytes that an attacker chose, as for a padding oracle.
    Dann lehnt der Empfänger eine Fälschung ab, bevor er etwas entschlüsselt. Bei den anderen Reihenfolgen entschlüsselt er Bytes, die ein Angreifer gewählt hat, wie beim Padding-Orakel.

    A MAC covers the ciphertext of CBC, but not the IV. What can an attacker change?
    Ein MAC gilt bei CBC für den Geheimtext, aber nicht für den IV. Was kann ein Angreifer verändern?
    the first block of the message
    den ersten Block der Nachricht
    the last block
    den letzten Block
    every block of the message, one by one
    jeden Block der Nachricht, einen nach dem anderen
    Whatever is not under the MAC can be changed, and the IV goes into the first block.
    Was nicht unter dem MAC steht, lässt sich verändern, und der IV geht in den ersten Block ein.
    The last block depends on ciphertext blocks, which the MAC covers.
    Der letzte Block hängt von Geheimtextblöcken ab, und die schützt der MAC.
    Only block 1 has the IV as its neighbour. The others have ciphertext blocks, which the MAC covers.
    Nur Block 1 hat den IV als Nachbarn. Die anderen haben Geheimtextblöcke, und die schützt der MAC.
    The IV is added to the first block, so each bit of it flips a bit there, and the tag still fits.
    Der IV wird zum ersten Block addiert. Darum kippt mit jedem seiner Bits auch dort eines, und der MAC passt immer noch.

    Two users have the same password, and each entry of the table has a random salt. What does a thief see?
    Zwei Benutzer haben dasselbe Passwort, und jeder Eintrag der Tabelle hat ein zufälliges Salt. Was sieht ein Dieb?
    two different hashes
    zwei verschiedene Hashwerte
    two equal hashes
    zwei gleiche Hashwerte
    the same salt twice
    zweimal dasselbe Salt
    that the passwords are equal
    dass die Passwörter gleich sind
    That is so without a salt.
    So ist es ohne Salt.
    The salts are random, so they differ.
    Die Salts sind zufällig, also verschieden.
    Both hashes differ, so nothing shows that the passwords agree.
    Die beiden Hashwerte sind verschieden. Darum zeigt nichts, dass die Passwörter übereinstimmen.
    The salt goes into the hash. So equal passwords do not show, each has to be guessed by itself, and no table can be made in advance.
    Das Salt geht in den Hashwert ein. Darum fallen gleiche Passwörter nicht auf, jedes muss für sich geraten werden, und keine Tabelle lässt sich im Voraus berechnen.

    Must a salt be kept secret?
    Muss ein Salt geheim bleiben?
    no: it must only be different each time
    nein: Es muss nur jedes Mal anders sein
    yes, or it is useless
    ja, sonst ist es nutzlos
    yes, but only for short passwords
    ja, aber nur bei kurzen Passwörtern
    no, and it may be the same for all users
    nein, und es darf für alle Benutzer dasselbe sein
    It is as useful when it is known: each entry has to be guessed by itself.
    Auch ein bekanntes Salt erfüllt seinen Zweck: Jeder Eintrag muss für sich geraten werden.
    The length does not matter: a salt is no secret part of the password.
    Die Länge spielt keine Rolle: Ein Salt ist kein geheimer Teil des Passworts.
    A salt that all share lets one guess be compared with all entries.
    Bei einem gemeinsamen Salt lässt sich ein Versuch mit allen Einträgen vergleichen.
    It stands beside the hash. Its purpose is that one guess cannot be compared with many entries, and knowing it makes no guess cheaper.
    Es steht neben dem Hashwert. Sein Zweck ist, dass sich ein Versuch nicht mit vielen Einträgen vergleichen lässt. Wer es kennt, rät deshalb nicht billiger.

    The rounds of PBKDF2 are doubled. What does this do to an attacker?
    Die Anzahl der Runden von PBKDF2 wird verdoppelt. Was bedeutet das für einen Angreifer?
    each guess costs twice as much
    jeder Versuch kostet doppelt so viel
    the guesses are squared
    die Anzahl der Versuche wird quadriert
    the table gets twice as long
    die Tabelle wird doppelt so lang
    Twice the rounds are twice the work for a guess, and not more.
    Doppelt so viele Runden sind doppelt so viel Arbeit für einen Versuch, nicht mehr.
    Each guess needs all the rounds, so each costs twice as much.
    Jeder Versuch braucht alle Runden, also kostet jeder doppelt so viel.
    The table has one entry a user, whatever the rounds.
    Die Tabelle hat einen Eintrag für jeden Benutzer, bei jeder Anzahl von Runden.
    It costs the owner twice as much too, but once per login. The attacker pays for each guess.
    Auch den Besitzer kostet es doppelt so viel, aber nur einmal je Anmeldung. Der Angreifer zahlt für jeden Versuch.

    A passphrase of random words from a list of 7,776 gets one more word. By how much does the search grow?
    Eine Passphrase besteht aus zufälligen Wörtern einer Liste von 7.776 und bekommt ein Wort mehr. Um welchen Faktor wächst die Suche?
    7,776 times
    7.776-mal
    by 7,776 guesses
    sie wird nur um 7.776 Versuche länger
    about 13 times
    etwa 13-mal
    A bit more would double it. A word has 12.9 bits.
    Ein Bit mehr würde sie verdoppeln. Ein Wort hat 12,9 Bit.
    7,776 more guesses would be one word alone. The number is multiplied.
    7.776 Versuche mehr wären es bei einem einzelnen Wort. Die Anzahl wird multipliziert.
    12.9 is the number of bits: 2^12.9 is 7,776.
    12,9 ist die Anzahl der Bits: 2^12,9 ist 7.776.
    Each of the old passphrases continues in 7,776 ways: 12.9 bits more. To get the same from rounds, they would have to be 7,776 times as many.
    Jede der alten Passphrasen lässt sich auf 7.776 Arten fortsetzen: 12,9 Bit mehr. Um dasselbe mit Runden zu erreichen, wären 7.776-mal so viele nötig.

    Six words are drawn at random from a list of 7,776. How many bits of entropy have they?
    Sechs Wörter werden zufällig aus einer Liste von 7.776 gezogen. Wie viel Bit Entropie haben sie?
    about 78 bits
    etwa 78 Bit
    about 36 bits
    etwa 36 Bit
    about 48 bits
    etwa 48 Bit
    about 256 bits
    etwa 256 Bit
    That is six random letters or digits. A word of this list has 12.92 bits.
    So viel haben sechs zufällige Buchstaben oder Ziffern. Ein Wort dieser Liste hat 12,92 Bit.
    48 would be 8 bits a word. A word of 7,776 has 12.92.
    48 wären 8 Bit je Wort. Ein Wort aus 7.776 hat 12,92.
    256 bits are a random key. Six words have fewer.
    256 Bit hat ein zufälliger Schlüssel. Sechs Wörter haben weniger.
    Six times log2(7,776) = 6 · 12.92 = 77.5. It counts how they were drawn, not how they look.
    Sechsmal log2(7.776) = 6 · 12,92 = 77,5. Es kommt darauf an, wie sie gezogen wurden, nicht wie sie aussehen.

    How many rounds of PBKDF2-HMAC-SHA256 are the least that this package accepts without being told to take fewer?
    Wie viele Runden von PBKDF2-HMAC-SHA256 verlangt dieses Paket mindestens, wenn ihm nicht ausdrücklich weniger erlaubt werden?
    1,000
    1.000
    10,000
    10.000
    100,000
    100.000
    600,000
    600.000
    That was the least in the year 2000. A graphics card tries thousands of millions of rounds a second.
    Das war die Mindestzahl im Jahr 2000. Eine Grafikkarte berechnet Milliarden Runden in der Sekunde.
    That is a sixtieth of it.
    Das ist ein Sechzigstel davon.
    That is a sixth of it.
    Das ist ein Sechstel davon.
    It is what OWASP recommends; for SHA-512 it is 220,000, whose rounds take longer on the attacker's hardware.
    So viele empfiehlt OWASP. Für SHA-512 sind es 220.000, denn dessen Runden dauern auf der Hardware des Angreifers länger.

    Why is one SHA-256 of a salted password not enough?
    Warum genügt ein einziges SHA-256 über Salt und Passwort nicht?
    SHA-256 is fast, so guesses are cheap
    SHA-256 ist schnell, also sind Versuche billig
    SHA-256 can be inverted with enough memory
    SHA-256 lässt sich mit genügend Speicher umkehren
    its digests are too short
    seine Hashwerte sind zu kurz
    it has collisions
    es hat Kollisionen
    It cannot. The thief guesses, and compares.
    Das geht nicht. Der Dieb rät und vergleicht.
    256 bits are enough. The password is what is short.
    256 Bit genügen. Kurz ist das Passwort.
    No collision is known, and one would not help to find a password.
    Keine Kollision ist bekannt, und keine würde helfen, ein Passwort zu finden.
    A graphics card makes thousands of millions of SHA-256 a second. A password hash must be slow on purpose.
    Eine Grafikkarte berechnet SHA-256 milliardenfach in der Sekunde. Eine Hashfunktion für Passwörter muss mit Absicht langsam sein.

    PBKDF2-HMAC-SHA256 shall give 64 bytes. What is wrong with this?
    PBKDF2-HMAC-SHA256 soll 64 Byte liefern. Was ist daran falsch?
    an attacker needs only one of the two blocks
    ein Angreifer braucht nur einen der beiden Blöcke
    PBKDF2 with SHA-256 gives at most 32 bytes in all
    PBKDF2 liefert mit SHA-256 insgesamt höchstens 32 Byte
    the second half is always zero
    die zweite Hälfte ist immer null
    the two halves are equal
    die beiden Hälften sind gleich
    It gives as many blocks as are asked for.
    Es liefert so viele Blöcke, wie verlangt werden.
    Both halves look random.
    Beide Hälften sehen zufällig aus.
    Each block has its own number in its input, so they differ.
    Jeder Block hat seine eigene Nummer in der Eingabe, also sind sie verschieden.
    Each block of output takes all the rounds again, but one is enough to test a guess. Derive one block and expand it with HKDF.
    Jeder Block der Ausgabe braucht alle Runden von neuem, aber einer genügt, um einen Rateversuch zu überprüfen. Besser ist es, einen Block abzuleiten und mit HKDF zu erweitern.

    A graphics card has 16,384 cores and 24 GiB of memory. Passwords are stretched with Argon2id at 64 MiB. How many guesses has the card room for at once?
    Eine Grafikkarte hat 16.384 Kerne und 24 GiB Speicher. Passwörter werden mit Argon2id bei 64 MiB gestreckt. Für wie viele Versuche hat die Karte gleichzeitig Platz?
    1,536
    1.536
    16,384
    16.384
    64 is the memory of a guess in MiB, not their number.
    64 ist der Speicher für einen Versuch in MiB, nicht die Anzahl der Versuche.
    1,536 times 64 MiB are 96 GiB.
    1.536-mal 64 MiB sind 96 GiB.
    So many cores there are, but not so much memory: 16,384 times 64 MiB are 1 TiB.
    So viele Kerne gibt es, aber nicht so viel Speicher: 16.384-mal 64 MiB sind 1 TiB.
    24 GiB are 384 times 64 MiB. With PBKDF2, which needs a few hundred bytes, every core has a guess of its own.
    24 GiB sind 384-mal 64 MiB. PBKDF2 braucht nur ein paar hundert Byte. Damit hat jeder Kern einen eigenen Versuch.

    Somebody observes which blocks of memory Argon2id reads. From where on do they depend on the password?
    Jemand beobachtet, welche Speicherblöcke Argon2id liest. Ab wo hängen sie vom Passwort ab?
    from the second half of the first pass on
    ab der zweiten Hälfte des ersten Durchgangs
    from the first block on
    ab dem ersten Block
    from the first block of the second pass on
    erst ab dem ersten Block des zweiten Durchgangs
    nowhere
    nirgends
    That is Argon2d. Argon2id begins without the password.
    Das gilt für Argon2d. Argon2id beginnt ohne das Passwort.
    Already in the first pass, from its second half on.
    Schon im ersten Durchgang, ab seiner zweiten Hälfte.
    That is Argon2i. Argon2id uses it only in the first half of the first pass.
    Das gilt für Argon2i. Argon2id verwendet es nur in der ersten Hälfte des ersten Durchgangs.
    In the first half the place of a block alone chooses what is read for it, and afterwards the block before. So observed reads are a way to test guesses (RFC 9106, section 3.4.1.3).
    In der ersten Hälfte bestimmt allein die Stelle eines Blocks, was für ihn gelesen wird, danach der Block davor. Darum lassen sich mit beobachteten Lesezugriffen Rateversuche überprüfen (RFC 9106, Abschnitt 3.4.1.3).

    13 bytes are sealed in a vault. How long is it?
    13 Byte werden in einem Tresor versiegelt. Wie lang ist er?
    The header and a tag come with the content.
    Zum Inhalt kommen der Kopf und ein Authentifizierungscode.
    That is the content and one tag. The header is missing.
    Das sind der Inhalt und ein Authentifizierungscode. Der Kopf fehlt.
    64 KiB is the most that a chunk holds. A smaller one is not filled up.
    Ein Abschnitt fasst höchstens 64 KiB. Ein kleinerer wird nicht aufgefüllt.
    Two copies of the header have 1,440 bytes, the content stays as long as it is, and each chunk of up to 64 KiB has a tag of 32. So a vault shows the size of its content.
    Zwei Kopien des Kopfs haben 1.440 Byte, der Inhalt bleibt so lang, wie er ist, und jeder Abschnitt von bis zu 64 KiB hat einen Authentifizierungscode von 32 Byte. Darum zeigt ein Tresor, wie groß sein Inhalt ist.

    One bit of the content of a vault flips on the disk. What does opening give?
    Auf der Festplatte kippt ein Bit im Inhalt eines Tresors. Was ergibt das Öffnen?
    an error, and no content
    einen Fehler und keinen Inhalt
    the content with one bit changed
    den Inhalt mit einem geänderten Bit
    the content up to that bit
    den Inhalt bis zu diesem Bit
    the content with one block destroyed
    den Inhalt mit einem zerstörten Block
    That is CTR without a tag. The HMAC refuses the chunk first.
    Das gilt für CTR ohne Authentifizierungscode. Hier weist der HMAC den Abschnitt vorher ab.
    One call gives all or nothing. A stream gives out whole chunks that were checked.
    Ein Aufruf liefert alles oder nichts. Ein Datenstrom gibt ganze, geprüfte Abschnitte heraus.
    That is ECB. A chunk with a wrong tag is not decrypted.
    Das gilt für ECB. Ein Abschnitt mit falschem Authentifizierungscode wird nicht entschlüsselt.
    Each chunk has an HMAC, which is checked before the chunk is decrypted. One call returns the whole content or nothing.
    Jeder Abschnitt hat einen HMAC, und der wird vor dem Entschlüsseln geprüft. Ein Aufruf liefert den ganzen Inhalt oder nichts.

    A byte of the first copy of a vault's header is damaged, and the second copy is whole. Does the vault open?
    Der Kopf eines Tresors ist zweimal gespeichert. In der ersten Kopie ist ein Byte beschädigt, die zweite ist unversehrt. Lässt sich der Tresor öffnen?
    no: the header tag is wrong
    nein: Der Authentifizierungscode des Kopfs ist falsch
    only with the recovery key
    nur mit dem Wiederherstellungsschlüssel
    only the first chunk
    nur der erste Abschnitt
    The other copy has a header tag of its own, and that is right.
    Die andere Kopie hat einen eigenen Authentifizierungscode, und der ist richtig.
    A recovery key is one more secret in a slot. The password is enough.
    Ein Wiederherstellungsschlüssel ist ein weiteres Geheimnis in einem Fach. Das Passwort genügt.
    The content is whole, and the second copy has the same data key.
    Der Inhalt ist unversehrt, und die zweite Kopie enthält denselben Datenschlüssel.
    Each whole copy opens the vault. It is written twice, one after the other, so that a power cut leaves one whole.
    Jede unversehrte Kopie öffnet den Tresor. Der Kopf wird zweimal geschrieben, nacheinander, damit bei einem Stromausfall eine Kopie unversehrt bleibt.

    Why do a wrong password and a wrong context give the same error?
    Warum führen ein falsches Passwort und ein falscher Kontext zu demselben Fehler?
    telling which it was would help whoever guesses
    zu sagen, welches es war, würde dem helfen, der rät
    it is a mistake of the format
    das ist ein Mangel des Formats
    a context is never checked
    ein Kontext wird nie geprüft
    the context is a second password for the same vault
    der Kontext ist ein zweites Passwort für denselben Tresor
    It is on purpose.
    Das ist Absicht.
    It is checked with the header tag.
    Er wird mit dem Authentifizierungscode des Kopfs geprüft.
    The context is not secret: it says what the vault is for.
    Der Kontext ist nicht geheim: Er sagt, wozu der Tresor dient.
    An error that names one of them would confirm the other to whoever guesses. The key comes from the password, and the header tag covers the context.
    Ein Fehler, der eines der beiden nennt, würde dem, der rät, das andere bestätigen. Der Schlüssel kommt aus dem Passwort, und der Authentifizierungscode des Kopfs schützt den Kontext.

    Where is a vault's context stored?
    Wo ist der Kontext eines Tresors gespeichert?
    nowhere in the vault
    nirgends im Tresor
    in the header, in the clear
    im Kopf, unverschlüsselt
    in the header, encrypted
    im Kopf, verschlüsselt
    in each chunk
    in jedem Abschnitt
    Then nobody would have to know it, and a swapped vault would not be noticed.
    Dann müsste ihn niemand kennen, und ein vertauschter Tresor würde nicht auffallen.
    It is not in the header in any form.
    Er steht in keiner Form im Kopf.
    Chunks have an index and a final flag, and no context.
    Abschnitte haben eine Nummer und ein Kennzeichen für den letzten, aber keinen Kontext.
    It is authenticated with the header, and whoever opens the vault must know it: the name of a record, for example. So a vault cannot be put in the place of another.
    Er wird mit dem Kopf authentifiziert, und wer den Tresor öffnet, muss ihn kennen: zum Beispiel den Namen eines Datensatzes. So lässt sich kein Tresor an die Stelle eines anderen setzen.

    The password of a vault is changed. What is written anew?
    Das Passwort eines Tresors wird geändert. Was wird neu geschrieben?
    the header only
    nur der Kopf
    the whole vault
    der ganze Tresor
    the header and the first chunk
    der Kopf und der erste Abschnitt
    every tag
    alle Authentifizierungscodes
    The content is under the data key, which stays.
    Der Inhalt ist mit dem Datenschlüssel verschlüsselt, und der bleibt.
    The first chunk is under the data key, like the others.
    Der erste Abschnitt ist mit dem Datenschlüssel verschlüsselt, wie die anderen.
    The tags of the content are under the data key. Only the header's is made anew.
    Die Authentifizierungscodes des Inhalts hängen vom Datenschlüssel ab. Nur der des Kopfs wird neu berechnet.
    The content is encrypted under a random data key, and the password only wraps that key.
    Der Inhalt ist mit einem zufälligen Datenschlüssel verschlüsselt, und das Passwort verpackt nur diesen Schlüssel.

    A colleague leaves, and the password they knew is removed from a vault. Which of these still opens for them?
    Eine Kollegin geht, und das Passwort, das sie kannte, wird aus einem Tresor entfernt. Was davon kann sie noch öffnen?
    a copy of the file from before
    eine frühere Kopie der Datei
    the changed vault
    den geänderten Tresor
    every vault with that context
    jeden Tresor mit diesem Kontext
    nothing at all
    gar nichts
    The header that counts has no slot for that password any more.
    Der gültige Kopf hat kein Fach mehr für dieses Passwort.
    Each vault has its own slots. A context opens nothing.
    Jeder Tresor hat seine eigenen Fächer. Ein Kontext öffnet nichts.
    What was copied before still has the old header.
    Was vorher kopiert wurde, hat noch den alten Kopf.
    Nobody can change old copies, and they may even have kept the data key. swift-vault reseal makes a new data key for the file as it is now.
    Alte Kopien kann niemand ändern, und vielleicht hat sie sogar den Datenschlüssel behalten. swift-vault reseal erzeugt einen neuen Datenschlüssel für die Datei, wie sie jetzt ist.

    Eight passwords open one vault. How many times is the content stored?
    Acht Passwörter öffnen einen Tresor. Wie oft ist der Inhalt gespeichert?
    once
    einmal
    twice
    zweimal
    8 times
    achtmal
    9 times
    neunmal
    The slots share one data key, and so one content.
    Die Fächer haben einen gemeinsamen Datenschlüssel und damit einen gemeinsamen Inhalt.
    Two is the number of the header's copies.
    Zwei ist die Anzahl der Kopien des Kopfs.
    Neither slots nor copies of the header repeat the content.
    Weder Fächer noch Kopien des Kopfs wiederholen den Inhalt.
    Each password has a slot of 80 bytes in the header, with the data key wrapped under it. A vault has eight slots.
    Jedes Passwort hat im Kopf ein Fach von 80 Byte, das den damit verpackten Datenschlüssel enthält. Ein Tresor hat acht Fächer.
    """#
}
