extension Language {
  /// German: modes and padding.
  static let germanModes = #"""
    == Pay 100 to AlicePay 100 to AlicePay 900 to CarolPay 100 to Bob
    You will see one message encrypted in five ways, find out which way gives its pattern away, and change one bit to see what becomes of the rest.
    Hier wird eine Nachricht auf fünf Arten verschlüsselt. Es zeigt sich, welche Art das Muster der Nachricht verrät. Dann kippt ein Bit, und es ist zu sehen, was aus dem Rest wird.
    The message and its blocks
    Die Nachricht und ihre Blöcke
    Your message has
    Die eigene Nachricht hat
    Our message, a list of payments, has
    Unsere Nachricht, eine Liste von Zahlungen, hat
    AES encrypts 16 bytes at a time: one block. The key decides how, and under one key equal blocks always come out equal. A rule for messages of many blocks is called a mode of operation (NIST SP 800-38A). {1} {2} byte{3}, and equal blocks have the same letter:
    AES verschlüsselt jeweils 16 Byte: einen Block. Der Schlüssel bestimmt, wie das geschieht, und unter einem Schlüssel werden aus gleichen Blöcken immer gleiche Blöcke. Eine Regel für Nachrichten aus vielen Blöcken heißt Betriebsart (NIST SP 800-38A). {1} {2} Byte{3||}; gleiche Blöcke haben denselben Buchstaben:
    message
    Text
    The last byte is
    Das letzte Byte ist
    The last {1} bytes are
    Die letzten {1} Byte sind
    {1} padding, added to fill the block up: the lesson padding explains it. A byte that is no letter, digit or sign is shown as ·. Sender and receiver alone know the key; here it is, two hexadecimal digits (00 to ff) for each byte:
    {1} Padding, das den Block auffüllt: Die Lektion padding erklärt es. Ein Byte, das kein Buchstabe, keine Ziffer und kein Zeichen ist, erscheint als ·. Nur Sender und Empfänger kennen den Schlüssel. Hier ist er, mit zwei hexadezimalen Ziffern (00 bis ff) für jedes Byte:
    key     {1}
            {1}
    ECB, the electronic codebook (section 6.1)
    ECB, das elektronische Codebuch (Abschnitt 6.1)
    Each block is encrypted on its own, as if it were looked up in a very thick book of codes.
    Jeder Block wird für sich verschlüsselt, als würde er in einem sehr dicken Codebuch nachgeschlagen.
    How many different blocks will the ciphertext have?
    Wie viele verschiedene Blöcke wird der Geheimtext haben?
    cipher
    Geheim
    (here none are)
    (hier keine)
    The same letters as in the message: anyone can see, without the key, which blocks are equal{1}. Only the contents of a block are hidden.
    Es sind dieselben Buchstaben wie in der Nachricht: Alle können ohne den Schlüssel sehen, welche Blöcke gleich sind{1}. Nur der Inhalt eines Blocks ist verborgen.
    CBC, cipher block chaining (section 6.2)
    CBC, Verkettung der Geheimtextblöcke (Abschnitt 6.2)
    Before a block is encrypted, the ciphertext of the block before it is added to it, bit by bit and without carry (⊕: equal bits give 0, different bits give 1). The first block has none before it; it is given an initialization vector, the IV: 16 bytes, new for each message. They are no secret once it is sent, but nobody may be able to predict them (appendix C), so they are random.
    Bevor ein Block verschlüsselt wird, wird der Geheimtext des Blocks davor zu ihm addiert, Bit für Bit und ohne Übertrag (⊕: gleiche Bits ergeben 0, verschiedene Bits ergeben 1). Vor dem ersten Block steht keiner; er bekommt einen Initialisierungsvektor, den IV: 16 Byte, neu für jede Nachricht. Sie sind nicht mehr geheim, sobald die Nachricht gesendet ist. Aber niemand darf sie vorhersagen können (Anhang C), darum sind sie zufällig.
    How many different blocks will it have now?
    Wie viele verschiedene Blöcke wird er jetzt haben?
    AES now sees what is different in every place, and every block of the ciphertext is different. To decrypt, the receiver goes the other way: AES backwards, AES⁻¹, and then ⊕ with the ciphertext before.
    AES sieht jetzt an jeder Stelle etwas anderes, und jeder Block des Geheimtexts ist anders. Zum Entschlüsseln geht der Empfänger den umgekehrten Weg: AES rückwärts, also AES⁻¹, und dann ⊕ mit dem Geheimtextblock davor.
    CTR, the counter mode (section 6.5)
    CTR, der Zählermodus (Abschnitt 6.5)
    The message never enters AES. A counter does, one more for every block, and what comes out is a keystream that is added to the message. To decrypt, the same keystream is added again. There is no padding: bytes of the keystream that are not needed are thrown away.
    Die Nachricht selbst kommt nie in AES hinein. Hinein kommt ein Zähler, der für jeden Block um eins wächst, und heraus kommt ein Schlüsselstrom, der zur Nachricht addiert wird. Zum Entschlüsseln wird derselbe Schlüsselstrom noch einmal addiert. Ein Padding gibt es nicht: Bytes des Schlüsselstroms, die nicht gebraucht werden, fallen weg.
    How many bytes will the ciphertext have?
    Wie viele Byte wird der Geheimtext haben?
    counter
    Zähler
    stream
    Strom
    No counter may ever be used twice under one key: equal counters make equal keystreams, and the lesson nonce-reuse reads both messages then.
    Kein Zähler darf unter einem Schlüssel zweimal vorkommen: Gleiche Zähler ergeben gleiche Schlüsselströme, und die Lektion nonce-reuse liest dann beide Nachrichten.
    CFB, cipher feedback (section 6.3)
    CFB, Geheimtextrückführung (Abschnitt 6.3)
    Here too a keystream is added, but it is made of the ciphertext: that of the block before enters AES, and the IV for the first block. AES never runs backwards. To decrypt, the receiver, who has the whole ciphertext, makes the same keystream.
    Auch hier wird ein Schlüsselstrom addiert, aber er entsteht aus dem Geheimtext: In AES kommt der des Blocks davor, beim ersten Block der IV. AES läuft nie rückwärts. Zum Entschlüsseln bildet der Empfänger, der den ganzen Geheimtext hat, denselben Schlüsselstrom.
    In how many blocks will the keystream depend on the message?
    In wie vielen Blöcken wird der Schlüsselstrom von der Nachricht abhängen?
    before
    vorher
    The IV must be new and unpredictable, as in CBC. In CFB8, a variant, each step encrypts a single byte, and feeds that byte back: sixteen times the work.
    Der IV muss neu und unvorhersehbar sein, wie bei CBC. Bei CFB8, einer Variante, verschlüsselt jeder Schritt ein einziges Byte und führt dieses Byte zurück: Das ist die sechzehnfache Arbeit.
    OFB, output feedback (section 6.4)
    OFB, Ausgaberückführung (Abschnitt 6.4)
    The IV enters AES for the first block, and for each further block what came out of AES for the one before it.
    Beim ersten Block kommt der IV in AES hinein, bei jedem weiteren das, was beim Block davor aus AES herauskam.
    How many of its keystream blocks will be those of CFB?
    Wie viele Blöcke des Schlüsselstroms werden dieselben sein wie bei CFB?
    The first keystream block is that of CFB; from there on neither message nor ciphertext has a part in the keystream. Key and IV alone make it, so no IV may ever be used twice under one key. Unlike in CTR, nobody can begin in the middle: each block of keystream needs all before it.
    Der erste Block des Schlüsselstroms ist der von CFB. Ab da haben weder Nachricht noch Geheimtext einen Anteil am Schlüsselstrom. Er entsteht allein aus Schlüssel und IV, darum darf kein IV unter einem Schlüssel zweimal vorkommen. Anders als bei CTR kann niemand in der Mitte anfangen: Jeder Block des Schlüsselstroms braucht alle vor ihm.
    One bit of the message is changed
    Ein Bit der Nachricht kippt
    Now {1} of the message is another, and nothing else. (Bytes count from 0. The bits of a byte are 7, the highest, to 0.) Below each block of the new ciphertext is how many of its bits differ from those of the old one.
    Jetzt ist {1} der Nachricht ein anderes, und sonst nichts. (Bytes zählen ab 0. Die Bits eines Bytes heißen 7, das höchste, bis 0.) Unter jedem Block des neuen Geheimtexts steht, wie viele seiner Bits sich von denen des alten unterscheiden.
    after
    nachher
    In how many blocks will bits change in CBC?
    In wie vielen Blöcken werden sich bei CBC Bits ändern?
    {1} bit{2}
    {1} Bit{2||}
    same
    gleich
    Where AES sees another block, about half of the 128 bits change: nothing of the old block can be recognised. In ECB that is one block; in CBC every block from there on, since each enters the next; in CTR and OFB exactly the bit that was changed; in CFB that bit, and every block after its own.
    Wo AES einen anderen Block bekommt, ändert sich etwa die Hälfte der 128 Bits: Vom alten Block ist nichts mehr zu erkennen. Bei ECB ist das ein Block; bei CBC jeder Block ab dort, denn jeder geht in den nächsten ein; bei CTR und OFB genau das gekippte Bit; bei CFB dieses Bit und jeder Block danach.
    One bit of the ciphertext is changed
    Ein Bit des Geheimtexts kippt
    An attacker without the key changes the same bit on its way to the receiver, who decrypts and suspects nothing. This is what the receiver reads, and how many bits of it are wrong:
    Ein Angreifer ohne den Schlüssel kippt dasselbe Bit auf dem Weg zum Empfänger, der entschlüsselt und nichts ahnt. Hier steht, was der Empfänger liest und wie viele Bits davon falsch sind:
    How many bits will be wrong in CTR?
    Wie viele Bits werden bei CTR falsch sein?
    , and Alice gets 900
    , und Alice bekommt 900
    ECB loses the block. CBC loses it too, {1}. CTR and OFB change that bit and nothing else: the attacker chooses what the receiver reads{2}. CFB changes that bit as well, {3}.
    ECB verliert den Block. CBC verliert ihn auch, {1}. CTR und OFB ändern dieses Bit und sonst nichts: Der Angreifer bestimmt, was der Empfänger liest{2}. CFB ändert dieses Bit ebenfalls, {3}.
    and changes exactly that bit in the next block
    und im nächsten Block ändert sich genau dieses Bit
    and had it a next block, exactly that bit would change there
    und gäbe es einen nächsten Block, würde sich dort genau dieses Bit ändern
    and loses the next block, whose keystream was made of this one
    und der nächste Block ist verloren, denn sein Schlüsselstrom entstand aus diesem
    and would lose a next block
    und ein nächster Block wäre verloren
    ECB encrypts equal blocks to equal blocks, so it shows which parts of a message are the same.
    ECB verschlüsselt gleiche Blöcke zu gleichen Blöcken und zeigt so, welche Teile einer Nachricht gleich sind.
    The others hide that: CBC if nobody can predict the IV of a message, and CFB likewise; CTR if no counter is used twice, and OFB if no IV is.
    Die anderen verbergen das: CBC und ebenso CFB, wenn niemand den IV einer Nachricht vorhersagen kann; CTR, wenn kein Zähler zweimal vorkommt, und OFB, wenn kein IV zweimal vorkommt.
    None of the five notices a change. That takes a check of the ciphertext and the IV: the tag of GCM, an HMAC, or a vault.
    Keine der fünf bemerkt eine Änderung. Dazu müssen Geheimtext und IV geprüft werden: mit dem Authentifizierungscode (Tag) von GCM, mit einem HMAC oder in einem Tresor.
    no two blocks are equal: then ECB gives nothing away either
    keine zwei Blöcke sind gleich: Dann verrät auch ECB nichts
    a bit of the last block: in CBC, too, the blocks before it stay the same
    ein Bit des letzten Blocks: Auch bei CBC bleiben die Blöcke davor gleich
    an IV of zeros adds nothing: the first block of CBC is that of ECB
    ein IV aus Nullen ändert nichts: Der erste Block von CBC ist der von ECB
    what equal blocks give away of a picture.
    was gleiche Blöcke von einem Bild verraten.

