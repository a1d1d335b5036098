import Armature
import ArmatureTools

extension Verb {
  static let generate = Verb(
    name: "generate", summary: "writes a model as Swift, or as a file for Xcode",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      Option(
        "as", .word(SourceOutput.tiers + [xcode]),
        "the tier of the declarations, or Xcode's format; \"dynamic\""),
      FindingList.option,
    ] + Option.output,
    details: [
      "The source declares the model in the words of the package. That of the dynamic and of the typed tier is a "
        + "model for every verb. Closures and Swift types of attributes are not in it: it has the types that values "
        + "are kept as.",
      "With classes, --output names a folder. Model.swift in it has the entities and the accessors of their "
        + "classes, and is written anew each time; each class has a file of its own to edit, which is "
        + "written only where there is none.",
      "With xcdatamodel, --output names an .xcdatamodeld, whose current version the model becomes, an "
        + ".xcdatamodel, or a file to be called contents.",
      "What the result says otherwise than the model is reported.",
    ],
    examples: [
      Example("armature generate shop.json -o Model.swift", "makes Swift of a model as JSON."),
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
