/// All verbs, in the order of help.
enum CommandTable {
  static let summary = "Runs scripts with a model, validates data, and checks models."

  static let verbs: [Verb] = [
    .run, .validate, .sample, .check, .audit, .describe, .diff, .initialize, .install, .completions,
    .manual, .help,
  ]

  static subscript(name: String) -> Verb? { verbs.first { $0.name == name } }

  /// The verb of a name.
  ///
  /// - Throws: ``CommandError`` with the verb that was probably meant.
  static func verb(_ name: String) throws -> Verb {
    if let verb = self[name] { return verb }
    throw CommandError(
      .usage,
      Suggestion.text(name, "is not a verb", among: verbs.map(\.name))
        + " \"armature help\" lists the verbs.")
  }
}
