public import Armature
public import ArmatureModel
import ArmatureSQLite

/// What a store has that Core Data has written to a file of SQLite: the version of its model, and its objects as
/// records.
///
/// ```swift
/// func read() throws {
///   let store = try CoreDataStore(contentsOf: "Shop.sqlite", model: "Shop.xcdatamodeld")
///   let context = ManagedObjectContext(model: store.model.model)
///   try context.load(store.records)
/// }
/// ```
/// Nothing is changed in the folder of the file: what is read is a copy, with what the log beside it has. Nobody
/// should write to it meanwhile. Values of classes that Core Data transforms stay data, derived attributes are
/// computed anew, and composites are left out, since it is documented nowhere which columns their elements have.
public struct CoreDataStore: Sendable {
  /// The version of the model that the tables fit, and of several the one that their indexes fit best.
  public let model: XcodeModel
  /// A record for each object in a line of JSON; links lead to the numbers of records.
  public let records: LoadSource
  /// How many records there are.
  public let count: Int
  /// What was left out, since the model or the folder lacks it.
  public let issues: [ModelIssue]
  /// Values that are none that Core Data writes, such as text that is not UTF-8; records do not have them.
  ///
  /// Each names the table, the row by its key, and the column. With any of them the records are not all that the
  /// store had, and should not be saved as if they were.
  public let errors: [ModelIssue]

  /// Reads a store.
  ///
  /// - Parameters:
  ///   - path: The file; its `-wal` is read, too.
  ///   - model: The file of the model, as `XcodeModel` takes it.
  ///   - version: The version of the model; unless given, it is found by what fits the tables.
  /// - Throws: ``CoreDataStoreError`` for a file that is damaged or has a damaged log, is none of Core Data, or fits
  ///   no version; what `XcodeModel` throws.
  /// - Complexity: O(*n*) in the number of rows.
  public init(contentsOf path: String, model: String, version: String? = nil) throws {
    let models = try Self.models(model, version)
    do {
      let copy = try CoreDataCopy(of: path)
      let database = try ForeignDatabase(copy.path)
      let tables = try CoreDataTables(database, path: path)
      let (chosen, layout) = try Self.choose(models, tables, path)
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let found = try CoreDataRecords(layout, database, path: copy.original, name: name)
      let (data, count) = found.text
      self.model = chosen
      self.count = count
      let places = found.places
      records = .lines(data, name: name) { places.place(ofLine: $0) }
      var leftOut = CoreDataProblems(path: path)
      if let unfinished = copy.unfinished { leftOut.warn(unfinished) }
      for (entity, attribute) in layout.composites {
        leftOut.warn(
          "\(entity).\(attribute) is a composite, and the columns of its elements are not "
            + "documented; it was left out.", entity: entity, property: attribute)
      }
      for unknown in layout.unknown {
        leftOut.warn("The model \(chosen.version) lacks \(unknown); it was left out.")
      }
      issues = leftOut.warnings + found.problems.warnings
      errors = found.problems.errors
      withExtendedLifetime(copy) {}
    } catch let error as SQLiteStoreError {
      throw error.reasonNotToImport.map { CoreDataStoreError(path, $0) } ?? error
    }
  }

  private static func models(_ path: String, _ version: String?) throws -> [XcodeModel] {
    let versions = XcodeModel.versions(of: path)
    if version != nil || versions.isEmpty {
      return [try XcodeModel(contentsOf: path, version: version)]
    }
    // One that is wrong, or in a binary format, may be beside the one that is wanted.
    var (models, failure) = ([XcodeModel](), (any Error)?.none)
    for version in versions {
      do { models.append(try XcodeModel(contentsOf: path, version: version)) } catch {
        failure = failure ?? error
      }
    }
    if models.isEmpty, let failure { throw failure }
    return models
  }

  /// Chooses the version of which the tables lack nothing, and which has least that they have not.
  private static func choose(
    _ models: [XcodeModel], _ tables: CoreDataTables, _ path: String
  ) throws -> (XcodeModel, CoreDataLayout) {
    let layouts = models.map { ($0, CoreDataLayout($0.model, tables)) }
    let fits = layouts.enumerated().filter { $0.element.1.missing.isEmpty }.map { place, element in
      // Of equals the latest.
      (element, rank: (element.1.unknown.count, element.1.indexDifference, -place))
    }
    if let best = fits.min(by: { $0.rank < $1.rank }) { return best.0 }
    guard let nearest = layouts.min(by: { $0.1.missing.count < $1.1.missing.count }) else {
      throw CoreDataStoreError(path, "the model has no versions.")
    }
    let missing = nearest.1.missing.prefix(3).joined(separator: ", ")
    throw CoreDataStoreError(
      path,
      "it lacks \(missing)\(nearest.1.missing.count > 3 ? " and more" : "") of \(nearest.0.version.quotedForMessage),"
        + " the version that fits best. Choose the model that the file was saved with.")
  }
}
