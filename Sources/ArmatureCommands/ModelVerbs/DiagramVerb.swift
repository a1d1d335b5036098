import Armature
import ArmatureTools

extension Verb {
  static let diagram = Verb(
    name: "diagram", summary: "draws a model, or what became of an older one",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      Option(
        "format", .word(["mermaid", "classes", "dot", "svg"]),
        "Mermaid (entities or classes), Graphviz, or SVG; \"mermaid\" unless given"),
      Option("focus", .text("entity"), "only this entity, and what is near to it"),
      Option("depth", .number("n"), "how many lines lead from the focus at most; 1 unless given"),
      Option("no-attributes", "boxes with nothing but a name"),
      Option("against", .text("older"), "show what changed since an older version of the model"),
    ] + Option.output,
    details: [
      "SVG is laid out by the command itself, for light and dark grounds. The same model makes the same text, "
        + "so a picture can be committed and compared."
    ],
    examples: [
      Example("armature diagram shop.swift --format svg -o shop.svg", "draws a picture."),
      Example(
        "armature diagram shop.swift --against released.json",
        "prints Mermaid for a page, with what changed in colours."),
    ],
    work: .alone { call in
      let model = try ModelFile(call.modelPath, call).description()
      let older = try call["against"].map { try ModelFile($0, call).description() }
      var diagram = ModelDiagram(model, against: older)
      if let focus = call["focus"] {
        let entity = try model.entity(named: focus, call).name
        diagram = diagram.focused(on: entity, depth: call.number("depth") ?? 1) ?? diagram
      } else if call.has("depth") {
        throw call.wrong("--depth says how far from a focus, and needs --focus.")
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
