extension Language {
  /// German: questions on modes, paddings and hashes.
  static let germanQuizModes = #"""
    A message of four blocks travels in ECB. One bit of ciphertext block 2 flips. Which blocks of the decrypted message change?
    Eine Nachricht aus vier Blöcken wird mit ECB verschlüsselt und übertragen. Ein Bit von Geheimtextblock 2 kippt. Welche Blöcke der entschlüsselten Nachricht ändern sich?
    block 1
    Block 1
    block 2
    Block 2
    block 3
    Block 3
    blocks 1 and 2
    die Blöcke 1 und 2
    blocks 2 and 3
    die Blöcke 2 und 3
    blocks 2, 3 and 4
    die Blöcke 2, 3 und 4
    every block
    alle Blöcke
    none
    keine
    That is CBC, where a ciphertext block is added to the next.
    Das gilt für CBC. Dort wird ein Geheimtextblock zum nächsten Block addiert.
    No block is handed on in ECB, so the damage stays in its block.
    ECB gibt keinen Block weiter. Darum bleibt der Schaden in seinem Block.
    In ECB blocks 1, 3 and 4 are decrypted without block 2.
    ECB entschlüsselt die Blöcke 1, 3 und 4 ohne Block 2.
    ECB decrypts each block by itself. Block 2 turns into random bytes, and the others do not see it.
    ECB entschlüsselt jeden Block für sich. Aus Block 2 werden zufällige Bytes. Die anderen Blöcke hängen nicht von ihm ab.

    A message of four blocks travels in CBC. One bit of ciphertext block 2 flips. Which blocks of the decrypted message change?
    Eine Nachricht aus vier Blöcken wird mit CBC verschlüsselt und übertragen. Ein Bit von Geheimtextblock 2 kippt. Welche Blöcke der entschlüsselten Nachricht ändern sich?
    That is ECB. In CBC ciphertext block 2 is also added to block 3.
    Das gilt für ECB. Bei CBC wird Geheimtextblock 2 auch zu Block 3 addiert.
    Block 4 is made of ciphertext blocks 3 and 4, and both are whole.
    Block 4 entsteht aus den Geheimtextblöcken 3 und 4, und beide sind unversehrt.
    Block 1 comes before, and block 4 does not use ciphertext block 2.
    Block 1 kommt davor, und Block 4 hängt nicht von Geheimtextblock 2 ab.
    Block 2 goes through AES and turns into random bytes. It is also added to block 3, where exactly the same bit flips. Block 4 depends only on ciphertext blocks 3 and 4.
    Geheimtextblock 2 durchläuft AES, und heraus kommen zufällige Bytes. Er wird auch zu Block 3 addiert, und dort kippt genau dasselbe Bit. Block 4 hängt nur von den Geheimtextblöcken 3 und 4 ab.

    A message of four blocks travels in CBC, and one bit of ciphertext block 2 flips. What happens to block 3?
    Eine Nachricht aus vier Blöcken wird mit CBC verschlüsselt, und ein Bit von Geheimtextblock 2 kippt. Was geschieht mit Block 3?
    1 bit of it changes
    ein Bit davon ändert sich
    about half of its bits change
    etwa die Hälfte seiner Bits ändert sich
    all of its bits change
    alle seine Bits ändern sich
    That happens in block 2, which goes through AES. To block 3 it is only added.
    Das geschieht mit Block 2, denn Geheimtextblock 2 durchläuft AES. Zu Block 3 wird er nur addiert.
    Ciphertext block 2 is added to block 3, so a bit changes there.
    Geheimtextblock 2 wird zu Block 3 addiert. Darum ändert sich dort ein Bit.
    One bit was flipped, and adding hands on exactly that bit.
    Ein Bit ist gekippt, und die Addition gibt genau dieses Bit weiter.
    Ciphertext block 2 is added to what AES makes of block 3, bit by bit and without carry. So an attacker can flip chosen bits there, at the price of a destroyed block 2.
    Geheimtextblock 2 wird Bit für Bit und ohne Übertrag zu dem addiert, was AES aus Geheimtextblock 3 macht. So kann ein Angreifer dort bestimmte Bits kippen. Der Preis dafür ist ein zerstörter Block 2.

    A message of four blocks travels in CFB (full blocks). One bit of ciphertext block 2 flips. Which blocks of the decrypted message change?
    Eine Nachricht aus vier Blöcken wird mit CFB (ganze Blöcke) verschlüsselt und übertragen. Ein Bit von Geheimtextblock 2 kippt. Welche Blöcke der entschlüsselten Nachricht ändern sich?
    Ciphertext block 2 also makes the keystream of block 3.
    Aus Geheimtextblock 2 entsteht auch der Schlüsselstrom für Block 3.
    The keystream of block 4 is made of ciphertext block 3, which is whole.
    Der Schlüsselstrom für Block 4 entsteht aus Geheimtextblock 3, und der ist unversehrt.
    Block 2 changes too: the flipped bit itself is there.
    Auch Block 2 ändert sich: Dort steht das gekippte Bit selbst.
    In block 2 the same bit flips. The ciphertext block is also the input of AES for block 3, which turns into random bytes. CBC does it the other way round.
    In Block 2 kippt dasselbe Bit. Der Geheimtextblock ist auch die Eingabe von AES für Block 3, und aus diesem werden zufällige Bytes. Bei CBC ist es umgekehrt.

    A message of four blocks travels in OFB. One bit of ciphertext block 2 flips. Which blocks of the decrypted message change?
    Eine Nachricht aus vier Blöcken wird mit OFB verschlüsselt und übertragen. Ein Bit von Geheimtextblock 2 kippt. Welche Blöcke der entschlüsselten Nachricht ändern sich?
    That is CBC or CFB. In OFB no ciphertext goes into the keystream.
    Das gilt für CBC und CFB. Bei OFB geht kein Geheimtext in den Schlüsselstrom ein.
    The keystream does not depend on the ciphertext, so nothing goes on.
    Der Schlüsselstrom hängt nicht vom Geheimtext ab. Darum wird nichts weitergegeben.
    The keystream is the same, so all other bits are right.
    Der Schlüsselstrom bleibt gleich. Darum sind alle anderen Bits richtig.
    OFB's keystream depends on key and IV alone, not on the message. One bit of the ciphertext is one bit of the message.
    Der Schlüsselstrom von OFB hängt nur von Schlüssel und IV ab, nicht von der Nachricht. Ein Bit des Geheimtexts ist ein Bit der Nachricht.