    You will see a picture encrypted in three ways with one key{1}.
    Hier wird ein Bild mit einem Schlüssel auf drei Arten verschlüsselt{1}.
    , and recognise it in one of them
    , und in einer davon ist es wiederzuerkennen
    The picture
    Das Bild
    Your picture
    Das eigene Bild
    Our picture, a padlock,
    Unser Bild, ein Vorhängeschloss,
    {1} has {2} by {3} pixels, and each pixel is three bytes: how much red, green and blue it has. Here it is, with {4}:
    {1} hat {2} mal {3} Pixel, und jedes Pixel besteht aus drei Byte: wie viel Rot, Grün und Blau es hat. Hier ist es, mit {4}:
    two pixels in each character, one above the other
    zwei Pixeln in jedem Zeichen, eines über dem anderen
    two of every {1} by {2} pixels in each character, one above the other
    zwei von je {1} mal {2} Pixeln in jedem Zeichen, eines über dem anderen
    We encrypt these bytes row by row and show the ciphertext as if its bytes were colours. AES takes 16 bytes at a time (a block): five pixels and a third. The key:
    Diese Bytes werden Zeile für Zeile verschlüsselt, und der Geheimtext wird gezeigt, als wären seine Bytes Farben. AES nimmt jeweils 16 Byte (einen Block): fünf Pixel und ein Drittel. Der Schlüssel:
    What an eavesdropper sees
    Was ein Lauscher sieht
    ECB encrypts each block on its own, CBC mixes each with the ciphertext before it, and CTR adds a keystream that never repeats (NIST SP 800-38A, sections 6.1, 6.2 and 6.5).
    ECB verschlüsselt jeden Block für sich, CBC mischt jeden mit dem Geheimtext davor, und CTR addiert einen Schlüsselstrom, der sich nie wiederholt (NIST SP 800-38A, Abschnitte 6.1, 6.2 und 6.5).
    In which of the three will one recognise the picture?
    In welcher der drei wird das Bild zu erkennen sein?
    Why
    Warum
    Blocks that are equal look equal. How many different blocks there are:
    Gleiche Blöcke sehen gleich aus. So viele verschiedene Blöcke gibt es:
    Will CBC have more different blocks than ECB?
    Wird CBC mehr verschiedene Blöcke haben als ECB?
    picture
    Bild
    {1}{2} of {3}
    {1}{2} von {3}
    The codebook turns each kind of block into another kind, always the same one. {1}
    Das Codebuch macht aus jeder Sorte von Blöcken eine andere, und zwar immer dieselbe. {1}
    It changes the colours and leaves the shapes.
    Es ändert die Farben und lässt die Formen stehen.
    It changes the colours and leaves the shapes. {1}
    Es ändert die Farben und lässt die Formen stehen. {1}
    Each of our four colours makes three kinds (a block begins with red, green or blue); edges make the rest.
    Jede unserer vier Farben ergibt drei Sorten (ein Block beginnt mit Rot, Grün oder Blau); der Rest kommt von den Kanten.
    This picture has fewer than two whole blocks: none can be equal to another.
    Dieses Bild hat weniger als zwei ganze Blöcke: Keiner kann einem anderen gleich sein.
    This picture is one colour or one small pattern: ECB shows that it is, and there is no shape to show.
    Dieses Bild besteht aus einer Farbe oder einem kleinen Muster: ECB zeigt, dass es so ist, und eine Form gibt es nicht zu zeigen.
    No two of the blocks are equal here, so ECB shows no more than the others: it waits for a picture that has some.
    Hier sind keine zwei Blöcke gleich. Darum zeigt ECB nicht mehr als die anderen: Erst ein Bild mit gleichen Blöcken bringt es an den Tag.
    Few of the blocks are equal here, as in a photograph: where they are, ECB shows it; the rest looks like noise.
    Hier sind nur wenige Blöcke gleich, wie bei einem Foto: Wo sie es sind, zeigt es ECB; der Rest sieht wie Rauschen aus.
    The same on a screen or a wall
    Dasselbe auf einem Bildschirm oder an der Wand
    Written to {1}: {2} by {3} pixels; from the left the picture, ECB, CBC, CTR.
    Geschrieben in {1}: {2} mal {3} Pixel; von links das Bild, ECB, CBC, CTR.
    ECB hides the bytes of each block, but not which blocks are equal; in a drawing that is the drawing.
    ECB verbirgt die Bytes jedes Blocks, aber nicht, welche Blöcke gleich sind; bei einer Zeichnung ist das die Zeichnung.
    It is not AES that fails: the same AES with the same key gives nothing away in CBC or CTR.
    Nicht AES versagt: Dasselbe AES mit demselben Schlüssel verrät in CBC oder CTR nichts.
    A table, a form or a disk full of zeros is such a picture too: never use ECB for more than one block.
    Auch eine Tabelle, ein Formular oder eine Festplatte voller Nullen ist ein solches Bild: ECB nie für mehr als einen Block verwenden.
    another key: other colours, and as many different blocks
    ein anderer Schlüssel: andere Farben und ebenso viele verschiedene Blöcke
    an IV of zeros: in CBC and CTR all blocks are different even so
    ein IV aus Nullen: In CBC und CTR sind trotzdem alle Blöcke verschieden
    what was written, as one picture: ECB leaves two of the four as they were, in other colours
    das Geschriebene als ein Bild: ECB lässt zwei der vier Bilder, wie sie waren, in anderen Farben
    how the last block is filled up, and how it is emptied again.
    wie der letzte Block aufgefüllt und wieder geleert wird.

