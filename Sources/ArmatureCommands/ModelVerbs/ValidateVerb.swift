import Armature

extension Verb {
  static let validate = Verb(
    name: "validate", summary: "checks data against a model",
    operands: [
      Operand(name: "model", help: ModelFile.help),
      Operand(
        name: "data", help: "files of JSON or CSV, folders of them, or - for the standard input",
        arity: .oneOrMore),
    ],
    options: ModelFile.options + [
      Option("entity", .text("name"), "the entity of records in files that do not tell it"),
      Option("lines", "the standard input has a record per line, as .ndjson and .jsonl files have"),
      Option("csv", "the standard input is a table with a header row, as .csv files are"),
      Option("format", .word(ReportFormat.allCases.map(\.rawValue)), "the form of the report"),
      Option("lenient", "accept numbers as text, and warn of unknown keys"),
      Option("keep-valid", "count what is valid without what is not"),
      Option("limit", .number("n"), "list so many failures; 100000 unless given"),
      Option("group", "count failures by entity, property and code; in text or JSON"),
      .watch,
    ],
    details: [
      "A file tells its entity by its name, as Book.json does, or is an object with an array for each "
        + "entity. Of a folder, each file is read. References may lead from any file to any other.",
      "The exit status is 1 if there is an error in the data, and 65 if a text is no JSON or CSV at all.",
    ],
    examples: [
      Example("armature validate shop.swift shop.json", "prints totals and every mistake."),
      Example(
        "armature validate shop.swift data/ --format sarif > report.sarif",
        "checks a folder, for code scanning."),
    ],
    work: .withModel { model, call in
      let validation = try DataValidation(model, call)
      return try validation.run()
    })
}

/// Loads data to see what is wrong with it.
private struct DataValidation {
  let model: ManagedObjectModel
  let call: Call
  let format: ReportFormat
  let sources: [LoadSource]

  init(_ model: ManagedObjectModel, _ call: Call) throws {
    self.model = model
    self.call = call
    format = call["format"].flatMap(ReportFormat.init) ?? .text
    if call.has("group") && format != .text && format != .json {
      throw call.wrong("--group prints text or JSON, and not \(format.rawValue).")
    }
    let entity = try call["entity"].map { try model.entity(named: $0, call).name }
    if call.has("lines") && call.has("csv") {
      throw call.wrong("--lines and --csv exclude each other.")
    }
    let layout = call.has("lines") ? LoadSource.Layout.lines : call.has("csv") ? .csv() : .document
    let input = DataInput(session: call.session, model: model, entity: entity, inputLayout: layout)
    sources = try input.sources(Array(call.operands.dropFirst()))
  }

  func run() throws -> ExitStatus {
    let progress = Progress(call.session)
    let options = LoadOptions(
      call.has("lenient") ? .lenient : .strict,
      onFailure: call.has("keep-valid") ? .keepValid : .keepNothing,
      failureLimit: call.has("group") ? 1_000_000_000 : call.number("limit") ?? 100_000,
      progress: { progress?.show($0) })
    let context = ManagedObjectContext(model: model)
    call.session.context = context
    do {
      defer { progress?.clear() }
      let result = try context.load(sources, options: options)
      if format == .text && !call.has("group") && call.session.loudness > .quiet {
        printTotals(result)
      }
      return try print(result.report)
    } catch let report as ValidationReport {
      return try print(report)
    }
  }

  private func printTotals(_ result: LoadResult) {
    let counts = result.counts
    for entity in model.entities where !entity.isAbstract {
      let leftOut = result.leftOut[entity.name].map { ", and \($0) not valid" } ?? ""
      call.session.result.line("\(entity.name): \(counts[entity.name] ?? 0)\(leftOut)")
    }
  }

  private func print(_ found: ValidationReport) throws -> ExitStatus {
    var result = call.session.result
    let report = ScriptPath(call.operands[0]).located(found)
    if call.has("group") {
      let (groups, limit) = (FailureGroup.groups(of: report), call.number("limit") ?? .max)
      result.write(
        format == .json
          ? try JSONForm.text(Array(groups.prefix(limit))) + "\n"
          : FailureGroup.text(groups, limit: limit))
    } else if !report.isEmpty || format != .text {
      if format == .text && call.session.hasColor(result) {
        result.line(colored(report.description))
      } else {
        report.write(as: format, to: &result)
        if !report.isEmpty || (format != .lines && format != .github) { result.line() }
      }
    }
    return report.hasSyntaxErrors ? .badData : report.isValid ? .success : .findings
  }

  private func colored(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      for (start, style) in [("  error:", TextStyle.red), ("  warning:", .yellow)]
      where line.hasPrefix(start) {
        return "  " + style.applied(to: String(start.dropFirst(2))) + line.dropFirst(start.count)
      }
      return String(line)
    }.joined(separator: "\n")
  }
}
