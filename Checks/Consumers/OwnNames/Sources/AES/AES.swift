package let ownCipher = "the consumer's AES"