    One bit of a ciphertext in CTR flips. How many bits of the decrypted message change?
    Ein Bit eines Geheimtexts kippt, der mit CTR entstanden ist. Wie viele Bits der entschlüsselten Nachricht ändern sich?
    1 bit
    ein Bit
    about half of a block
    etwa die Hälfte eines Blocks
    a whole block
    ein ganzer Block
    everything from there on
    von dort an alle
    That would be so if the block went through AES. In CTR it is only added.
    Das wäre so, wenn der Block AES durchliefe. Bei CTR wird er nur addiert.
    A whole block is lost in ECB. In CTR a bit is a bit.
    Ein ganzer Block geht bei ECB verloren. Bei CTR bleibt ein Bit ein Bit.
    Nothing is handed on in CTR: each block has its own counter.
    CTR gibt nichts weiter: Jeder Block hat seinen eigenen Zähler.
    CTR adds a keystream, so each bit of the ciphertext is one bit of the message. Whoever knows what stands there can change it into anything.
    CTR addiert einen Schlüsselstrom. Darum ist jedes Bit des Geheimtexts ein Bit der Nachricht. Wer weiß, was dort steht, kann etwas Beliebiges daraus machen.

    One bit of block 2 of a message of four blocks changes, and it is encrypted again in CBC with the same key and IV. Which blocks of the ciphertext change?
    In einer Nachricht aus vier Blöcken ändert sich ein Bit von Block 2. Sie wird noch einmal mit CBC verschlüsselt, mit demselben Schlüssel und demselben IV. Welche Blöcke des Geheimtexts ändern sich?
    That is ECB. In CBC ciphertext block 2 goes into block 3.
    Das gilt für ECB. Bei CBC geht Geheimtextblock 2 in Block 3 ein.
    Block 3 changes, and so its change goes on into block 4.
    Block 3 ändert sich, und seine Änderung geht weiter in Block 4 ein.
    Block 1 is encrypted before block 2, and does not change.
    Block 1 wird vor Block 2 verschlüsselt und ändert sich nicht.
    Each ciphertext block is added to the next block of the message before AES, so a change goes on to the end. Block 1 comes before it.
    Jeder Geheimtextblock wird vor AES zum nächsten Block der Nachricht addiert. So setzt sich eine Änderung bis zum Ende fort. Block 1 kommt davor.

    One bit of block 2 of a message of four blocks changes, and it is encrypted again in ECB with the same key. Which blocks of the ciphertext change?
    In einer Nachricht aus vier Blöcken ändert sich ein Bit von Block 2. Sie wird noch einmal mit ECB verschlüsselt, mit demselben Schlüssel. Welche Blöcke des Geheimtexts ändern sich?
    In ECB nothing goes from block 2 into block 3.
    Bei ECB geht nichts von Block 2 in Block 3 ein.
    That is CBC, where a change goes on to the end.
    Das gilt für CBC. Dort setzt sich eine Änderung bis zum Ende fort.
    Each block is encrypted by itself, so the other three stay.
    Jeder Block wird für sich verschlüsselt. Darum bleiben die anderen drei gleich.
    ECB encrypts each block by itself. An observer sees which blocks of two messages are equal.
    ECB verschlüsselt jeden Block für sich. Ein Beobachter sieht, welche Blöcke zweier Nachrichten gleich sind.

    One bit of the IV of a CBC message of four blocks flips on the way. Which blocks of the message change?
    Eine Nachricht aus vier Blöcken ist mit CBC verschlüsselt. Unterwegs kippt ein Bit des IV. Welche Blöcke der entschlüsselten Nachricht ändern sich?
    In decryption the IV is added to block 1 alone. In encryption its change would go on.
    Beim Entschlüsseln wird der IV nur zu Block 1 addiert. Beim Verschlüsseln würde sich seine Änderung fortsetzen.
    Block 2 has ciphertext block 1 as its neighbour, not the IV.
    Block 2 hat Geheimtextblock 1 als Nachbarn, nicht den IV.
    The IV is added to block 1, so a bit of that changes.
    Der IV wird zu Block 1 addiert. Darum ändert sich dort ein Bit.
    The IV is added to the first block only, so exactly one bit of that block changes, and an attacker chooses which.
    Der IV wird nur zum ersten Block addiert. Darum ändert sich genau ein Bit dieses Blocks, und ein Angreifer sucht sich aus, welches.

    One bit of the first counter block (the nonce) of a CTR message of four blocks flips on the way. Which blocks of the decrypted message change?
    Eine Nachricht aus vier Blöcken ist mit CTR verschlüsselt. Unterwegs kippt ein Bit des ersten Zählerblocks (der Nonce). Welche Blöcke der entschlüsselten Nachricht ändern sich?
    The counter of every block is counted from the changed one, not only that of block 1.
    Die Zähler aller Blöcke werden vom veränderten aus weitergezählt, nicht nur der von Block 1.
    All counters differ, so the damage does not end after block 2.
    Alle Zähler sind anders. Darum endet der Schaden nicht nach Block 2.
    Another counter makes another keystream.
    Aus einem anderen Zähler entsteht ein anderer Schlüsselstrom.
    Every counter is counted from the first one, so the whole keystream is another one.
    Jeder Zähler wird vom ersten aus weitergezählt. Darum ist der ganze Schlüsselstrom ein anderer.

