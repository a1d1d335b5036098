import Armature

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
      .dryRun,
    ],
    examples: [
      Example("armature init Shop", "makes a package in the folder Shop."),
      Example("cd Shop && swift test", "runs the tests it comes with."),
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
      if !call.has("dry-run") { try Files.makeFolder(folder) }
      if FileStatus(folder) != nil,
        let name = try Files.names(in: folder).first(where: { !$0.hasPrefix(".") })
      {
        throw CommandError(
          .usage, "\(folder.shown) must be empty, but has \(name.shown).")
      }
      let template = PackageTemplate(folder: folderName, checkout: path)
      for (file, text) in template.files {
        let place = folder.appendingPath(file)
        if !call.has("dry-run") {
          try Files.makeFolder(place.parentPath)
          try Files.write(text, to: place)
        }
        call.session.result.line(path: place)
      }
      if !call.has("dry-run") { call.session.say("Next: \(template.nextStep(in: folder.shown))") }
      return .success
    })

  /// The identity that SwiftPM gives to a package in a folder.
  private static func identity(_ folderName: String) -> String {
    let name = folderName.lowercased()
    return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
  }
}
