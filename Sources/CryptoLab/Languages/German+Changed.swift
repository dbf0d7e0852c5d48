extension Language {
  /// German: what is changed on the way.
  static let germanChanged = #"""
    """#
}
