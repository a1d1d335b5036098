import Armature
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
  /// The store that gets the objects; `nil` where they become a text.
  private let target: StoreFile?

  /// Reads the store that the operand names, with a model.
  ///
  /// - Throws: ``CommandError`` for what is no store of the model; `ModelError` for a wrong model.
  init(_ call: Call, model: String) throws {
    self.call = call
    if call["into"] != nil && call["output"] != nil {
      throw call.wrong("--into and --output exclude each other.")
    }
    target = try call["into"].map { try StoreFile(new: $0, call) }
    do {
      store = try CoreDataStore(
        contentsOf: call.operands[0], model: model, version: call["version"])
    } catch let error as CoreDataStoreError {
      throw CommandError(.badData, error.description)
    }
  }

  /// What the model or the file lacks.
  var issues: [ModelIssue] { store.issues }

  /// Values that are none that Core Data writes: with them the data is not all that the store has.
  var errors: [ModelIssue] { store.errors }

  /// Loads the objects, and writes them if there is no error.
  func run() throws -> ExitStatus {
    let session = call.session
    let count = store.count
    session.say(
      "\(call.operands[0].shown) fits \(store.model.version.shown) and has \(count) object\(count == 1 ? "" : "s")."
    )
    guard let target else {
      let context = ManagedObjectContext(model: store.model.model)
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
    let container = try PersistentContainer(model: store.model.model, store: file.store())
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
      if store.errors.isEmpty { try finish() }
      if !report.isEmpty { write(report) }
      return store.errors.isEmpty ? .success : .findings
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
