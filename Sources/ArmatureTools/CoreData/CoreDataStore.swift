public import Armature
public import ArmatureModel
import ArmatureSQLite

/// The contents of a SQLite file written by Core Data: the matching version of the model, and the objects as records.
///
/// ```swift
/// func read() throws {
///   let store = try CoreDataStore(contentsOf: "Shop.sqlite", model: "Shop.xcdatamodeld")
///   let context = ManagedObjectContext(model: store.model.model)
///   try context.load(store.records)
/// }
/// ```
/// Reading works on a copy of the file and its log, so the original is never changed. No other process should write to
/// the file meanwhile. Transformable values stay data, and derived attributes are computed again. Composite attributes
/// are left out because their storage in Core Data is undocumented.
public struct CoreDataStore: Sendable {
  /// The version of the model that fits the tables. If several fit, the one that fits the indexes best.
  public let model: XcodeModel
  /// The records, one line of JSON for each object. Links refer to the numbers of records.
  public let records: LoadSource
  /// The number of records.
  public let count: Int
  /// Warnings about data that was left out because it is missing in the model or the folder.
  public let issues: [ModelIssue]
  /// Errors about values that Core Data never writes, such as invalid UTF-8. The records omit these values.
  ///
  /// Each error names the table, the row's key, and the column. If there are any, the records are incomplete: do not
  /// save them as a copy of the store.
  public let errors: [ModelIssue]

  /// Reads a store.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its `-wal` file is read as well.
  ///   - model: The path of the model, as in `XcodeModel`.
  ///   - version: The version of the model. By default, the version that fits the tables is used.
  /// - Throws: ``CoreDataStoreError`` if the file or its log is damaged, if Core Data did not write the file, or if no
  ///   version fits it; the errors of `XcodeModel`.
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
      var leftOut = CoreDataIssues(path: path)
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
    // An invalid version or one in a binary format can stand next to the wanted one.
    var (models, failure) = ([XcodeModel](), (any Error)?.none)
    for version in versions {
      do { models.append(try XcodeModel(contentsOf: path, version: version)) } catch {
        failure = failure ?? error
      }
    }
    if models.isEmpty, let failure { throw failure }
    return models
  }

  /// Returns the version whose declarations are all in the tables and that leaves the fewest columns unknown.
  private static func choose(
    _ models: [XcodeModel], _ tables: CoreDataTables, _ path: String
  ) throws -> (XcodeModel, CoreDataLayout) {
    let layouts = models.map { ($0, CoreDataLayout($0.model, tables)) }
    let fits = layouts.enumerated().filter { $0.element.1.missing.isEmpty }.map { place, element in
      // Of equal versions the latest wins.
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
