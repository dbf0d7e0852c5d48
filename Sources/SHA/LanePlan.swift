// The number of lanes to use for a number of messages, in hashing and in PBKDF2, whose words do not come from memory.
// One pass with unused lanes may cost less than several passes with fewer lanes.

extension SHA256Kernel {
  package func width(for laneCount: Int, isPBKDF2: Bool) -> Int {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    // Eight lanes cost less than two streams of the portable loop, on AMD Zen 5 and on Intel Emerald Rapids.
    case .x86AVX2: laneCount == 1 ? 1 : 8
    case .x86AVX512: laneCount == 1 ? 1 : laneCount <= 16 ? 16 : 32
    case .x86SHA: min(laneCount, 2)
    // On AMD Zen 5, sixteen lanes cost as much as 4.4 pairs, and in PBKDF2 as 3.5; 32 in PBKDF2 as much as sixteen and
    // 2.2 pairs. On Intel Emerald Rapids, sixteen lanes cost as much as five and four pairs.
    case .x86SHAAVX512: laneCount <= (isPBKDF2 ? 6 : 8) ? min(laneCount, 2) : laneCount <= 20 ? 16 : 32
    #elseif arch(arm64)
    case .arm64Crypto: 1
    #endif
    case .portable: 1
    }
  }
}

extension SHA512Kernel {
  package func width(for laneCount: Int, isPBKDF2: Bool) -> Int {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    // Four lanes cost as much as three streams on AMD Zen 5, and less on Intel Emerald Rapids.
    case .x86AVX2: laneCount < (isPBKDF2 ? 3 : 4) ? 1 : 4
    // Eight lanes cost as much as two streams on Intel Emerald Rapids, and less on AMD Zen 5; there, sixteen at once
    // cost less than eight twice.
    case .x86AVX512: laneCount == 1 ? 1 : laneCount <= 8 ? 8 : 16
    #elseif arch(arm64)
    case .arm64SHA512: 1
    #endif
    case .portable: 1
    }
  }
}
