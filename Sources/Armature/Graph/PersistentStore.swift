public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A place that stores the rows of objects, which contexts fetch from and save to.
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
/// Contexts in several tasks call a store at the same time, so it must protect its own state. Every commit must be all
/// or nothing. `StoreConformance` in `ArmatureTesting` checks a custom store against these requirements. Core Data:
/// `NSIncrementalStore`.
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
  /// The unique identifier of the store, which never changes while its data exist. It is part of every object's ID.
  var identifier: UUID { get }

  /// Returns information about the stored data, before the store is opened as well as afterwards.
  ///
  /// The default implementation returns `nil`: a store has no metadata by default.
  ///
  /// - Returns: `nil` before the first data are written, or if the data contain no metadata.
  /// - Throws: Any error, if the data belong to another kind of store, or cannot be read.
  func metadata() throws -> StoreMetadata?

  /// Prepares the store for the objects of a model.
  ///
  /// - Throws: Any error, if the data do not suit the model or cannot be read.
  func open(_ model: ManagedObjectModel) throws

  /// Prepares the store for the objects of a model, and migrates data of another model if the store can.
  ///
  /// A container calls this once, before any other function. The default implementation calls ``open(_:)``, which
  /// rejects data of other models.
  ///
  /// - Throws: Any error, if the data do not suit the model or cannot be read.
  func open(_ model: ManagedObjectModel, migration: StoreMigration) throws

  /// Reserves keys for objects that are about to be inserted. No other caller ever gets them.
  ///
  /// Unused keys leave gaps, which is fine.
  ///
  /// - Parameter count: The number of keys, from 1.
  /// - Returns: The requested number of consecutive keys, all above 0.
  func reserveKeys(_ count: Int) throws -> Range<Int64>

  /// Returns a reader that sees one state of the data for as long as it is retained.
  ///
  /// A context keeps a reader for a fetch with everything that belongs to it, or for an iteration over batches. It may
  /// ask for another reader in the meantime, so a reader must not wait until another one is released. A reader does not
  /// see saves after its first result. A small store can conform to ``StoreReader`` and be its own reader: each result
  /// is then consistent, but two results may be of different states.
  func reader() throws -> any StoreReader

  /// Returns a reader for a single result, such as the row of an object or the members of a list. The default
  /// implementation calls ``reader()``.
  ///
  /// The reader is used once and then released, so a remote store can end its transaction in the same round trip.
  func singleUseReader() throws -> any StoreReader

  /// Saves all changes durably, or none of them.
  ///
  /// These changes are conflicts:
  /// - A change of an object with a missing row, or with another version than the change is based on. Changes of
  ///   to-many relationships alone never conflict: members are added and removed one by one, independently of other
  ///   saves. A member that is both removed and added moves to the end of an ordered relationship.
  /// - An insertion of a row that already exists, because another context has restored the same object.
  ///
  /// Deleting an already deleted row succeeds.
  ///
  /// A deletion clears the links of other rows to the deleted row, except guarded links, which
  /// ``/ArmatureModel/ManagedObjectModel/guardedRelationships(of:)`` lists: their delete rule is deny or cascade, or
  /// the other end needs the link. If a guarded link still leads to the row after all changes are made, the deletion is
  /// a conflict. The context then checks again which objects lead to the row.
  ///
  /// - Returns: The new version of each changed object, in the order of the changes; 0 for deleted objects.
  /// - Throws: ``StoreConflicts`` with all conflicts, a ``ValidationReport`` if unique values would be duplicated, or
  ///   any error of the store. Nothing has changed then.
  func commit(_ changes: StoreChanges) throws -> [UInt32]

  /// Removes the first saves from the history.
  ///
  /// - Throws: Any error of the store. The default implementation throws ``PersistentStoreError/noHistory(reason:)``,
  ///   as a store without a history should.
  func purgeHistory(_ range: PersistentHistoryRange) throws

  /// Checks the integrity of the storage itself, which rows do not show. The default implementation does nothing.
  ///
  /// ``PersistentContainer/verify(includingRules:)`` calls this first, and then checks the rows.
  ///
  /// - Throws: Any error, if the data are damaged.
  func verify() throws
}

extension PersistentStore where Self: StoreReader {
  /// Returns the store itself, which answers each call with its present state.
  public func reader() -> any StoreReader { self }
}

extension PersistentStore {
  /// Returns the same reader as ``reader()``.
  public func singleUseReader() throws -> any StoreReader { try reader() }

  /// Returns `nil`: a store has no metadata by default.
  public func metadata() throws -> StoreMetadata? { nil }

  /// Opens the store without migrating data.
  public func open(_ model: ManagedObjectModel, migration: StoreMigration) throws {
    try open(model)
  }

  /// Throws ``PersistentStoreError/noHistory(reason:)``: a store keeps no history by default.
  public func purgeHistory(_ range: PersistentHistoryRange) throws {
    throw PersistentStoreError.noHistory(reason: "this one does not")
  }

  /// Does nothing: the storage has nothing else to check.
  public func verify() throws {}

  /// Saves the changes of a transaction value, such as one that was kept earlier, or none of them.
  ///
  /// - Returns: The new version of each changed object, in the order of the changes; 0 for deleted objects.
  /// - Throws: The errors of committing ``StoreChanges``.
  @discardableResult public func commit(_ transaction: StoreTransaction) throws -> [UInt32] {
    try commit(StoreChanges(transaction))
  }

  /// Returns the stored rows that a request finds, as values.
  ///
  /// - Throws: The errors of the store, or ``PersistentStoreError/wrongAnswer(function:must:but:)``.
  public func rows(
    _ request: FetchRequest, of model: ManagedObjectModel, includingValues: Bool = true
  ) throws -> [StoreRow] {
    try CheckedStore(self, .of(model)).reader()
      .fetch(request, includingValues: includingValues, for: nil).all()
  }

  /// Returns the stored rows of some objects of one entity, as values.
  ///
  /// - Throws: The errors of the store, or ``PersistentStoreError/wrongAnswer(function:must:but:)``.
  public func rows(
    for keys: [Int64], of entity: EntityDescription, in model: ManagedObjectModel
  ) throws -> [StoreRow] {
    let runtime = ModelRuntime.of(model)
    guard let position = runtime.index(of: entity.name) else { return [] }
    return try CheckedStore(self, runtime).reader().rows(for: keys, of: position, for: nil).all()
  }
}
