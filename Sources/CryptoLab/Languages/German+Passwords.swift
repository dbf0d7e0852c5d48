extension Language {
  /// German: passwords.
  static let germanPasswords = #"""
    """#
}