    All four blocks of a message are equal. In which of these modes are the ciphertext blocks equal too?
    Alle vier Blöcke einer Nachricht sind gleich. Bei welcher dieser Betriebsarten sind auch die Geheimtextblöcke gleich?
    In CBC each block is first added to the ciphertext before it, which differs.
    Bei CBC wird jeder Block zuerst zum Geheimtextblock davor addiert, und der ist jedes Mal ein anderer.
    In CTR each block has another counter, and so another keystream.
    Bei CTR hat jeder Block einen anderen Zähler und damit einen anderen Schlüsselstrom.
    In OFB each block has another piece of the keystream.
    Bei OFB hat jeder Block ein anderes Stück des Schlüsselstroms.
    Only in ECB does a ciphertext block depend on nothing but the key and its block. That is why one still sees a picture that was encrypted in ECB.
    Nur bei ECB hängt ein Geheimtextblock allein vom Schlüssel und von seinem Block ab. Darum ist ein Bild auch dann noch zu erkennen, wenn es mit ECB verschlüsselt ist.

    Somebody exchanges blocks 2 and 3 of a ciphertext of four in ECB. What does the receiver get?
    Jemand vertauscht die Blöcke 2 und 3 eines Geheimtexts aus vier Blöcken, der mit ECB entstanden ist. Was erhält der Empfänger?
    the message with blocks 2 and 3 exchanged
    die Nachricht mit vertauschten Blöcken 2 und 3
    an error
    einen Fehler
    a message with blocks 2 and 3 destroyed
    eine Nachricht mit zerstörten Blöcken 2 und 3
    a message destroyed from block 2 on
    eine Nachricht, die ab Block 2 zerstört ist
    ECB checks nothing, so there is nothing to fail.
    ECB prüft nichts. Darum kann auch nichts auffallen.
    No block was changed. Both decrypt as before, in another order.
    Kein Block wurde verändert. Beide werden wie zuvor entschlüsselt, nur in anderer Reihenfolge.
    No block depends on an earlier one in ECB.
    Bei ECB hängt kein Block von einem früheren ab.
    ECB has no order: each block decrypts by itself, wherever it stands, and nothing notices.
    ECB kennt keine Reihenfolge: Jeder Block wird für sich entschlüsselt, wo er auch steht, und nichts fällt auf.

    Ciphertext block 2 of four is lost on the way, in CBC. Which blocks of the message does the receiver read correctly?
    Bei CBC geht unterwegs der zweite von vier Geheimtextblöcken verloren. Welche Blöcke der Nachricht liest der Empfänger richtig?
    1 and 4
    1 und 4
    1, 3 and 4
    1, 3 und 4
    Block 4 still has ciphertext block 3 before it, so it is right too.
    Vor Block 4 steht immer noch Geheimtextblock 3. Darum ist auch er richtig.
    Block 3 now has ciphertext block 1 before it, which is the wrong one.
    Vor Block 3 steht jetzt Geheimtextblock 1, und das ist der falsche.
    Block 1 has the IV and ciphertext block 1, and both arrived.
    Block 1 braucht den IV und Geheimtextblock 1, und beide sind angekommen.
    Block 3 is now added to the wrong neighbour and comes out damaged. Block 4 still follows ciphertext block 3, so it is right.
    Block 3 wird jetzt zum falschen Nachbarn addiert und ist deshalb beschädigt. Block 4 folgt immer noch auf Geheimtextblock 3 und ist darum richtig.

    Which of these modes cannot encrypt 13 bytes without a padding?
    Welche dieser Betriebsarten können 13 Byte nicht ohne Padding verschlüsseln?
    ECB and CBC
    ECB und CBC
    CTR and OFB
    CTR und OFB
    OFB and GCM
    OFB und GCM
    Both add a keystream, and cut it to the length of the message.
    Beide addieren einen Schlüsselstrom und kürzen ihn auf die Länge der Nachricht.
    The modes that add a keystream need none.
    Betriebsarten, die einen Schlüsselstrom addieren, brauchen keines.
    ECB and CBC pass the message itself through AES, in whole blocks. CTR, OFB and GCM add a keystream, of which any number of bytes can be used.
    ECB und CBC schicken die Nachricht selbst durch AES, und zwar in ganzen Blöcken. CTR, OFB und GCM addieren einen Schlüsselstrom, von dem beliebig viele Bytes verwendet werden können.

    A message has 13 bytes. How long is its ciphertext in CTR, without the nonce?
    Eine Nachricht hat 13 Byte. Wie lang ist ihr Geheimtext bei CTR, ohne die Nonce?
    13 bytes
    13 Byte
    29 bytes
    29 Byte
    32 bytes
    32 Byte
    33 bytes
    33 Byte
    48 bytes
    48 Byte
    64 bytes
    64 Byte
    That would be padded to a block. CTR does not pad.
    Dazu müsste auf einen Block aufgefüllt werden. CTR füllt nicht auf.
    29 is 13 and a tag of 16. CTR has no tag.
    29 sind 13 und ein Authentifizierungscode von 16. CTR hat keinen Authentifizierungscode.
    That would be two blocks. CTR does not pad.
    Das wären zwei Blöcke. CTR füllt nicht auf.
    CTR adds a keystream and needs no padding, so a ciphertext shows the exact length of the message.
    CTR addiert einen Schlüsselstrom und braucht kein Padding. Darum zeigt ein Geheimtext die genaue Länge der Nachricht.

    Two messages were encrypted in CTR under the same key and nonce. What does someone learn who has only the two ciphertexts?
    Zwei Nachrichten wurden mit CTR verschlüsselt, mit demselben Schlüssel und derselben Nonce. Was erfährt jemand, der nur die beiden Geheimtexte hat?
    the sum (exclusive or) of the two messages
    die Summe (XOR) der beiden Nachrichten
    the key, and with it both of the messages
    den Schlüssel und damit beide Nachrichten
    only which of the two messages is the longer one
    nur, welche der beiden Nachrichten die längere ist
    AES does not give its key away, even for known messages.
    AES verrät seinen Schlüssel nicht, auch nicht bei bekannten Nachrichten.
    The keystream cancels, and the sum of the messages is much.
    Der Schlüsselstrom hebt sich auf, und die Summe der Nachrichten sagt viel.
    Lengths are always visible. Here the sum of the messages is visible too.
    Die Längen sind immer sichtbar. Hier ist es auch die Summe der Nachrichten.
    The keystream is the same and cancels in the sum of the ciphertexts. With guessed words, both messages can then be read.
    Der Schlüsselstrom ist derselbe und hebt sich in der Summe der Geheimtexte auf. Mit geratenen Wörtern lassen sich dann beide Nachrichten lesen.

