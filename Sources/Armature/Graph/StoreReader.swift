public import ArmatureModel

/// A reader for the rows of a store that sees one state of the data.
///
/// ```swift
/// let reader = try container.store.reader()
/// let request = FetchRequest("Author", orderedBy: [.ascending("name")])
/// print(try reader.count(request), reader.pushed(request) == request)  // 1 true
/// ```
/// A reader belongs to the task that asked for it, and frees its resources when it is released.
public protocol StoreReader: AnyObject {
  /// Returns the part of a request that the reader answers exactly. The default implementation returns the whole
  /// request.
  ///
  /// The result may leave out some of the conditions that are joined by AND. It has no orders unless all of them are
  /// exact, and no limit and offset unless everything else is kept. The context fetches this part and does the rest
  /// with the resulting rows.
  func pushed(_ request: FetchRequest) -> FetchRequest

  /// Returns notes on how a request is answered, one line each. The default implementation returns no notes.
  ///
  /// ``FetchExplanation/notes`` shows them to developers: the SQL statement, the indexes that it uses, and the reason
  /// why a part is left to the context.
  func notes(on request: FetchRequest) throws -> [String]

  /// Fetches the rows that a request finds, in its order. Rows that compare equal are in the order of their keys.
  ///
  /// The request suits the model and has no variables. It is a result of ``pushed(_:)`` or a request for an entity
  /// alone. Ignore ``FetchRequest/includesPendingChanges``: a store knows only saved values.
  func fetch(_ request: FetchRequest, into rows: StoreRows) throws

  /// Returns the number of rows that a request finds, within its limit and offset.
  func count(_ request: FetchRequest) throws -> Int

  /// Returns the rows of a request with aggregates or distinct values. The default implementation returns `nil`: the
  /// context makes the rows from the objects.
  ///
  /// The rows are in the order of the first object of each, by key, with one value for each column. The request has no
  /// condition on rows, no order and no page: the context applies them. A reader must answer exactly, or return `nil`.
  func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]?

  /// Fetches the rows of some objects of one entity, in any order. Keys without a row are skipped.
  ///
  /// The entity is that of the objects themselves, as returned with the keys by links and fetches.
  func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws

  /// Returns the members of a to-many relationship of some objects of one entity, in the order of the keys. A key
  /// without a row has no members.
  ///
  /// The members of an ordered relationship are in its order, others in any order.
  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]]

  /// Returns the point in the history that the reader's state represents.
  ///
  /// The default implementation returns `nil`, for a store that does not count its saves and is changed by no one else.
  /// Contexts that merge automatically ask for the token before each fetch and save, so this should take about a
  /// microsecond without new saves.
  func token() throws -> PersistentHistoryToken?

  /// Returns the same point as a token that can be kept and that stays valid when a backup is restored: it includes an
  /// identifier of the save, not only its number. The default implementation calls ``token()``.
  func historyToken() throws -> PersistentHistoryToken?

  /// Returns the changes by others since one of the store's tokens. The default implementation returns no changes.
  ///
  /// The result may include commits of the store itself.
  func remoteChanges(since token: PersistentHistoryToken) throws -> RemoteChanges

  /// Returns the saves after a point, in order, up to the reader's state. Pass `nil` for all saves in the history.
  ///
  /// - Throws: ``PersistentStoreError/unknownToken(_:reason:)`` if the history does not reach back to the point. The
  ///   default implementation throws ``PersistentStoreError/noHistory(reason:)``, as a store without a history should.
  func history(since token: PersistentHistoryToken?) throws -> [PersistentHistoryTransaction]
}

extension StoreReader {
  /// Returns `nil`: no one else changes the data.
  public func token() throws -> PersistentHistoryToken? { nil }

  /// Returns the same point as ``token()``.
  public func historyToken() throws -> PersistentHistoryToken? { try token() }

  /// Returns no changes: no one else changes the data.
  public func remoteChanges(since token: PersistentHistoryToken) throws -> RemoteChanges {
    .none
  }

  /// Throws ``PersistentStoreError/noHistory(reason:)``: a store keeps no history by default.
  public func history(
    since token: PersistentHistoryToken?
  ) throws -> [PersistentHistoryTransaction] {
    throw PersistentStoreError.noHistory(reason: "this one does not")
  }

  /// Returns the request itself: all of it is answered exactly.
  public func pushed(_ request: FetchRequest) -> FetchRequest { request }

  /// Returns `nil`: the context makes the rows from the objects.
  public func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]? { nil }

  /// Returns no notes.
  public func notes(on request: FetchRequest) throws -> [String] { [] }
}
