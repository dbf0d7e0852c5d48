package let owner = "the consumer's X86VAES"
