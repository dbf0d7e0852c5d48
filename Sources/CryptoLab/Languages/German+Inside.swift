extension Language {
  /// German: inside AES and hashes.
  static let germanInside = #"""
    """#
}
