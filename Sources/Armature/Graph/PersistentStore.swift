public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A place that keeps the rows of objects: what contexts fetch from and save to.
///
/// ```swift
/// func dump(_ entity: String, of store: some PersistentStore) throws {
///   for row in try store.rows(FetchRequest(entity), of: model) {
///     print(row.id, row.version, row.values)
///   }
/// }
/// try dump("Book", of: container.store)
/// ```
/// A store knows rows, keys and versions; objects, faults, validation, merging and undo are the
/// context's. Contexts of several tasks call a store at the same time, so it must take care of its own
/// state, and every commit must be all or nothing. `StoreConformance` in `ArmatureTesting` checks a
/// store of your own against everything that is said here. Core Data: `NSIncrementalStore`.
public protocol PersistentStore: AnyObject, Sendable {
  /// What tells the store from all others, for as long as its data exist; part of every object's ID.
  var identifier: UUID { get }

  /// What the store knows of itself, before it is opened as well as afterwards.
  ///
  /// A store that says nothing of it has no metadata.
  ///
  /// - Returns: `nil` if there are no data yet, or they say nothing.
  /// - Throws: Any error, if the data are not those of such a store, or cannot be read.
  func metadata() throws -> StoreMetadata?

  /// Gets the store ready for the objects of a model.
  ///
  /// - Throws: Any error, if the data do not suit the model or cannot be read.
  func open(_ model: ManagedObjectModel) throws

  /// Gets the store ready for the objects of a model, with data of another one, too, if it can bring them into
  /// the form of that; a container calls it once, before all else.
  ///
  /// A store that cannot leaves it out, and refuses other models.
  ///
  /// - Throws: Any error, if the data do not suit the model or cannot be read.
  func open(_ model: ManagedObjectModel, migration: StoreMigration) throws

  /// Sets keys aside that no other caller ever gets, for objects that are about to be inserted.
  ///
  /// Gaps are fine: what is not used is lost.
  ///
  /// - Parameter count: How many, from 1.
  /// - Returns: As many keys in a row, all above 0.
  func reserveKeys(_ count: Int) throws -> Range<Int64>

  /// What reads one state of the data, for as long as somebody keeps it.
  ///
  /// A context keeps one for a fetch with all that belongs to it, or for a walk over batches, and asks for
  /// another while it has it: a reader must not wait until another one is gone. What is saved after its
  /// first answer is not seen by it. A small store may be its own reader, which is what it is if it is a
  /// ``StoreReader``: each answer is then of one state, and two may be of different ones.
  func reader() throws -> any StoreReader

  /// What reads one answer: for the object, or the list, that somebody looks at; by default what ``reader()`` gives.
  ///
  /// It is asked for one thing, and then let go of, so that a store that is far away can end its transaction on the
  /// same trip.
  func readerOfOneAnswer() throws -> any StoreReader

  /// Makes all changes last, or none of them.
  ///
  /// A change of an object with another version than the one it was read at, or without a row, is a
  /// conflict, unless it changes to-many relationships only: these are added to and removed from
  /// one by one, whatever others did. A member that is both removed and added has moved to the end of an
  /// ordered relationship. Deleting what is gone already is none, either. To insert what is
  /// there is one: others have brought the same object back.
  ///
  /// A deletion clears the links of other rows to the deleted one, but never a guarded link, as
  /// ``/ArmatureModel/ManagedObjectModel/guardedRelationships(of:)`` tells: its delete rule is deny or cascade, or the
  /// other end needs it. If such a link still leads to the row when all changes are made, the deletion is a conflict of
  /// that row. The context then looks again at what leads to it.
  ///
  /// - Returns: The new version of each changed object, in the order of the changes; 0 for deleted ones.
  /// - Throws: ``StoreConflicts`` with all conflicts, a ``ValidationReport`` if what is unique would
  ///   not be any more, or any error of the store's own. Nothing has changed then.
  func commit(_ changes: StoreChanges) throws -> [UInt32]

  /// Forgets the first saves of the history.
  ///
  /// - Throws: ``PersistentStoreError/noHistory(reason:)``, as by default, for a store that keeps none, or any
  ///   error of the store's own.
  func purgeHistory(_ range: PersistentHistoryRange) throws

  /// Looks at what the data are kept in, and that rows do not show; nothing by default.
  ///
  /// ``PersistentContainer/verify(includingRules:)`` calls it first, and looks at the rows itself.
  ///
  /// - Throws: Any error, if the data are damaged.
  func verify() throws
}

extension PersistentStore where Self: StoreReader {
  /// The store itself, which answers each call with its present state.
  public func reader() -> any StoreReader { self }
}

extension PersistentStore {
  /// A reader for any number of answers.
  public func readerOfOneAnswer() throws -> any StoreReader { try reader() }

  /// Nothing.
  public func metadata() throws -> StoreMetadata? { nil }

  /// Opens the store with data of the model alone.
  public func open(_ model: ManagedObjectModel, migration: StoreMigration) throws {
    try open(model)
  }

  /// Throws that there is none.
  public func purgeHistory(_ range: PersistentHistoryRange) throws {
    throw PersistentStoreError.noHistory(reason: "this one keeps none")
  }

  /// Nothing.
  public func verify() throws {}

  /// Makes changes last that are a value, such as those that somebody has kept, or none of them.
  ///
  /// - Returns: The new version of each changed object, in the order of the changes; 0 for deleted ones.
  /// - Throws: What the store throws.
  @discardableResult public func commit(_ transaction: StoreTransaction) throws -> [UInt32] {
    try commit(StoreChanges(transaction))
  }

  /// The rows that a request finds now, with their values as lists.
  ///
  /// - Throws: What the store throws, or ``PersistentStoreError/wrongAnswer(function:must:but:)``.
  public func rows(
    _ request: FetchRequest, of model: ManagedObjectModel, includingValues: Bool = true
  ) throws -> [StoreRow] {
    try CheckedStore(self, .of(model)).reader()
      .fetch(request, includingValues: includingValues, for: nil).all()
  }

  /// The rows that some objects of one entity have now, with their values as lists.
  ///
  /// - Throws: What the store throws, or ``PersistentStoreError/wrongAnswer(function:must:but:)``.
  public func rows(
    for keys: [Int64], of entity: EntityDescription, in model: ManagedObjectModel
  ) throws -> [StoreRow] {
    let runtime = ModelRuntime.of(model)
    guard let position = runtime.index(of: entity.name) else { return [] }
    return try CheckedStore(self, runtime).reader().rows(for: keys, of: position, for: nil).all()
  }
}
