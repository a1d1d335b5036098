public import Armature
public import ArmatureModel
import ArmatureSQLite

/// The contents of a SQLite file that Core Data has written. It consists of the matching version of the model, and the
/// objects as records.
///
/// ```swift
/// func read() throws {
///   let store = try CoreDataStore(contentsOf: "Shop.sqlite", model: "Shop.xcdatamodeld")
///   let context = ManagedObjectContext(model: store.model.model)
///   try context.load(store.records)
/// }
/// ```
/// The file and its log are copied before they are read, so the original file is never changed. While they are copied,
/// no other process should write to the file.
///
/// Some values differ from the original store. Transformable values stay data. Derived attributes are computed again.
/// Composite attributes are left out, because Core Data's format for them is not documented.
public struct CoreDataStore: Sendable {
  /// The version of the model that matches the tables. If several versions match the tables, this is the version that
  /// matches the indexes best.
  public let model: XcodeModel
  /// The records, with one line of JSON for each object. Links between objects refer to the numbers of the records.
  public let records: LoadSource
  /// The number of records.
  public let count: Int
  /// Warnings about data that was left out. This happens if the model does not contain the data, or if a file with a
  /// large value is missing.
  public let issues: [ModelIssue]
  /// Errors about values that Core Data never writes, such as invalid UTF-8. These values are missing from the records.
  ///
  /// Each error names the table, the key of the row, and the column. If the array is not empty, the records are
  /// incomplete. Do not save them as a copy of the store.
  public let errors: [ModelIssue]

  /// Reads a store.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its `-wal` file is read as well.
  ///   - model: The path of the model, in any form that `XcodeModel` accepts.
  ///   - version: The version of the model. By default, the version that matches the tables is used.
  /// - Throws: ``CoreDataStoreError`` if the file or its log is damaged, if Core Data did not write the file, or if no
  ///   version of the model matches it. The errors of `XcodeModel` if the model cannot be read.
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

  /// Returns the version of the model that matches the tables. The tables must contain all of its declarations. If
  /// several versions match, the one that leaves the fewest columns unknown is returned.
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

/// An error that is thrown when a file cannot be read as a Core Data store.
///
/// ```swift
/// do {
///   _ = try CoreDataStore(contentsOf: "none.sqlite", model: "none.xcdatamodeld")
/// } catch let error as CoreDataStoreError {
///   print(error.path)
/// } catch {
///   print("no model")  // no model
/// }
/// ```
public struct CoreDataStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let path: String
  /// The reason, written so that it can end a sentence.
  public let reason: String

  init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

  /// A sentence with the path, the requirement and the reason.
  public var description: String {
    "\(path) must be a SQLite file that Core Data has written, and fit the model, but \(reason)"
  }
}
