package let owner = "the consumer's CPU"
