extension Language {
  /// German, by what it is for.
  static let germanTables = [
    germanPages, germanModes, germanChanged, germanInside, germanProving, germanPasswords, germanAgreement,
    germanQuizModes, germanQuizVaults, germanExercises, germanTasks, germanVerdicts,
  ]
}
