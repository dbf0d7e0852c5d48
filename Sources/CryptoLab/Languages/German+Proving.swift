extension Language {
  /// German: proving.
  static let germanProving = #"""
    byte
    Byte
    bytes
    Byte
    secret
    Geheimnis
    padding
    Padding
    suffix
    Anhang
    hidden
    verborgen
    digest
    Hashwert
    mask
    Maske
    new tag
    neuer Tag

    A {1} digest is the hash function's state: anybody can load it and hash on.
    Ein Hashwert von {1} ist der Zustand der Hashfunktion: Jeder kann ihn laden und damit weiterrechnen.
    A {1} digest is only a part of the hash function's state: nobody can load the rest and hash on.
    Ein Hashwert von {1} ist nur ein Teil des Zustands der Hashfunktion: Den Rest kann niemand laden, um weiterzurechnen.
    So {1}(secret, message) lets a stranger append to the message. {2}
    Mit {1}(Geheimnis, Nachricht) kann also ein Fremder die Nachricht verlängern. {2}
    Still, SHA-256 and SHA-512 in the same place would let a stranger append to the message.
    Mit SHA-256 oder SHA-512 an derselben Stelle könnte ein Fremder die Nachricht aber verlängern.
    To authenticate a message use HMAC, which was made for it; a vault does.
    Eine Nachricht mit HMAC authentifizieren, das genau dafür gemacht ist; ein Tresor macht es so.
    the whole state is handed out here too: the forgery is accepted
    auch hier wird der ganze Zustand ausgegeben: Die Fälschung wird angenommen
    16 bytes of the state stay hidden: no question is accepted
    16 Byte des Zustands bleiben verborgen: Keine Anfrage wird angenommen
    a longer secret: 30 questions, and the forgery is accepted
    ein längeres Geheimnis: 30 Anfragen, und die Fälschung wird angenommen
    what HMAC does in its two passes.
    was HMAC in seinen zwei Durchgängen macht.
    You will see a message get a new ending and a tag that the server accepts, made by somebody who does not know the server's secret.
    Hier ist zu sehen, wie jemand eine Nachricht verlängert und einen Authentifizierungscode (Tag) dazu macht, den der Server annimmt, ohne das Geheimnis des Servers zu kennen.
    You will see why a known attack on a homemade tag fails with {1}, and by how much.
    Hier ist zu sehen, warum ein bekannter Angriff auf einen selbst gebauten Authentifizierungscode (Tag) bei {1} scheitert, und wie deutlich.
    A homemade tag
    Ein selbst gebauter Authentifizierungscode
    A tag is what a server adds to a message to recognise it as its own later. This server hashes its secret and the message together, tag = {1}(secret, message), and reasons: without my secret nobody can compute it.
    Ein Authentifizierungscode ist das, was ein Server an eine Nachricht anhängt, um sie später als die eigene zu erkennen. Dieser Server bildet den Hashwert aus seinem Geheimnis und der Nachricht, Tag = {1}(Geheimnis, Nachricht), und sagt sich: Ohne mein Geheimnis kann niemand den Authentifizierungscode berechnen.
    The attacker has the message and the tag. The secret stays on the server.
    Der Angreifer hat die Nachricht und den Authentifizierungscode. Das Geheimnis bleibt auf dem Server.
    What {1} does with it
    Was {1} damit macht
    {1} works on blocks of {2} bytes. To fill the last block it appends padding (FIPS 180-4, section 5.1.1): one byte 80, then zeros, then the length in bits (here {3}). This is what is really hashed, 16 bytes a line:
    {1} arbeitet mit Blöcken von {2} Byte. Um den letzten Block zu füllen, hängt es Padding an (FIPS 180-4, Abschnitt 5.1.1): ein Byte 80, dann Nullen, dann die Länge in Bit (hier {3}). Verarbeitet wird also in Wirklichkeit dies, 16 Byte je Zeile:
    After the last block the state is handed out. That is the digest, all of it:
    Nach dem letzten Block wird der Zustand ausgegeben. Er ist der ganze Hashwert:
    After the last block only the first {1} of its {2} bytes are handed out:
    Nach dem letzten Block werden nur die ersten {1} seiner {2} Byte ausgegeben:
    The state, eight words of {1} bits, starts at fixed values, and each block is stirred into it (section 6.{2}.2). {3}
    Der Zustand, acht Wörter zu je {1} Bit, beginnt mit festen Werten. Jeder Block wird in ihn hineingerührt (Abschnitt 6.{2}.2). {3}
    state = {1}
    Zustand = {1}
    state = {1}, hidden
    Zustand = {1}, verborgener Rest
    start ─→│ secret, message, padding  │─→ {1}
    Start ─→│ Geheimnis, Text, Padding  │─→ {1}
    The attack: hash on
    Der Angriff: weiterrechnen
    The attacker sets a {1} of their own to that state and stirs in one thing more: the suffix. To the server it looks as if the padding had been a part of the message:
    Der Angreifer stellt sein eigenes {1} auf diesen Zustand und rührt noch etwas hinein: den Anhang. Für den Server sieht es aus, als wäre das Padding ein Teil der Nachricht gewesen:
    start ─→│ secret, message, padding  │─→ {1} ─→│ suffix, padding  │─→ {2}
    Start ─→│ Geheimnis, Text, Padding  │─→ {1} ─→│ Anhang, Padding  │─→ {2}
    needs the secret                      does not
    braucht das Geheimnis                 braucht es nicht
    One thing is missing: the padding depends on the length of the secret.
    Eines fehlt noch: Das Padding hängt von der Länge des Geheimnisses ab.
    The hidden part is missing, and the padding depends on the length of the secret.
    Der verborgene Teil fehlt, und das Padding hängt von der Länge des Geheimnisses ab.
    {1} So the attacker tries 1, 2, 3 and so on, and asks the server each time:
    {1} Also probiert der Angreifer 1, 2, 3 und so weiter und fragt jedes Mal den Server:
    Which question will be accepted?
    Welche Anfrage wird angenommen?
    secret of {1}{2}   tag {3}…   {4}
    Geheimnis von {1}{2} Byte   Tag {3}…   {4}
    0 of {1} questions accepted. The attacker took zeros for the {2} hidden bytes, since anything had to stand there.
    0 von {1} Anfragen angenommen. Der Angreifer hat für die {2} verborgenen Bytes Nullen eingesetzt, denn irgendetwas musste dort stehen.
    Question {1} is accepted: the server hashes its secret and this message and finds the same tag. (It is the same for several lengths, since only the message's padding differs.)
    Anfrage {1} wird angenommen: Der Server bildet den Hashwert aus seinem Geheimnis und dieser Nachricht und findet denselben Authentifizierungscode. (Der Authentifizierungscode ist für mehrere Längen gleich, denn nur das Padding in der Nachricht ist verschieden.)
    A server that reads such fields from left to right and lets the last one win now reads: {1}
    Ein Server, der solche Felder von links nach rechts liest und das letzte gelten lässt, liest jetzt: {1}
    The same against HMAC
    Dasselbe gegen HMAC
    HMAC (FIPS 198-1, section 4) hashes twice: the secret and the message, then the secret and that digest. The state after the message goes into the second hash and is never handed out.
    HMAC (FIPS 198-1, Abschnitt 4) bildet zwei Hashwerte: aus Geheimnis und Nachricht, dann aus Geheimnis und diesem Hashwert. Der Zustand nach der Nachricht geht in den zweiten Durchgang ein und wird nie ausgegeben.
    ┌─────────────────┐            ┌────────────────┐
    ┌─────────────────┐              ┌─────────────────────┐
    start ─→│ secret, message │─→ digest ─→│ secret, digest │─→ {1}
    Start ─→│ Geheimnis, Text │─→ Hashwert ─→│ Geheimnis, Hashwert │─→ {1}
    └─────────────────┘            └────────────────┘
    └─────────────────┘              └─────────────────────┘
    The attacker hashes on from this tag, with every length from 1 to 64:
    Der Angreifer rechnet von diesem Authentifizierungscode aus weiter, mit jeder Länge von 1 bis 64:
    How many of these questions will be accepted?
    Wie viele dieser Anfragen werden angenommen?
    {1} of {2} questions accepted. Hashing on appends to the short second hash, where no message is.
    {1} von {2} Anfragen angenommen. Das Weiterrechnen verlängert den kurzen zweiten Durchgang, in dem keine Nachricht steht.
    The same holds for SHA-1 and SHA-512.
    Dasselbe gilt für SHA-1 und SHA-512.
    The same holds for SHA-1 and SHA-256.
    Dasselbe gilt für SHA-1 und SHA-256.
    What is hidden protects, bit by bit
    Was verborgen ist, schützt, Bit für Bit
    How much does it protect? We look into the server, and tell the attacker the length of the secret and all of the {1} hidden bits but the last few. They try every value of those, and ask the server each time:
    Wie viel schützt es? Wir sehen in den Server hinein und verraten dem Angreifer die Länge des Geheimnisses und die {1} verborgenen Bits bis auf die letzten paar. Von diesen probiert er jeden Wert und fragt jedes Mal den Server:
    With 4 unknown bits, how many questions are the most it can take?
    Wie viele Anfragen sind bei 4 unbekannten Bits höchstens nötig?
    unknown bits
    unbekannte Bits
    questions
    Anfragen
    on average
    im Mittel
    Each bit doubles the questions. At a thousand questions a second, all {1} bits take {2}. {3} HMAC hides the whole state, whatever the hash.
    Jedes Bit verdoppelt die Zahl der Anfragen. Bei tausend Anfragen je Sekunde dauern alle {1} Bit {2}. {3} HMAC verbirgt den ganzen Zustand, gleich mit welcher Hashfunktion.
    That is not much: SHA-224 hides one word of eight.
    Das ist nicht viel: SHA-224 verbirgt eines von acht Wörtern.
    That is more than anybody can ask: here the attack fails.
    Das ist mehr, als irgendjemand anfragen kann: Hier scheitert der Angriff.

    == what do ya want for nothing?
    You will see how HMAC makes a tag, and how tags that hash only once are forged: with the key in front of the message, and with the key behind it.
    Hier ist zu sehen, wie HMAC einen Authentifizierungscode (Tag) bildet und wie Authentifizierungscodes aus nur einem Durchgang gefälscht werden: mit dem Schlüssel vor der Nachricht und mit dem Schlüssel dahinter.
    HMAC hashes twice: key and message, then key and digest. The two keys differ by ipad and opad alone.
    HMAC bildet zwei Hashwerte: aus Schlüssel und Nachricht, dann aus Schlüssel und Hashwert. Die beiden Schlüssel unterscheiden sich nur durch ipad und opad.
    The outer pass hides the state of the inner one: nobody can hash on from a tag, as from SHA-256(key, message).
    Der äußere Durchgang verbirgt den Zustand des inneren: Niemand kann von einem Authentifizierungscode aus weiterrechnen wie bei SHA-256(Schlüssel, Nachricht).
    The key comes first, so that a collision of the hash, found without the key, is none under the key.
    Der Schlüssel kommt zuerst. So ist eine Kollision der Hashfunktion, die ohne den Schlüssel gefunden wurde, unter dem Schlüssel keine.
    the key Jefe with a zero byte behind: the same tag, for zeros fill the block up
    der Schlüssel Jefe mit einem Nullbyte dahinter: derselbe Authentifizierungscode, denn Nullen füllen den Block auf
    a key of one byte makes a tag as good to look at, but 256 trials find the key
    ein Schlüssel von einem Byte: Der Authentifizierungscode sieht genauso gut aus, aber 256 Versuche finden den Schlüssel
    an empty message has a tag too: the first pass hashes the key block alone
    auch eine leere Nachricht hat einen Authentifizierungscode: Der erste Durchgang verarbeitet nur den Schlüsselblock
    a tag that is a polynomial, and what a repeated nonce does to it.
    ein Authentifizierungscode, der ein Polynom ist, und was eine wiederholte Nonce bei ihm anrichtet.
    The key fills a block (FIPS 198-1, section 4, steps 1 to 3)
    Der Schlüssel als Block (FIPS 198-1, Abschnitt 4, Schritte 1 bis 3)
    Key and message are those of RFC 4231, test case 2.
    Schlüssel und Nachricht sind die aus RFC 4231, Testfall 2.
    The key has {1}, more than a block: so it is hashed first, and zeros are added to the digest's 32:
    Der Schlüssel hat {1}, mehr als ein Block: Daher wird zuerst sein Hashwert gebildet, und an dessen 32 Byte werden Nullen angehängt:
    The key has {1}, a block: it stays as it is:
    Der Schlüssel hat {1}, genau einen Block: Er bleibt, wie er ist:
    The key has {1}; zeros are added:
    Der Schlüssel hat {1}; Nullen werden angehängt:
    SHA-256 works on blocks of {1} bytes, and HMAC makes the key one block long. {2}{3}
    SHA-256 arbeitet mit Blöcken von {1} Byte, und HMAC macht den Schlüssel einen Block lang. {2}{3}
    Two passes (steps 4 to 9)
    Zwei Durchgänge (Schritte 4 bis 9)
    Two keys are made of this one. To each of its bytes ipad is added, the byte 36, bit by bit and without carry (⊕), and to each of them opad, the byte 5c. "i" stands for inner, "o" for outer. The first line of each:
    Aus diesem Schlüssel werden zwei gebildet. Zu jedem seiner Bytes wird einmal ipad addiert, das Byte 36, Bit für Bit und ohne Übertrag (⊕), und einmal opad, das Byte 5c. Das „i“ steht für innen, das „o“ für außen (outer). Von beiden die erste Zeile:
    ┌────────────────────┐            ┌───────────────────┐
    ┌─────────────────┐              ┌─────────────────────┐
    start ─→│ K0 ⊕ ipad, message │─→ digest ─→│ K0 ⊕ opad, digest │─→ {1}
    Start ─→│ K0 ⊕ ipad, Text │─→ Hashwert ─→│ K0 ⊕ opad, Hashwert │─→ {1}
    └────────────────────┘            └───────────────────┘
    └─────────────────┘              └─────────────────────┘
    The first pass hashes the inner key and the message, the second the outer key and the digest of the first:
    Der erste Durchgang bildet den Hashwert aus innerem Schlüssel und Nachricht, der zweite aus äußerem Schlüssel und Hashwert des ersten:
    The library's HMAC<SHA256> says: {1}. The second pass is short, whatever the message: two blocks.
    Zum Vergleich HMAC<SHA256> der Bibliothek: {1}. Der zweite Durchgang ist bei jeder Nachricht kurz: zwei Blöcke.
    One pass, the key in front
    Ein Durchgang, der Schlüssel davor
    Why not simply tag = SHA-256(key, message)? Because the tag is then the state in which SHA-256 stopped. An attacker, who has the message and its tag but no key, loads the state and hashes on. They append "{1}":
    Warum nicht einfach Tag = SHA-256(Schlüssel, Nachricht)? Weil der Authentifizierungscode dann der Zustand ist, in dem SHA-256 aufgehört hat. Ein Angreifer, der die Nachricht und ihren Authentifizierungscode hat, aber keinen Schlüssel, lädt den Zustand und rechnet weiter. Er hängt „{1}“ an:
    Will the server accept the longer message with its new tag?
    Nimmt der Server die längere Nachricht mit ihrem neuen Authentifizierungscode an?
    of the message
    der Nachricht
    of the longer one
    der längeren
    The longer message is the old one, {1} bytes of padding and the ending. A server that has the key hashes key and longer message, and answers: {2}.
    Die längere Nachricht besteht aus der alten, {1} Byte Padding und dem neuen Ende. Ein Server, der den Schlüssel hat, bildet den Hashwert aus Schlüssel und längerer Nachricht und antwortet: {2}.
    And if the tag is that of HMAC?
    Und wenn der Authentifizierungscode von HMAC stammt?
    The same with the tag of HMAC: the attacker hashes on from it, and the server answers: {1}. That tag is the state after the second pass, where no message is; the state after the first never leaves the server.
    Dasselbe mit dem Authentifizierungscode von HMAC: Der Angreifer rechnet von ihm aus weiter, und der Server antwortet: {1}. Dieser Authentifizierungscode ist der Zustand nach dem zweiten Durchgang, in dem keine Nachricht steht; der Zustand nach dem ersten verlässt den Server nie.
    One pass, the key behind
    Ein Durchgang, der Schlüssel dahinter
    Then tag = H(message, key)? Nobody can hash on now. But if two messages lead to the same state, they have the same tag under every key, for what follows is the same. Nobody can find two such messages of SHA-256. So we take its first 24 bits as the state of a small hash that works likewise, and search without a key. After {1} messages we have two:
    Dann also Tag = H(Nachricht, Schlüssel)? Jetzt kann niemand mehr weiterrechnen. Wenn aber zwei Nachrichten zum selben Zustand führen, haben sie unter jedem Schlüssel denselben Authentifizierungscode, denn was folgt, ist gleich. Bei SHA-256 kann niemand zwei solche Nachrichten finden. Darum nehmen wir seine ersten 24 Bit als Zustand einer kleinen Hashfunktion, die ebenso arbeitet, und suchen ohne Schlüssel. Nach {1} Nachrichten haben wir zwei:
    state {1}
    Zustand {1}
    A server with a key of 8 random bytes tags both, with the small hash in both ways:
    Ein Server mit einem Schlüssel von 8 Zufallsbytes gibt beiden einen Authentifizierungscode, mit der kleinen Hashfunktion auf beide Arten:
    Will M1 and M2 have the same tag with HMAC?
    Haben M1 und M2 bei HMAC denselben Authentifizierungscode?
    H(message, key)
    H(Nachricht, Schlüssel)
    HMAC with H
    HMAC mit H
    the same: a forgery
    gleich: eine Fälschung
    not the same
    nicht gleich
    In HMAC the message meets a state that the key has made. Whoever has not the key does not know that state, and so cannot search for a collision on their own machine. Collisions of MD5 are found at once, and no practical attack on HMAC-MD5 follows from them (RFC 6151, section 2.3).
    Bei HMAC trifft die Nachricht auf einen Zustand, den der Schlüssel gemacht hat. Wer den Schlüssel nicht hat, kennt diesen Zustand nicht und kann also auf dem eigenen Rechner keine Kollision suchen. Kollisionen von MD5 sind sofort gefunden, und doch folgt aus ihnen kein praktischer Angriff auf HMAC-MD5 (RFC 6151, Abschnitt 2.3).
    Why 36 and 5c
    Warum 36 und 5c
    Only the difference matters: the two passes must have two keys. The designers took two bytes that differ in many bits, {1} of 8:
    Nur der Unterschied zählt: Die zwei Durchgänge müssen zwei Schlüssel haben. Gewählt wurden zwei Bytes, die sich in vielen Bits unterscheiden, in {1} von 8:
    {1}(no bytes)
    {1}(keine Bytes)

    == Pay 100 to Alice
    == See you at noon!
    == Pay 999 to Mally
    == {1} has {2} and the message {3}; they must be equal
    You will see the tag of a message computed by hand, and a message that nobody sealed accepted, because one nonce was used twice.
    Hier ist zu sehen, wie der Authentifizierungscode (Tag) einer Nachricht von Hand berechnet wird und wie eine Nachricht angenommen wird, die niemand versiegelt hat, weil eine Nonce zweimal vorkam.
    GCM encrypts in CTR and authenticates with GHASH, a polynomial of the ciphertext at a secret point H.
    GCM verschlüsselt mit CTR und authentifiziert mit GHASH, einem Polynom aus dem Geheimtext an einer geheimen Stelle H.
    Two messages under one nonce give away their sum and H: from then on anybody can forge under that key.
    Zwei Nachrichten unter einer Nonce verraten ihre Summe und H: Von da an kann jeder unter diesem Schlüssel fälschen.
    Take a new nonce for each message: counted, or 12 random bytes for at most 2^32 messages under a key.
    Für jede Nachricht eine neue Nonce nehmen: gezählt, oder 12 Zufallsbytes für höchstens 2^32 Nachrichten unter einem Schlüssel.
    three bytes are enough for the equation
    drei Byte reichen für die Gleichung
    AES-256: the forgery is accepted all the same
    AES-256: Die Fälschung wird trotzdem angenommen
    a nonce of zeros is as good as another: only its repetition gives H away
    eine Nonce aus Nullen ist so gut wie jede andere: Nur ihre Wiederholung verrät H
    one ciphertext that opens under two passwords.
    ein Geheimtext, der sich mit zwei Passwörtern öffnen lässt.
    The tag, by hand (SP 800-38D, sections 6.4 and 7.1)
    Der Authentifizierungscode, von Hand (SP 800-38D, Abschnitte 6.4 und 7.1)
    GCM encrypts in CTR. The counter is the nonce of 12 bytes and a number of 32 bits; the message begins at number 2:
    GCM verschlüsselt mit CTR. Der Zähler besteht aus der Nonce von 12 Byte und einer Zahl von 32 Bit; die Nachricht beginnt bei der Zahl 2:
    Two values come from the key: H, the encrypted zero block; and the mask, the encrypted counter of number 1.
    Zwei Werte kommen vom Schlüssel: H, der verschlüsselte Nullblock, und die Maske, der verschlüsselte Zähler mit der Zahl 1.
    GHASH goes over two blocks here: the ciphertext, and a block L of the lengths in bits. It adds a block, multiplies by H, adds the next and multiplies by H again. Every step:
    GHASH geht hier über zwei Blöcke: den Geheimtext und einen Block L mit den Längen in Bit. Es addiert einen Block, multipliziert mit H, addiert den nächsten und multipliziert wieder mit H. Jeder Schritt:
    ⊕ mask
    ⊕ Maske
    the tag
    der Authentifizierungscode
    the library
    die Bibliothek
    So the tag is a polynomial of the blocks, at the point H: C·H² ⊕ L·H ⊕ mask. Whoever does not know H and the mask cannot compute it for another ciphertext.
    Der Authentifizierungscode ist also ein Polynom aus den Blöcken, an der Stelle H: C·H² ⊕ L·H ⊕ Maske. Wer H und die Maske nicht kennt, kann ihn für keinen anderen Geheimtext berechnen.
    What · means (section 6.3)
    Was · bedeutet (Abschnitt 6.3)
    A block is itself a polynomial of 128 bits, the first bit that of x^0. Times x moves every bit one place to the right; a bit that falls out, x^128, becomes 1 + x + x^2 + x^7, which is the byte e1. So the product stays a block:
    Ein Block ist selbst ein Polynom aus 128 Bit, das erste Bit ist das von x^0. Mal x schiebt jedes Bit um eine Stelle nach rechts; ein Bit, das herausfällt, x^128, wird zu 1 + x + x^2 + x^7, und das ist das Byte e1. So bleibt das Produkt ein Block:
    A product is the sum of such shifted blocks, one for each bit of the other factor. Every block but 0 has an inverse, so equations can be solved as at school. That is what makes GHASH fast, and what the attacker needs.
    Ein Produkt ist die Summe solcher verschobenen Blöcke, einer für jedes Bit des anderen Faktors. Jeder Block außer 0 hat ein Inverses, also lassen sich Gleichungen lösen wie in der Schule. Das macht GHASH schnell, und das braucht der Angreifer.
    A nonce used twice
    Eine Nonce, zweimal benutzt
    A careless program seals another message under the same nonce. The attacker sees both ciphertexts and tags:
    Ein unvorsichtiges Programm versiegelt eine weitere Nachricht unter derselben Nonce. Der Angreifer sieht beide Geheimtexte und Authentifizierungscodes:
    The ciphertexts give away the sum of the messages (see crypto-lab nonce-reuse). The tags give away more. The masks are the same, and so are the blocks L. In the sum of the tags both fall away, and one equation with one unknown is left:
    Die Geheimtexte verraten die Summe der Nachrichten (siehe crypto-lab nonce-reuse). Die Authentifizierungscodes verraten mehr. Die Masken sind gleich und die Blöcke L auch. In der Summe der Authentifizierungscodes fällt beides weg, und es bleibt eine Gleichung mit einer Unbekannten:
    T1 ⊕ T2 = (C1 ⊕ C2) · H²    so    H² = (T1 ⊕ T2) · (C1 ⊕ C2)⁻¹
    T1 ⊕ T2 = (C1 ⊕ C2) · H²    also    H² = (T1 ⊕ T2) · (C1 ⊕ C2)⁻¹
    Can the attacker compute H without the key?
    Kann der Angreifer H ohne den Schlüssel berechnen?
    A square root is easy in this field: square 127 times. The attacker, without the key, has computed:
    Eine Quadratwurzel ist in diesem Körper leicht: 127-mal quadrieren. Der Angreifer hat ohne den Schlüssel berechnet:
    The same as above. Longer messages give a polynomial of higher degree, with a few roots to try instead of one.
    Dasselbe wie oben. Längere Nachrichten ergeben ein Polynom höheren Grades, mit einigen Nullstellen zum Probieren statt einer.
    A message that nobody sealed
    Eine Nachricht, die niemand versiegelt hat
    Suppose that the attacker knows the first message. C1 ⊕ M1 is the keystream, which encrypts any other message; H and the mask give its tag:
    Angenommen, der Angreifer kennt die erste Nachricht. C1 ⊕ M1 ist der Schlüsselstrom, der jede andere Nachricht verschlüsselt; H und die Maske ergeben ihren Authentifizierungscode:
    Will the receiver accept it?
    Nimmt der Empfänger sie an?
    The receiver opens it with the key. The library says:
    Der Empfänger öffnet sie mit dem Schlüssel. Die Bibliothek sagt:
    accepted: {1}
    angenommen: {1}
    refused: authentication failed
    abgelehnt: Authentifizierung fehlgeschlagen
    The same with a new nonce
    Dasselbe mit einer neuen Nonce
    Had the second message had a nonce of its own, its mask would be another, and would not fall away. The same computation then gives another H, and the same forgery:
    Hätte die zweite Nachricht eine eigene Nonce, so wäre ihre Maske eine andere und fiele nicht weg. Dieselbe Rechnung ergibt dann ein anderes H, und dieselbe Fälschung:
    Will the receiver accept this one?
    Nimmt der Empfänger diese an?
    {1}: authentication failed
    {1}: Authentifizierung fehlgeschlagen
    H is the same for all messages under a key. So one repetition spoils the key for good: with H, the mask of any other message follows from its ciphertext and tag.
    H ist für alle Nachrichten unter einem Schlüssel gleich. Eine einzige Wiederholung verdirbt den Schlüssel also für immer: Mit H folgt die Maske jeder anderen Nachricht aus ihrem Geheimtext und Authentifizierungscode.

    == alice's password
    == bob's password
    == The answer: yes.
    == The answer: no.
    You will see one ciphertext that Alice and Bob both open with their own password, both with a right tag, and read different messages.
    Hier ist zu sehen, wie Alice und Bob denselben Geheimtext öffnen, jeder mit dem eigenen Passwort und beide mit richtigem Authentifizierungscode (Tag), und verschiedene Nachrichten lesen.
    A tag of GCM proves that whoever made the ciphertext had the key. It does not prove that there is one such key.
    Ein Authentifizierungscode von GCM beweist, dass den Schlüssel hatte, wer den Geheimtext gemacht hat. Er beweist nicht, dass es nur einen solchen Schlüssel gibt.
    That matters wherever the sender may choose the keys: passwords, key rotation, reports of abuse.
    Das ist überall wichtig, wo der Absender die Schlüssel wählen darf: bei Passwörtern, beim Wechsel von Schlüsseln, bei Meldungen von Missbrauch.
    A vault commits to its key: its tag is an HMAC-SHA-256 under a key of 32 bytes, and nobody can find two such keys with one tag.
    Ein Tresor legt sich auf seinen Schlüssel fest: Sein Authentifizierungscode ist ein HMAC-SHA-256 unter einem Schlüssel von 32 Byte, und niemand kann zwei solche Schlüssel mit demselben Authentifizierungscode finden.
    one ciphertext, two debts
    ein Geheimtext, zwei Schulden
    short messages: the third block is 16 bytes all the same
    kurze Nachrichten: Der dritte Block hat trotzdem 16 Byte
    one message twice: it is encrypted twice even so, since the keystreams differ
    zweimal dieselbe Nachricht: Auch so wird sie zweimal verschlüsselt, denn die Schlüsselströme sind verschieden
    how many guesses a password costs.
    wie viele Versuche ein Passwort kostet.
    The ciphertext
    Der Geheimtext
    Mallory sends one file to two people and knows both passwords, perhaps because she gave them out. From each password PBKDF2 makes a key, and each key gives a keystream. The first block is Alice's message in Alice's keystream, the second Bob's in Bob's:
    Mallory schickt zwei Leuten dieselbe Datei und kennt beide Passwörter, vielleicht weil sie selbst sie vergeben hat. Aus jedem Passwort macht PBKDF2 einen Schlüssel, und jeder Schlüssel ergibt einen Schlüsselstrom. Der erste Block ist die Nachricht für Alice im Schlüsselstrom von Alice, der zweite die für Bob im Schlüsselstrom von Bob:
    Alice's message
    Alices Nachricht
    Bob's message
    Bobs Nachricht
    equal tags
    gleiche Tags
    The third block belongs to nobody. A tag is a polynomial of the blocks at the key's point H (see crypto-lab gcm). Mallory wants both polynomials to have one value, and solves that for the block that is still free:
    Der dritte Block gehört niemandem. Ein Authentifizierungscode ist ein Polynom aus den Blöcken an der Stelle H des Schlüssels (siehe crypto-lab gcm). Mallory will, dass beide Polynome denselben Wert haben, und löst das nach dem Block auf, der noch frei ist:
    C3 · (H1² ⊕ H2²) = the rest of Alice's tag ⊕ the rest of Bob's tag
    C3 · (H1² ⊕ H2²) = Rest von Alices Tag ⊕ Rest von Bobs Tag
    Two openings
    Zweimal öffnen
    Will the tag be right under both keys?
    Stimmt der Authentifizierungscode unter beiden Schlüsseln?
    The library opens the same nonce, ciphertext and tag with each key, and finds the tag right:
    Die Bibliothek öffnet dieselbe Nonce, denselben Geheimtext und denselben Authentifizierungscode mit jedem der Schlüssel, und der Authentifizierungscode stimmt beide Male:
    A reader that skips what it does not understand, as those of pictures, documents and web pages do, shows each of them a proper message. If Bob reports his, Alice's file proves him a liar.
    Ein Programm, das überspringt, was es nicht versteht, wie es die für Bilder, Dokumente und Webseiten tun, zeigt beiden eine ordentliche Nachricht. Wenn Bob seine meldet, überführt ihn die Datei von Alice als Lügner.
    Why the tag allows it
    Warum der Authentifizierungscode das zulässt
    GHASH is made for speed: it protects against those who do not know H. Mallory knows both. For her it is a linear equation, and with 16 free bytes it has a solution. The same holds for a list of passwords: such a file can open under thousands at once, so that whoever may ask "does it open?" tries thousands of passwords with one question.
    GHASH ist auf Geschwindigkeit ausgelegt: Es schützt vor denen, die H nicht kennen. Mallory kennt beide. Für sie ist es eine lineare Gleichung, und mit 16 freien Bytes hat sie eine Lösung. Dasselbe gilt für eine Liste von Passwörtern: Eine solche Datei kann sich mit Tausenden zugleich öffnen lassen. Wer dann fragen darf, ob sie sich öffnet, probiert mit einer Frage Tausende Passwörter.
    A vault may have several passwords, and all of them lead to one data key, so to one content. Mallory makes a vault for Alice and one for Bob, and copies Bob's slot, with his data key in it, beside Alice's:
    Ein Tresor kann mehrere Passwörter haben, und alle führen zu einem einzigen Datenschlüssel, also zu einem einzigen Inhalt. Mallory macht einen Tresor für Alice und einen für Bob und kopiert Bobs Fach, mit seinem Datenschlüssel darin, neben den von Alice:
    Will it still open for Alice?
    Lässt sich der Tresor für Alice noch öffnen?
    Alice, before
    Alice, vorher
    Bob, before
    Bob, vorher
    Alice, after
    Alice, nachher
    Bob, after
    Bob, nachher
    opens
    lässt sich öffnen
    wrong password, key or context, or a changed header
    Passwort, Schlüssel, Kontext oder Kopf falsch
    The header has one tag: HMAC-SHA-256 over all slots, under a key that comes from the data key (FORMAT.md, section 4). Mallory can compute it for Alice's data key or for Bob's. One tag that is right for both would be a collision of HMAC-SHA-256, and nobody can find one. The chunks of the content have such tags too.
    Der Kopf hat einen einzigen Authentifizierungscode: HMAC-SHA-256 über alle Fächer, unter einem Schlüssel, der aus dem Datenschlüssel kommt (FORMAT.md, Abschnitt 4). Mallory kann ihn für Alices Datenschlüssel berechnen oder für Bobs. Ein Authentifizierungscode, der für beide stimmt, wäre eine Kollision von HMAC-SHA-256, und die kann niemand finden. Die Abschnitte des Inhalts haben auch solche Authentifizierungscodes.
    """#
}
