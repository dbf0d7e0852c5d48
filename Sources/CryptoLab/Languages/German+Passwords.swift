extension Language {
  /// German: passwords.
  static let germanPasswords = #"""
    password
    Passwort
    rounds
    Runden
    guess
    Versuch
    guesses
    Versuche
    guess {1}
    Versuch {1}
    bits
    Bit
    one card
    eine Karte
    , measured
    , gemessen

    4 digits, a PIN
    4 Ziffern, eine PIN
    8 small letters
    8 Kleinbuchstaben
    4 words of 7,776
    4 Wörter aus 7.776
    8 of 94 characters
    8 aus 94 Zeichen
    16 small letters
    16 Kleinbuchstaben
    7 words of 2,048
    7 Wörter aus 2.048
    yours: {1} of {2}
    eigene: {1} aus {2}
    You will see what makes a password hard to guess: not how it looks, but from how many equally likely ones it was drawn.
    Hier ist zu sehen, was ein Passwort schwer zu erraten macht: nicht sein Aussehen, sondern aus wie vielen gleich wahrscheinlichen es gezogen wurde.
    Entropy belongs to the way in which a password was drawn. Each bit of it doubles the work of whoever guesses.
    Entropie gehört zu der Art, wie ein Passwort gezogen wurde. Jedes Bit verdoppelt die Arbeit dessen, der rät.
    Random words and random characters are worth the same, bit for bit; words are easier to keep in mind.
    Zufällige Wörter und zufällige Zeichen sind Bit für Bit gleich viel wert; Wörter sind leichter zu merken.
    Rules make passwords look random, and people obey them alike. Let a machine draw, and check against lists.
    Regeln lassen Passwörter zufällig aussehen, und alle befolgen sie auf dieselbe Art. Eine Maschine ziehen lassen und mit Listen vergleichen.
    two words more than four: 77.5 bits, and 60 million times the work
    zwei Wörter mehr als vier: 77,5 Bit und die 60-millionenfache Arbeit
    600 times fewer rounds than OWASP's take 9.2 bits from every password
    ein Sechshundertstel der Runden von OWASP nimmt jedem Passwort 9,2 Bit
    four words break the rule, since they have no capital and no digit, and are not in the list
    vier Wörter verletzen die Regel, denn sie haben keinen Großbuchstaben und keine Ziffer, und sie stehen nicht in der Liste
    what happens in a round of PBKDF2.
    was in einer Runde von PBKDF2 geschieht.
    What a bit is
    Was ein Bit ist
    A password that was drawn from N equally likely ones has the logarithm of N to the base 2 as its entropy, in bits: 1 bit for heads or tails, {1} for a die, {2} for a small letter. Independent draws are added. Two passwords that we draw here (from the seed, so never use them):
    Ein Passwort, das aus N gleich wahrscheinlichen gezogen wurde, hat als Entropie den Logarithmus von N zur Basis 2, in Bit: 1 Bit bei Kopf oder Zahl, {1} bei einem Würfel, {2} bei einem Kleinbuchstaben. Unabhängige Ziehungen addieren sich. Zwei Passwörter, die wir hier ziehen (aus dem Startwert, also nie benutzen):
    8 of 94 characters, {1} bits
    8 aus 94 Zeichen, {1} Bit
    7 words of 2,048, {1} bits
    7 Wörter aus 2.048, {1} Bit
    The second looks easier and is worth more. Everyone may know the list of words and the way: only the draws are secret. Such words are what swift-vault seal --generate draws.
    Das zweite sieht leichter aus und ist mehr wert. Die Liste der Wörter und das Verfahren darf jeder kennen: Nur die Ziehungen sind geheim. Solche Wörter zieht swift-vault seal --generate.
    Words or characters
    Wörter oder Zeichen
    , as OWASP recommends,
    , wie OWASP es empfiehlt,
    Passwords are stored with PBKDF2-HMAC-SHA256 at {1} round{2}{3} and stolen. One graphics card (RTX 4090) makes {4} guesses a second. It finds a password after half of all guesses on average:
    Passwörter sind mit PBKDF2-HMAC-SHA256 und {1} Runde{2||n} gespeichert{3} und werden gestohlen. Eine Grafikkarte (RTX 4090) schafft {4} Versuche je Sekunde. Sie findet ein Passwort im Mittel nach der Hälfte aller Versuche:
    Which has more bits: 4 words of 7,776, or 8 of 94 characters?
    Was hat mehr Bit: 4 Wörter aus 7.776 oder 8 aus 94 Zeichen?
    characters
    Zeichen
    8 of 94
    8 aus 94
    drawn
    gezogen
    100 cards
    100 Karten
    A hundred cards are worth {1} bits: one more word makes up for that.
    Hundert Karten sind {1} Bit wert: Ein Wort mehr gleicht das aus.
    Guesses a second, and where the figures are from
    Versuche je Sekunde, und woher die Zahlen stammen
    How fast someone guesses depends on how the passwords are stored. On the same card, with 40 bits:
    Wie schnell jemand rät, hängt davon ab, wie die Passwörter gespeichert sind. Auf derselben Karte, bei 40 Bit:
    stored with
    gespeichert mit
    guesses/s
    Vers./s
    40 bits
    40 Bit
    worth
    Gewinn
    PBKDF2, 1,000 rounds
    PBKDF2, 1.000 Runden
    == scrypt, 16 MiB
    == Argon2id, 64 MiB
    The last column compares with PBKDF2 of one round. PBKDF2: hashcat 6.2.6, mode 10900, 8,865.7 kH/s at 999 rounds, measured by Chick3nman. scrypt (N 16,384, r 8, p 1): hashcat pull request 3950. Argon2id (3 passes): hashcat pull request 4284.
    Die letzte Spalte vergleicht mit PBKDF2 bei einer Runde. PBKDF2: hashcat 6.2.6, Modus 10900, 8.865,7 kH/s bei 999 Runden, gemessen von Chick3nman. scrypt (N 16.384, r 8, p 1): Pull-Request 3950 von hashcat. Argon2id (3 Durchgänge): Pull-Request 4284 von hashcat.
    Whoever has to guess at the login itself gets no such speed: after 100 wrong attempts in a row it must be closed (NIST SP 800-63B, section 5.2.2). Then even a PIN of 4 digits is found once in 100 times only.
    Wer an der Anmeldung selbst raten muss, ist nicht so schnell: Nach 100 falschen Versuchen hintereinander muss sie gesperrt werden (NIST SP 800-63B, Abschnitt 5.2.2). Dann wird selbst eine PIN von 4 Ziffern nur in einem von 100 Fällen gefunden.
    What rules are worth
    Was Regeln wert sind
    Does a rule of composition make random passwords harder to guess?
    Macht eine Regel zur Zusammensetzung zufällige Passwörter schwerer zu erraten?
    "At least 8 characters, a capital, a small letter, a digit and a sign": such a rule can only forbid. Of the passwords of 8 random characters it leaves {1} of 100: {2} bits of {3}. Whoever draws at random loses a little by it.
    „Mindestens 8 Zeichen, ein Großbuchstabe, ein Kleinbuchstabe, eine Ziffer und ein Sonderzeichen“: Eine solche Regel kann nur verbieten. Von den Passwörtern aus 8 zufälligen Zeichen lässt sie {1} von 100 übrig: {2} Bit von {3}. Wer zufällig zieht, verliert durch sie ein wenig.
    And whoever invents a password? Our list of what people choose (see crypto-lab stretch) has {1} entries, each a word with decoration. {2} of them obey the rule. A word, a capital in front, a year and an exclamation mark behind: the rule is obeyed alike, and guessed alike. NIST forbids such rules therefore, and asks for lists of known passwords instead (SP 800-63B-4, section 3.1.1.2).
    Und wer sich ein Passwort ausdenkt? Unsere Liste dessen, was Menschen wählen (siehe crypto-lab stretch), hat {1} Einträge, jeder ein Wort mit Verzierung. {2} davon erfüllen die Regel. Ein Wort, vorn ein Großbuchstabe, hinten ein Jahr und ein Ausrufezeichen: Alle erfüllen die Regel auf dieselbe Art und werden auf dieselbe Art erraten. Darum verbietet NIST solche Regeln und verlangt stattdessen Listen bekannter Passwörter (SP 800-63B-4, Abschnitt 3.1.1.2).
    A password that looks good
    Ein Passwort, das gut aussieht
    8 characters
    8 Zeichen
    a capital
    ein Großbuchstabe
    a small letter
    ein Kleinbuchstabe
    a digit
    eine Ziffer
    a sign
    ein Sonderzeichen
    Is it in a list of what people choose?
    Steht es in einer Liste dessen, was Menschen wählen?
    It obeys the rule.
    Es erfüllt die Regel.
    It breaks the rule: it has not {1}.
    Es verletzt die Regel, denn es fehlt: {1}.
    {1} Drawn at random, its {2} character{3} of {4} would have {5} bits, and that is what many a meter in a web page counts.
    {1} Zufällig gezogen hätte{3||n} {3|sein|seine} {2} Zeichen aus {4} eine Entropie von {5} Bit, und das zählt so manche Stärkeanzeige auf einer Webseite.
    It is not in our list
    Es steht nicht in unserer Liste
    {1}. That says little: real lists have millions of entries and rules to change them. No formula finds the entropy of a password in its text; only whoever drew it knows from how many.
    {1}. Das sagt wenig: Echte Listen haben Millionen Einträge und Regeln, um sie abzuwandeln. Keine Formel findet die Entropie eines Passworts in seinem Text; nur wer es gezogen hat, weiß, aus wie vielen.
    But it is {1} of our list: whoever tries that list needs not {2} bits of work but {3}.
    Aber es ist {1} unserer Liste: Wer diese Liste durchprobiert, braucht nicht {2} Bit Arbeit, sondern {3}.

    You will see how a password and a salt become a key, round by round, and why a key longer than one block is work for its owner and none for an attacker.
    Hier ist zu sehen, wie aus einem Passwort und einem Salt ein Schlüssel wird, Runde für Runde, und warum ein Schlüssel, der länger ist als ein Block, seinem Besitzer Arbeit macht und einem Angreifer keine.
    PBKDF2 is HMAC in a chain: the password is the key of each, and each needs the result of the one before.
    PBKDF2 ist HMAC in einer Kette: Das Passwort ist der Schlüssel jedes Aufrufs, und jeder braucht das Ergebnis des vorigen.
    The values are added, and the sum is the block. Twice the rounds are twice the work, for both sides.
    Die Werte werden addiert, und die Summe ist der Block. Doppelt so viele Runden sind doppelt so viel Arbeit, für beide Seiten.
    Take no more bytes than the hash has. For more keys, expand one block with HKDF, which has no rounds.
    Nicht mehr Bytes nehmen, als der Hashwert hat. Für weitere Schlüssel einen Block mit HKDF erweitern, das keine Runden hat.
    one round: the key is a plain HMAC, and it is the vector of RFC 7914
    eine Runde: Der Schlüssel ist ein einfacher HMAC, und er ist der Testvektor von RFC 7914
    one round more: U1 to U4 are the same, and the key is wholly another
    eine Runde mehr: U1 bis U4 sind gleich, und der Schlüssel ist ein ganz anderer
    the same first block and half of the work: owner and attacker are equal
    derselbe erste Block und die halbe Arbeit: Besitzer und Angreifer sind gleichauf
    what rounds change for somebody who guesses.
    was Runden für jemanden ändern, der rät.
    What goes in
    Was hineinkommt
    PBKDF2 (RFC 8018, section 5.2) calls a function with a key again and again: here HMAC-SHA256, and its key is the password. The salt makes equal passwords different. It has {1} here; a real one has 16 random bytes or more (NIST SP 800-132, section 5.1).
    PBKDF2 (RFC 8018, Abschnitt 5.2) ruft immer wieder eine Funktion mit einem Schlüssel auf: hier HMAC-SHA256, und der Schlüssel ist das Passwort. Das Salt macht gleiche Passwörter verschieden. Hier hat es {1}; ein echtes hat 16 Zufallsbytes oder mehr (NIST SP 800-132, Abschnitt 5.1).
    password  {1}
    Passwort  {1}
    salt      {1}
    Salt      {1}
    rounds    {1}
    Runden    {1}
    key       {1}: {2}
    Schlüssel {1}: {2}
    one block of 32
    ein Block von 32
    {1} blocks of 32
    {1} Blöcke von 32
    One block: the chain
    Ein Block: die Kette
    The first HMAC gets the salt and the number of the block in four bytes, and gives U1. The second gets U1 and gives U2, and so on. None can begin before the one before it has ended: that is why more processors do not make one key faster. All U are added, bit by bit and without carry (⊕). The sum is the block, T1.
    Der erste HMAC bekommt das Salt und die Nummer des Blocks in vier Byte und ergibt U1. Der zweite bekommt U1 und ergibt U2, und so weiter. Keiner kann beginnen, bevor der vorige fertig ist: Darum machen mehr Prozessoren einen einzelnen Schlüssel nicht schneller. Alle U werden addiert, Bit für Bit und ohne Übertrag (⊕). Die Summe ist der Block, T1.
    salt, 1 ─→ HMAC ─→ U1 ─→ HMAC ─→ U2 ─→ HMAC ─→ U3 ─→ …
    Salt, 1 ─→ HMAC ─→ U1 ─→ HMAC ─→ U2 ─→ HMAC ─→ U3 ─→ …
    How many calls of HMAC does this block need?
    Wie viele Aufrufe von HMAC braucht dieser Block?
    With the real values, of which each has 32 bytes; 16 are shown, and the sum so far below each:
    Mit den echten Werten, von denen jeder 32 Byte hat; gezeigt sind 16, und unter jedem die Summe bis dahin:
    salt, 1
    Salt, 1
    … rounds {1} to {2}
    … Runden {1} bis {2}
    The last sum is T1, the first 32 bytes of the key.
    Die letzte Summe ist T1, die ersten 32 Byte des Schlüssels.
    Why the values are added
    Warum die Werte addiert werden
    The last U alone would take as long. But a chain of so many values might come back to one that it has had, and go in a circle; then further rounds would be for nothing. The sum holds all of them: belt and suspenders, says the standard (RFC 8018, section 5.2).
    Das letzte U allein würde ebenso lange dauern. Aber eine Kette von so vielen Werten könnte zu einem zurückkehren, den sie schon hatte, und im Kreis laufen; dann wären weitere Runden umsonst. Die Summe enthält sie alle: „Gürtel und Hosenträger“, sagt der Standard (RFC 8018, Abschnitt 5.2).
    More bytes: more blocks
    Mehr Bytes: mehr Blöcke
    Each further block begins with its own number in place of the 1, and needs all rounds again. The blocks one after the other, cut to {1} byte{2}, are the key:
    Jeder weitere Block beginnt mit seiner eigenen Nummer an Stelle der 1 und braucht wieder alle Runden. Die Blöcke hintereinander, auf {1} Byte{2||} gekürzt, sind der Schlüssel:
    The library's PBKDF2<SHA256> says: {1}.
    Zum Vergleich PBKDF2<SHA256> der Bibliothek: {1}.
    Why one block is enough
    Warum ein Block genügt
    Somebody has the key and {1} guesses, the right one among them. They compute the first block of each, and look at nothing else:
    Jemand hat den Schlüssel und {1} Versuche, darunter den richtigen. Von jedem berechnet er den ersten Block und sieht sonst nichts an:
    The owner makes the whole key: with how many calls of HMAC?
    Der Besitzer bildet den ganzen Schlüssel: mit wie vielen Aufrufen von HMAC?
    calls of HMAC
    Aufrufe von HMAC
    a password
    je Passwort
    the owner, once
    der Besitzer, einmal
    the attacker, {1}
    der Angreifer, {1}
    The password is not found.
    Das Passwort wird nicht gefunden.
    The password is found.
    Das Passwort wird gefunden.
    With one block, both pay the same for a password.
    Bei einem Block zahlen beide für ein Passwort gleich viel.
    The owner pays {1} times as much for a password as the attacker does for a guess: the rounds of the further blocks slow down the owner alone.
    Der Besitzer zahlt für ein Passwort {1}-mal so viel wie der Angreifer für einen Versuch: Die Runden der weiteren Blöcke bremsen nur den Besitzer.
    {1} {2} That is why a vault derives one block, and cuts or expands it.
    {1} {2} Darum leitet ein Tresor einen Block ab und kürzt oder erweitert ihn.

    A password that is a word with decoration is in a list, and a list is soon done.
    Ein Passwort, das ein Wort mit Verzierung ist, steht in einer Liste, und eine Liste ist schnell durchprobiert.
    Rounds make each guess as slow as the owner can bear: twice the rounds, half of the guesses.
    Runden machen jeden Versuch so langsam, wie der Besitzer es ertragen kann: doppelt so viele Runden, halb so viele Versuche.
    They cannot save a short password. Length does: each further random letter makes 26 times the work.
    Ein kurzes Passwort können sie nicht retten. Das kann die Länge: Jeder weitere zufällige Buchstabe macht 26-mal so viel Arbeit.
    a capital, digits and a sign, and it is in the list
    ein Großbuchstabe, Ziffern und ein Sonderzeichen, und es steht in der Liste
    60 times fewer rounds than OWASP's: 886,000 guesses a second
    ein Sechzigstel der Runden von OWASP: 886.000 Versuche je Sekunde
    guess 2: rounds do not help a password that comes so early
    Versuch 2: Runden helfen keinem Passwort, das so früh kommt
    what a salt adds, and what it does not.
    was ein Salt bringt und was nicht.
    You will see a program guess a password from what a server keeps of it, and what it takes to make the guessing slow.
    Hier ist zu sehen, wie ein Programm ein Passwort aus dem errät, was ein Server davon aufbewahrt, und was nötig ist, damit das Raten langsam wird.
    What the server keeps
    Was der Server aufbewahrt
    A careful server does not keep a password but a key that is computed from it, and compares keys. PBKDF2 (RFC 8018, section 5.2) computes it by hashing again and again: each repetition is a round. The salt is random and no secret; the next lesson is about it.
    Ein sorgfältiger Server bewahrt kein Passwort auf, sondern einen Schlüssel, der daraus berechnet ist, und vergleicht Schlüssel. PBKDF2 (RFC 8018, Abschnitt 5.2) berechnet ihn, indem es immer wieder Hashwerte bildet: Jede Wiederholung ist eine Runde. Das Salt ist zufällig und kein Geheimnis; von ihm handelt die nächste Lektion.
    key       {1}…   (1 round)
    Schlüssel {1}…   (1 Runde)
    The attack
    Der Angriff
    Somebody has stolen what the server keeps. They take a list of words that people like, write them with a capital, with signs for letters, with digits behind, and try all {1} of them.
    Jemand hat gestohlen, was der Server aufbewahrt. Er nimmt eine Liste beliebter Wörter, schreibt sie mit einem Großbuchstaben, mit Sonderzeichen statt Buchstaben, mit Ziffern dahinter, und probiert alle {1}.
    Is the password in the list?
    Steht das Passwort in der Liste?
    {1} of {2}
    {1} von {2}
    Found: guess {1} has the key, so it is the password. Rounds do not change which guess it is, only how long it takes to get there.
    Gefunden: Versuch {1} hat diesen Schlüssel und ist also das Passwort. Runden ändern nicht, welcher Versuch es ist, nur wie lange es bis dahin dauert.
    this list does not have the password
    In dieser Liste steht das Passwort nicht
    None of the {1} guesses has the key: {2}. Real lists have millions of entries and thousands of rules to change them.
    Keiner der {1} Versuche hat diesen Schlüssel: {2}. Echte Listen haben Millionen Einträge und Tausende Regeln, um sie abzuwandeln.
    What rounds change{1}
    Was Runden ändern{1}
    The attacker does {1} rounds a second, and a guess costs its rounds alone.
    Der Angreifer schafft {1} Runden je Sekunde, und ein Versuch kostet nur seine Runden.
    This core is the attacker, and works on sixteen guesses side by side:
    Dieser Prozessorkern ist der Angreifer und arbeitet an sechzehn Versuchen nebeneinander:
    How many times fewer guesses will there be at 1,000 rounds than at 1?
    Um welchen Faktor sinkt die Zahl der Versuche von 1 Runde auf 1.000 Runden?
    guesses a second
    Versuche/Sekunde
    the whole list
    die ganze Liste
    to your password
    bis zum Passwort
    From 1,000 rounds to {1} they are {2} times as many, and the guesses {3} times fewer.
    Von 1.000 auf {1} Runden sind es {2}-mal so viele Runden und {3}-mal weniger Versuche.
    the rounds that OWASP recommends for PBKDF2-HMAC-SHA256
    die Runden, die OWASP für PBKDF2-HMAC-SHA256 empfiehlt
    fewer than {1}
    weniger als {1}
    no fewer than OWASP recommends
    nicht weniger, als OWASP empfiehlt
    The last row has the rounds of --rounds, {1}. How long the owner waits for them is not told by --rate.
    Die letzte Zeile hat die Runden von --rounds, {1}. Wie lange der Besitzer auf sie wartet, sagt --rate nicht.
    The last row has the rounds of --rounds, {1}: they take the owner {2}, once a login, for the owner has one password to check. We timed 16 guesses of that row and worked out the rest.
    Die letzte Zeile hat die Runden von --rounds, {1}: Sie kosten den Besitzer {2}, einmal je Anmeldung, denn er hat ein Passwort zu prüfen. Gemessen haben wir 16 Versuche dieser Zeile und den Rest daraus berechnet.
    The last row has {1}. How long the owner waits for them is not told by --rate.
    Die letzte Zeile hat {1}. Wie lange der Besitzer auf sie wartet, sagt --rate nicht.
    the rounds that fit a quarter of a second
    die Runden, die in eine Viertelsekunde passen
    The last row has {1}: they take the owner {2}, once a login, for the owner has one password to check and does {3} rounds a second. We timed 16 guesses of that row and worked out the rest. At 1 round most of the attacker's time goes into handing the guesses over; from 1,000 on the rounds decide.
    Die letzte Zeile hat {1}: Sie kosten den Besitzer {2}, einmal je Anmeldung, denn er hat ein Passwort zu prüfen und schafft {3} Runden je Sekunde. Gemessen haben wir 16 Versuche dieser Zeile und den Rest daraus berechnet. Bei 1 Runde kostet den Angreifer die Übergabe der Versuche die meiste Zeit; ab 1.000 entscheiden die Runden.
    , from what was measured
    , aus dem Gemessenen
    Larger attacks{1}
    Größere Angriffe{1}
    How long it takes to try all the passwords of a kind: half of it on average. The last column is a graphics card (RTX 4090: {1} rounds a second, measured with hashcat 6.2.6), and an attacker may have many.
    So lange dauert es, alle Passwörter einer Art zu probieren; im Mittel reicht die halbe Zeit. Die letzte Spalte ist eine Grafikkarte (RTX 4090: {1} Runden je Sekunde, gemessen mit hashcat 6.2.6), und ein Angreifer kann viele haben.
    this core
    dieser Kern
    at that rate
    in diesem Tempo
    all passwords of
    alle Passwörter
    a list of 14 million
    Liste von 14 Mio.
    6 small letters
    6 Kleinbuchstaben
    8 of 95 characters
    8 aus 95 Zeichen
    5 words of 7,776
    5 Wörter aus 7.776

    and
    und
    salt {1}…
    Salt {1}…
    {1}{2}key {3}…  {4}
    {1}{2}Schlüssel {3}…  {4}
    {1}   (guess {2})
    {1}   (Versuch {2})
    A salt is random, new for every password, and kept beside the key; it is no secret.
    Ein Salt ist zufällig, für jedes Passwort neu und steht neben dem Schlüssel; es ist kein Geheimnis.
    It makes equal passwords look different, and makes every stolen key cost an attack of its own.
    Es lässt gleiche Passwörter verschieden aussehen, und jeder gestohlene Schlüssel kostet einen eigenen Angriff.
    It does not make a weak password strong: rounds make guesses slow, length makes them many.
    Es macht kein schwaches Passwort stark: Runden machen die Versuche langsam, Länge macht sie zahlreich.
    not in the list: found neither with nor without salts
    nicht in der Liste: weder mit noch ohne Salt gefunden
    carol has it, too: without salts three keys are equal
    carol hat es auch: Ohne Salt sind drei Schlüssel gleich
    guess 2 of the list, with a salt too
    Versuch 2 der Liste, auch mit Salt
    what memory takes from somebody with many cores.
    was Speicher jemandem nimmt, der viele Kerne hat.
    You will see what a thief learns from stolen keys when they have no salt, and what is left with one.
    Hier ist zu sehen, was ein Dieb aus gestohlenen Schlüsseln ohne Salt erfährt und was mit Salt davon bleibt.
    Four users
    Vier Benutzer
    A server keeps, for each user, a key made from the password by PBKDF2 ({1} rounds here, so that the lesson is quick). These are the passwords; the server has forgotten them:
    Ein Server bewahrt für jeden Benutzer einen Schlüssel auf, den PBKDF2 aus dem Passwort macht (hier mit {1} Runden, damit die Lektion schnell ist). Dies sind die Passwörter; der Server hat sie vergessen:
    Without salt
    Ohne Salt
    The key depends on the password alone. Equal keys have the same letter:
    Der Schlüssel hängt nur vom Passwort ab. Gleiche Schlüssel haben denselben Buchstaben:
    How many different keys will there be?
    Wie viele verschiedene Schlüssel gibt es?
    Whoever steals this sees at once that {1} have one password, and has to hash each guess only once to compare it with everybody's key. They may even have done it years before the theft and bring the table along.
    Wer das stiehlt, sieht sofort, dass {1} dasselbe Passwort haben, und muss aus jedem Versuch nur einmal einen Schlüssel berechnen, um ihn mit denen aller Benutzer zu vergleichen. Vielleicht hat er das sogar Jahre vor dem Diebstahl getan und bringt die Tabelle mit.
    With salt
    Mit Salt
    Each user gets 16 random bytes, the salt (128 bits, as NIST SP 800-132, section 5.1 asks), and the key depends on the password and the salt. The salt is stored beside the key, since the server needs it at each login.
    Jeder Benutzer bekommt 16 Zufallsbytes, das Salt (128 Bit, wie es NIST SP 800-132, Abschnitt 5.1, verlangt), und der Schlüssel hängt vom Passwort und vom Salt ab. Das Salt wird neben dem Schlüssel gespeichert, denn der Server braucht es bei jeder Anmeldung.
    How many different keys now?
    Wie viele verschiedene Schlüssel sind es jetzt?
    The same passwords, and no two keys are alike. A guess has to be hashed anew for each salt, and no table can be made before the theft: the salts were not known.
    Dieselben Passwörter, und keine zwei Schlüssel sind gleich. Ein Versuch muss für jedes Salt neu berechnet werden, und eine Tabelle lässt sich vor dem Diebstahl nicht anlegen: Die Salts waren nicht bekannt.
    How many keys must the attacker derive for one pass?
    Wie viele Schlüssel muss der Angreifer für einen Durchgang ableiten?
    The same are found: a salt does not hide a weak password from somebody who tries it.
    Gefunden werden dieselben: Ein Salt verbirgt ein schwaches Passwort nicht vor jemandem, der es probiert.
    What it costs the attacker
    Was es den Angreifer kostet
    Keys to derive for one pass over our list, for a file of so many users:
    So viele Schlüssel sind für einen Durchgang durch unsere Liste abzuleiten, je nach Zahl der Benutzer in der Datei:
    users
    Benutzer
    without salt
    ohne Salt
    with salt
    mit Salt
    not found
    nicht gefunden
    {1} key{2} derived
    {1} Schlüssel{2||} abgeleitet

    pass
    Durchgang
    passes
    Durchgängen
    You will see why a graphics card with thousands of cores guesses slowly when each guess needs memory, and which parts of that memory a password decides about.
    Hier ist zu sehen, warum eine Grafikkarte mit Tausenden Kernen langsam rät, wenn jeder Versuch Speicher braucht, und über welche Teile dieses Speichers ein Passwort entscheidet.
    Rounds cost an attacker time, on each of thousands of cores. Memory costs room, and they all share it.
    Runden kosten einen Angreifer Zeit, auf jedem von Tausenden Kernen. Speicher kostet Platz, und den teilen sich alle.
    Argon2id chooses what it reads by place first, and by the password from the middle of the first pass on.
    Argon2id wählt zuerst nach der Stelle, was es liest, und ab der Mitte des ersten Durchgangs nach dem Passwort.
    Memory raises the cost of a guess, not the number of guesses: a short password stays a short password.
    Speicher erhöht die Kosten eines Versuchs, nicht die Zahl der Versuche: Ein kurzes Passwort bleibt ein kurzes Passwort.
    what OWASP recommends: 1,293 guesses at once, and at most 10,118 a second
    was OWASP empfiehlt: 1.293 Versuche zugleich und höchstens 10.118 je Sekunde
    one pass: nearly half of all reads are the same for every password
    ein Durchgang: Fast die Hälfte aller Lesezugriffe ist bei jedem Passwort gleich
    one password twice: all reads are the same, so they give it away
    zweimal dasselbe Passwort: Alle Lesezugriffe sind gleich, also verraten sie es
    how a comparison that stops early tells a secret.
    wie ein Vergleich, der früh aufhört, ein Geheimnis verrät.
    Many cores, one memory
    Viele Kerne, ein Speicher
    PBKDF2 needs a few hundred bytes. Each of a card's cores has them in registers of its own, so all cores guess at once. Argon2id (RFC 9106) fills a large memory and reads it again; from the middle of the first pass on, the password decides where. Each guess at the same time needs such a memory, and all cores of the card share one.
    PBKDF2 braucht ein paar hundert Byte. Jeder Kern einer Grafikkarte hat sie in eigenen Registern, also raten alle Kerne gleichzeitig. Argon2id (RFC 9106) füllt einen großen Speicher und liest ihn wieder; von der Mitte des ersten Durchgangs an bestimmt das Passwort, wo. Jeder gleichzeitige Rateversuch braucht einen solchen Speicher, und alle Kerne der Karte teilen sich einen.
    A card has {1} cores and {2} GiB. How many guesses of {3} MiB has it room for?
    Eine Karte hat {1} Kerne und {2} GiB. Für wie viele Versuche zu je {3} MiB hat sie Platz?
    cores
    Kerne
    memory
    Speicher
    room for
    Platz für
    at once
    zugleich
    registers
    Register
    all
    alle
    == Argon2id, {1} MiB
    Twice the cores would not make one more; twice the memory would make twice as many.
    Doppelt so viele Kerne brächten keinen einzigen mehr; doppelt so viel Speicher brächte doppelt so viele.
    That is more than there are cores: so little memory does not bind this card.
    Das sind mehr, als es Kerne gibt: So wenig Speicher bremst diese Karte nicht.
    {1} MiB divided by {2} MiB are {3}. {4}
    {1} MiB geteilt durch {2} MiB ergeben {3}. {4}
    The memory, block by block
    Der Speicher, Block für Block
    A small Argon2id, with {1} blocks of 1 KiB and one lane. Blocks 0 and 1 are hashes of the password, the salt and all parameters. Each further block is mixed from two: the one before it, and one that is chosen among all before that. The password is A, and B is the other.
    Ein kleines Argon2id, mit {1} Blöcken zu 1 KiB und einer Bahn. Die Blöcke 0 und 1 sind Hashwerte aus dem Passwort, dem Salt und allen Parametern. Jeder weitere Block wird aus zweien gemischt: aus dem vorigen und aus einem, der unter allen davor ausgewählt wird. Das Passwort ist A, und B ist das andere.
    password A  {1}
    Passwort A  {1}
    password B  {1}
    Passwort B  {1}
    salt        {1}
    Salt        {1}
    passes      {1}
    Durchgänge  {1}
    In the upper half, will A and B choose the same blocks?
    Wählen A und B in der oberen Hälfte dieselben Blöcke?
    And in the lower half?
    Und in der unteren Hälfte?
    A line for each block of the first pass, with what it reads:
    Eine Zeile für jeden Block des ersten Durchgangs, mit dem, was er liest:
    ■ the block    - the one before it    · filled before, and not read
    ■ der Block    - der vorige    · vorher gefüllt und nicht gelesen
    = read under both passwords    A, B read under that one alone
    = unter beiden Passwörtern gelesen    A, B nur unter diesem gelesen
    ── from here on the password chooses ──
    ── ab hier wählt das Passwort ──
    After {1}, a hash of the last block is the key:
    Nach {1} ist ein Hashwert des letzten Blocks der Schlüssel:
    key {1}
    Schlüssel {1}
    The library's Argon2id says of A: {1}.
    Zum Vergleich Argon2id der Bibliothek für A: {1}.
    What the password decides
    Worüber das Passwort entscheidet
    How many blocks are the same in both derivations, besides the one before:
    So viele gelesene Blöcke sind in beiden Ableitungen dieselben, den vorigen nicht gezählt:
    chosen by
    gewählt nach
    reads
    gelesen
    , second half
    , 2. Hälfte
    , first half
    , 1. Hälfte
    pass {1}{2}
    Durchgang {1}{2}
    place
    Stelle
    Where the place alone chooses, the reads tell nothing about the password, but somebody who builds a device can plan them. Where the block before chooses, nobody can plan them, but whoever sees the reads of this machine's memory can test guesses by them. Argon2id is both in turn (RFC 9106, section 3.4.1.3). Nothing else in these libraries but scrypt reads a place that a secret decides.
    Wo allein die Stelle wählt, verraten die Lesezugriffe nichts über das Passwort, aber wer ein Gerät baut, kann sie einplanen. Wo der vorige Block wählt, kann niemand sie einplanen, aber wer die Lesezugriffe auf den Speicher dieses Rechners sieht, kann mit ihnen Rateversuche überprüfen. Argon2id wählt erst auf die eine, dann auf die andere Art (RFC 9106, Abschnitt 3.4.1.3). Außer ihm liest in diesen Bibliotheken nur scrypt eine Stelle, über die ein Geheimnis entscheidet.
    Whoever keeps fewer blocks
    Wer weniger Blöcke behält
    An attacker may keep only some blocks, and compute the others again when they are read: from the two that each was made of, which may be missing, too. The first pass of A, with the blocks that are computed:
    Ein Angreifer kann nur einige Blöcke behalten und die anderen neu berechnen, wenn sie gelesen werden: aus den zweien, aus denen jeder gemacht ist und die auch fehlen können. Der erste Durchgang von A, mit den Blöcken, die berechnet werden:
    Half of the memory: will it take twice the work, or less?
    Der halbe Speicher: Macht das doppelt so viel Arbeit oder weniger?
    blocks that are kept
    Blöcke, die bleiben
    computed
    berechnet
    times
    Faktor
    each of number {1}, {2} …
    Nummer {1}, {2} …
    The less is kept, the longer are the ways back, and each step of one waits for the step before. In a real memory they are longer. This is the plainest way to save; RFC 9106, section 7.2, says what the best known ones save.
    Je weniger bleibt, desto länger sind die Wege zurück, und jeder Schritt eines Weges wartet auf den vorigen. In einem echten Speicher sind sie länger. Das ist die einfachste Art zu sparen; RFC 9106, Abschnitt 7.2, sagt, was die besten bekannten sparen.
    What a guess costs the card
    Was ein Versuch die Karte kostet
    Many cores can share the work of one guess, so that few guesses keep a card busy. Then the way to the memory is the limit: for each block, one is read and one is written, and from the second pass on the old one is read, too.
    Viele Kerne können sich die Arbeit eines Versuchs teilen, sodass schon wenige Versuche eine Karte auslasten. Dann ist der Weg zum Speicher die Grenze: Für jeden Block wird einer gelesen und einer geschrieben, und ab dem zweiten Durchgang wird auch der alte gelesen.
    moved
    bewegt
    a second
    je Sekunde
    a day
    je Tag
    Argon2id, at most
    Argon2id, höchstens
    == Argon2id, hashcat
    Argon2id: hashcat pull request 4284.
    Argon2id: Pull-Request 4284 von hashcat.
    The card moves 1,008 GB a second, and has {1} cores and 24 GB (The FPS Review, specifications of the RTX 4090). "At most" is that divided by what a guess moves. PBKDF2-HMAC-SHA512 at the rounds that OWASP recommends: hashcat 6.2.6, mode 12100, 3,120.9 kH/s at 999 rounds, measured by Chick3nman.{2}
    Die Karte bewegt 1.008 GB je Sekunde und hat {1} Kerne und 24 GB (The FPS Review, technische Daten der RTX 4090). „Höchstens“ ist das geteilt durch das, was ein Versuch bewegt. PBKDF2-HMAC-SHA512 mit den Runden, die OWASP empfiehlt: hashcat 6.2.6, Modus 12100, 3.120,9 kH/s bei 999 Runden, gemessen von Chick3nman.{2}
    Its owner waits for that Argon2id as long as for some 240,000 rounds (on one core of a Zen 3; article Choosing a function), so for the same wait a guess costs about 8 times as much. That is worth 3 bits of a password; one more random word is worth 12.9.
    Der Besitzer wartet auf dieses Argon2id so lange wie auf etwa 240.000 Runden (auf einem Kern eines Zen 3; Artikel Choosing a function). Bei gleicher Wartezeit kostet ein Versuch also etwa 8-mal so viel. Das ist 3 Bit eines Passworts wert; ein zufälliges Wort mehr ist 12,9 wert.
    OWASP chose its parameters of Argon2id by the same calculation, for less than 10,000 guesses a second on a card with 960 GB a second (OWASP CheatSheetSeries, pull request 1073).
    OWASP hat seine Parameter für Argon2id mit derselben Rechnung gewählt, für weniger als 10.000 Versuche je Sekunde auf einer Karte mit 960 GB je Sekunde (OWASP CheatSheetSeries, Pull-Request 1073).
    """#
}
