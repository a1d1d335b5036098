import Armature
import ArmatureTools

extension Verb {
  static let generate = Verb(
    name: "generate", summary: "writes a model as Swift",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      Option("as", .word(["dynamic"]), "the tier of the declarations; \"dynamic\"")
    ] + Option.output,
    details: [
      "The source declares the model in the words of the package, and is a model for every verb. Closures, "
        + "classes and Swift types of attributes are not in it: it has the types that values are kept as."
    ],
    examples: [
      Example("armature generate shop.json -o Model.swift", "makes Swift of a model as JSON."),
      Example("armature generate shop.json --as dynamic", "prints it."),
    ],
    work: .withModel { model, call in
      try call.writeOutput(SwiftSource(of: model).text)
      return .success
    })
}
