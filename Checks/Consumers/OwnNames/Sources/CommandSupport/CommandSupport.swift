package let owner = "the consumer's CommandSupport"
