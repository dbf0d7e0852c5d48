/// An attacker's graphics card, by published figures: one NVIDIA GeForce RTX 4090.
package enum GraphicsCard {
  /// Rounds of PBKDF2-HMAC-SHA256 a second, by hashcat 6.2.6 in mode 10900: 8,865.7 kH/s at 999 rounds.
  ///
  /// Source: https://gist.github.com/Chick3nman/32e662a5bb63bc4f51b847bb422222fd
  package static let roundsPerSecond = 8_865.7e3 * 999

  /// Rounds of PBKDF2-HMAC-SHA512 a second, by hashcat 6.2.6 in mode 12100: 3,120.9 kH/s at 999 rounds.
  ///
  /// Source: https://gist.github.com/Chick3nman/32e662a5bb63bc4f51b847bb422222fd
  package static let sha512RoundsPerSecond = 3_120.9e3 * 999

  /// Guesses a second with Argon2id, 64 MiB, 3 passes, 1 lane. Source: https://github.com/hashcat/hashcat/pull/4284
  package static let argon2GuessesPerSecond = 1667.0

  /// Guesses a second with scrypt, N 16,384, r 8, p 1. Source: https://github.com/hashcat/hashcat/pull/3950
  package static let scryptGuessesPerSecond = 5703.0

  /// Its cores, its memory of 24 GiB, and the bandwidth of the memory.
  ///
  /// Source: https://www.thefpsreview.com/gpu-family/nvidia-geforce-rtx-4090-gpu-family-specifications
  package static let device = GuessingDevice(cores: 16_384, mebibytes: 24 * 1024, bytesPerSecond: 1008e9)
}
