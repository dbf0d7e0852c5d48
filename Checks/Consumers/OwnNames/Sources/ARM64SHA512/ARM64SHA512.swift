package let owner = "the consumer's ARM64SHA512"
