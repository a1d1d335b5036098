import Armature

extension Verb {
  static let diff = Verb(
    name: "diff", summary: "tells what changed from one version of a model to another",
    operands: [
      Operand(name: "old", help: ModelFile.help), Operand(name: "new", help: "the later version"),
    ],
    options: ModelFile.options + [
      Option("breaking", "end with 1 only for changes by which stores may lose something"),
      Option("format", .word(["text", "json"]), "for people, or for programs"),
    ],
    details: [
      "Each change has its class: none, lightweight, needs a mapping, breaking. The exit status is 1 "
        + "if there is a change."
    ],
    examples: [
      Example("armature diff released.json shop.swift", "lists the changes since a release."),
      Example("armature diff --breaking old.swift new.swift", "is a check for a build server."),
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
