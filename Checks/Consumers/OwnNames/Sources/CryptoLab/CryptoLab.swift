package let owner = "the consumer's CryptoLab"
