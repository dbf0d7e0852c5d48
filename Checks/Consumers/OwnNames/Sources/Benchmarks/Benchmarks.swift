package let owner = "the consumer's Benchmarks"
