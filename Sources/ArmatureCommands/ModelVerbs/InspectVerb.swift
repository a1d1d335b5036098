import Armature
import ArmatureTools

extension Verb {
  static let inspect = Verb(
    name: "inspect", summary: "makes a web page that shows a model, and data if given",
    operands: [
      Operand(name: "model", help: ModelFile.help),
      Operand(name: "data", help: DataLoad.operand.help, arity: .any),
    ],
    options: ModelFile.options + DataLoad.inputOptions + [
      DataLoad.lenient,
      Option("against", .text("older"), "show the changes since an older version of the model"),
    ] + Option.output + [Option("open", "open the page in a browser")],
    details: [
      "The page is one file, and needs neither a network nor a server. It shows the entities "
        + "with their properties and rules, a diagram, warnings, and the changes since an older "
        + "version. For data, it shows the objects, their links and their failures.",
      "Invalid objects are shown, too. The exit status is 65 if text is invalid JSON or CSV.",
    ],
    examples: [
      Example("armature inspect shop.swift -o shop.html --open", "shows a model."),
      Example(
        "armature inspect shop.swift data/ --against released.json -o shop.html",
        "adds data, and the changes since a release."),
    ],
    work: .withModel { model, call in
      if call.has("open") && call.outputPath == nil {
        throw call.wrong("--open needs --output.")
      }
      try checkDataOptions(model, call)
      let older = try call["against"].map { try ModelFile($0, call).description() }
      var context: ManagedObjectContext?
      var report = ValidationReport()
      if call.operand("data") != nil {
        let checked = try call.skippingClosures(of: model)
        let objects = ManagedObjectContext(model: checked)
        report = try DataLoad(checked, call).runKeepingAll(into: objects)
        context = objects
      }
      let page = InspectorPage(
        model, against: older, objectsOf: context, report: report)
      try call.writeOutput(page.html())
      if call.has("open"), !call.has("dry-run"), let path = call.outputPath {
        try openInBrowser(path, call)
      }
      return tellUnreadable(report, call)
    })

  /// Rejects options about the layout of data if no data is given.
  private static func checkDataOptions(_ model: ManagedObjectModel, _ call: Call) throws {
    _ = try model.entityOption(of: call)
    if call.operand("data") != nil { return }
    for option in DataLoad.inputOptions + [DataLoad.lenient] where call.has(option.name) {
      throw call.wrong("--\(option.name) applies to data, but no data is given.")
    }
  }

  /// Prints the errors about data that is not valid JSON or CSV. The page does not show these errors.
  private static func tellUnreadable(_ report: ValidationReport, _ call: Call) -> ExitStatus {
    guard report.hasSyntaxErrors else { return .success }
    let unreadable = report.filter { ValidationReport([$0]).hasSyntaxErrors }
    call.session.talk.line(ValidationReport(Array(unreadable)).rendered(as: .text))
    return .badData
  }

  /// Opens a file in the system's default program.
  private static func openInBrowser(_ path: String, _ call: Call) throws {
    #if os(macOS)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    // A name that begins with a hyphen would be read as an option.
    let file = path.hasPrefix("-") ? "./" + path : path
    let (status, _) = try ChildProcess.run(
      "/usr/bin/" + program, [program, file], variables: call.session.variables)
    if status != 0 {
      call.session.warn("\(path.shown) could not be opened: \(program) ended with \(status).")
    }
  }
}
