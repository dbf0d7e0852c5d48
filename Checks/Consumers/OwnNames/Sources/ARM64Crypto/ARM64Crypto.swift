package let owner = "the consumer's ARM64Crypto"
