package let owner = "the consumer's VaultTool"
