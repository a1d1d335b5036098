public import ArmatureModel

/// What reads the rows of a store, all from one state of the data.
///
/// ```swift
/// let reader = try container.store.reader()
/// let request = FetchRequest("Author", orderedBy: [.ascending("name")])
/// print(try reader.count(request), reader.pushed(request) == request)  // 1 true
/// ```
/// A reader belongs to the task that has asked for it, and lets go of what it holds when nobody keeps it.
public protocol StoreReader: AnyObject {
  /// The part of a request that is answered exactly here; by default all of it.
  ///
  /// It is the request without some of the conditions that must hold together, without its orders if not
  /// all of them are exact, and without limit and offset unless all else is kept. The context asks for
  /// this part, and does the rest on the rows that come.
  func pushed(_ request: FetchRequest) -> FetchRequest

  /// How a request is answered, a line for each thing that is worth knowing; nothing by default.
  ///
  /// ``FetchExplanation/notes`` shows it to people: the statement of a database, the indexes that it uses, and
  /// why a part is left to the context.
  func notes(on request: FetchRequest) throws -> [String]

  /// The rows that a request finds, in its order; those that agree in the order by their keys.
  ///
  /// The request suits the model, has no variables, and is one that ``pushed(_:)`` gives, or one of an
  /// entity alone. ``FetchRequest/includesPendingChanges`` means nothing here: a store knows only what was
  /// saved.
  func fetch(_ request: FetchRequest, into rows: StoreRows) throws

  /// How many rows a request finds, its limit and offset taken into account.
  func count(_ request: FetchRequest) throws -> Int

  /// The rows of values that a request yields whose rows stand for several objects, or are distinct; `nil`,
  /// as by default, if they are to be made of the objects.
  ///
  /// They come in the order of the first object of each, by the keys, with a value for each column. The request
  /// has no condition on rows, no order and no page, which the context sees to. A reader answers it exactly, or
  /// not at all.
  func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]?

  /// The rows of some objects of one entity, in any order, and none where there is no such object.
  ///
  /// The entity is the one that links and fetches gave for the keys: that of the objects themselves.
  func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws

  /// What a to-many relationship of some objects of one entity leads to, in the order of the keys;
  /// nothing where there is no such object.
  ///
  /// The members of an ordered relationship come in their order, those of others in any.
  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]]

  /// The point in the saves that the state is of; `nil`, as by default, for a store whose data nobody else
  /// changes, and that counts no saves.
  ///
  /// Contexts that merge by themselves ask for it before each fetch and save, so it should take about a
  /// microsecond where nobody has saved.
  func token() throws -> PersistentHistoryToken?

  /// The same point for whoever keeps it, so that it may outlive the restore of a backup: with what the save of the number
  /// has alone; by default that of ``token()``.
  func historyToken() throws -> PersistentHistoryToken?

  /// What others than the commits of the store have changed since a token that it has given; nothing by
  /// default.
  ///
  /// It may name commits of the store, too.
  func changesOfOthers(since token: PersistentHistoryToken) throws -> ChangesOfOthers

  /// The saves after a point, in their order, up to that of the state; all that there are for `nil`.
  ///
  /// - Throws: ``PersistentStoreError/noHistory(reason:)``, as by default, for a store that keeps none;
  ///   ``PersistentStoreError/unknownToken(_:reason:)`` for a point that its history does not reach back to.
  func history(since token: PersistentHistoryToken?) throws -> [PersistentHistoryTransaction]
}

extension StoreReader {
  /// None: nobody else changes the data.
  public func token() throws -> PersistentHistoryToken? { nil }

  /// The point of ``token()``.
  public func historyToken() throws -> PersistentHistoryToken? { try token() }

  /// Nothing: nobody else changes the data.
  public func changesOfOthers(since token: PersistentHistoryToken) throws -> ChangesOfOthers {
    .none
  }

  /// Throws that there is none.
  public func history(
    since token: PersistentHistoryToken?
  ) throws -> [PersistentHistoryTransaction] {
    throw PersistentStoreError.noHistory(reason: "this one keeps none")
  }

  /// The request itself: all of it is answered exactly.
  public func pushed(_ request: FetchRequest) -> FetchRequest { request }

  /// No rows: the context makes them of the objects.
  public func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]? { nil }

  /// Nothing.
  public func notes(on request: FetchRequest) throws -> [String] { [] }
}
