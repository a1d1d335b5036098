import Armature
import ArmatureTools

extension Verb {
  static let initialize = Verb(
    name: "init", summary: "makes a package with a model, data, a script and tests",
    operands: [
      Operand(
        name: "folder", help: "a new or empty folder (default: this one)", arity: .optional,
        values: .folder)
    ],
    options: [
      Option("package", .folder("folder"), "the checkout of Armature that the package depends on"),
      Option(
        "from", .file("data"),
        "propose the model from this data, a file or folder, and copy the data into the package"),
      .dryRun,
    ],
    details: [
      "With --from, the model is the one that \"armature import\" proposes. The data is copied to "
        + "the folder Data, the script checks it, and the tests pass."
    ],
    examples: [
      Example("armature init Shop", "makes a package in the folder Shop."),
      Example("armature init --from books.csv Books", "makes a package for the data in a table."),
    ],
    work: .alone { call in
      let folder = call.operands.first ?? "."
      let checkout = call["package"] ?? PackageTemplate.ownCheckout
      guard FileStatus(checkout.appendingPath("Package.swift")) != nil,
        let path = checkout.resolvedPath
      else {
        throw CommandError(
          .unavailable,
          "The package must depend on a checkout of Armature, but \(checkout.shown) is not one. "
            + "Use --package to name it.")
      }
      let folderName = (folder.resolvedPath ?? folder).lastPathPart
      // SwiftPM identifies a package at a path by its folder, and a package cannot depend on itself.
      if Self.identity(folderName) == Self.identity(path.lastPathPart) {
        throw CommandError(
          .usage,
          "\(folder.shown) must have another name than the checkout of Armature that the "
            + "package depends on, \(path.shown), but has the same. Choose another name.")
      }
      if let status = FileStatus(folder), status.kind != .folder {
        throw CommandError(.usage, "\(folder.shown) must be a folder, but is not.")
      }
      let examples: ExampleModel?
      do {
        examples = try call["from"].map { path in
          try Files.checkName(path, of: "the data")
          try Files.checkIsThere(path)
          return try ExampleModel(contentsOf: path)
        }
      } catch let error as ModelError {
        try FindingList.print(
          [], errors: error.issues, of: call["from"] ?? "", to: call.session.talk, call)
        return .badData
      }
      if !call.has("dry-run") { try Files.makeFolder(folder) }
      if FileStatus(folder) != nil,
        let name = try Files.names(in: folder).first(where: { !$0.hasPrefix(".") })
      {
        throw CommandError(
          .usage, "\(folder.shown) must be empty, but has \(name.shown).")
      }
      let template = PackageTemplate(folder: folderName, checkout: path, examples: examples)
      for (file, text) in template.files {
        let place = folder.appendingPath(file)
        if !call.has("dry-run") {
          try Files.makeFolder(place.parentPath)
          try Files.write(text, to: place)
        }
        call.session.result.line(path: place)
      }
      if let examples { try copy(examples, to: folder, call) }
      if !call.has("dry-run") { call.session.say("Next: \(template.nextStep(in: folder.shown))") }
      return .success
    })

  /// Copies data into a package, and reports the guesses of its model.
  private static func copy(_ examples: ExampleModel, to folder: String, _ call: Call) throws {
    for (file, path) in zip(examples.files, examples.packagePaths) {
      let place = folder.appendingPath(path)
      if !call.has("dry-run") {
        try Files.makeFolder(place.parentPath)
        try Files.copy(file.path, to: place)
      }
      call.session.result.line(path: place)
    }
    try FindingList.print(examples.issues, of: call["from"] ?? "", to: call.session.talk, call)
  }

  /// The identity that SwiftPM gives to a package in a folder.
  private static func identity(_ folderName: String) -> String {
    let name = folderName.lowercased()
    return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
  }
}
