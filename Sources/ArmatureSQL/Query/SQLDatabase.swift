package import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The tables of a model in one database, as those see them who write statements.
///
/// `@unchecked Sendable`: the readers are behind the lock.
package final class SQLDatabase: @unchecked Sendable {
  package let schema: SQLSchema
  package let dialect: any SQLDialect
  /// The links that deletions must not clear.
  package let guards: SQLGuards
  /// The identifier of the store; objects of other stores are not in the database.
  package let storeID: UUID
  /// The files of data that is too large for the rows; `nil` in a database that keeps all data in rows.
  package let externalData: (any SQLExternalData)?
  /// What holds as long as the rows are those of the model, for those who look at one object and ask nothing else: they
  /// find no row then.
  let rowCondition: SQLStatement?
  private let lock = Lock()
  /// The readers of rows that were needed: most requests are of the entities of an earlier one.
  private var readers: [ReaderKey: SQLRowReader] = [:]

  /// The statements about keys that were needed, by their entities and relationships: writing one takes as long as an
  /// answer of the database.
  private var rowQueries: [String: SQLKeyedRowQuery] = [:]
  private var linkQueries: [LinkKey: SQLLinkQuery] = [:]

  private struct LinkKey: Hashable {
    let entity: String
    let relationship: String
  }

  /// For each form of request that there was, a request and the value that it looks for.
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

  /// A request as SQL, as far as SQL answers it exactly. A request that differs from an earlier one only
  /// in a value is not written again: writing takes a third of the time of finding an object.
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

  /// The rows of some keys of an entity.
  package func rows(of entity: EntityDescription) -> SQLKeyedRowQuery? {
    if let known = lock.withLock({ rowQueries[entity.name] }) { return known }
    guard let query = makeRowQuery(of: entity) else { return nil }
    lock.withLock { rowQueries[entity.name] = query }
    return query
  }

  /// The members that some objects of an entity have in a to-many relationship: the key of the owner, that
  /// of the member, and the name of the member's entity, in the order of the members.
  package func links(
    along relationship: RelationshipDescription, of entity: EntityDescription
  ) -> SQLLinkQuery? {
    let key = LinkKey(entity: entity.name, relationship: relationship.name)
    if let known = lock.withLock({ linkQueries[key] }) { return known }
    guard let query = makeLinkQuery(along: relationship, of: entity) else { return nil }
    lock.withLock { linkQueries[key] = query }
    return query
  }

  /// The reader for rows of some entities of a table.
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
