package let owner = "the consumer's CryptoBytes"
