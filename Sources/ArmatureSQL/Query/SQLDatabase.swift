package import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The tables of a model in one database, with caches for generated statements.
///
/// `@unchecked Sendable`: a lock protects the caches.
package final class SQLDatabase: @unchecked Sendable {
  package let schema: SQLSchema
  package let dialect: any SQLDialect
  /// The links that deletions must not clear.
  package let guards: SQLGuards
  /// The identifier of the store. The database contains no objects of other stores.
  package let storeID: UUID
  /// The storage for data that is too large for rows; `nil` if the database keeps all data in rows.
  package let externalData: (any SQLExternalData)?
  /// A condition that is true as long as the rows belong to the model. A lookup of a single object checks nothing else.
  /// If the condition is false, the lookup finds no row.
  let rowCondition: SQLStatement?
  /// The names of the full-text indexes that the database has.
  let fullTexts: Set<String>
  private let lock = Lock()
  /// The row readers that were already used. Most requests are for the same entities as an earlier request.
  private var readers: [ReaderKey: SQLRowReader] = [:]

  /// The statements about keys that were already used, by entity and relationship. Generating such a statement takes as
  /// long as executing it.
  private var rowQueries: [String: SQLKeyedRowQuery] = [:]
  private var linkQueries: [LinkKey: SQLLinkQuery] = [:]

  private struct LinkKey: Hashable {
    let entity: String
    let relationship: String
  }

  /// For each form of request, an example request and the value that it looks for.
  private var requests: [SQLRequestForm: (request: SQLRequest, value: SQLValue)] = [:]

  private struct ReaderKey: Hashable {
    let table: Int
    let entities: [String]
    let alias: String
    let includingValues: Bool
  }

  package init(
    _ schema: SQLSchema, _ dialect: any SQLDialect, storeID: UUID,
    externalData: (any SQLExternalData)? = nil, rowCondition: SQLStatement? = nil,
    fullTexts: Set<String> = []
  ) {
    (self.schema, self.dialect, self.storeID) = (schema, dialect, storeID)
    (self.externalData, self.rowCondition) = (externalData, rowCondition)
    self.fullTexts = fullTexts
    guards = SQLGuards(schema)
  }

  /// Returns the full-text index of an entity, if the database has it and it divides text in a given way.
  func fullText(of entity: String, _ tokenizer: FullTextTokenizer) -> SQLFullText? {
    if fullTexts.isEmpty { return nil }
    guard let index = schema.fullText(of: entity), fullTexts.contains(index.name),
      index.tokenizer == tokenizer
    else { return nil }
    return index
  }

  /// Returns a request as SQL, for the part that SQL answers exactly. If the request differs from an earlier one in a
  /// single value, the SQL is reused. Generating it would take a third of the time of finding an object.
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

  /// Returns a query for the members of a to-many relationship. Its columns are the key of the owner, the key of the
  /// member, and the entity of the member. The rows are in the order of the members.
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