    == attack at dawn
    You will see how a message is filled up to whole blocks, why even a message that fits gets more, and what a receiver has to refuse.
    Hier ist zu sehen, wie eine Nachricht zu ganzen Blöcken aufgefüllt wird, warum auch eine passende Nachricht noch etwas bekommt und was ein Empfänger ablehnen muss.
    Four ways to fill a block up
    Vier Arten, einen Block aufzufüllen
    Your message
    Die eigene Nachricht
    Our message
    Unsere Nachricht
    AES encrypts blocks of 16 bytes, so in the modes ECB and CBC the last block has to be filled up. The bytes that are added are called padding. {1} has {2} byte{3}. This is what AES gets, each byte as two hexadecimal digits (00 to ff), and beside them as a character (· if it has none):
    AES verschlüsselt Blöcke von 16 Byte. Darum muss in den Betriebsarten ECB und CBC der letzte Block aufgefüllt werden. Die Bytes, die dazukommen, heißen Padding. {1} hat {2} Byte{3||}. Das bekommt AES: jedes Byte als zwei hexadezimale Ziffern (00 bis ff) und daneben als Zeichen (·, wenn es keines hat):
    How many bytes will PKCS#7 add, the usual way?
    Wie viele Byte wird PKCS#7, die übliche Art, anfügen?
    PKCS#7, the usual one (RFC 5652, section 6.3): each byte is the number added.
    PKCS#7, die übliche Art (RFC 5652, Abschnitt 6.3): Jedes Byte ist die Anzahl der angefügten Bytes.
    ISO/IEC 7816-4: one byte 80, then zeros.
    ISO/IEC 7816-4: ein Byte 80, dann Nullen.
    ANSI X9.23: the last byte is the number of bytes added. The standard lets the others be random; this library writes zeros, and refuses other bytes.
    ANSI X9.23: Das letzte Byte ist die Anzahl der angefügten Bytes. Nach der Norm dürfen die anderen zufällig sein; diese Bibliothek schreibt Nullen und lehnt andere Bytes ab.
    Zeros, and none if the message fits: never use it, as you will see.
    Nullen, und keine, wenn die Nachricht passt: nie verwenden, wie sich zeigen wird.
    {1} added
    {1} angefügt
    A fifth way is none at all: then a message that does not fit is an error. CTR needs no padding, since it never puts the message through AES.
    Die fünfte Art ist gar kein Padding: Dann ist eine Nachricht, die nicht passt, ein Fehler. CTR braucht kein Padding, denn dort geht die Nachricht nie durch AES.
    Every length around a block
    Jede Länge um einen Block herum
    What is added to a message of so many bytes. The number 16 is 10 in hexadecimal, and 00 ×15 stands for fifteen zeros.
    Das wird an eine Nachricht von so vielen Byte angefügt. Die Zahl 16 ist hexadezimal 10, und 00 ×15 steht für fünfzehn Nullen.
    length
    Länge
    nothing
    nichts
    At 0, 16 and 32 the message fits, and still the first three add a whole block. Why?
    Bei 0, 16 und 32 passt die Nachricht, und trotzdem fügen die ersten drei einen ganzen Block an. Warum?
    Why a message that fits is padded too
    Warum auch eine passende Nachricht Padding bekommt
    Suppose that nothing were added to a message that fits, and that it ends in the byte 01. The receiver takes 01 for padding and removes it:
    Angenommen, an eine passende Nachricht würde nichts angefügt, und sie endet mit dem Byte 01. Der Empfänger hält 01 für Padding und entfernt es:
    == the answer is 0
    sent
    gesandt
    read
    gelesen
    16 bytes
    16 Byte
    15 bytes
    15 Byte
    {1} bytes
    {1} Byte
    With the whole block that PKCS#7 adds, exactly that block is removed. Zeros have no such way out:
    Mit dem ganzen Block, den PKCS#7 anfügt, wird genau dieser Block wieder entfernt. Bei Nullen gibt es diesen Ausweg nicht:
    == three zeros
    The zeros at the end of the message are lost together with those of the padding.
    Die Nullen am Ende der Nachricht gehen zusammen mit denen des Paddings verloren.
    What a receiver accepts
    Was ein Empfänger annimmt
    After decryption the receiver looks at the last block. These blocks begin with letters a and end as the first column says; beside them, how many bytes of message each scheme finds in the block, or that it refuses.
    Nach dem Entschlüsseln sieht der Empfänger den letzten Block an. Diese Blöcke beginnen mit Buchstaben a und enden so, wie es in der ersten Spalte steht. Daneben steht, wie viele Byte der Nachricht jede Art im Block findet oder dass sie ihn ablehnt.
    PKCS#7 counts what it adds: is a block accepted that ends in a letter and 02?
    PKCS#7 zählt, was es anfügt: Wird ein Block angenommen, der mit einem Buchstaben und 02 endet?
    the block ends
    Ende des Blocks
    And your own block:
    Und der eigene Block:
    yours
    eigener
    refused
    abgelehnt
    {1} byte{2}
    {1} Byte{2||}
    Strict means: look at every byte that is claimed to be padding. Of …00 02, PKCS#7 says that two bytes were added, so both must be 02. A number of 0 or above 16 (in hexadecimal 10) is no length of a padding. With zeros nothing is ever refused.
    Streng heißt: jedes Byte ansehen, das Padding sein soll. Bei …00 02 sagt PKCS#7, dass zwei Byte angefügt wurden, also müssen beide 02 sein. Eine Zahl von 0 oder über 16 (hexadezimal 10) ist keine Länge eines Paddings. Bei Nullen wird nie etwas abgelehnt.
    Padding is no check
    Padding ist keine Prüfung
    Where a ciphertext was changed, random bytes come out. We try {1} random blocks; so many are accepted:
    Wo ein Geheimtext verändert wurde, kommen zufällige Bytes heraus. Von {1} zufälligen Blöcken werden so viele angenommen:
    How many of them will PKCS#7 accept, about?
    Wie viele davon wird PKCS#7 ungefähr annehmen?
    all of them
    alle
    one in {1}
    einer von {1}
    One in 256 blocks ends in 01, and that is enough for PKCS#7. So padding cannot tell you that a message was changed; and an attacker who sees which ciphertexts are refused can read the message, with at most 258 attempts for each byte.
    Einer von 256 Blöcken endet mit 01, und das genügt PKCS#7. Am Padding ist also nicht zu erkennen, dass eine Nachricht verändert wurde. Und ein Angreifer, der sieht, welche Geheimtexte abgelehnt werden, kann die Nachricht lesen, mit höchstens 258 Versuchen für jedes Byte.
    ECB and CBC work on whole blocks of 16 bytes; padding fills the last one up so that it can be taken off again.
    ECB und CBC arbeiten mit ganzen Blöcken von 16 Byte; Padding füllt den letzten so auf, dass es wieder entfernt werden kann.
    A padding that can always be taken off adds at least one byte: a whole block when the message already fits.
    Ein Padding, das sich immer entfernen lässt, fügt mindestens ein Byte an: einen ganzen Block, wenn die Nachricht schon passt.
    Padding protects nothing. Remove it strictly, and only after an HMAC has been checked: whoever can ask a receiver "was the padding right?" can decrypt without the key.
    Padding schützt nichts. Es ist streng zu entfernen und erst, nachdem ein HMAC geprüft wurde: Wer einen Empfänger fragen kann, ob das Padding richtig war, kann ohne den Schlüssel entschlüsseln.
    the message fits: a whole block of 16 is added, and by zeros nothing
    die Nachricht passt: Ein ganzer Block von 16 Byte wird angefügt, bei Nullen nichts
    it ends in 02 02: PKCS#7 finds 14 bytes of message, the next two refuse it
    er endet mit 02 02: PKCS#7 findet 14 Byte der Nachricht, die nächsten beiden lehnen ihn ab
    padding alone: for PKCS#7 a block of an empty message
    nur Padding: für PKCS#7 der Block einer leeren Nachricht
    how that question reads a message.
    wie diese Frage eine Nachricht liest.

