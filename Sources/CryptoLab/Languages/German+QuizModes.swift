extension Language {
  /// German: questions on modes, paddings and hashes.
  static let germanQuizModes = #"""
    """#
}
