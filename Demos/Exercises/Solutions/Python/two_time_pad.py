"""Two-time pad: a search through the words of the list. The message that is known less far gets the next word."""

from oracle import main, xor


def solve(oracle):
    total = xor(oracle.given_bytes("first"), oracle.given_bytes("second"))
    words = [word.encode() + b" " for word in oracle.given("words").split()]

    def search(less, more):
        """The two messages with a space at their ends, of which `less` and `more` are the beginnings."""
        if len(less) > len(more):
            less, more = more, less
        if len(less) == len(total) + 1:
            return less, more
        for word in words:
            longer = less + word
            shown = xor(word, total[len(less):])  # of the other message
            if len(longer) <= len(total) + 1 and all(a == b for a, b in zip(shown, more[len(less):])):
                found = search(longer, more)
                if found:
                    return found

    return " / ".join(message.decode().strip() for message in search(b"", b""))


main("two-time-pad", solve)
