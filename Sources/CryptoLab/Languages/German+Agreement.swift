extension Language {
  /// German: time and agreement.
  static let germanAgreement = #"""
    guess 1
    Versuch 1
    guess 2
    Versuch 2
    median
    Median

    A comparison that stops at the first difference tells how much of a guess is right, by its time.
    Ein Vergleich, der beim ersten Unterschied aufhört, verrät durch seine Dauer, wie viel von einem Versuch richtig ist.
    Compare tags and keys with code that always looks at every byte: isValidAuthenticationCode, or == on a tag.
    Authentifizierungscodes und Schlüssel mit Code vergleichen, der immer jedes Byte ansieht: isValidAuthenticationCode, oder == bei einem Authentifizierungscode.
    Noise hides such a difference from one measurement, not from the middle of many.
    Rauschen verbirgt einen solchen Unterschied vor einer Messung, nicht vor der Mitte von vielen.
    bytes are counted instead of nanoseconds: the page without noise
    Bytes werden gezählt statt Nanosekunden: die Seite ohne Rauschen
    the last value of each byte is right: 256 guesses a byte, the most there are
    der letzte Wert jedes Bytes ist der richtige: 256 Versuche je Byte, mehr gibt es nicht
    the first guess is right: by luck the constant time does not help
    der erste Versuch ist richtig: Bei so viel Glück hilft die konstante Zeit nicht
    a secret made in front of everybody, and a proof that shows nothing.
    ein Geheimnis, das vor aller Augen entsteht, und ein Beweis, der nichts zeigt.
    You will see the time of a comparison tell a secret, and a comparison whose time tells nothing.
    Hier ist zu sehen, wie die Dauer eines Vergleichs ein Geheimnis verrät, und ein Vergleich, dessen Dauer nichts verrät.
    Two wrong guesses
    Zwei falsche Versuche
    A server checks a message by its tag, {1} bytes that nobody can compute without the key. Whoever forges a message has to guess the tag. Here are the right one and two guesses, each with one wrong byte:
    Ein Server prüft eine Nachricht an ihrem Authentifizierungscode (Tag), {1} Byte, die ohne den Schlüssel niemand berechnen kann. Wer eine Nachricht fälscht, muss den Authentifizierungscode raten. Hier sind der richtige und zwei Versuche, jeder mit einem falschen Byte:
    In guess 1 the first byte is wrong, in guess 2 the last. Both must be refused, and the sender must not learn which was nearer.
    Bei Versuch 1 ist das erste Byte falsch, bei Versuch 2 das letzte. Beide müssen abgelehnt werden, und der Absender darf nicht erfahren, welcher näher dran war.
    We count the bytes that each comparison looks at; time goes with them.
    Wir zählen die Bytes, die jeder Vergleich ansieht; nach ihnen richtet sich die Zeit.
    We time {1} samples of each, in random order, each of {2} comparisons, since one is too short for a clock. The machine does other things in between, so times vary; we look at the median, which has half of the samples below it.
    Wir messen jeden {1}-mal, in zufälliger Reihenfolge und jedes Mal über {2} Vergleiche, denn einer ist zu kurz für eine Uhr. Der Rechner tut zwischendurch anderes, darum schwanken die Zeiten; wir sehen auf den Median, unter dem die Hälfte der Messungen liegt.
    A comparison that stops early{1}
    Ein Vergleich, der früh aufhört{1}
    The plain way: look at the first byte of both, then at the second, and so on, and stop where they differ.
    Die einfache Art: von beiden das erste Byte ansehen, dann das zweite und so weiter, und aufhören, wo sie sich unterscheiden.
    Which guess takes longer to refuse: 1 or 2?
    Bei welchem Versuch dauert das Ablehnen länger: bei 1 oder 2?
    A comparison in constant time{1}
    Ein Vergleich in konstanter Zeit{1}
    This one collects the differences of all the bytes (⊕ and or) and looks at the result once, at the end. It is the one that this package uses for tags. The scale is the same as before.
    Dieser sammelt die Unterschiede aller Bytes (mit ⊕ und ODER) und sieht das Ergebnis nur einmal an, am Ende. Ihn benutzt dieses Paket für Authentifizierungscodes. Die Skala ist dieselbe wie vorher.
    And which takes longer now?
    Und bei welchem dauert es jetzt länger?
    What an attacker does with it
    Was ein Angreifer damit macht
    They try all values of the first byte, keep the one that takes longer, and go on to the next byte: at most 256 guesses a byte, not 256 times more with every byte. We let a program do it that sees how many bytes are looked at, which is what a clock tells to somebody with patience:
    Er probiert alle Werte des ersten Bytes, behält den, bei dem es länger dauert, und geht zum nächsten Byte weiter: höchstens 256 Versuche je Byte, nicht 256-mal so viele mit jedem Byte. Wir lassen das ein Programm tun, das sieht, wie viele Bytes angesehen werden; das verrät eine Uhr jemandem mit Geduld:
    Will the early exit give the tag away?
    Verrät der frühe Abbruch den Authentifizierungscode?
    early exit
    früher Abbruch
    constant time
    konstante Zeit
    ; this tag was found by luck
    ; dieser Authentifizierungscode wurde durch Glück gefunden
    Through a network the noise is far larger, and attackers send each guess many times until the middle stands still. In constant time the clock has nothing to tell{1}.
    Über ein Netz ist das Rauschen viel größer, und Angreifer senden jeden Versuch viele Male, bis die Mitte stillsteht. Bei konstanter Zeit hat die Uhr nichts zu verraten{1}.
    the tag is found
    Der Authentifizierungscode ist gefunden
    every guess was refused
    Jeder Versuch wurde abgelehnt
    guess 1 (first byte wrong)
    Versuch 1 (1. Byte falsch)
    guess 2 (last byte wrong)
    Versuch 2 (letztes falsch)
    {1} slower samples are not drawn
    {1} langsamere Messungen sind nicht gezeichnet
    ; half of the samples lie within {1} {2} of each other
    ; die Hälfte der Messungen liegt höchstens {1} {2} auseinander
    The time tells which guess was nearer
    Die Zeit verrät, welcher Versuch näher dran war
    The time does not tell which guess was nearer
    Die Zeit verrät nicht, welcher Versuch näher dran war
    The medians are {1} {2} apart{3}. {4}
    Die Mediane liegen {1} {2} auseinander{3}. {4}

    phone
    Telefon
    server
    Server
    different
    verschieden
    equal
    gleich
    challenge
    Challenge
    answer
    Antwort
    You will see how two parties who have never met make a secret in front of everybody, who can stand between them, and how one proves to the other that it knows a PIN without showing it.
    Hier ist zu sehen, wie zwei, die sich nie begegnet sind, vor aller Augen ein Geheimnis vereinbaren, wer zwischen ihnen stehen kann und wie einer dem anderen beweist, dass er eine PIN kennt, ohne sie zu zeigen.
    Key agreement gives two parties a secret that no listener has. It does not tell them who the other is.
    Eine Schlüsselvereinbarung gibt zwei Seiten ein Geheimnis, das kein Lauscher hat. Sie sagt ihnen nicht, wer die andere Seite ist.
    A public key that is known before, a pinned one, tells the phone that it talks to its server.
    Ein öffentlicher Schlüssel, der vorher bekannt und hinterlegt ist, sagt dem Telefon, dass es mit seinem Server spricht.
    A short secret must not be tested without the other party: CPace allows one guess in each run.
    Ein kurzes Geheimnis darf sich nicht ohne die andere Seite prüfen lassen: CPace erlaubt einen Versuch je Durchlauf.
    the first guess of a listener: 1 HMAC
    der erste Versuch eines Lauschers: 1 HMAC
    the last one: 10,000 HMACs
    der letzte: 10.000 HMACs
    Mallory guesses right: there is no other way in, and one try for it
    Mallory rät richtig: Es gibt keinen anderen Weg hinein und nur einen Versuch dafür
    all the lessons and primitives.
    alle Lektionen und Primitive.
    Two keys, one secret
    Zwei Schlüssel, ein Geheimnis
    X25519 (RFC 7748) multiplies a point of a curve by a number. The private key is a random number. The public key is the product of that number and a point that everybody knows.
    X25519 (RFC 7748) multipliziert einen Punkt einer Kurve mit einer Zahl. Der private Schlüssel ist eine Zufallszahl. Der öffentliche Schlüssel ist das Produkt aus dieser Zahl und einem Punkt, den jeder kennt.
    phone, private
    Telefon, privat
    phone, public
    Telefon, öffentlich
    server, private
    Server, privat
    server, public
    Server, öffentlich
    Each sends its public key, and multiplies the key that comes by its own private one:
    Jede Seite sendet ihren öffentlichen Schlüssel und multipliziert den, der ankommt, mit ihrem eigenen privaten:
    Eve hears both public keys. Does she know the secret?
    Eve hört beide öffentlichen Schlüssel mit. Kennt sie das Geheimnis?
    The two products are {1}, because the order of the numbers does not matter. Eve has no number. To find one from a public key takes about 2^128 steps (RFC 7748, section 1), unless she has a large quantum computer.
    Die beiden Produkte sind {1}, denn auf die Reihenfolge der Zahlen kommt es nicht an. Eve hat keine der Zahlen. Um eine aus einem öffentlichen Schlüssel zu finden, braucht sie etwa 2^128 Schritte (RFC 7748, Abschnitt 1), es sei denn, sie hat einen großen Quantencomputer.
    Both throw their private keys away when they have finished. Then nobody can compute the secret again, not even whoever takes the phone and the server tomorrow. Such keys are called ephemeral.
    Beide werfen ihre privaten Schlüssel weg, wenn sie fertig sind. Dann kann niemand das Geheimnis noch einmal berechnen, auch nicht, wer morgen das Telefon und den Server mitnimmt. Solche Schlüssel heißen flüchtig (englisch: ephemeral).
    Somebody in between
    Jemand dazwischen
    Mallory does more than listen: she keeps both public keys, and sends each party her own in their place.
    Mallory hört nicht nur mit: Sie behält beide öffentlichen Schlüssel und sendet jeder Seite stattdessen ihren eigenen.
    How many secrets are there now?
    Wie viele Geheimnisse gibt es jetzt?
    Two secrets, and Mallory has both. She decrypts what comes from one side, reads it, and encrypts it for the other. Neither side sees a difference. A secret that was agreed says nothing about who has it.
    Zwei Geheimnisse, und Mallory hat beide. Sie entschlüsselt, was von der einen Seite kommt, liest es und verschlüsselt es für die andere. Keine Seite sieht einen Unterschied. Ein vereinbartes Geheimnis sagt nichts darüber, wer es hat.
    A pinned key
    Ein hinterlegter Schlüssel
    An app can bring the public key of its server along. In the pattern NK of Noise, the first message is encrypted under a secret that this key is part of.
    Eine App kann den öffentlichen Schlüssel ihres Servers mitbringen. Im Muster NK von Noise ist die erste Nachricht unter einem Geheimnis verschlüsselt, in das dieser Schlüssel eingeht.
    Mallory stands between them again. Can she read the first message?
    Mallory steht wieder dazwischen. Kann sie die erste Nachricht lesen?
    Mallory can still cut the connection. She cannot read, change or answer anything, because she does not have the private key that belongs to the pinned one. `Session` of the library Sessions does all of this.
    Mallory kann die Verbindung immer noch trennen. Sie kann nichts lesen, ändern oder beantworten, denn sie hat den privaten Schlüssel nicht, der zu dem hinterlegten gehört. `Session` aus der Bibliothek Sessions macht das alles.
    reads {1}
    liest {1}
    the peer's message is not authentic
    Die Nachricht der Gegenseite ist nicht echt
    A proof that shows too much
    Ein Beweis, der zu viel zeigt
    Phone and server both know a PIN of four digits. The server sends a random challenge, and the phone answers with the HMAC-SHA-256 of it under the PIN. The PIN itself is never sent. Eve hears this:
    Telefon und Server kennen beide eine PIN aus vier Ziffern. Der Server sendet eine zufällige Bitfolge, die Challenge, und das Telefon antwortet mit ihrem HMAC-SHA-256 unter der PIN. Die PIN selbst wird nie gesendet. Eve hört dies mit:
    How many HMACs must Eve compute at most to know the PIN?
    Wie viele HMACs muss Eve höchstens berechnen, um die PIN zu kennen?
    She computes the answer of 0000, of 0001, and so on, until it is the one that she heard:
    Sie berechnet die Antwort zu 0000, zu 0001 und so weiter, bis es die ist, die sie gehört hat:
    found    {1}    after {2}
    gefunden    {1}    nach {2}
    Nobody notices, and it works tomorrow with what is recorded today. More rounds make it slower. They do not make the PINs more.
    Niemand merkt es, und es geht auch morgen noch mit dem, was heute aufgezeichnet wird. Mehr Runden machen es langsamer. Mehr PINs gibt es dadurch nicht.
    A proof that shows nothing
    Ein Beweis, der nichts zeigt
    In CPace (a draft of the IRTF) both make a point of the curve from the PIN, multiply it by a random number, and send the product. Then each multiplies what came by its own number. With one PIN the two results are equal, and a tag under a key from them proves it.
    In CPace (einem Entwurf der IRTF) machen beide aus der PIN einen Punkt der Kurve, multiplizieren ihn mit einer Zufallszahl und senden das Produkt. Dann multipliziert jede Seite, was ankam, mit ihrer eigenen Zahl. Bei gleicher PIN sind die beiden Ergebnisse gleich, und ein Authentifizierungscode unter einem Schlüssel daraus beweist es.
    phone, point
    Telefon, Punkt
    server, point
    Server, Punkt
    phone, tag
    Telefon, Tag
    server, tag
    Server, Tag
    Eve heard both points and both tags. Can she test 0000 with them?
    Eve hat beide Punkte und beide Authentifizierungscodes gehört. Kann sie damit 0000 prüfen?
    For each of the 10,000 PINs there is a number that makes the phone's point of it. So the point fits them all, and to test a tag she would have to multiply by a number that only one of the two had. Mallory has to take part herself, with a PIN:
    Für jede der 10.000 PINs gibt es eine Zahl, die aus ihr den Punkt des Telefons macht. Der Punkt passt also zu allen, und um einen Authentifizierungscode zu prüfen, müsste Eve mit einer Zahl multiplizieren, die nur einer der beiden hatte. Mallory muss selbst mitmachen, mit einer PIN:
    The server allows 3 runs that fail. Of 10,000 phones with random PINs, how many does she get into?
    Der Server erlaubt 3 Durchläufe, die scheitern. In wie viele von 10.000 Telefonen mit zufälligen PINs kommt sie hinein?
    One run, one guess: 3 of 10,000. What she learns of a wrong guess is that it was wrong. `SecretComparison` does this, for a PIN or for anything that two parties want to compare without showing it.
    Ein Durchlauf, ein Versuch: 3 von 10.000. Von einem falschen Versuch erfährt sie nur, dass er falsch war. `SecretComparison` macht das, für eine PIN oder für alles, was zwei Seiten vergleichen wollen, ohne es zu zeigen.
    """#
}
