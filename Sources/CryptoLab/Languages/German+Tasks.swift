extension Language {
  /// German: the exercises on authentication and on engineering.
  static let germanTasks = #"""
    SHA-256(secret, message): extend a signed message
    SHA-256(Geheimnis, Nachricht): eine Nachricht verlängern
    A server tags messages with SHA-256 of a secret followed by the message. The secret has 8 to 24 bytes. Make a message that begins with the given one and ends with the given suffix, and its tag.
    Der Authentifizierungscode (Tag) eines Servers ist SHA-256 eines Geheimnisses, dem die Nachricht folgt. Das Geheimnis hat 8 bis 24 Bytes. Bilde eine Nachricht, die mit der gegebenen beginnt und mit dem gegebenen Zusatz endet, und ihren Authentifizierungscode.
    a message that the server has tagged
    eine Nachricht, deren Authentifizierungscode der Server gebildet hat
    its tag
    ihr Authentifizierungscode
    what your message ends with
    womit deine Nachricht endet
    == send MESSAGE TAG
    ok if the tag is right, no if it is wrong; both in hexadecimal
    ok, wenn der Authentifizierungscode richtig ist, no, wenn er falsch ist; beide in hexadezimaler Form
    your message and its tag, both in hexadecimal, with a space between them
    deine Nachricht und ihr Authentifizierungscode, beide in hexadezimaler Form, mit einem Leerzeichen dazwischen
    A SHA-256 digest is the state of the hash after the last block. What was the last block?
    Ein SHA-256-Hashwert ist der Zustand nach dem letzten Block. Welcher Block war der letzte?
    SHA-256 pads with 80, zeros, and the length in bits as eight bytes. A message that contains this padding, and goes on after it, passes through the state that you know.
    SHA-256 füllt mit 80, Nullen und der Länge in Bit als acht Bytes auf. Eine Nachricht, die dieses Padding enthält und danach weitergeht, durchläuft den Zustand, den du kennst.
    Write SHA-256 so that it can start from a state and a length. Start from the tag, hash the suffix, and try each length of the secret.
    Schreib SHA-256 so, dass es von einem Zustand und einer Länge ausgehen kann. Geh vom Authentifizierungscode aus, hashe den Zusatz und probier jede Länge des Geheimnisses.

    a compare that stops early: the tag from modelled times
    ein Vergleich, der früh aufhört: Modellzeiten
    A server compares a tag of six bytes with yours, byte by byte, and stops at the first difference. The oracle tells how long that took, in nanoseconds of a model: a fixed part, 16 for each byte compared, and noise from 0 to 63. Find the tag.
    Ein Server vergleicht einen Authentifizierungscode von sechs Bytes mit deinem, Byte für Byte, und hört beim ersten Unterschied auf. Das Orakel sagt, wie lange das dauerte, in Nanosekunden eines Modells: ein fester Teil, 16 für jedes verglichene Byte und ein Rauschen von 0 bis 63. Finde den Authentifizierungscode.
    == compare TAG
    ok NANOSECONDS if the tag is right, no NANOSECONDS if it is wrong
    ok NANOSEKUNDEN, wenn der Authentifizierungscode richtig ist, no NANOSEKUNDEN, wenn er falsch ist
    the tag, six bytes in hexadecimal
    der Authentifizierungscode, sechs Bytes in hexadezimaler Form
    Which guesses take longer than the others? What do they have in common?
    Welche Versuche dauern länger als die anderen? Was haben sie gemeinsam?
    Noise only adds. Of many times of the same guess, the smallest is nearest to the truth.
    Rauschen verlängert nur. Von vielen Zeiten desselben Versuchs liegt die kleinste der Wahrheit am nächsten.
    For each byte, measure all 256 values four times. The smallest time of all then belongs to a wrong one, all but surely. Drop every value that was once less than 16 above it, and measure the others again until one is left.
    Miss für jedes Byte alle 256 Werte viermal. Die kleinste Zeit gehört dann so gut wie sicher zu einem falschen. Streich jeden Wert, der einmal weniger als 16 darüber lag, und miss die anderen noch einmal, bis einer übrig ist.

    the same on a real clock: the code of a slow lock
    dasselbe mit einer echten Uhr: ein langsames Schloss
    A lock compares a code of six digits with yours, and stops at the first difference. It waits at least 5 ms for each digit that it compares, so that you can measure its time from outside, with the clock of your program. Real comparisons take nanoseconds; the way to the code is the same, with more questions. Find the code.
    Ein Schloss vergleicht einen Code aus sechs Ziffern mit deinem und hört beim ersten Unterschied auf. Für jede verglichene Ziffer wartet es mindestens 5 ms. Darum kannst du seine Zeit von außen messen, mit der Uhr deines Programms. Echte Vergleiche dauern Nanosekunden; der Weg zum Code ist derselbe, mit mehr Fragen. Finde den Code.
    == compare CODE
    ok if the code is right, no if it is wrong, after a while
    ok, wenn der Code richtig ist, no, wenn er falsch ist, nach einer Weile
    the code, six digits
    der Code, sechs Ziffern
    Measure from before you send a line until after you have read the reply.
    Miss von vor dem Senden einer Zeile bis nach dem Lesen der Antwort.
    A busy machine only adds time. A guess that was once fast cannot be the right one.
    Ein ausgelasteter Rechner verlängert die Zeit nur. Ein Versuch, der einmal schnell war, kann nicht der richtige sein.
    A guess whose first n digits are right takes at least 5 · (n + 1) ms. Drop each digit that was once faster than that, and measure the others again.
    Ein Versuch, dessen erste n Ziffern richtig sind, dauert mindestens 5 · (n + 1) ms. Streich jede Ziffer, die einmal schneller war, und miss die anderen noch einmal.

    GCM with a nonce used twice: seal a message of your own
    GCM, eine Nonce zweimal: selbst etwas versiegeln
    Two messages of 16 bytes were sealed with AES-GCM under the same key and nonce, without associated data. You know one of them. Seal the demanded message under the same nonce.
    Zwei Nachrichten von 16 Bytes wurden mit AES-GCM unter demselben Schlüssel und derselben Nonce versiegelt, ohne Zusatzdaten. Eine davon kennst du. Versiegle die verlangte Nachricht unter derselben Nonce.
    For one block C of ciphertext the tag is C · H² + L · H + mask, in GF(2^128): + is ⊕, and · is GHASH's product. H depends only on the key. The mask depends on key and nonce. The block L has the lengths: 64 zero bits, and 128 as 64 bits.
    Für einen Block C des Geheimtexts ist der Authentifizierungscode (Tag) C · H² + L · H + Maske, in GF(2^128): + ist ⊕, und · ist das Produkt von GHASH. H hängt nur vom Schlüssel ab, die Maske von Schlüssel und Nonce. Der Block L enthält die Längen: 64 Nullbits und 128 als 64 Bit.
    the nonce of both
    die Nonce beider Nachrichten
    the first message
    die erste Nachricht
    its ciphertext
    ihr Geheimtext
    the ciphertext of the second message
    der Geheimtext der zweiten Nachricht
    the message to seal
    die Nachricht, die versiegelt werden soll
    == open CIPHERTEXT TAG
    ok if the tag is right, no if it is wrong
    ok, wenn der Authentifizierungscode richtig ist, no, wenn er falsch ist
    ciphertext and tag, both in hexadecimal, with a space between them
    Geheimtext und Authentifizierungscode, beide in hexadezimaler Form, mit einem Leerzeichen dazwischen
    The ciphertext is CTR's: one message that is known gives the keystream. The tag is what takes work.
    Der Geheimtext ist der von CTR: Eine bekannte Nachricht ergibt den Schlüsselstrom. Arbeit macht der Authentifizierungscode.
    Add the two tags: the mask is the same in both, and so is L · H. What is left of the formula?
    Addiere die beiden Authentifizierungscodes: Die Maske ist in beiden gleich, und L · H auch. Was bleibt von der Formel?
    T1 + T2 = (C1 + C2) · H². Divide, and take the root: squaring 127 times gives it. Then the mask is T1 + C1 · H² + L · H.
    T1 + T2 = (C1 + C2) · H². Teile und zieh die Wurzel: 127-mal quadrieren ergibt sie. Die Maske ist dann T1 + C1 · H² + L · H.

    a tag of two bytes: get a message accepted
    ein Authentifizierungscode von zwei Bytes: eine Nachricht einschmuggeln
    A server checks only the first two bytes of an HMAC-SHA-256, and refuses as often as you like. Find the tag with which it accepts the given message.
    Ein Server prüft nur die ersten zwei Bytes eines HMAC-SHA-256 und lässt beliebig viele Fehlversuche zu. Finde den Authentifizierungscode, mit dem er die gegebene Nachricht annimmt.
    the message that the server shall accept, as text
    die Nachricht, die der Server annehmen soll, als Text
    the tag, two bytes in hexadecimal
    der Authentifizierungscode, zwei Bytes in hexadezimaler Form
    How many tags of two bytes are there? How long does the oracle take for one?
    Wie viele Authentifizierungscodes von zwei Bytes gibt es? Wie lange braucht das Orakel für einen?
    Send many requests before you read the first reply: a pipe is faster that way. Only one is answered with ok.
    Schick viele Anfragen, bevor du die erste Antwort liest: So ist eine Pipe schneller. Nur eine wird mit ok beantwortet.

    the most PBKDF2 rounds that a login server can afford
    die höchste Rundenzahl für PBKDF2 auf einem Server
    A login server stretches each password with PBKDF2, on one core. A user shall wait for it at most as long as the limit says. At the busiest time the logins must not pile up: all cores together must do as many as arrive. The oracle measures how long a derivation takes on this server (it is a model, without noise). How many rounds can the server afford at most?
    Ein Server streckt bei jeder Anmeldung das Passwort mit PBKDF2, auf einem Kern. Ein Benutzer soll höchstens so lange warten, wie die Grenze sagt. Zur Stoßzeit dürfen sich die Anmeldungen nicht stauen: Alle Kerne zusammen müssen so viele schaffen, wie eintreffen. Das Orakel misst, wie lange eine Ableitung auf diesem Server dauert (ein Modell ohne Rauschen). Wie viele Runden kann sich der Server höchstens leisten?
    how long a user may wait, in milliseconds
    wie lange ein Benutzer warten darf, in Millisekunden
    the cores of the server
    die Kerne des Servers
    the logins that arrive in a second at the busiest time
    die Anmeldungen je Sekunde zur Stoßzeit
    == time ROUNDS
    ok MICROSECONDS, the time of one derivation, rounded up
    ok MIKROSEKUNDEN, die Zeit einer Ableitung, aufgerundet
    the number of rounds, at most 1 % below the largest that fits
    die Rundenzahl, höchstens 1 % unter der größten möglichen
    How many milliseconds of a core are there for each login, if all cores work all the time?
    Wie viele Millisekunden eines Kerns gibt es für jede Anmeldung, wenn alle Kerne immer arbeiten?
    The budget is the smaller of two times: the limit, and 1000 · cores / logins milliseconds.
    Das Budget ist die kleinere von zwei Zeiten: die Grenze und 1000 · Kerne / Anmeldungen Millisekunden.
    The time is a fixed part plus a part for each round: two measurements give both.
    Die Zeit ist ein fester Teil und ein Teil für jede Runde: Zwei Messungen ergeben beide.

    a vault with two damaged headers: make it open again
    ein Tresor mit zwei beschädigten Köpfen: ihn öffnen
    A vault begins with two copies of its header, 720 bytes each, which are equal in a whole vault (FORMAT.md, section 2). In this one both are damaged, each in two places, and no place is damaged in both. Its password is known. Put the header together.
    Ein Tresor beginnt mit zwei Kopien seines Kopfs zu je 720 Bytes, die in einem unversehrten Tresor gleich sind (FORMAT.md, Abschnitt 2). In diesem sind beide beschädigt, jede an zwei Stellen, und keine Stelle ist in beiden beschädigt. Das Passwort ist bekannt. Setz den Kopf zusammen.
    With --write the vault is a file too, and swift-vault open shows whether a repaired one opens.
    Mit --write gibt es den Tresor auch als Datei, und swift-vault open zeigt, ob er sich nach der Reparatur öffnet.
    the vault with its damaged copies
    der Tresor mit seinen beschädigten Kopien
    its password
    sein Passwort
    == open HEADER
    ok SIZE of the content, or no and why, with this header in both places
    ok GRÖSSE des Inhalts, oder no und warum, mit diesem Kopf an beiden Stellen
    the header, 720 bytes in hexadecimal
    der Kopf, 720 Bytes in hexadezimaler Form
    Compare the two copies. Where they are equal, both are whole.
    Vergleich die beiden Kopien. Wo sie gleich sind, sind beide unversehrt.
    They differ in four places, and in each of them one copy is right. How many headers are possible?
    Sie unterscheiden sich an vier Stellen, und an jeder ist eine Kopie richtig. Wie viele Köpfe sind möglich?
    Sixteen, and the oracle tells which one opens. Without it: a slot that is not in use has only zeros, and in a slot in use the salt and the wrapped key are at offsets 8 and 40.
    Sechzehn, und das Orakel sagt, welcher den Tresor öffnet. Ohne Orakel: Ein unbenutzter Slot enthält nur Nullen, und in einem benutzten stehen Salt und eingepackter Schlüssel an den Stellen 8 und 40.
    """#
}
