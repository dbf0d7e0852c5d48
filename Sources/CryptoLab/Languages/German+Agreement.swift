extension Language {
  /// German: time and agreement.
  static let germanAgreement = #"""
    """#
}
