import Armature
import ArmatureTools

extension Verb {
  static let diagram = Verb(
    name: "diagram", summary: "draws a model, or its changes since an older version",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      Option(
        "format", .word(["mermaid", "classes", "dot", "svg"]),
        "Mermaid (entities or classes), Graphviz, or SVG (default: \"mermaid\")"),
      Option("focus", .text("entity"), "only this entity and its neighbours"),
      Option("depth", .number("n"), "the maximum number of lines from the focus (default: 1)"),
      Option("no-attributes", "boxes with names only"),
      Option("against", .text("older"), "show the changes since an older version of the model"),
    ] + Option.output,
    details: [
      "The command lays out SVG itself, for light and dark backgrounds. The same model always "
        + "produces the same text, so pictures can be committed and compared."
    ],
    examples: [
      Example("armature diagram shop.swift --format svg -o shop.svg", "draws a picture."),
      Example(
        "armature diagram shop.swift --against released.json",
        "prints Mermaid for a page, with the changes in colours."),
    ],
    work: .alone { call in
      let model = try ModelFile(call.modelPath, call).description()
      let older = try call["against"].map { try ModelFile($0, call).description() }
      var diagram = ModelDiagram(model, against: older)
      if let focus = call["focus"] {
        let entity = try model.entity(named: focus, call).name
        diagram = diagram.focused(on: entity, depth: call.number("depth") ?? 1) ?? diagram
      } else if call.has("depth") {
        throw call.wrong("--depth needs --focus.")
      }
      if call.has("no-attributes") { diagram = diagram.withoutAttributes() }
      switch call["format"] {
      case "svg": try call.writeOutput(diagram.svg())
      case "dot": try call.writeOutput(diagram.dot())
      case "classes": try call.writeOutput(diagram.mermaidClasses())
      default: try call.writeOutput(diagram.mermaid())
      }
      return .success
    })
}
