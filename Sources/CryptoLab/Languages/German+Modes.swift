extension Language {
  /// German: modes and padding.
  static let germanModes = #"""
    """#
}
