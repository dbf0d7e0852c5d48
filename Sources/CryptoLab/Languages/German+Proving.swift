extension Language {
  /// German: proving.
  static let germanProving = #"""
    """#
}
