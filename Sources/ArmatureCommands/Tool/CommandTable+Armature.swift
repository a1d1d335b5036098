extension CommandTable {
  /// All verbs of `armature`.
  static let armature = CommandTable(
    summary: "Runs scripts with a model, validates data, and checks models.",
    verbs: [
      .run, .validate, .sample, .check, .audit, .describe, .diff, .initialize, .install,
      .completions, .manual, .help,
    ],
    examples: Verb.run.examples + Verb.validate.examples)
}