    What must hold for the IV of CBC?
    Was gilt für den IV von CBC?
    nobody can predict it
    niemand kann ihn vorhersagen
    it must be as secret as the key
    er muss so geheim bleiben wie der Schlüssel
    it must be a counter
    er muss ein Zähler sein
    it must be the same for a key
    er muss für einen Schlüssel immer gleich sein
    It travels beside the ciphertext. The receiver needs it.
    Er wird neben dem Geheimtext übertragen. Der Empfänger braucht ihn.
    A counter can be predicted, and that is what must not be.
    Ein Zähler lässt sich vorhersagen, und gerade das darf nicht sein.
    Then equal messages have equal ciphertexts.
    Dann haben gleiche Nachrichten gleiche Geheimtexte.
    Who can predict the IV can have a chosen block encrypted that equals a guess of an earlier one, and see whether the ciphertext does too (SP 800-38A, appendix C). It travels with the ciphertext, so it is no secret.
    Angenommen, ein Angreifer kann den IV vorhersagen und einen selbst gewählten Block verschlüsseln lassen. Dann vermutet er, wie ein früherer Block lautet, wählt den neuen danach und sieht am Geheimtext, ob die Vermutung stimmt (SP 800-38A, Anhang C). Der IV wird mit dem Geheimtext übertragen und ist deshalb kein Geheimnis.

    What must hold for the counter blocks of CTR under one key?
    Was gilt bei CTR für die Zählerblöcke unter einem Schlüssel?
    no counter block is ever used twice
    kein Zählerblock wird je zweimal verwendet
    they must be as secret as the key itself
    sie müssen so geheim bleiben wie der Schlüssel
    they must be random
    sie müssen zufällig sein
    they must begin with zero
    sie müssen mit null beginnen
    They may be known. What they make under the key is secret.
    Sie dürfen bekannt sein. Geheim ist, was mit dem Schlüssel aus ihnen entsteht.
    Random ones do, if none is used twice. A plain counter does too.
    Zufällige genügen, wenn keiner zweimal verwendet wird. Ein einfacher Zähler genügt auch.
    They may begin anywhere. Only repeating is forbidden.
    Sie dürfen beginnen, wo sie wollen. Nur eine Wiederholung ist verboten.
    Two uses of a counter block are two uses of a keystream. A counter that never repeats is enough: it may be known and predictable (SP 800-38A, appendix B).
    Wird ein Zählerblock zweimal verwendet, so wird auch ein Schlüsselstrom zweimal verwendet. Ein Zähler, der sich nie wiederholt, genügt: Er darf bekannt und vorhersagbar sein (SP 800-38A, Anhang B).

    A message has 13 bytes. Which bytes does PKCS#7 add, for blocks of 16?
    Eine Nachricht hat 13 Byte. Welche Bytes fügt PKCS#7 an, wenn ein Block 16 Byte hat?
    That is ANSI X9.23 with zeros.
    Das ist ANSI X9.23 mit Nullen.
    That is ISO/IEC 7816-4.
    Das ist ISO/IEC 7816-4.
    In PKCS#7 all added bytes are equal.
    Bei PKCS#7 sind alle angefügten Bytes gleich.
    Three bytes are missing, so three bytes 03 are added: the value is the number.
    Drei Bytes fehlen, also werden drei Bytes 03 angefügt: Der Wert ist die Anzahl.

    A message has exactly 16 bytes. What does PKCS#7 add?
    Eine Nachricht hat genau 16 Byte. Was fügt PKCS#7 an?
    16 bytes 10 (hexadecimal)
    16 Bytes 10 (hexadezimal)
    15 bytes 00, and one byte 10
    15 Bytes 00 und ein Byte 10
    16 bytes 16 (hexadecimal)
    16 Bytes 16 (hexadezimal)
    Then a message that ends in 01 would lose that byte.
    Dann würde eine Nachricht, die mit 01 endet, dieses Byte verlieren.
    That is ANSI X9.23 with zeros. In PKCS#7 all added bytes are the same.
    Das ist ANSI X9.23 mit Nullen. Bei PKCS#7 sind alle angefügten Bytes dieselben.
    Each byte must be the number of bytes added: 16 is hexadecimal 10.
    Jedes Byte muss die Anzahl der angefügten Bytes sein: 16 ist hexadezimal 10.
    There must always be a padding, or the receiver could not tell it from a message that happens to end like one. So a whole block is added.
    Ein Padding muss immer da sein. Sonst könnte der Empfänger es nicht von einer Nachricht unterscheiden, die zufällig so endet. Darum wird ein ganzer Block angefügt.

    A message of 32 bytes is encrypted in CBC with PKCS#7. How long is the ciphertext, without IV?
    Eine Nachricht von 32 Byte wird mit CBC und PKCS#7 verschlüsselt. Wie lang ist der Geheimtext, ohne IV?
    A message that fits gets a whole block of padding.
    Eine Nachricht, die genau passt, bekommt einen ganzen Block Padding.
    CBC gives whole blocks: 33 is no multiple of 16.
    CBC liefert ganze Blöcke: 33 ist kein Vielfaches von 16.
    One block of padding is added, not two.
    Es wird ein Block Padding angefügt, nicht zwei.
    The message fills two blocks, and the padding a third one.
    Die Nachricht füllt zwei Blöcke und das Padding einen dritten.

    The last block of a decrypted message ends like this. Which ending is a valid PKCS#7 padding?
    So endet der letzte Block einer entschlüsselten Nachricht. Welches Ende ist ein gültiges PKCS#7-Padding?
    The last byte 03 claims three bytes of 03. The two before it are others.
    Das letzte Byte 03 verlangt drei Bytes 03. Die beiden davor sind andere.
    The last byte 03 claims three bytes of 03, and one of them is 02.
    Das letzte Byte 03 verlangt drei Bytes 03, und eines davon ist 02.
    00 is no number of added bytes: at least one is added.
    00 kann nicht die Anzahl der angefügten Bytes sein: Mindestens eines wird angefügt.
    The last byte says how many bytes belong to the padding, and all of these must have its value.
    Das letzte Byte sagt, wie viele Bytes zum Padding gehören, und alle diese Bytes müssen seinen Wert haben.

