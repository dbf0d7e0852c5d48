"""The processors to play, their features, and the kernels that each set of features allows."""

# The models: what qemu-x86_64 -cpu takes, and the features that must not be there.
MODELS = [
    ("host", []),
    ("qemu64", ["ssse3", "sse4.1", "aes", "avx"]),
    ("Nehalem", ["aes", "avx"]),
    ("Westmere", ["avx"]),
    ("Westmere,-aes", ["aes"]),
    ("Westmere,-ssse3", ["ssse3"]),
    ("Westmere,-sse4.1", ["sse4.1"]),
    ("Denverton", ["avx"]),
    ("Denverton,-sha-ni", ["sha"]),
    ("Denverton,-ssse3", ["ssse3"]),
    ("Denverton,-sse4.1", ["sse4.1"]),
    ("Skylake-Client", []),
    ("EPYC-Rome", []),
    ("Haswell", ["vaes"]),
    ("Haswell,-aes", ["aes"]),
    ("Haswell,-bmi1", ["bmi1"]),
    ("Haswell,-bmi2", ["bmi2"]),
    ("Haswell,-avx2", ["avx2"]),
    ("Haswell,-avx", ["avx"]),
    ("Haswell,-xsave", ["osxsave"]),
    ("max", []),
    ("max,-aes", ["aes"]),
    ("max,-vaes", ["vaes"]),
    ("max,-sha-ni", ["sha"]),
    ("max,-avx2", ["avx2"]),
    ("max,-avx", ["avx"]),
    ("max,-bmi1", ["bmi1"]),
    ("max,-bmi2", ["bmi2"]),
    ("max,-xsave", ["osxsave"]),
    # All that no kernel asks for, and a processor whose CPUID ends before leaf 7.
    ("max,-sse4.2,-popcnt,-abm,-movbe,-fma,-f16c,-pclmulqdq,-adx", []),
    ("max,level=6", ["avx2", "bmi1", "bmi2", "vaes", "sha"]),
]

# Where CPUID has each feature.
CPUID_BITS = {
    "ssse3": ("leaf1.ecx", 9), "sse4.1": ("leaf1.ecx", 19), "aes": ("leaf1.ecx", 25), "osxsave": ("leaf1.ecx", 27),
    "avx": ("leaf1.ecx", 28), "bmi1": ("leaf7.ebx", 3), "avx2": ("leaf7.ebx", 5), "bmi2": ("leaf7.ebx", 8),
    "avx512f": ("leaf7.ebx", 16), "avx512dq": ("leaf7.ebx", 17), "sha": ("leaf7.ebx", 29),
    "avx512bw": ("leaf7.ebx", 30), "avx512vl": ("leaf7.ebx", 31), "vaes": ("leaf7.ecx", 9), "xsavec": ("leafd1.eax", 1),
}

# What the instructions of a feature need of the processor and of the operating system's care for its registers.
INSTRUCTIONS_NEED = {
    "ssse3": {"ssse3"}, "sse4.1": {"sse4.1"}, "aes": {"aes"}, "sha": {"sha"}, "avx": {"avx", "ymm"},
    "avx2": {"avx2", "ymm"}, "bmi1": {"bmi1"}, "bmi2": {"bmi2"}, "vaes": {"vaes", "aes", "ymm"},
    "avx512f": {"avx512f", "zmm"},
}

# What each kernel needs, in the order in which they are listed; the last one there is, is chosen.
SHA = {"ssse3", "sse4.1", "sha"}
AES = {"ssse3", "sse4.1", "aes"}
AVX2 = {"avx", "avx2", "bmi1", "bmi2", "ymm"}
AVX512 = AVX2 | {"avx512f", "avx512dq", "avx512bw", "avx512vl", "zmm"}
KERNELS = {
    "sha1": {"portable": set(), "x86sha": SHA},
    "sha256": {
        "portable": set(), "x86avx2": AVX2, "x86avx512": AVX512, "x86sha": SHA, "x86sha+avx512": SHA | AVX512},
    "sha512": {"portable": set(), "x86avx2": AVX2, "x86avx512": AVX512},
    "aes": {
        "portable": set(), "x86aes": AES, "x86vaes": AES | AVX2 | {"vaes"}, "x86vaes512": AES | AVX512 | {"vaes"}},
}
