import Armature
import ArmaturePostgreSQL
import ArmatureTools

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Imports the objects of another program's file to a data file or store.
struct RecordImport {
  private let call: Call
  /// The text between the file and the number of objects in a message.
  private let title: String
  private let model: ManagedObjectModel
  private let records: LoadSource
  private let count: Int
  /// The differences between model and file.
  private let issues: [ModelIssue]
  /// Errors about values that the other program never writes. If this array is not empty, the data is incomplete.
  private let errors: [ModelIssue]
  /// The columns of a database whose values have another type than the declared type.
  private let retypedColumns: [SQLiteModel.RetypedColumn]
  /// The store that receives the objects; `nil` for text output.
  private let target: StoreLocation?

  /// Reads the Core Data store in the operand, with a model.
  ///
  /// - Throws: ``CommandError`` if the file is not a store of the model. `ModelError` if the model is invalid.
  init(_ call: Call, coreDataModel: String) throws {
    self.call = call
    target = try Self.target(call)
    do {
      let store = try CoreDataStore(
        contentsOf: call.operands[0], model: coreDataModel, version: call["version"])
      title = "fits \(store.model.version.shown) and has"
      (model, records, count) = (store.model.model, store.records, store.count)
      (issues, errors) = (store.issues, store.errors)
      retypedColumns = []
    } catch let error as CoreDataStoreError {
      throw CommandError(.badData, error.description)
    }
  }

  /// Reads the database in the operand.
  ///
  /// - Throws: ``CommandError`` if the file is not a database. `ModelError` if the model of its tables is invalid.
  init(tablesOf call: Call) throws {
    self.call = call
    target = try Self.target(call)
    do {
      let tables = try SQLiteModel(call, readsRows: true)
      let entities = tables.model.entities.count
      title = "has \(entities) \(entities == 1 ? "entity" : "entities") and"
      (model, records, count) = (tables.model, tables.records, tables.count)
      (issues, errors) = (tables.issues, tables.errors)
      retypedColumns = tables.retypedColumns
    } catch let error as SQLiteImportError {
      throw CommandError(.badData, error.description)
    }
  }

  private static func target(_ call: Call) throws -> StoreLocation? {
    if call["into"] != nil && call["output"] != nil {
      throw call.wrong("--into and --output cannot be used together.")
    }
    return try call["into"].map { path in
      let store = try StoreLocation(path, call, key: .new)
      try store.mustBeNew()
      return store
    }
  }

  /// Loads the objects and prints the report. The objects are written only if there are no errors.
  ///
  /// - Parameter output: The output for the report.
  func run(to output: Output) throws -> ExitStatus {
    // For programs, the report is a single list.
    let isWhole = call["format"] == "json"
    if !isWhole { try printFindings(to: output) }
    let report: ValidationReport
    do {
      report = try load()
    } catch {
      if isWhole { try printFindings(to: output) }
      throw error
    }
    if isWhole {
      try printFindings(with: report, to: output)
    } else if !report.isEmpty {
      write(report, to: output)
    }
    if errors.isEmpty && report.errors.isEmpty { return .success }
    call.session.say(
      "Nothing was written. Correct the rows above in a copy of \(call.operands[0].shown), and "
        + "import the copy"
        + (typeOptions(for: report).map { ", or read the columns as other types: \($0)" } ?? ".")
    )
    return .findings
  }

  /// Returns the options that read the failing columns as another type. Returns `nil` if no type fits their values.
  private func typeOptions(for report: ValidationReport) -> String? {
    let codes = [
      "type.wrong", "value.inexact", "value.outOfRange", "value.badDate", "value.badFormat",
    ]
    let failing =
      report.errors.filter { codes.contains($0.code) }.map { [$0.entity, $0.property ?? ""] }
      + errors.filter { $0.code == .unreadableValue }.map { [$0.entity, $0.property ?? ""] }
    let columns = retypedColumns.filter { failing.contains([$0.entity, $0.property]) }
    if columns.isEmpty { return nil }
    return columns.map { "--type \("\($0.name)=\($0.type.swiftName)".shellWord)" }
      .joined(separator: " ")
  }

  private func printFindings(with report: ValidationReport? = nil, to output: Output) throws {
    try FindingList.print(
      issues, errors: errors, report, of: call.operands[0], to: output, call)
  }

  /// Loads the objects, and writes them unless there are errors. The returned report lists their failures.
  private func load() throws -> ValidationReport {
    let session = call.session
    guard let target else {
      return try load(ManagedObjectContext(model: model)) { context in
        try call.writeOutput(
          String(decoding: context.json(), as: UTF8.self), printsPath: call.printsImportPath)
        tellCount()
      }
    }
    if call.has("dry-run") { try target.checkMaking(of: model) }
    if target.kind == .postgreSQL, call.has("dry-run") {
      // A trial run in the database would create tables there.
      return try load(ManagedObjectContext(model: model)) { context in
        let refusals = PostgreSQLStore.refusals(of: context.insertedObjects)
        if !refusals.isValid { throw refusals }
        tellStore()
      }
    }
    // A trial run saves to a temporary store, so that the store's errors are reported as well.
    let trial = call.has("dry-run") ? try TemporaryFolder(in: session.temporaryFolder) : nil
    let file =
      try trial.map {
        try StoreLocation($0.path.appendingPath(target.path.lastPathPart), call, key: .new)
      } ?? target
    var isSaved = false
    defer {
      if !isSaved { file.remove(session) }
      if let trial {
        session.context = nil
        trial.remove()
      }
    }
    let container = try PersistentContainer(model: model, store: file.store())
    return try load(container.makeContext()) { context in
      try context.save()
      try file.finishSaving(container)
      isSaved = true
      tellStore()
    }
  }

  /// Prints the store with the objects.
  private func tellStore() {
    if let target, call.printsImportPath { call.session.result.line(path: target.path) }
    tellCount()
  }

  /// Prints the number of objects in the file. If there are errors, nothing was written, and the report states the
  /// reasons.
  private func tellCount() {
    call.session.say(
      "\(call.operands[0].shown) \(title) \(count) object\(count == 1 ? "" : "s").")
  }

  /// Loads the records, and passes the objects on if all of them are valid and complete.
  private func load(
    _ context: ManagedObjectContext, finish: (ManagedObjectContext) throws -> Void
  ) throws -> ValidationReport {
    call.session.context = context
    do {
      return try context.load([records], options: LoadOptions()) { _ in
        if errors.isEmpty { try finish(context) }
      }.report
    } catch let report as ValidationReport {
      return report
    }
  }

  private func write(_ report: ValidationReport, to output: Output) {
    let session = call.session
    let format = call["format"].flatMap(ReportFormat.init) ?? .text
    if output === session.result {
      ReportText.write(report, as: format, session)
    } else {
      session.talk.line(report.rendered(as: format, messages: .command))
    }
  }
}