    A decrypted block ends with 04 04 04 01. How many bytes are taken off as PKCS#7 padding?
    Ein entschlüsselter Block endet mit 04 04 04 01. Wie viele Bytes werden als PKCS#7-Padding entfernt?
    1 byte
    1 Byte
    3 bytes
    3 Bytes
    4 bytes
    4 Bytes
    none: it is invalid
    keine: Das Padding ist ungültig
    Three is the number of the bytes 04. The last byte decides, and it is 01.
    Drei ist die Anzahl der Bytes 04. Das letzte Byte entscheidet, und es ist 01.
    The value 04 stands before the last byte, which alone says how many.
    Der Wert 04 steht vor dem letzten Byte, und dieses allein nennt die Anzahl.
    A last byte 01 is always a valid padding.
    Ein letztes Byte 01 ist immer ein gültiges Padding.
    The last byte alone decides: 01 is a padding of one byte. The 04 before it are message.
    Das letzte Byte entscheidet allein: 01 ist ein Padding von einem Byte. Die Bytes 04 davor gehören zur Nachricht.

    The last byte of a decrypted block is 11 in hexadecimal, which is 17. What does a receiver do who expects PKCS#7?
    Das letzte Byte eines entschlüsselten Blocks ist hexadezimal 11, also 17. Was macht ein Empfänger, der PKCS#7 erwartet?
    it refuses the padding as invalid
    er lehnt das Padding als ungültig ab
    it takes off 17 bytes
    er entfernt 17 Bytes
    it takes off 11 bytes
    er entfernt 11 Bytes
    it takes off nothing and accepts
    er entfernt nichts und nimmt die Nachricht an
    A block has 16 bytes, so no padding has 17.
    Ein Block hat 16 Byte. Darum hat kein Padding 17.
    11 is hexadecimal here, so it is 17, and 17 is too many.
    11 ist hier hexadezimal, also 17, und 17 sind zu viele.
    With PKCS#7 there is always padding. A block without one is wrong.
    Bei PKCS#7 gibt es immer ein Padding. Ein letzter Block ohne Padding ist falsch.
    A PKCS#7 padding has 1 to 16 bytes, since a block has 16. 00 is invalid for the same reason.
    Ein PKCS#7-Padding hat 1 bis 16 Byte, denn ein Block hat 16. Aus demselben Grund ist 00 ungültig.

    What is wrong with filling the last block up with zero bytes, and taking zeros off again?
    Der letzte Block wird mit Nullbytes aufgefüllt, und die Nullen werden später wieder entfernt. Was ist daran falsch?
    a message that ends with zero bytes loses them
    eine Nachricht, die mit Nullbytes endet, verliert sie
    zero bytes show the key
    Nullbytes verraten den Schlüssel
    AES cannot encrypt zeros
    AES kann keine Nullen verschlüsseln
    the ciphertext gets longer than with PKCS#7
    der Geheimtext wird länger als mit PKCS#7
    The padding goes through AES like the message, and says nothing of the key.
    Das Padding durchläuft AES wie die Nachricht und sagt nichts über den Schlüssel.
    AES encrypts any block.
    AES verschlüsselt jeden Block.
    It is never longer: PKCS#7 adds a byte at least, zeros may add none.
    Er wird nie länger: PKCS#7 fügt mindestens ein Byte an. Beim Auffüllen mit Nullen kommt manchmal keines dazu.
    Nothing tells the zeros of the message from those of the padding. PKCS#7 writes down how many it added.
    Nichts unterscheidet die Nullen der Nachricht von denen des Paddings. PKCS#7 schreibt auf, wie viele Bytes angefügt sind.

    16 random bytes are taken for a decrypted block. How likely do they end in a valid PKCS#7 padding?
    16 zufällige Bytes werden für einen entschlüsselten Block gehalten. Wie oft enden sie mit einem gültigen PKCS#7-Padding?
    about 1 in 256
    in etwa 1 von 256 Fällen
    about 1 in 2
    in etwa 1 von 2 Fällen
    about 1 in 16
    in etwa 1 von 16 Fällen
    never
    nie
    A last byte has 256 values, and two do not make half of them valid.
    Ein letztes Byte hat 256 mögliche Werte. Die Hälfte davon ist bei weitem nicht gültig.
    1 in 16 would need 16 values of the last byte to be enough by themselves. Only 01 is.
    Für 1 von 16 Fällen müssten 16 Werte des letzten Bytes für sich allein genügen. Das tut nur 01.
    A last byte 01 comes by chance, once in 256 blocks.
    Ein letztes Byte 01 kommt zufällig vor, einmal in 256 Blöcken.
    A last byte of 01 is enough, which is 1 in 256. The longer paddings add very little. So a wrong key is not always noticed by its padding.
    Ein letztes Byte 01 genügt, und das gibt es einmal in 256 Blöcken. Die längeren Paddings tragen nur sehr wenig bei. Ein falscher Schlüssel fällt also nicht immer am Padding auf.

    What does an attacker need to read a CBC message through a padding oracle?
    Was braucht ein Angreifer, um eine CBC-Nachricht mit einem Padding-Orakel zu lesen?
    answers, right or wrong, to forged ciphertexts
    Antworten, richtig oder falsch, auf gefälschte Geheimtexte
    another message together with its ciphertext
    eine andere Nachricht zusammen mit ihrem Geheimtext
    the first bytes of the key
    die ersten Bytes des Schlüssels
    a very fast computer, or a great number of them
    einen sehr schnellen Computer oder eine große Zahl davon
    Known messages are not needed. Yes or no from the receiver is.
    Bekannte Nachrichten braucht er nicht, aber ein Ja oder Nein vom Empfänger.
    Nothing of the key is needed, and nothing of it is found.
    Vom Schlüssel wird nichts gebraucht und nichts gefunden.
    About 128 questions a byte is no work for any computer.
    Etwa 128 Fragen für ein Byte sind für keinen Computer viel Arbeit.
    Every answer, right or wrong, says something about a byte of the decrypted block. Neither key nor message is needed to begin.
    Jede Antwort, ob richtig oder falsch, sagt etwas über ein Byte des entschlüsselten Blocks. Für den Anfang braucht man weder Schlüssel noch Nachricht.

