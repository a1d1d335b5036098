import Armature

/// Data that a verb loads into a context, and the report that it prints of what is wrong with it.
struct DataLoad {
  private let model: ManagedObjectModel
  private let call: Call
  private let format: ReportFormat
  private let sources: [LoadSource]

  /// The operand with the data.
  static let operand = Verb.Operand(
    name: "data", help: "files of JSON or CSV, folders of them, or - for the standard input",
    arity: .oneOrMore)

  /// The options that tell how data is set out.
  static let inputOptions = [
    Verb.Option("entity", .text("name"), "the entity of records in files that do not tell it"),
    Verb.Option(
      "lines", "the standard input has a record per line, as .ndjson and .jsonl files have"),
    Verb.Option("csv", "the standard input is a table with a header row, as .csv files are"),
  ]
  static let lenient = Verb.Option(
    "lenient", "accept numbers as text, and warn of unknown keys")

  static let options =
    inputOptions + [
      Verb.Option("format", .word(ReportFormat.allCases.map(\.rawValue)), "the form of the report"),
      lenient,
      Verb.Option("limit", .number("n"), "list so many failures; 100000 unless given"),
      Verb.Option("group", "count failures by entity, property and code; in text or JSON"),
    ]

  init(_ model: ManagedObjectModel, _ call: Call) throws {
    self.model = model
    self.call = call
    format = call["format"].flatMap(ReportFormat.init) ?? .text
    if call.has("group") && format != .text && format != .json {
      throw call.wrong("--group prints text or JSON, and not \(format.rawValue).")
    }
    let entity = try model.entityOption(of: call)
    if call.has("lines") && call.has("csv") {
      throw call.wrong("--lines and --csv exclude each other.")
    }
    let layout = call.has("lines") ? LoadSource.Layout.lines : call.has("csv") ? .csv() : .document
    let input = DataInput(session: call.session, model: model, entity: entity, inputLayout: layout)
    sources = try input.sources(Array(call.operands(from: "data")))
  }

  /// Loads the data, and prints what was found.
  ///
  /// - Parameter finish: What is done with objects that may stay, before anything is printed.
  func run(
    into context: ManagedObjectContext, onFailure: LoadOptions.OnFailure = .keepNothing,
    onDuplicate: LoadOptions.OnDuplicate = .fail,
    finish: () throws -> Void = {}
  ) throws -> ExitStatus {
    let progress = Progress(call.session)
    var options = LoadOptions(
      call.has("lenient") ? .lenient : .strict, onFailure: onFailure, onDuplicate: onDuplicate,
      failureLimit: call.has("group") ? 1_000_000_000 : call.number("limit") ?? 100_000,
      progress: { progress?.show("\($0) records read") })
    // It would be a new object whenever it is loaded.
    options.requiresIdentity = onDuplicate == .update
    call.session.context = context
    do {
      defer { progress?.clear() }
      let printsTotals =
        format == .text && !call.has("group") && call.session.loudness > .quiet
      var totals: [String] = []
      let result = try context.load(sources, options: options) { result in
        // Counted by the keys that the objects have until they are saved.
        if printsTotals { totals = self.totals(of: result) }
        try finish()
      }
      for line in totals { call.session.result.line(line) }
      return try print(result.report)
    } catch let report as ValidationReport {
      return try print(report)
    }
  }

  /// Loads the data with what is not valid, to be looked at, and tells what is wrong with it.
  ///
  /// A refused value is absent. Left out is only what cannot be read, and of equal identities all.
  func runKeepingAll(into context: ManagedObjectContext) throws -> ValidationReport {
    let progress = Progress(call.session)
    let options = LoadOptions(
      call.has("lenient") ? .lenient : .strict, validates: false, onFailure: .keepValid,
      progress: { progress?.show("\($0) records read") })
    call.session.context = context
    defer { progress?.clear() }
    do {
      let found = try context.load(sources, options: options).report
      // That a refused value is absent was said already.
      let refused = Set(found.map { Place($0) })
      let others = context.validate().filter { failure in
        guard case .rule(.required, _, _, _) = failure.kind else { return true }
        return !refused.contains(Place(failure))
      }
      return ValidationReport(Array(found) + others)
    } catch let report as ValidationReport {
      return report
    }
  }

  /// The object and the property that a failure is about.
  private struct Place: Hashable {
    let object: ManagedObjectID?
    let property: String?

    init(_ failure: ValidationFailure) {
      object = failure.objectID
      property = failure.keyPath.first
    }
  }

  private func totals(of result: LoadResult) -> [String] {
    let (counts, updated) = (result.counts, result.updatedObjects.count)
    let lines = model.entities.filter { !$0.isAbstract }.map { entity in
      let leftOut = result.leftOut[entity.name].map { ", and \($0) not valid" } ?? ""
      return "\(entity.name): \(counts[entity.name] ?? 0)\(leftOut)"
    }
    return updated > 0 ? lines + ["updated: \(updated)"] : lines
  }

  private func print(_ report: ValidationReport) throws -> ExitStatus {
    let result = call.session.result
    if call.has("group") {
      let (groups, limit) = (FailureGroup.groups(of: report), call.number("limit") ?? .max)
      result.write(
        format == .json
          ? try JSONForm.text(Array(groups.prefix(limit))) + "\n"
          : FailureGroup.text(groups, limit: limit))
    } else if !report.isEmpty || format != .text {
      ReportText.write(report, as: format, call.session)
    }
    for line in DataAdvice.lines(for: report, call) { call.session.say(line) }
    return report.hasSyntaxErrors ? .badData : report.isValid ? .success : .findings
  }
}