    == The key is under the doormat.
    You will see a message read without its key, only by asking a receiver again and again whether a padding was right; and how the same attacker gets nowhere with a vault.
    Hier wird eine Nachricht ohne ihren Schlüssel gelesen: Ein Empfänger wird nur immer wieder gefragt, ob ein Padding richtig war. Bei einem Tresor kommt derselbe Angreifer nicht weiter.
    What travels
    Was gesendet wird
    one byte 01 is
    ein Byte 01 wird
    {1} bytes {2} are
    {1} Byte {2} werden
    CBC works on whole blocks of 16 bytes, so the last block is filled up: this is called padding. The usual one, PKCS#7, adds the number of missing bytes, that many times (RFC 5652, section 6.3). {1} has {2} byte{3}, so {4} added:
    CBC arbeitet mit ganzen Blöcken von 16 Byte. Darum wird der letzte Block aufgefüllt: Das heißt Padding. Das übliche, PKCS#7, fügt die Anzahl der fehlenden Bytes an, und zwar genau so oft (RFC 5652, Abschnitt 6.3). {1} hat {2} Byte{3||}; {4} angefügt:
    block {1}
    Block {1}
    Encrypted, it travels as the IV and a block C for each of these. Everyone on the way can see them:
    Verschlüsselt besteht sie aus dem IV und je einem Block C für jeden von diesen. Alle auf dem Weg können sie sehen:
    A receiver who answers
    Ein Empfänger, der antwortet
    To decrypt a block, the receiver runs AES backwards, and adds the block of ciphertext before it, bit by bit and without carry (⊕). For the last block (SP 800-38A, section 6.2):
    Um einen Block zu entschlüsseln, rechnet der Empfänger AES rückwärts und addiert den Geheimtextblock davor, Bit für Bit und ohne Übertrag (⊕). Für den letzten Block (SP 800-38A, Abschnitt 6.2):
    {1} ──→ AES backwards ──→ D ──→ ⊕ ──→ block {2}
    {1} ──→ AES rückwärts ──→ D ──→ ⊕ ──→ Block {2}
    Then the padding is taken off. If the last byte is 01, it alone is padding; if it is 02, the last two must be 02 02; and so on up to 16 times 10 (hexadecimal for 16). Anything else is wrong, and the receiver says so. Someone who answers one question truthfully, whoever asks, is called an oracle. The attacker may send any two blocks and ask:
    Dann wird das Padding entfernt. Ist das letzte Byte 01, so ist nur dieses Byte Padding; ist es 02, müssen die letzten beiden 02 02 sein; und so weiter bis 16-mal 10 (hexadezimal für 16). Alles andere ist falsch, und der Empfänger sagt das auch. Wer eine bestimmte Frage wahrheitsgemäß beantwortet, ganz gleich wem, heißt Orakel. Der Angreifer kann zwei beliebige Blöcke senden und fragen:
    {1} is sent with its last bit changed: is the padding still right?
    {1} wird mit gekipptem letztem Bit gesendet: Ist das Padding noch richtig?
    {1}, {2} as they came
    {1}, {2} wie empfangen
    {1} with its last bit changed, {2}
    {1} mit gekipptem letztem Bit, {2}
    padding right
    Padding richtig
    padding wrong
    Padding falsch
    The last byte, step by step
    Das letzte Byte, Schritt für Schritt
    D is what the attacker wants: it is the same whatever is sent before {1}, and D ⊕ {2} is the message. So a forged block F goes out in place of {3}, with all 256 values for its last byte, until the receiver sees a padding: D ⊕ F = 01.
    Der Angreifer will D haben: D ist immer gleich, was auch vor {1} gesendet wird, und D ⊕ {2} ist die Nachricht. Darum sendet er statt {3} einen gefälschten Block F, mit allen 256 Werten für das letzte Byte, bis der Empfänger ein Padding sieht: D ⊕ F = 01.
    query {1}{2}{3}
    Frage {1}{2}{3}
    F ends in {1}
    F endet mit {1}
    the same, byte 14 changed
    ebenso, Byte 14 geändert
    : it is 01
    : Es ist 01
    : longer than 01, go on
    : mehr als 01, weiter
    Every "right" needs one more question, for it could be a longer padding, such as 02 02. Byte 14 is changed: 01 stays right, and a longer padding breaks. {1}
    Jedes „richtig“ braucht noch eine Frage, denn es könnte ein längeres Padding sein, etwa 02 02. Dazu wird Byte 14 geändert: 01 bleibt richtig, ein längeres Padding nicht. {1}
    This one stayed right.
    Dieses blieb richtig.
    That is how the first one was found out.
    So hat sich das erste verraten.
    Now two sums give the byte away, and in both the attacker knows both parts:
    Jetzt verraten zwei Summen das Byte, und in beiden kennt der Angreifer beide Teile:
    F ends in {1}, and D ⊕ F is 01: in what does D end?
    F endet mit {1}, und D ⊕ F ist 01: Womit endet D?
    F, as it was sent
    F, wie gesendet
    ⊕ the padding that the receiver saw
    ⊕ das Padding, das der Empfänger sah
    ⊕ {1}, as it came
    ⊕ {1}, wie empfangen
    = the last byte of the message
    = das letzte Byte der Nachricht
    The other bytes
    Die anderen Bytes
    D's last byte is known, so F can be made to end in 02 at the receiver's. Then byte 14 is tried until the padding is 02 02, byte 13 until it is 03 03 03, and so to the front. One value alone can be right each time.
    Das letzte Byte von D ist bekannt. Darum lässt sich F so wählen, dass beim Empfänger am Ende 02 steht. Dann wird Byte 14 durchprobiert, bis das Padding 02 02 ist, Byte 13, bis es 03 03 03 ist, und so weiter bis nach vorn. Jedes Mal kann nur ein einziger Wert richtig sein.
    byte    F   padding     message   queries   the block so far
    Byte    F   Padding     Nachricht Fragen    der Block bisher
    The blocks before it, each in the same way:
    Die Blöcke davor, jeder auf dieselbe Weise:
    {1} queries
    {1} Fragen
    Every byte is right
    Jedes Byte ist richtig
    Not every byte is right
    Nicht jedes Byte ist richtig
    {1}: {2} bytes read with {3} queries, {4} a byte. To be expected are about 128: of 256 values, the right one comes half way on average. The most is 256, and 258 for the last byte of a block, where two values can look right and take a second question each. The key was never needed, and a longer one would not have helped.
    {1}: {2} Byte mit {3} Fragen gelesen, {4} je Byte. Zu erwarten sind etwa 128: Von 256 Werten kommt der richtige im Mittel nach der Hälfte. Höchstens sind es 256, und 258 beim letzten Byte eines Blocks, wo zwei Werte richtig aussehen können und je eine zweite Frage brauchen. Der Schlüssel wurde nie gebraucht, und ein längerer hätte nicht geholfen.
    The same attacker against a vault
    Derselbe Angreifer gegen einen Tresor
    The message now comes in a vault, and whoever opens it checks an HMAC over the ciphertext first: a checksum that only the holder of the key can make. Nothing is decrypted before it fits, and this receiver tells the attacker every word of the error. The same attack, on the last two blocks of the vault:
    Die Nachricht kommt jetzt in einem Tresor. Wer ihn öffnet, prüft zuerst einen HMAC über den Geheimtext: einen Authentifizierungscode, den nur bilden kann, wer den Schlüssel hat. Solange er nicht stimmt, wird nichts entschlüsselt, und dieser Empfänger nennt dem Angreifer jedes Wort der Fehlermeldung. Derselbe Angriff auf die letzten beiden Blöcke des Tresors:
    How many bytes will the attacker read this time?
    Wie viele Byte wird der Angreifer diesmal lesen?
    queries
    Fragen
    opened
    geöffnet
    refused: {1}
    abgelehnt: {1}
    no byte is read
    kein Byte wird gelesen
    a byte is read
    ein Byte wird gelesen
    All 256 values for one byte, and {1}. What was opened is the vault as it came, the one value that changes nothing; the question after it, with byte 14 changed, was refused. So the attacker tries more: every byte of ciphertext and HMAC, in each of its 255 other values.
    Alle 256 Werte für ein Byte, und {1}. Geöffnet wurde der Tresor, wie er kam, mit dem einen Wert, der nichts ändert; die Frage danach, mit geändertem Byte 14, wurde abgelehnt. Darum probiert der Angreifer mehr: jedes Byte von Geheimtext und HMAC mit jedem seiner 255 anderen Werte.
    Who always gets one and the same answer learns nothing from it.
    Wer immer ein und dieselbe Antwort bekommt, erfährt nichts daraus.
    A padding oracle is a receiver from whom one can learn whether a padding was right. It decrypts for anyone, at about 128 questions a byte and at most 258, whatever the key.
    Ein Padding-Orakel ist ein Empfänger, von dem man erfahren kann, ob ein Padding richtig war. Es entschlüsselt für alle, mit etwa 128 und höchstens 258 Fragen je Byte, ganz gleich, welcher Schlüssel es ist.
    To hide the error message is not enough: the time that the answer takes can tell it too.
    Die Fehlermeldung zu verbergen genügt nicht: Auch die Zeit bis zur Antwort kann es verraten.
    Add an HMAC over IV and ciphertext and check it before anything is decrypted, as a vault does with its chunks: then every forgery gets the same answer.
    Ein HMAC über IV und Geheimtext, der geprüft wird, bevor etwas entschlüsselt wird, hilft: Dann bekommt jede Fälschung dieselbe Antwort. Ein Tresor macht es so mit seinen Abschnitten.
    the last block is padding alone: 32 bytes are read
    der letzte Block ist nur Padding: 32 Byte werden gelesen
    AES-256 in place of AES-128: every byte is read all the same
    AES-256 statt AES-128: Trotzdem wird jedes Byte gelesen
    an empty message: the 16 bytes of its padding are read
    eine leere Nachricht: Die 16 Byte ihres Paddings werden gelesen
    a message is changed on purpose, without the key.
    eine Nachricht wird ohne den Schlüssel gezielt verändert.
    """#
}
