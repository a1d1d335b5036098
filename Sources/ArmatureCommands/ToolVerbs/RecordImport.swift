import Armature
import ArmatureTools

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The objects of a file that another program has written, on their way into a file of data or a store.
struct RecordImport {
  private let call: Call
  /// What the records are of, for the sentence that tells their number.
  private let title: String
  private let model: ManagedObjectModel
  private let records: LoadSource
  private let count: Int
  /// What the model or the file lacks.
  let issues: [ModelIssue]
  /// Values that are none that the other program writes: with them the data is not all that the file has.
  let errors: [ModelIssue]
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
      title = "fits \(store.model.version.shown)"
      (model, records, count) = (store.model.model, store.records, store.count)
      (issues, errors) = (store.issues, store.errors)
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
      let tables = try SQLiteModel(contentsOf: call.operands[0], readsRows: true)
      let entities = tables.model.entities.count
      title = "has \(entities) \(entities == 1 ? "entity" : "entities")"
      (model, records, count) = (tables.model, tables.records, tables.count)
      (issues, errors) = (tables.issues, [])
    } catch let error as SQLiteImportError {
      throw CommandError(.badData, error.description)
    }
  }

  private static func target(_ call: Call) throws -> StoreFile? {
    if call["into"] != nil && call["output"] != nil {
      throw call.wrong("--into and --output exclude each other.")
    }
    return try call["into"].map { try StoreFile(new: $0, call) }
  }

  /// Loads the objects, and writes them if there is no error.
  func run() throws -> ExitStatus {
    let session = call.session
    session.say(
      "\(call.operands[0].shown) \(title) and has \(count) object\(count == 1 ? "" : "s").")
    guard let target else {
      let context = ManagedObjectContext(model: model)
      return try load(context) {
        try call.writeOutput(String(decoding: context.json(), as: UTF8.self), printsPath: false)
      }
    }
    // A trial saves to a store that goes: so what a store refuses is told, too.
    let trial = call.has("dry-run") ? try TemporaryFolder(in: session.temporaryFolder) : nil
    let file =
      try trial.map { try StoreFile(new: $0.path.appendingPath(target.path.lastPathPart), call) }
      ?? target
    var status = ExitStatus.badData
    defer {
      if status != .success { file.remove(session) }
      if let trial {
        session.context = nil
        trial.remove()
      }
    }
    let container = try PersistentContainer(model: model, store: file.store())
    let context = container.makeContext()
    status = try load(context) { try context.save() }
    return status
  }

  /// Loads the records, and does something with the objects of which none is wrong.
  private func load(
    _ context: ManagedObjectContext, finish: () throws -> Void
  ) throws -> ExitStatus {
    call.session.context = context
    do {
      let report = try context.load(records).report
      if errors.isEmpty { try finish() }
      if !report.isEmpty { write(report) }
      return errors.isEmpty ? .success : .findings
    } catch let report as ValidationReport {
      write(report)
      return .findings
    }
  }

  private func write(_ report: ValidationReport) {
    let session = call.session
    let format = call["format"].flatMap(ReportFormat.init) ?? .text
    if call.outputPath != nil || call["into"] != nil {
      ReportText.write(report, as: format, session)
    } else {
      session.talk.line(report.rendered(as: format))
    }
  }
}
