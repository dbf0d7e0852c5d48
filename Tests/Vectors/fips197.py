"""AES in the form of FIPS 197, with the states of its rounds. generate.py uses it."""


def double(a):
    return (a << 1) ^ (0x11B if a & 0x80 else 0)


def product(a, b):
    result = 0
    while b:
        if b & 1:
            result ^= a
        a, b = double(a), b >> 1
    return result


def sbox_entry(a):
    inverse = next((b for b in range(256) if product(a, b) == 1), 0)
    result = 0x63
    for turn in range(5):
        result ^= (inverse << turn | inverse >> (8 - turn)) & 0xFF
    return result


SBOX = [sbox_entry(a) for a in range(256)]
INVERSE_SBOX = [SBOX.index(a) for a in range(256)]


def expand(key):
    """The key schedule as words. Spec: FIPS 197, section 5.2."""
    count = len(key) // 4
    words, constant = [key[4 * i:4 * i + 4] for i in range(count)], 1
    for i in range(count, 4 * (count + 7)):
        word = words[i - 1]
        if i % count == 0:
            word = bytes(SBOX[b] for b in word[1:] + word[:1])
            word = bytes([word[0] ^ constant]) + word[1:]
            constant = double(constant)
        elif count > 6 and i % count == 4:
            word = bytes(SBOX[b] for b in word)
        words.append(bytes(a ^ b for a, b in zip(words[i - count], word)))
    return words


def add(state, key):
    return bytes(a ^ b for a, b in zip(state, key))


def shift_rows(state, step):
    return bytes(state[(4 * (i // 4 + step * (i % 4)) + i % 4) % 16] for i in range(16))


def mix_columns(state, first_row):
    return bytes(
        product(state[c], first_row[-r % 4]) ^ product(state[c + 1], first_row[(1 - r) % 4])
        ^ product(state[c + 2], first_row[(2 - r) % 4]) ^ product(state[c + 3], first_row[(3 - r) % 4])
        for c in range(0, 16, 4) for r in range(4))


def cipher_states(key, block):
    """The labels and values of appendix C for the cipher, then for the inverse cipher."""
    words = expand(key)
    keys = [b"".join(words[i:i + 4]) for i in range(0, len(words), 4)]
    last, states = len(keys) - 1, {}
    states["round[0].input"], states["round[0].k_sch"] = block, keys[0]
    state = add(block, keys[0])
    for r in range(1, last + 1):
        states[f"round[{r}].start"] = state
        state = states[f"round[{r}].s_box"] = bytes(SBOX[b] for b in state)
        state = states[f"round[{r}].s_row"] = shift_rows(state, 1)
        if r < last:
            state = states[f"round[{r}].m_col"] = mix_columns(state, [2, 3, 1, 1])
        states[f"round[{r}].k_sch"] = keys[r]
        state = add(state, keys[r])
    states[f"round[{last}].output"] = output = state
    states["round[0].iinput"], states["round[0].ik_sch"] = output, keys[last]
    state = add(output, keys[last])
    for r in range(1, last + 1):
        states[f"round[{r}].istart"] = state
        state = states[f"round[{r}].is_row"] = shift_rows(state, -1)
        state = states[f"round[{r}].is_box"] = bytes(INVERSE_SBOX[b] for b in state)
        states[f"round[{r}].ik_sch"] = keys[last - r]
        state = add(state, keys[last - r])
        if r < last:
            states[f"round[{r}].ik_add"] = state
            state = mix_columns(state, [14, 11, 13, 9])
    states[f"round[{last}].ioutput"] = state
    if state != block:
        raise ValueError("the inverse cipher does not undo the cipher")
    return output, states
