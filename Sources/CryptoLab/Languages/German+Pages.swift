extension Language {
  /// German: what every lesson has.
  static let germanPages = #"""
    """#
}