    The attacker sends a forged block F before a ciphertext block, and the receiver finds the padding 01. What is the last byte of D, the output of AES decryption?
    Der Angreifer schickt vor einem Geheimtextblock einen gefälschten Block F, und der Empfänger findet das Padding 01. Was ist das letzte Byte von D, der Ausgabe der AES-Entschlüsselung?
    F's last byte ⊕ 01
    das letzte Byte von F ⊕ 01
    F's last byte
    das letzte Byte von F
    the key's last byte ⊕ 01
    das letzte Byte des Schlüssels ⊕ 01
    01 is D ⊕ F, what the receiver sees. F has to be taken away again.
    01 ist D ⊕ F, also das, was der Empfänger sieht. F muss davon wieder abgezogen werden.
    F's last byte is what was sent. The receiver sees it added to D.
    Das letzte Byte von F wurde geschickt. Der Empfänger sieht die Summe mit D.
    The attacker has nothing of the key, and needs nothing.
    Der Angreifer hat nichts vom Schlüssel und braucht auch nichts davon.
    The receiver sees D ⊕ F, and its last byte is 01. The last byte of the message's block is then the last byte of D, added to that of the block that really came before.
    Der Empfänger sieht D ⊕ F, und das letzte Byte davon ist 01. Das letzte Byte des Klartextblocks ist dann die Summe aus dem letzten Byte von D und dem des Blocks, der wirklich davor stand.

    How many questions does a padding oracle take for each byte, on average?
    Wie viele Fragen an ein Padding-Orakel braucht man im Durchschnitt für jedes Byte?
    about 128
    etwa 128
    about 8
    etwa 8
    about 65,536
    etwa 65.536
    about 2^128
    etwa 2^128
    8 is the number of bits, but a question tells of one value, not of one bit.
    8 ist die Anzahl der Bits, aber eine Frage gibt Auskunft über einen Wert, nicht über ein Bit.
    That would be all values of two bytes. Each byte is found by itself.
    Das wären alle Werte von zwei Bytes. Jedes Byte wird für sich gefunden.
    That is a search for a key. The oracle is asked about one byte at a time.
    Das wäre die Suche nach einem Schlüssel. Das Orakel wird immer nur nach einem Byte gefragt.
    There are 256 values for the byte, and the right one comes half way on average. Sixteen bytes take about 2,000 questions, not 2^128.
    Für das Byte gibt es 256 Werte, und der richtige kommt im Durchschnitt nach der Hälfte. Für 16 Bytes genügen etwa 2.000 Fragen statt 2^128.

    AES-256 instead of AES-128: how many more questions does a padding oracle take?
    AES-256 statt AES-128: Wie viele Fragen braucht man bei einem Padding-Orakel dann mehr?
    no more: the key does not matter
    keine: Der Schlüssel spielt keine Rolle
    twice as many
    doppelt so viele
    2^128 times as many, one for each further key
    2^128-mal so viele, eine für jeden weiteren Schlüssel
    14/10 as many
    14/10-mal so viele
    The time of a question may be longer, but not their number.
    Eine Frage kann länger dauern, aber es werden nicht mehr.
    The key is not searched. The receiver has it, and decrypts.
    Der Schlüssel wird nicht gesucht. Der Empfänger hat ihn und entschlüsselt.
    14 rounds in place of 10 make each decryption slower, and the questions no more.
    14 Runden statt 10 machen jede Entschlüsselung langsamer, aber es werden nicht mehr Fragen.
    The attacker lets the receiver decrypt, and never looks for the key.
    Der Angreifer lässt den Empfänger entschlüsseln und sucht den Schlüssel gar nicht.

    What stops padding oracles for good?
    Was verhindert Padding-Orakel endgültig?
    a MAC over IV and ciphertext, checked first
    ein MAC über IV und Geheimtext, der zuerst geprüft wird
    the same error message, whatever the cause may be
    dieselbe Fehlermeldung, was auch immer die Ursache gewesen ist
    a longer key
    ein längerer Schlüssel
    a random IV for each message
    ein zufälliger IV für jede Nachricht
    The time of the answer can still tell.
    Die Zeit bis zur Antwort kann es immer noch verraten.
    The attack does not look for the key.
    Der Angriff sucht den Schlüssel nicht.
    The attacker takes the IV as it comes, and sends blocks of their own.
    Der Angreifer nimmt den IV, wie er kommt, und schickt eigene Blöcke.
    A forgery is then refused before its padding is looked at. Without the IV under the MAC, each block could still be sent as the first one, after a forged IV. One message for all errors is not enough: the time that the answer takes can tell them apart.
    Eine Fälschung wird dann abgelehnt, bevor das Padding geprüft wird. Gilt der MAC nicht auch für den IV, so genügt ein gefälschter IV, um einen Block zu lesen. Dieselbe Meldung für alle Fehler genügt nicht: Die Zeit bis zur Antwort kann sie unterscheiden.

    How long is the SHA-256 digest of a file of 5 GB?
    Wie lang ist der SHA-256-Hashwert einer Datei von 5 GB?
    256 bytes
    256 Byte
    it depends on the file
    das hängt von der Datei ab
    256 is the number of bits, which are 32 bytes.
    256 ist die Anzahl der Bits, und das sind 32 Byte.
    64 bytes is the digest of SHA-512, or the block that SHA-256 reads at a time.
    64 Byte hat der Hashwert von SHA-512 oder der Block, den SHA-256 auf einmal liest.
    The file is of any length, the digest is not.
    Die Datei ist beliebig lang, der Hashwert nicht.
    A digest always has the same length: 256 bits, whatever is hashed.
    Ein Hashwert von SHA-256 hat bei jeder Eingabe dieselbe Länge: 256 Bit.

