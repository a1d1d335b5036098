import Armature
import ArmatureSQLite
import ArmatureTools

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The objects of a store of Core Data, on their way into a file of data or a store.
struct CoreDataImport {
  private let call: Call
  private let store: CoreDataStore

  /// Reads the store that the operand names, with a model.
  ///
  /// - Throws: ``CommandError`` for what is no store of the model; `ModelError` for a wrong model.
  init(_ call: Call, model: String) throws {
    self.call = call
    if call["into"] != nil && call["output"] != nil {
      throw call.wrong("--into and --output exclude each other.")
    }
    do {
      store = try CoreDataStore(
        contentsOf: call.operands[0], model: model, version: call["version"])
    } catch let error as CoreDataStoreError {
      throw CommandError(.badData, error.description)
    }
  }

  /// What the model or the file lacks.
  var issues: [ModelIssue] { store.issues }

  /// Loads the objects, and writes them if there is no error.
  func run() throws -> ExitStatus {
    let session = call.session
    let count = store.count
    session.say(
      "\(call.operands[0].shown) fits \(store.model.version.shown) and has \(count) object\(count == 1 ? "" : "s")."
    )
    guard let into = call["into"] else {
      let context = ManagedObjectContext(model: store.model.model)
      return try load(context) {
        try call.writeOutput(String(decoding: context.json(), as: UTF8.self), printsPath: false)
      }
    }
    guard FileStatus(into) == nil else {
      throw CommandError(
        .usage, "\(into.shown) must not be there yet, but is. Choose another name.")
    }
    var status = ExitStatus.badData
    defer {
      if status != .success {
        session.context = nil
        for end in ["", "-wal", "-shm"] { Files.remove(into + end) }
      }
    }
    let container = try PersistentContainer(model: store.model.model, store: SQLiteStore(into))
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
      let report = try context.load(store.records).report
      try finish()
      if !report.isEmpty { write(report) }
      return .success
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
