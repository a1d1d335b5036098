package import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The tables of a model in one database, with caches for writing statements.
///
/// `@unchecked Sendable`: the lock guards the caches.
package final class SQLDatabase: @unchecked Sendable {
  package let schema: SQLSchema
  package let dialect: any SQLDialect
  /// The links that deletions must not clear.
  package let guards: SQLGuards
  /// The identifier of the store. Objects of other stores are not in the database.
  package let storeID: UUID
  /// The files with data too large for rows; `nil` in a database that keeps all data in rows.
  package let externalData: (any SQLExternalData)?
  /// A condition that is true as long as the rows belong to the model. Lookups of a single object, which check nothing
  /// else, find no row otherwise.
  let rowCondition: SQLStatement?
  private let lock = Lock()
  /// The used row readers: most requests are for the same entities as an earlier one.
  private var readers: [ReaderKey: SQLRowReader] = [:]

  /// The used statements about keys, by entity and relationship: writing a statement takes as long as executing it.
  private var rowQueries: [String: SQLKeyedRowQuery] = [:]
  private var linkQueries: [LinkKey: SQLLinkQuery] = [:]

  private struct LinkKey: Hashable {
    let entity: String
    let relationship: String
  }

  /// An example request for each form of request and the value that it looks for.
  private var requests: [SQLRequestForm: (request: SQLRequest, value: SQLValue)] = [:]

  private struct ReaderKey: Hashable {
    let table: Int
    let entities: [String]
    let alias: String
    let includingValues: Bool
  }

  package init(
    _ schema: SQLSchema, _ dialect: any SQLDialect, storeID: UUID,
    externalData: (any SQLExternalData)? = nil, rowCondition: SQLStatement? = nil
  ) {
    (self.schema, self.dialect, self.storeID) = (schema, dialect, storeID)
    (self.externalData, self.rowCondition) = (externalData, rowCondition)
    guards = SQLGuards(schema)
  }

  /// Returns a request as SQL, as far as SQL answers it exactly. If it differs from an earlier request in one value
  /// only, the SQL is reused: writing it takes a third of the time of finding an object.
  package func request(_ request: FetchRequest) throws -> SQLRequest {
    guard let (form, value) = SQLRequestForm.of(request, schema) else {
      return try SQLRequest(request, self)
    }
    lock.lock()
    let known = requests[form]
    lock.unlock()
    if let known, let same = known.request.replacing(known.value, by: value, for: request) {
      return same
    }
    var written = try SQLRequest(request, self)
    written.keepQuery()
    lock.lock()
    requests[form] = (written, value)
    lock.unlock()
    return written
  }

  /// Returns the rows with some keys of an entity.
  package func rows(of entity: EntityDescription) -> SQLKeyedRowQuery? {
    if let known = lock.withLock({ rowQueries[entity.name] }) { return known }
    guard let query = makeRowQuery(of: entity) else { return nil }
    lock.withLock { rowQueries[entity.name] = query }
    return query
  }

  /// Returns a query for the members of a to-many relationship: the key of the owner, the key of the member, and the
  /// name of the member's entity, in the order of the members.
  package func links(
    along relationship: RelationshipDescription, of entity: EntityDescription
  ) -> SQLLinkQuery? {
    let key = LinkKey(entity: entity.name, relationship: relationship.name)
    if let known = lock.withLock({ linkQueries[key] }) { return known }
    guard let query = makeLinkQuery(along: relationship, of: entity) else { return nil }
    lock.withLock { linkQueries[key] = query }
    return query
  }

  /// Returns the reader for rows of some entities of a table.
  func reader(
    of entities: [String], in table: SQLTable, alias: String, includingValues: Bool
  ) -> SQLRowReader {
    let key = ReaderKey(
      table: table.position, entities: entities, alias: alias, includingValues: includingValues)
    lock.lock()
    defer { lock.unlock() }
    if let known = readers[key] { return known }
    let reader = SQLRowReader(
      self, table, entities: entities, alias: alias, includingValues: includingValues)
    readers[key] = reader
    return reader
  }
}
