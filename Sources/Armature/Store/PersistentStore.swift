public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that stores the rows of objects. Contexts fetch from a store and save to it.
///
/// Armature has stores for memory, JSON files, SQLite and PostgreSQL. Conform to this protocol to keep objects
/// somewhere else.
///
/// ```swift
/// func dump(_ entity: String, of store: some PersistentStore) throws {
///   for row in try store.rows(FetchRequest(entity), of: model) {
///     print(row.id, row.version, row.values)
///   }
/// }
/// try dump("Book", of: container.store)
/// ```
/// A store handles rows, keys and versions. Contexts take care of objects, faults, validation, merging and undo.
/// Several contexts may call a store at the same time from different tasks, so the store must protect its own state. It
/// must save all changes of a commit or none of them. To check a custom store against these requirements, use
/// `StoreConformance` in `ArmatureTesting`.
///
/// Core Data: `NSIncrementalStore`.
///
/// ## Topics
///
/// ### Opening
/// - ``identifier``
/// - ``metadata()``
/// - ``open(_:)``
/// - ``open(_:migration:)``
///
/// ### Reading
/// - ``reader()``
/// - ``singleUseReader()``
/// - ``rows(_:of:includingValues:)``
/// - ``rows(for:of:in:)``
///
/// ### Maintenance
/// - ``purgeHistory(_:)``
/// - ``verify()``
public protocol PersistentStore: AnyObject, Sendable {
  /// The unique identifier of the store, which is part of the ID of each object.
  ///
  /// The identifier must stay the same for as long as the data of the store exists.
  var identifier: UUID { get }

  /// Returns information about the stored data. It can be called before the store is opened.
  ///
  /// The default implementation returns `nil`.
  ///
  /// - Returns: `nil` if no data has been written yet, or if the data contains no metadata.
  /// - Throws: Any error, if the data belongs to another kind of store or cannot be read.
  func metadata() throws -> StoreMetadata?

  /// Prepares the store for the objects of a model.
  ///
  /// - Throws: Any error, if the data was saved with an incompatible model or cannot be read.
  func open(_ model: ManagedObjectModel) throws

  /// Prepares the store for the objects of a model. If the data was saved with another model, the store may migrate the
  /// data.
  ///
  /// A container calls this function once, before any other function. The default implementation calls ``open(_:)``,
  /// which rejects data of other models.
  ///
  /// - Throws: Any error, if the data was saved with an incompatible model or cannot be read.
  func open(_ model: ManagedObjectModel, migration: StoreMigration) throws

  /// Reserves keys for objects that will be inserted. The store must not return the same keys to another caller.
  ///
  /// The caller may not use all of the keys. The resulting gaps between keys do no harm.
  ///
  /// - Parameter count: The number of keys, which is at least 1.
  /// - Returns: The requested number of consecutive keys, all above 0.
  func reserveKeys(_ count: Int) throws -> Range<Int64>

  /// Returns a reader that keeps seeing the same state of the data until it is released.
  ///
  /// A context uses one reader for a fetch and for all objects that the fetch loads, or for iterating over batches. It
  /// may ask for a second reader while it still holds the first one, so a reader must not wait for another reader to be
  /// released. After its first result, a reader does not see new saves.
  ///
  /// A small store can conform to ``StoreReader`` and return itself. Each result is then consistent, but two results
  /// may show different states of the data.
  func reader() throws -> any StoreReader

  /// Returns a reader for a single result, such as the row of an object or the members of a list.
  ///
  /// The reader is released after its first use, so a remote store can end the transaction in the same round trip. The
  /// default implementation calls ``reader()``.
  func singleUseReader() throws -> any StoreReader

