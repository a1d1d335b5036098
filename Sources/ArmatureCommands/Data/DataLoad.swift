import Armature
import ArmatureTools

/// Loads data into a context for a command, and prints a report on the failures.
struct DataLoad {
  private let model: ManagedObjectModel
  private let call: Call
  private let format: ReportFormat
  private let sources: [LoadSource]

  /// The operand for data.
  static let operand = Verb.Operand(
    name: "data", help: "JSON or CSV files, folders of them, or - for standard input",
    arity: .oneOrMore)

  /// The options that specify the layout of data.
  static let inputOptions =
    [
      Verb.Option("entity", .text("name"), "the entity of records in files that do not name it"),
      Verb.Option(
        "lines", "read standard input as one record per line, as in .ndjson and .jsonl files"),
      Verb.Option("csv", "read standard input as a table with a header row, as in .csv files"),
      Call.keepUnknown,
    ] + TableOptions.options
  static let lenient = Verb.Option(
    "lenient", "accept numbers as text and yes as true, and warn about unknown keys")

  static let options =
    inputOptions + [
      Verb.Option(
        "format", .word(ReportFormat.allCases.map(\.rawValue)), "the format of the report"),
      lenient,
      Verb.Option(
        "limit", .number("n"), "the maximum number of failures in the list (default: 100000)"),
      Verb.Option("group", "count failures by entity, property and code; in text or JSON"),
    ]

  init(_ model: ManagedObjectModel, _ call: Call) throws {
    self.model = model
    self.call = call
    format = call["format"].flatMap(ReportFormat.init) ?? .text
    if call.has("group") && format != .text && format != .json {
      throw call.wrong("--group prints text or JSON, not \(format.rawValue).")
    }
    let entity = try model.entityOption(of: call)
    if call.has("lines") && call.has("csv") {
      throw call.wrong("--lines and --csv cannot be used together.")
    }
    let layout = call.has("lines") ? LoadSource.Layout.lines : call.has("csv") ? .csv() : .document
    let input = DataInput(call: call, model: model, entity: entity, inputLayout: layout)
    sources = try input.sources(Array(call.operands(from: "data")))
  }

  /// Loads the data and prints the report.
  ///
  /// - Parameter finish: A closure that is called when the objects are kept, before anything is printed.
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
    options.keeping = call.keptKeys
    // An object without identity would be inserted again by each load.
    options.requiresIdentity = onDuplicate == .update
    call.session.context = context
    do {
      defer { progress?.clear() }
      let printsTotals =
        format == .text && !call.has("group") && call.session.loudness > .quiet
      var totals: [String] = []
      let result = try context.load(sources, options: options) { result in
        // Totals count temporary keys, which change when objects are saved.
        if printsTotals { totals = self.totals(of: result) }
        try finish()
      }
      for line in totals { call.session.result.line(line) }
      return try print(result.report)
    } catch let report as ValidationReport {
      return try print(report)
    }
  }

  /// Loads the data for inspection, and returns the failures. Invalid objects are loaded as well.
  ///
  /// If a value is rejected, its attribute has no value. Only unreadable data and objects with duplicate identities are
  /// left out.
  func runKeepingAll(into context: ManagedObjectContext) throws -> ValidationReport {
    let progress = Progress(call.session)
    var options = LoadOptions(
      call.has("lenient") ? .lenient : .strict, validates: false, onFailure: .keepValid,
      progress: { progress?.show("\($0) records read") })
    options.keeping = call.keptKeys
    call.session.context = context
    defer { progress?.clear() }
    do {
      let found = try context.load(sources, options: options).report
      // Rejected values have been reported, so their absence is not reported again.
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

  /// The object and the property of a failure.
  private struct Place: Hashable {
    let object: ManagedObjectID?
    let property: String?

    init(_ failure: ValidationFailure) {
      object = failure.objectID
      property = failure.property
    }
  }

  private func totals(of result: LoadResult) -> [String] {
    let counts = result.counts
    let lines = model.entities.filter { !$0.isAbstract }.map { entity in
      let leftOut = result.leftOut[entity.name].map { ", and \($0) not valid" } ?? ""
      return "\(entity.name): \(counts[entity.name] ?? 0)\(leftOut)"
    }
    let former = [
      ("updated", result.updatedObjects.count), ("unchanged", result.unchangedObjects.count),
    ]
    return lines + former.filter { $0.1 > 0 }.map { "\($0): \($1)" }
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

extension Call {
  /// The option for the attribute with unknown keys.
  static let keepUnknown = Verb.Option(
    "keep-unknown", .text("attribute"),
    "keep unknown keys of records in this attribute, which must have the type JSONValue")

  /// The unknown keys that a load keeps and an export of documents writes.
  var keptKeys: KeptKeys {
    self["keep-unknown"].map { .unknownKeys(in: $0) } ?? session.schema?.keptKeys ?? .none
  }
}

/// Shows progress on one line of a terminal, starting after one second.
struct Progress: Sendable {
  private let start = ContinuousClock.now

  /// Returns `nil` if the output is not a terminal or is quiet.
  init?(_ session: Session) {
    if session.loudness == .quiet || !session.talk.isTerminal { return nil }
  }

  func show(_ text: String) { write("\r\(text) …\u{1B}[K") }

  /// Removes the line.
  func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    guard ContinuousClock.now - start > .seconds(1) else { return }
    let output = Output(descriptor: 2)
    output.write(text)
    output.flush()
  }
}
