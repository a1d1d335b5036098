import Armature
import ArmaturePostgreSQL
import ArmatureTools

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The objects of a file that another program has written, on their way into a file of data or a store.
struct RecordImport {
  private let call: Call
  /// What stands between the file and the number of its objects in a sentence.
  private let title: String
  private let model: ManagedObjectModel
  private let records: LoadSource
  private let count: Int
  /// What the model or the file lacks.
  private let issues: [ModelIssue]
  /// Values that are none that the other program writes: with them the data is not all that the file has.
  private let errors: [ModelIssue]
  /// The columns of a database whose values have another type than declared.
  private let retypedColumns: [SQLiteModel.RetypedColumn]
  /// The store that gets the objects; `nil` where they become a text.
  private let target: StoreFile?

  /// Reads the store that the operand names, with a model.
  ///
  /// - Throws: ``CommandError`` for what is no store of the model; `ModelError` for a wrong model.
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

  /// Reads the database that the operand names.
  ///
  /// - Throws: ``CommandError`` for what is no database; `ModelError` for tables that make no model.
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

  private static func target(_ call: Call) throws -> StoreFile? {
    if call["into"] != nil && call["output"] != nil {
      throw call.wrong("--into and --output cannot be used together.")
    }
    return try call["into"].map { path in
      let store = try StoreFile(path, call)
      try store.mustBeNew()
      return store
    }
  }

  /// Loads the objects, writes them if there is no error, and prints what was found.
  ///
  /// - Parameter output: Where the list of findings goes.
  func run(to output: Output) throws -> ExitStatus {
    // For a program all of it is one list.
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

  /// The options with which the columns that have errors are read; `nil` if no type has their values.
  private func typeOptions(for report: ValidationReport) -> String? {
    let codes = [
      "type.wrong", "value.inexact", "value.outOfRange", "value.badDate", "value.badFormat",
    ]
    let failing =
      report.errors.filter { codes.contains($0.code) }.map { [$0.entity, $0.keyPath.first ?? ""] }
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

  /// Loads the objects, and writes them if there is no error; what is wrong with them is in the report.
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
      // A trial in the database would make tables there.
      return try load(ManagedObjectContext(model: model)) { context in
        let refusals = PostgreSQLStore.refusals(of: context.insertedObjects)
        if !refusals.isValid { throw refusals }
        tellStore()
      }
    }
    // A trial saves to a store that goes: so what a store refuses is told, too.
    let trial = call.has("dry-run") ? try TemporaryFolder(in: session.temporaryFolder) : nil
    let file =
      try trial.map { try StoreFile($0.path.appendingPath(target.path.lastPathPart), call) }
      ?? target
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

  /// Prints the store that the objects are in.
  private func tellStore() {
    if let target, call.printsImportPath { call.session.result.line(path: target.path) }
    tellCount()
  }

  /// Says what was in the file; where something is wrong, nothing of it was written, and the report says why.
  private func tellCount() {
    call.session.say(
      "\(call.operands[0].shown) \(title) \(count) object\(count == 1 ? "" : "s").")
  }

  /// Loads the records, and does something with the objects if none is wrong and none is missing.
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
      session.talk.line(report.rendered(as: format))
    }
  }
}
