/// The commands, in the order of help.
struct CommandTable: Sendable {
  /// A description of the program.
  let summary: String
  let verbs: [Verb]
  /// The examples at the top of the help.
  let examples: [Verb.Example]

  subscript(name: String) -> Verb? { verbs.first { $0.name == name } }

  /// Returns the command with a name.
  ///
  /// - Throws: ``CommandError`` if no command has this name. The error suggests the command that was probably meant.
  func verb(_ name: String) throws -> Verb {
    if let verb = self[name] { return verb }
    throw CommandError(
      .usage,
      Suggestion.text(name, "is not a verb", among: verbs.map(\.name))
        + " \"armature help\" lists the verbs.")
  }
}
