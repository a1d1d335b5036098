/// The verbs of a command, in the order of help.
struct CommandTable: Sendable {
  /// What the command does.
  let summary: String
  let verbs: [Verb]
  /// The calls that help shows first.
  let examples: [Verb.Example]

  subscript(name: String) -> Verb? { verbs.first { $0.name == name } }

  /// The verb of a name.
  ///
  /// - Throws: ``CommandError`` with the verb that was probably meant.
  func verb(_ name: String) throws -> Verb {
    if let verb = self[name] { return verb }
    throw CommandError(
      .usage,
      Suggestion.text(name, "is not a verb", among: verbs.map(\.name))
        + " \"armature help\" lists the verbs.")
  }
}
