import Armature

extension Verb {
  static let diff = Verb(
    name: "diff", summary: "lists the changes from one version of a model to another",
    operands: [
      Operand(name: "old", help: ModelFile.help), Operand(name: "new", help: "the later version"),
    ],
    options: ModelFile.options + [
      Option("breaking", "exit with 1 only for changes that may lose stored data"),
      Option("format", .word(["text", "json"]), "text to read, or JSON for programs"),
    ],
    details: [
      "Each change has a class: none, lightweight, needs a mapping, breaking. The exit status "
        + "is 1 if there are changes."
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
      // A migration without loss, which a container performs automatically, is not breaking.
      let isFound =
        call.has("breaking")
        ? MigrationPlan(from: old, to: new).effect > .lossless : !difference.isEmpty
      return isFound ? .findings : .success
    })
}