    One bit of a message changes. How many of the 256 bits of its SHA-256 digest change?
    Ein Bit einer Nachricht ändert sich. Wie viele der 256 Bits ihres SHA-256-Hashwerts ändern sich?
    all 256
    alle 256
    exactly one
    genau eines
    That would be a checksum that lets differences through. A hash function mixes each bit into all.
    Das wäre eine Prüfsumme, die Unterschiede durchreicht. Bei einer Hashfunktion wirkt jedes Bit auf alle.
    Eight bits are a byte. After a few rounds every byte is reached.
    Acht Bits sind ein Byte. Nach wenigen Runden ist jedes Byte erreicht.
    If all changed, the new digest would be the old one inverted, and could be told in advance.
    Würden sich alle ändern, so wäre der neue Hashwert der alte mit vertauschten Nullen und Einsen. Man könnte ihn vorhersagen.
    Each bit of the digest changes with a probability of one half. So two digests do not show whether their messages are alike.
    Jedes Bit des Hashwerts ändert sich mit der Wahrscheinlichkeit 1/2. So zeigen zwei Hashwerte nicht, ob ihre Nachrichten ähnlich sind.

    About how many hashes does a search for two messages with the same SHA-256 digest take?
    Etwa wie viele Hashwerte braucht man, um zwei Nachrichten mit demselben SHA-256-Hashwert zu finden?
    That is the search for a message with one given digest. Any two that agree are found much earlier.
    So lange sucht man eine Nachricht zu einem gegebenen Hashwert. Irgendein Paar mit gleichen Hashwerten findet man viel früher.
    That would do for a digest of 128 bits, such as MD5's.
    Das würde für einen Hashwert von 128 Bit genügen, wie MD5 ihn hat.
    A computer does that in seconds. No collision of SHA-256 is known.
    Das schafft ein Computer in Sekunden. Von SHA-256 ist keine Kollision bekannt.
    Among n digests there are about n²/2 pairs, so the square root of the number of digests is enough (the birthday paradox).
    Aus n Hashwerten lassen sich etwa n²/2 Paare bilden. Darum genügt die Wurzel aus der Anzahl aller Hashwerte (Geburtstagsparadoxon).

    For which of these hashes can two files with the same digest be made today?
    Für welche dieser Hashfunktionen lassen sich heute zwei Dateien mit demselben Hashwert herstellen?
    MD5 and SHA-1
    MD5 und SHA-1
    SHA-256 and SHA-512
    SHA-256 und SHA-512
    only SHA-224
    nur SHA-224
    none of them
    für keine davon
    No collision is known for either.
    Für keine der beiden ist eine Kollision bekannt.
    SHA-224 is SHA-256 with another start and a cut digest: none is known.
    SHA-224 ist SHA-256 mit anderem Anfangszustand und gekürztem Hashwert: Keine Kollision ist bekannt.
    Files with the same MD5 are made in seconds, and with the same SHA-1 since 2017.
    Dateien mit demselben MD5-Hashwert sind in Sekunden hergestellt. Mit demselben SHA-1-Hashwert gibt es sie seit 2017.
    Collisions of MD5 take seconds, and one of SHA-1 was published in 2017. None of SHA-2 is known.
    Kollisionen von MD5 findet man in Sekunden, und eine von SHA-1 wurde 2017 veröffentlicht. Von SHA-2 ist keine bekannt.

    A server tags messages with SHA-256(secret ‖ message). What can someone make from one message and its tag?
    Ein Server versieht Nachrichten mit dem Authentifizierungscode SHA-256(Geheimnis ‖ Nachricht). Was kann jemand aus einer Nachricht und ihrem Authentifizierungscode herstellen?
    a longer message with a right tag
    eine längere Nachricht mit richtigem Authentifizierungscode
    the secret
    das Geheimnis
    a shorter message with a right tag
    eine kürzere Nachricht mit richtigem Authentifizierungscode
    any message of their own, with a right tag
    jede beliebige eigene Nachricht mit richtigem Authentifizierungscode
    Hashing goes on from the tag. The secret is not needed, and is not found.
    Die Hashfunktion rechnet vom Authentifizierungscode aus weiter. Das Geheimnis wird nicht gebraucht und nicht gefunden.
    A state can be continued, and not wound back.
    Ein Zustand lässt sich fortsetzen, aber nicht zurückdrehen.
    The new message must begin with the old one and its padding.
    Die neue Nachricht muss mit der alten und ihrem Padding beginnen.
    The tag is the state of SHA-256, and hashing can go on from there. HMAC hashes twice, so its tag is no state that can be continued.
    Der Authentifizierungscode ist der Zustand von SHA-256, und von dort aus kann man weiterrechnen. HMAC wendet die Hashfunktion zweimal an. Darum ist sein Authentifizierungscode kein Zustand, der sich fortsetzen lässt.

    With which of these hashes does hash(secret ‖ message) resist length extension?
    Mit welcher dieser Hashfunktionen widersteht Hash(Geheimnis ‖ Nachricht) der Längenerweiterung?
    Its digest is its whole state, so hashing goes on from there.
    Ihr Hashwert ist ihr ganzer Zustand. Von dort aus lässt sich weiterrechnen.
    Its digest too is its whole state, of 512 bits.
    Auch ihr Hashwert ist ihr ganzer Zustand von 512 Bit.
    Its digest of 160 bits is its whole state.
    Ihr Hashwert von 160 Bit ist ihr ganzer Zustand.
    Its digest is only a half of the state, so an attacker would have to guess the other 256 bits. HMAC is still the right construction.
    Ihr Hashwert ist nur die Hälfte des Zustands. Die anderen 256 Bits müsste ein Angreifer raten. HMAC ist trotzdem die richtige Konstruktion.

