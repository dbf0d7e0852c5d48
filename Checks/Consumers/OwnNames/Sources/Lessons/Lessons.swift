package let owner = "the consumer's Lessons"
