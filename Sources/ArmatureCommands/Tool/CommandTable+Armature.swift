extension CommandTable {
  /// All commands of `armature`.
  static let armature = CommandTable(
    summary: "Runs scripts with a model, validates data, checks models, and queries stores.",
    verbs: [
      .run, .validate, .sample, .check, .audit, .describe, .diagram, .schema, .inspect, .diff,
      .store, .load, .query, .export, .migrate, .history, .importing, .generate, .initialize,
      .install, .completions, .manual, .help,
    ],
    examples: Verb.run.examples + Verb.validate.examples)
}
