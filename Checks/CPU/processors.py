"""The emulated processors, their features, and the kernels that each set of features allows."""

# The models: the argument of qemu-x86_64 -cpu, and the features that must be absent.
MODELS = [
    ("host", []),
    ("qemu64", ["ssse3", "sse4.1", "aes", "avx"]),
    ("Nehalem", ["aes", "avx"]),
    ("Westmere", ["avx"]),
    ("Westmere,-aes", ["aes"]),
    ("Westmere,-pclmulqdq", ["pclmulqdq"]),
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
    ("max,-pclmulqdq", ["pclmulqdq"]),
    ("max,-vaes", ["vaes"]),
    ("max,-sha-ni", ["sha"]),
    ("max,-avx2", ["avx2"]),
    ("max,-avx", ["avx"]),
    ("max,-bmi1", ["bmi1"]),
    ("max,-bmi2", ["bmi2"]),
    ("max,-xsave", ["osxsave"]),
    # Everything that no kernel needs, and a processor whose CPUID ends before leaf 7.
    ("max,-sse4.2,-popcnt,-abm,-movbe,-fma,-f16c,-adx", []),
    ("max,level=6", ["avx2", "bmi1", "bmi2", "vaes", "sha"]),
]

# The place of each feature in CPUID.
CPUID_BITS = {
    "ssse3": ("leaf1.ecx", 9), "sse4.1": ("leaf1.ecx", 19), "aes": ("leaf1.ecx", 25), "pclmulqdq": ("leaf1.ecx", 1),
    "osxsave": ("leaf1.ecx", 27), "avx": ("leaf1.ecx", 28), "bmi1": ("leaf7.ebx", 3), "avx2": ("leaf7.ebx", 5),
    "bmi2": ("leaf7.ebx", 8),
    "avx512f": ("leaf7.ebx", 16), "avx512dq": ("leaf7.ebx", 17), "avx512ifma": ("leaf7.ebx", 21), "sha": ("leaf7.ebx", 29),
    "avx512bw": ("leaf7.ebx", 30), "avx512vl": ("leaf7.ebx", 31), "vaes": ("leaf7.ecx", 9),
    "vpclmulqdq": ("leaf7.ecx", 10), "xsavec": ("leafd1.eax", 1),
}

# The features that instructions need, and the registers that the operating system must save.
INSTRUCTIONS_NEED = {
    "ssse3": {"ssse3"}, "sse4.1": {"sse4.1"}, "aes": {"aes"}, "pclmulqdq": {"pclmulqdq"}, "sha": {"sha"},
    "avx": {"avx", "ymm"}, "avx2": {"avx2", "ymm"}, "bmi1": {"bmi1"}, "bmi2": {"bmi2"}, "vaes": {"vaes", "aes", "ymm"},
    "vpclmulqdq": {"vpclmulqdq", "pclmulqdq", "ymm"}, "avx512f": {"avx512f", "zmm"},
}

# The features that each kernel needs, in the order of the list. The last kernel that can run is selected.
SHA = {"ssse3", "sse4.1", "sha"}
AES = {"ssse3", "sse4.1", "aes", "pclmulqdq"}
AVX2 = {"avx", "avx2", "bmi1", "bmi2", "ymm"}
AVX512 = AVX2 | {"avx512f", "avx512dq", "avx512bw", "avx512vl", "zmm"}
KERNELS = {
    "md5": {"portable": set()},
    "sha1": {"portable": set(), "x86sha": SHA},
    "sha256": {
        "portable": set(), "x86avx2": AVX2, "x86avx512": AVX512, "x86sha": SHA, "x86sha+avx512": SHA | AVX512},
    "sha512": {"portable": set(), "x86avx2": AVX2, "x86avx512": AVX512},
    "aes": {
        "portable": set(), "x86aes": AES, "x86vaes": AES | AVX2 | {"vaes"},
        "x86vaes512": AES | AVX512 | {"vaes", "vpclmulqdq"}},
    "chacha20": {"portable": set(), "x86avx2": AVX2, "x86avx512": AVX512 | {"avx512ifma"}},
    "argon2id": {"portable": set(), "x86avx2": AVX2},
}
