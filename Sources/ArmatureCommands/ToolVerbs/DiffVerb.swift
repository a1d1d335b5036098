import Armature

extension Verb {
  static let diff = Verb(
    name: "diff", summary: "lists the changes from one version of a model to another",
    operands: [
      Operand(name: "old", help: ModelFile.help), Operand(name: "new", help: "the later version"),
    ],
    options: ModelFile.options + [
      Option("breaking", "exit with 1 only for changes that stored data may prevent"),
      Option("format", .word(["text", "json"]), "text to read, or JSON for programs"),
    ],
    details: [
      "Each change has a class, which says what migrate does. Changes with nothing to migrate "
        + "and lightweight changes lose nothing. Changes that need a mapping, may lose or are "
        + "breaking are migrated unless a stored object is an obstacle. The exit status is 1 if "
        + "there are changes."
    ],
    examples: [
      Example("armature diff released.json shop.swift", "lists the changes since a release."),
      Example(
        "armature diff --breaking old.swift new.swift", "checks the changes on a build server."),
    ],
    work: .alone { call in
      let old = try ModelFile(call.operands[0], call).description()
      let new = try ModelFile(call.operands[1], call).description()
      let difference = new.difference(from: old)
      let isJSON = call["format"] == "json"
      call.session.result.line(isJSON ? try JSONForm.text(difference) : difference.description)
      let isFound =
        call.has("breaking") ? difference.compatibility > .lightweight : !difference.isEmpty
      return isFound ? .findings : .success
    })
}
