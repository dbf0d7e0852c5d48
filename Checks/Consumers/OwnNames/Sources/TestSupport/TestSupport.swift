package let owner = "the consumer's TestSupport"
