import Armature
import ArmatureTools

extension Verb {
  static let generate = Verb(
    name: "generate", summary: "writes a model as Swift source, or as an Xcode model",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      Option(
        "as", .word(SourceOutput.tiers + [xcode]),
        "the tier of the declarations, or Xcode's format (default: \"dynamic\")"),
      FindingList.option,
    ] + Option.output,
    details: [
      "The source declares the model with this package. All verbs accept source of the dynamic "
        + "and of the typed tier as a model. It contains neither closures nor Swift types of "
        + "attributes, but the types of the stored values.",
      "With classes, --output names a folder. Its Model.swift contains the entities and the "
        + "accessors of their classes, and is replaced each time. Each class has its own file "
        + "for you to edit, which is written only if it does not exist.",
      "With xcdatamodel, --output names an .xcdatamodeld, where the model becomes the current "
        + "version, an .xcdatamodel, or a file called contents.",
      "Differences between the result and the model are reported.",
    ],
    examples: [
      Example(
        "armature generate shop.json -o Model.swift", "makes Swift source from a JSON model."),
      Example(
        "armature generate shop.json --as classes -o Sources/Shop", "makes a class for each entity."
      ),
    ],
    work: .withModel { model, call in
      let issues: [ModelIssue]
      if call["as"] == xcode {
        issues = try writeXcode(model, call)
      } else {
        let tier = call["as"].flatMap(SwiftSource.Tier.init) ?? .dynamic
        issues = try SourceOutput(call: call).write(model, as: tier, printsPaths: true)
      }
      try FindingList.print(issues, of: call.modelPath, to: call.session.talk, call)
      return .success
    })

  /// The name of Xcode's format.
  private static let xcode = "xcdatamodel"

  private static func writeXcode(_ model: ManagedObjectModel, _ call: Call) throws -> [ModelIssue] {
    let document = XcodeDocument(of: model)
    guard let path = call.outputPath else {
      call.session.result.write(document.text)
      return document.issues
    }
    for file in document.files(at: path) {
      if !call.has("dry-run") {
        try Files.makeFolder(file.path.parentPath)
        try Files.write(file.text, to: file.path)
      }
      call.session.result.line(path: file.path)
    }
    return document.issues
  }
}