    A message in CTR contains its CRC-32. Does this detect deliberate changes?
    Eine mit CTR verschlüsselte Nachricht enthält ihre CRC-32. Erkennt man damit absichtliche Änderungen?
    no: the checksum can be changed so that it fits
    nein: Die Prüfsumme lässt sich passend mitändern
    yes: whoever has no key cannot make a checksum that fits
    ja: Ohne den Schlüssel lässt sich die Prüfsumme nicht passend ändern
    yes, but only for long messages
    ja, aber nur bei langen Nachrichten
    only if the key is long enough
    nur bei genügend langem Schlüssel
    A CRC finds accidents. Whoever changes the text can compute the change of the CRC.
    Eine CRC findet zufällige Fehler. Wer den Text verändert, kann die Änderung der CRC berechnen.
    The length does not matter: the change of the CRC follows from the change of the text.
    Die Länge spielt keine Rolle: Die Änderung der CRC folgt aus der Änderung des Textes.
    The key makes the keystream, which the attacker need not know to add to a ciphertext.
    Aus dem Schlüssel entsteht der Schlüsselstrom. Um etwas zu einem Geheimtext zu addieren, muss der Angreifer ihn nicht kennen.
    CRC-32 is linear: the difference of two checksums depends on the difference of the messages alone, and CTR lets an attacker add it.
    CRC-32 ist linear: Die Differenz zweier Prüfsummen hängt nur von der Differenz der Nachrichten ab, und bei CTR kann ein Angreifer sie addieren.

    A server compares tags byte by byte and stops at the first difference. What does this give away?
    Ein Server vergleicht Authentifizierungscodes Byte für Byte und hört beim ersten Unterschied auf. Was verrät er damit?
    how many bytes at the beginning are right
    wie viele Bytes am Anfang richtig sind
    nothing, if the tag is long enough
    nichts, wenn der Authentifizierungscode lang genug ist
    the key of the MAC, one byte after the other
    den Schlüssel des MAC, ein Byte nach dem anderen
    the length of the message
    die Länge der Nachricht
    A long tag takes more bytes, but each is still found by itself.
    Ein langer Authentifizierungscode hat mehr Bytes, aber jedes wird immer noch für sich gefunden.
    The key is not read in this comparison. What is found is a tag for one message.
    Der Schlüssel kommt in diesem Vergleich nicht vor. Gefunden wird der Authentifizierungscode einer Nachricht.
    The length is known anyway. The time tells of the tag.
    Die Länge ist ohnehin bekannt. Die Zeit sagt etwas über den Authentifizierungscode.
    A comparison that stops later takes longer. So a tag can be found byte by byte, with at most 256 guesses each, instead of all at once.
    Ein Vergleich, der später aufhört, dauert länger. So lässt sich ein Authentifizierungscode Byte für Byte finden, mit höchstens 256 Versuchen für jedes, statt alles auf einmal.

    A server checks only 16 bits of an HMAC. How many tries does a forgery take at most?
    Ein Server prüft nur 16 Bits eines HMAC. Wie viele Versuche braucht eine Fälschung höchstens?
    65,536
    65.536
    256 would be 8 bits.
    256 wären es bei 8 Bits.
    2^32 would be 32 bits.
    2^32 wären es bei 32 Bits.
    That is the strength of a whole key of 128 bits. A tag of 16 bits has 2^16 values.
    Das ist die Stärke eines ganzen Schlüssels von 128 Bit. Ein Authentifizierungscode von 16 Bit hat 2^16 mögliche Werte.
    There are 2^16 tags of 16 bits, and one of them is right. The strength of the hash behind it does not matter.
    Es gibt 2^16 Authentifizierungscodes von 16 Bit, und einer davon ist richtig. Wie stark die Hashfunktion dahinter ist, spielt keine Rolle.

    Two parties share an HMAC key. What does a right tag not prove to a third party?
    Zwei Personen haben denselben HMAC-Schlüssel. Was beweist ein richtiger Authentifizierungscode einer dritten nicht?
    which of the two made it
    wer von beiden es war
    that the message is whole
    dass die Nachricht unversehrt ist
    that somebody with the key made it
    dass jemand mit dem Schlüssel ihn berechnet hat
    that the tag fits the message
    dass der Authentifizierungscode zur Nachricht passt
    It proves that to whoever has the key and checks.
    Das beweist er jedem, der den Schlüssel hat und prüft.
    It does prove that to whoever has the key. The question is which of the two it was.
    Das beweist er jedem, der den Schlüssel hat. Die Frage ist, wer von den beiden es war.
    That is just what the check shows.
    Genau das zeigt die Prüfung.
    Whoever can check an HMAC can also make one. A proof for others needs a signature.
    Wer einen HMAC prüfen kann, kann auch einen berechnen. Für einen Beweis gegenüber anderen braucht man eine Signatur.

    Two HMAC-SHA-256 keys: one has 10 bytes, the other is the same with a zero byte at its end. How do their tags differ?
    Zwei Schlüssel für HMAC-SHA-256: Einer hat 10 Byte, der andere ist derselbe mit einem Nullbyte am Ende. Wie unterscheiden sich ihre Authentifizierungscodes?
    not at all
    gar nicht
    in about half of the bits
    in etwa der Hälfte der Bits
    in one byte
    in einem Byte
    they have different lengths
    sie sind verschieden lang
    Different keys should do that. But HMAC makes one key of both before it hashes.
    Bei verschiedenen Schlüsseln sollte es so sein. Aber HMAC macht aus beiden denselben Schlüssel, bevor die Hashfunktion beginnt.
    A hash never changes in one byte alone. Here nothing changes.
    Ein Hashwert ändert sich nie nur in einem Byte. Hier ändert sich nichts.
    The tag of HMAC-SHA-256 always has 32 bytes.
    Der Authentifizierungscode von HMAC-SHA-256 hat immer 32 Byte.
    HMAC fills a key up with zeros to a block of 64 bytes. That is why a vault has the password's length in its key derivation.
    HMAC füllt einen Schlüssel mit Nullen zu einem Block von 64 Byte auf. Darum geht in die Schlüsselableitung eines Tresors auch die Länge des Passworts ein.
    """#
}
