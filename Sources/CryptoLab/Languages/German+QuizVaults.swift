extension Language {
  /// German: questions on authentication, passwords and vaults.
  static let germanQuizVaults = #"""
    """#
}
