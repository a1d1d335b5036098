public import ArmatureModel

/// A reader for the rows of a store. All its results show the same state of the data.
///
/// ```swift
/// let reader = try container.store.reader()
/// let request = FetchRequest("Author", orderedBy: [.ascending("name")])
/// print(try reader.count(request), try reader.prepare(request).request == request)  // 1 true
/// ```
/// Only the task that has asked for a reader uses it. When the task releases the reader, the reader frees its
/// resources.
public protocol StoreReader: AnyObject {
  /// Returns a query for the part of a request that the reader can answer exactly. The context fetches this part, and
  /// applies the rest of the request to the resulting rows.
  ///
  /// The request has already been checked against the model and has no variables. The default implementation returns a
  /// ``SimpleStoreQuery`` for the whole request.
  func prepare(_ request: FetchRequest) throws -> any StoreQuery

  /// Fetches the rows that match a request, in the order that the request specifies. Rows that compare equal are in the
  /// order of their keys.
  ///
  /// The request is either one that ``prepare(_:)`` returns or a request for all objects of an entity. Ignore
  /// ``FetchRequest/includesPendingChanges``, because a store knows only saved values.
  func fetch(_ request: FetchRequest, into rows: StoreRows) throws

  /// Returns the number of rows that match a request, within its limit and offset.
  func count(_ request: FetchRequest) throws -> Int

  /// Returns the rows of a request for aggregates or distinct values.
  ///
  /// Each row represents one or more objects. It must have one value for each column. Sort the rows by their objects:
  /// the object with the lowest key decides. The context itself applies the limit, the offset, the order and the
  /// condition on rows, so the request does not contain them.
  ///
  /// Return `nil` if your reader cannot answer a request exactly.
  ///
  /// The default implementation returns `nil`. The context then computes the rows from the objects.
  func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]?

  /// Fetches the rows of the objects with the given keys, in any order. Keys without a row are skipped.
  ///
  /// The entity is the one to which the objects directly belong, and not a parent of it.
  func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws

  /// Returns the members of a to-many relationship for several objects of one entity, in the order of the keys.
  ///
  /// The members of an ordered relationship must be in its order. The members of other relationships may be in any
  /// order. A key without a row has no members.
  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]]

  /// Returns the point in the history that the state of this reader represents.
  ///
  /// Contexts that merge automatically call this function before each fetch and each save. It should therefore be fast:
  /// about a microsecond if there are no new saves. The default implementation returns `nil`, which is correct if your
  /// store does not count its saves and no other program changes its data.
  func token() throws -> PersistentHistoryToken?

  /// Returns the same point in the history as ``token()``, as a token that can be kept.
  ///
  /// In addition to the number of the save, this token contains an identifier of the save. If someone restores a
  /// backup, the identifier shows that a token no longer belongs to the history. The default implementation calls
  /// ``token()``.
  func historyToken() throws -> PersistentHistoryToken?

  /// Returns the changes that were saved since a token of the store. The default implementation returns no changes.
  ///
  /// The result should contain the saves of other processes. It may also contain the commits of the store itself.
  func remoteChanges(since token: PersistentHistoryToken) throws -> RemoteChanges

  /// Returns the saves after a point in the history, in order, up to the state of the reader. Pass `nil` to get all
  /// saves in the history.
  ///
  /// - Throws: ``PersistentStoreError/unknownToken(_:reason:)`` if the history no longer contains the point. The
  ///   default implementation throws ``PersistentStoreError/noHistory(reason:)``, which is correct for a store without
  ///   a history.
  func history(since token: PersistentHistoryToken?) throws -> [PersistentHistoryTransaction]
}

extension StoreReader {
  /// Returns `nil`, because no one else changes the data.
  public func token() throws -> PersistentHistoryToken? { nil }

  /// Returns the same point as ``token()``.
  public func historyToken() throws -> PersistentHistoryToken? { try token() }

  /// Returns no changes, because no one else changes the data.
  public func remoteChanges(since token: PersistentHistoryToken) throws -> RemoteChanges {
    .none
  }

  /// Throws ``PersistentStoreError/noHistory(reason:)``, because a store keeps no history by default.
  public func history(
    since token: PersistentHistoryToken?
  ) throws -> [PersistentHistoryTransaction] {
    throw PersistentStoreError.noHistory(reason: "this one does not")
  }

  /// Returns a query for the whole request, which means that the reader answers all of it exactly.
  public func prepare(_ request: FetchRequest) throws -> any StoreQuery {
    SimpleStoreQuery(request, of: self)
  }

  /// Returns `nil`. The context then computes the rows from the objects.
  public func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]? { nil }
}
