import Armature
import ArmatureTools

/// Writes a model as Swift source, according to a command's options.
struct SourceOutput {
  let call: Call

  /// The names of the tiers.
  static let tiers = SwiftSource.Tier.allCases.map(\.rawValue)

  /// The tiers that have a single file, the usual one first.
  static let singleFileTiers = [SwiftSource.Tier.dynamic, .typed].map(\.rawValue)

  /// The model's file in a folder of classes; no class has this name.
  private static let modelFile = "Model.swift"

  /// Writes the source of a model.
  ///
  /// - Parameter printsPaths: Whether to print the paths of the files.
  /// - Returns: The differences between the source and the model.
  /// - Throws: ``CommandError`` if a file cannot be written.
  func write(
    _ model: ManagedObjectModel, as tier: SwiftSource.Tier, printsPaths: Bool
  ) throws -> [ModelIssue] {
    let source = SwiftSource(of: model, as: tier)
    if tier == .classes {
      try writeClasses(source, printsPaths: printsPaths)
    } else {
      try call.writeOutput(source.text, printsPath: printsPaths)
    }
    return source.issues
  }

  /// Writes the model's file, and the missing files of classes.
  private func writeClasses(_ source: SwiftSource, printsPaths: Bool) throws {
    guard let folder = call.outputPath else {
      throw call.wrong("--as classes makes several files, and needs --output with their folder.")
    }
    if let status = FileStatus(folder), status.kind != .folder {
      throw CommandError(.usage, "\(folder.shown) must be a folder, but is not.")
    }
    let path = folder.appendingPath(Self.modelFile)
    try checkIsOwn(path, source)
    let new = source.classFiles.filter { FileStatus(folder.appendingPath($0.name)) == nil }
    if !call.has("dry-run") { try Files.makeFolder(folder) }
    // The model comes last because it needs the classes.
    for (name, text) in new.map({ ($0.name, $0.text) }) + [(Self.modelFile, source.text)] {
      let path = folder.appendingPath(name)
      if !call.has("dry-run") { try Files.write(text, to: path) }
      if printsPaths { call.session.result.line(path: path) }
    }
    let kept = source.classFiles.count - new.count
    if kept > 0 {
      call.session.tell("\(kept) \(kept == 1 ? "file has" : "files have") classes already.")
    }
  }

  /// Throws an error if the file exists and was not written by this tool.
  private func checkIsOwn(_ path: String, _ source: SwiftSource) throws {
    guard FileStatus(path) != nil else { return }
    let header = source.text.prefix { $0 != "\n" }
    guard try !Files.beginning(of: path).starts(with: header.utf8) else { return }
    throw CommandError(
      .usage,
      "\(path.shown) must be a file that this command has written, so that it can be replaced, "
        + "but is not. Move it, or choose another folder.")
  }
}

extension Verb {
  static let generate = Verb(
    name: "generate", summary: "writes a model as Swift source, or as an Xcode model",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      Option(
        "as", .word(SourceOutput.tiers + [xcode]),
        "the tier of the declarations, or Xcode's format (default: by the ending of --output, or "
          + "\"dynamic\")"),
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
      let form = try call.form(
        in: "as",
        endings: [
          "swift": SourceOutput.singleFileTiers, "xcdatamodeld": [xcode], "xcdatamodel": [xcode],
          "json": [],
        ], usual: SwiftSource.Tier.dynamic.rawValue)
      let issues =
        if let tier = SwiftSource.Tier(rawValue: form) {
          try SourceOutput(call: call).write(model, as: tier, printsPaths: true)
        } else {
          try writeXcode(model, call)
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
