/// The claims of the pages about their variations, and the evidence for each.
extension CryptoLabVariationTests {
  static let all: [Variation] = [
    Variation(
      command: "crypto-lab modes --text \"sixteen letters.seventeen letters\"",
      outcome: "no two blocks are equal: then ECB gives nothing away either",
      shown: ["which blocks are equal (here none are)"]),
    Variation(
      command: "crypto-lab modes --bit 48.7",
      outcome: "a bit of the last block: in CBC, too, the blocks before it stay the same",
      shown: ["bit 7 of byte 48 of the message", "CBC same same same "]),
    Variation(
      command: "crypto-lab modes --iv 00000000000000000000000000000000",
      outcome: "an IV of zeros adds nothing: the first block of CBC is that of ECB",
      shown: ["IV 00000000 00000000 00000000 00000000"]),
    Variation(
      command: "crypto-lab ecb-picture --force --key-text \"sixteen letters.\"",
      outcome: "another key: other colours, and as many different blocks",
      shown: ["key 73697874 65656e20 6c657474 6572732e", "leaves the shapes"]),
    Variation(
      command: "crypto-lab ecb-picture --force --iv 00000000000000000000000000000000",
      outcome: "an IV of zeros: in CBC and CTR all blocks are different even so",
      shown: ["CBC 28800 of 28800 CTR 28800 of 28800"]),
    Variation(
      command: "crypto-lab ecb-picture --image ecb-picture.png --output again.png --force",
      outcome: "what was written, as one picture: ECB leaves two of the four as they were, in other colours",
      shown: ["Your picture has 1648 by 384 pixels", "leaves the shapes", "Written to again.png"]),
    Variation(
      command: "crypto-lab padding --text \"sixteen letters.\"",
      outcome: "the message fits: a whole block of 16 is added, and by zeros nothing",
      shown: ["16 added", "0 added"]),
    Variation(
      command: "crypto-lab padding --block 61616161616161616161616161610202",
      outcome: "it ends in 02 02: PKCS#7 finds 14 bytes of message, the next two refuse it",
      shown: ["aaaaaaaaaaaaaa·· pkcs7 iso7816-4 ansi-x9.23 zero 14 bytes refused refused 16 bytes"]),
    Variation(
      command: "crypto-lab padding --block 10101010101010101010101010101010",
      outcome: "padding alone: for PKCS#7 a block of an empty message",
      shown: ["················ pkcs7 iso7816-4 ansi-x9.23 zero 0 bytes refused refused 16 bytes"]),
    Variation(
      command: "crypto-lab padding-oracle --text \"sixteen letters.\"",
      outcome: "the last block is padding alone: 32 bytes are read",
      shown: ["Every byte is right: 32 bytes read"]),
    Variation(
      command: "crypto-lab padding-oracle --key-text \"thirty-two letters make this key\"",
      outcome: "AES-256 in place of AES-128: every byte is read all the same",
      shown: ["Every byte is right: 32 bytes read"]),
    Variation(
      command: "crypto-lab padding-oracle --text \"\"",
      outcome: "an empty message: the 16 bytes of its padding are read",
      shown: ["Every byte is right: 16 bytes read"]),
    Variation(
      command: "crypto-lab bit-flip --text \"role=guest;id=4711\"",
      outcome: "the word is in the first block: the IV is changed, and nothing is garbled",
      shown: ["nothing is garbled", "Now it is \"admin\"."]),
    Variation(
      command: "crypto-lab bit-flip --text \"Pay 100 to Alice\" --old 100 --new 999",
      outcome: "a payment of 999, in both modes",
      shown: [
        "The server decrypts, and reads: block 1 50617920 39393920 746f2041 6c696365",
        "The server reads: block 1 50617920 39393920 746f2041 6c696365",
      ]),
    Variation(
      command: "crypto-lab bit-flip --text \"name=eve;role=guest\"",
      outcome: "the word lies across two blocks: CTR is forged, and in CBC its beginning is garbled",
      shown: ["The word lies across two blocks", "Now it is \"admin\".", "that one is garbled now"]),
    Variation(
      command: "crypto-lab nonce-reuse --crib \" at \"",
      outcome: "a shorter word: it is found, and chance finds more places",
      shown: ["it is there", "chance"]),
    Variation(
      command: "crypto-lab nonce-reuse --crib zebra!",
      outcome: "a word that is in neither message: nothing is found",
      shown: ["With this crib the attacker gets nothing"],
      hidden: ["it is there"]),
    Variation(
      command: "crypto-lab nonce-reuse --text \"attack at dawn\" --other \"defend at dusk\" --crib \" at \"",
      outcome: "both have the word in one place: the sum is zeros there, and the word reveals itself",
      shown: ["6 \" at \" it is there"]),
    Variation(
      command: "crypto-lab options-trap --text \"sixteen letters.sixteen letters.\"",
      outcome: "two equal blocks, and options 3 shows that they are",
      shown: ["The letters are those of the message"]),
    Variation(
      command: "crypto-lab options-trap --text \"no two blocks of this are equal\"",
      outcome: "nothing shows: the mistake is there, and waits",
      shown: ["This message has no equal blocks, so nothing shows"]),
    Variation(
      command: "crypto-lab options-trap --key-text \"thirty-two letters make this key\"",
      outcome: "AES-256: options 3 is ECB with a longer key",
      shown: ["The letters are those of the message"]),
    Variation(
      command: "crypto-lab aes-rounds --lines --hex 00112233445566778899aabbccddeeff"
        + " --key 000102030405060708090a0b0c0d0e0f",
      outcome: "appendix C.1 of FIPS 197: the ciphertext is 69c4e0d8 6a7b0430 d8cdb780 70b4c55a",
      shown: ["round[10].output 69c4e0d86a7b0430d8cdb78070b4c55a"]),
    Variation(
      command: "crypto-lab aes-rounds --key-text \"twenty-four letters here\"",
      outcome: "a key of 24 bytes: 12 rounds",
      shown: ["All 12 rounds", "expanded to 13 round keys"]),
    Variation(
      command: "crypto-lab aes-rounds --decrypt --text \"sixteen letters.\"",
      outcome: "a text for a ciphertext: any 16 bytes can be decrypted",
      shown: ["start of 10", "block"],
      hidden: ["output"]),
    Variation(
      command: "crypto-lab sha-rounds --text \"\"",
      outcome: "an empty message has a digest too: e3b0c442 98fc1c14 …",
      shown: ["e3b0c442 98fc1c14 9afbf4c8 996fb924", "the same"]),
    Variation(
      command: "crypto-lab sha-rounds --hash sha512",
      outcome: "words of 64 bits, and 80 rounds",
      shown: ["rounds 4 to 77", "16 words become 80"]),
    Variation(
      command: "crypto-lab sha-rounds --text \"fifty-six letters are one more than a block has room for\"",
      outcome: "the length has no room in the first block: two blocks",
      shown: ["Here that makes two blocks."]),
    Variation(
      command: "crypto-lab avalanche --bit 15.0",
      outcome: "the last bit in place of any: just as many bits change",
      shown: ["We change bit 0 of byte 15"]),
    Variation(
      command: "crypto-lab avalanche --text a",
      outcome: "a message of one byte: 8 bits to change, and the same half of the output",
      shown: ["8 bits of the input were changed one by one"]),
    Variation(
      command: "crypto-lab avalanche --key-text \"thirty-two letters make this key\"",
      outcome: "AES-256: 14 rounds, of which the first few would do for the avalanche",
      shown: ["round 14 "]),
    Variation(
      command: "crypto-lab length-extension --hash sha512",
      outcome: "the whole state is handed out here too: the forgery is accepted",
      shown: ["Question 16 is accepted", "now reads: &role=admin"]),
    Variation(
      command: "crypto-lab length-extension --hash sha384",
      outcome: "16 bytes of the state stay hidden: no question is accepted",
      shown: ["took zeros for the 16 hidden bytes", "0 of 64 questions accepted"],
      hidden: ["is accepted: the server"]),
    Variation(
      command: "crypto-lab length-extension --secret \"a secret of thirty letters now\"",
      outcome: "a longer secret: 30 questions, and the forgery is accepted",
      shown: ["Question 30 is accepted"]),
    Variation(
      command: "crypto-lab hmac-passes --key 4a65666500",
      outcome: "the key Jefe with a zero byte behind: the same tag, for zeros fill the block up",
      shown: ["The key has 5 bytes", "tag 5bdcc146 bf60754e 6a042426 089575c7"]),
    Variation(
      command: "crypto-lab hmac-passes --key 42",
      outcome: "a key of one byte makes a tag as good to look at, but 256 trials find the key",
      shown: ["The key has 1 byte;"]),
    Variation(
      command: "crypto-lab hmac-passes --text \"\"",
      outcome: "an empty message has a tag too: the first pass hashes the key block alone",
      shown: ["message (no bytes)", "says: the same."]),
    Variation(
      command: "crypto-lab gcm --text \"yes\" --other \"no!\" --forged \"ok?\"",
      outcome: "three bytes are enough for the equation",
      shown: ["accepted: ok?"]),
    Variation(
      command: "crypto-lab gcm --key-text \"thirty-two letters make this key\"",
      outcome: "AES-256: the forgery is accepted all the same",
      shown: ["accepted: Pay 999 to Mally"]),
    Variation(
      command: "crypto-lab gcm --iv 000000000000000000000000",
      outcome: "a nonce of zeros is as good as another: only its repetition gives H away",
      shown: ["accepted: Pay 999 to Mally", "refused: authentication failed"]),
    Variation(
      command: "crypto-lab commitment --text \"I owe you 10\" --other \"I owe you 10,000\"",
      outcome: "one ciphertext, two debts",
      shown: ["I owe you 10 ", "I owe you 10,000", "Alice, after refused"]),
    Variation(
      command: "crypto-lab commitment --text yes --other no",
      outcome: "short messages: the third block is 16 bytes all the same",
      shown: ["C3 ", "yes", "Alice, before opens"]),
    Variation(
      command: "crypto-lab commitment --text same --other same",
      outcome: "one message twice: it is encrypted twice even so, since the keystreams differ",
      shown: ["Alice 73616d65", "C3 "]),
    Variation(
      command: "crypto-lab entropy --draws 6 --from 7776",
      outcome: "two words more than four: 77.5 bits, and 60 million times the work",
      shown: ["yours: 6 of 7,776 77.5 2.2e23", "4 words of 7,776 51.7 3.7e15"]),
    Variation(
      command: "crypto-lab entropy --rounds 1000",
      outcome: "600 times fewer rounds than OWASP's take 9.2 bits from every password",
      shown: ["at 1,000 rounds and stolen", "8.9 million guesses a second", "17 h +10.0 bits", "430 days +19.2 bits"]),
    Variation(
      command: "crypto-lab entropy --password \"correct horse battery staple\"",
      outcome: "four words break the rule, since they have no capital and no digit, and are not in the list",
      shown: ["It breaks the rule: it has not a capital, not a digit.", "It is not in our list"]),
    Variation(
      command: "crypto-lab pbkdf2-rounds --rounds 1",
      outcome: "one round: the key is a plain HMAC, and it is the vector of RFC 7914",
      shown: ["T1 55ac046e 56e3089f ec1691c2 2544b605", "T2 49ca9ccc f179b645 991664b3 9d77ef31"]),
    Variation(
      command: "crypto-lab pbkdf2-rounds --rounds 5",
      outcome: "one round more: U1 to U4 are the same, and the key is wholly another",
      shown: ["U5 ", "says: the same."]),
    Variation(
      command: "crypto-lab pbkdf2-rounds --bytes 32",
      outcome: "the same first block and half of the work: owner and attacker are equal",
      shown: ["both pay the same for a password"],
      hidden: ["T2 "]),
    Variation(
      command: "crypto-lab stretch --password \"Dragon123!\" --rate 8860000000",
      outcome: "a capital, digits and a sign, and it is in the list",
      shown: ["Found: guess"]),
    Variation(
      command: "crypto-lab stretch --rounds 10000 --rate 8860000000",
      outcome: "60 times fewer rounds than OWASP's: 886,000 guesses a second",
      shown: ["10,000 886,000 "]),
    Variation(
      command: "crypto-lab stretch --password password --rate 8860000000",
      outcome: "guess 2: rounds do not help a password that comes so early",
      shown: ["Found: guess 2 of"]),
    Variation(
      command: "crypto-lab salt --password \"correct horse\"",
      outcome: "not in the list: found neither with nor without salts",
      shown: ["alice not found", "bob not found"],
      hidden: ["alice correct horse (guess"]),
    Variation(
      command: "crypto-lab salt --password dragon2024",
      outcome: "carol has it, too: without salts three keys are equal",
      shown: ["alice, bob and carol have one password"]),
    Variation(
      command: "crypto-lab salt --password password",
      outcome: "guess 2 of the list, with a salt too",
      shown: ["alice password (guess 2)", "bob password (guess 2)"]),
    Variation(
      command: "crypto-lab memory-hard --each 19 --passes 2",
      outcome: "what OWASP recommends: 1,293 guesses at once, and at most 10,118 a second",
      shown: ["Argon2id, 19 MiB 16,384 24 GiB 1,293 1,293", "Argon2id, at most 95 MiB 10,118 "],
      hidden: ["1,667"]),
    Variation(
      command: "crypto-lab memory-hard --passes 1",
      outcome: "one pass: nearly half of all reads are the same for every password",
      shown: ["pass 1, first half place 14 14 pass 1, second half password 16 "],
      hidden: ["pass 2 "]),
    Variation(
      command: "crypto-lab memory-hard --password tiger --other tiger",
      outcome: "one password twice: all reads are the same, so they give it away",
      shown: ["pass 1, second half password 16 16 pass 2 password 32 32 pass 3 password 32 32"]),
    Variation(
      command: "crypto-lab timing --model",
      outcome: "bytes are counted instead of nanoseconds: the page without noise",
      shown: ["median 1.0 bytes median 32.0", "The medians are 31.0 bytes apart"]),
    Variation(
      command: "crypto-lab timing --model --tag ffffffffffffffff",
      outcome: "the last value of each byte is right: 256 guesses a byte, the most there are",
      shown: ["early exit 2,048 guesses: the tag is found"]),
    Variation(
      command: "crypto-lab timing --model --tag 0000000000000000",
      outcome: "the first guess is right: by luck the constant time does not help",
      shown: ["constant time 1 guess: the tag is found", "by luck"]),
    Variation(
      command: "crypto-lab key-agreement --pin 0",
      outcome: "the first guess of a listener: 1 HMAC",
      shown: ["found 0000 after 1 HMAC Nobody"]),
    Variation(
      command: "crypto-lab key-agreement --pin 9999",
      outcome: "the last one: 10,000 HMACs",
      shown: ["found 9999 after 10,000 HMACs"]),
    Variation(
      command: "crypto-lab key-agreement --guess 4711",
      outcome: "Mallory guesses right: there is no other way in, and one try for it",
      shown: ["phone, 4711 equal Mallory, 4711 equal"], hidden: ["4711 different"]),
  ]
}