  /// Saves all changes durably, or none of them.
  ///
  /// When a row is deleted, the store clears the links of other rows to it. Guarded links are the exception, because
  /// the deletion needs a decision about them. They belong to the relationships that
  /// ``/ArmatureModel/ManagedObjectModel/guardedRelationships(of:)`` returns. After a conflict about a guarded link,
  /// the context reads again which objects lead to the row, and decides how to handle them.
  ///
  /// These changes are conflicts:
  /// - A change of an object whose row is missing, or has another version than the change is based on.
  /// - An insertion of a row that already exists. This happens if another context has restored the same object.
  /// - A deletion of a row to which a guarded link still leads after all changes are made.
  ///
  /// These changes never conflict:
  /// - A change of to-many relationships alone. Members are added and removed one by one, independently of other saves.
  ///   In an ordered relationship, a member that is both removed and added moves to the end.
  /// - A deletion of a row that is already deleted.
  ///
  /// - Returns: The new version of each changed object, in the order of the changes. The version of a deleted object is
  ///   0.
  /// - Throws: ``StoreConflicts`` with all conflicts, a ``ValidationReport`` if unique values would be duplicated, or
  ///   any error of the store. If it throws, nothing has been saved.
  func commit(_ changes: StoreChanges) throws -> [UInt32]

  /// Removes the oldest saves from the history, up to a limit.
  ///
  /// - Throws: Any error of the store. The default implementation throws ``PersistentStoreError/noHistory(reason:)``,
  ///   which is correct for a store without a history.
  func purgeHistory(_ range: PersistentHistoryRange) throws

  /// Checks the stored data for damage that you would not notice by reading the rows. The default implementation does
  /// nothing.
  ///
  /// ``PersistentContainer/verify(includingRules:)`` calls this function first, and then checks the rows.
  ///
  /// - Throws: Any error, if the data is damaged.
  func verify() throws
}

extension PersistentStore where Self: StoreReader {
  /// Returns the store itself. It answers each call with the current state of the data.
  public func reader() -> any StoreReader { self }
}

extension PersistentStore {
  /// Returns the same reader as ``reader()``.
  public func singleUseReader() throws -> any StoreReader { try reader() }

  /// Returns `nil`, because a store has no metadata by default.
  public func metadata() throws -> StoreMetadata? { nil }

  /// Opens the store without migrating data.
  public func open(_ model: ManagedObjectModel, migration: StoreMigration) throws {
    try open(model)
  }

  /// Throws ``PersistentStoreError/noHistory(reason:)``, because a store keeps no history by default.
  public func purgeHistory(_ range: PersistentHistoryRange) throws {
    throw PersistentStoreError.noHistory(reason: "this one does not")
  }

  /// Does nothing. By default, a store has nothing to check except its rows.
  public func verify() throws {}

  /// Saves all changes of a transaction, or none of them. The transaction may have been recorded earlier.
  ///
  /// - Returns: The new version of each changed object, in the order of the changes. The version of a deleted object is
  ///   0.
  /// - Throws: The errors of committing ``StoreChanges``.
  @discardableResult public func commit(_ transaction: StoreTransaction) throws -> [UInt32] {
    try commit(StoreChanges(transaction))
  }

  /// Returns the stored rows that match a request, as values.
  ///
  /// - Throws: The errors of the store. ``PersistentStoreError/wrongAnswer(function:must:but:)`` if the store returns
  ///   invalid rows.
  public func rows(
    _ request: FetchRequest, of model: ManagedObjectModel, includingValues: Bool = true
  ) throws -> [StoreRow] {
    try CheckedStore(self, .of(model)).reader()
      .fetch(request, includingValues: includingValues, for: nil).all()
  }

  /// Returns the stored rows of the objects with the given keys, as values.
  ///
  /// - Throws: The errors of the store. ``PersistentStoreError/wrongAnswer(function:must:but:)`` if the store returns
  ///   invalid rows.
  public func rows(
    for keys: [Int64], of entity: EntityDescription, in model: ManagedObjectModel
  ) throws -> [StoreRow] {
    let runtime = ModelRuntime.of(model)
    guard let position = runtime.index(of: entity.name) else { return [] }
    return try CheckedStore(self, runtime).reader().rows(for: keys, of: position, for: nil).all()
  }
}
