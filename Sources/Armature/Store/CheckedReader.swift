import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reader of a store that checks results before they are used.
struct CheckedReader {
  private let reader: any StoreReader
  private let model: ModelRuntime
  private let identifier: UUID
  private let certificate: StateCertificate
  private let stateReporter: (any StateReporting)?

  init(
    _ reader: any StoreReader, _ model: ModelRuntime, _ identifier: UUID,
    _ certificate: StateCertificate, _ stateReporter: (any StateReporting)?
  ) {
    (self.reader, self.model, self.identifier) = (reader, model, identifier)
    (self.certificate, self.stateReporter) = (certificate, stateReporter)
  }

  /// Returns the state to which the results belong. Returns `nil` if the store does not count saves, or has not
  /// reported the state yet.
  func state() throws -> PersistentHistoryToken? { try stateReporter?.knownState ?? reader.token() }

  /// Reads something for the context and records the state that it belongs to.
  private func noting<Answer>(_ read: () throws -> Answer) throws -> Answer {
    try noting(in: certificate, read)
  }

  /// Reads something and records in a certificate the state that it belongs to.
  func noting<Answer>(
    in certificate: StateCertificate, _ read: () throws -> Answer
  ) throws -> Answer {
    if stateReporter?.reportsStateWithResult == true {
      let answer = try read()
      certificate.noteRead(at: try? state())
      return answer
    }
    let state = try? state()
    let answer = try read()
    certificate.noteRead(at: state)
    return answer
  }

  /// Returns the query for the part of a request that the store answers, and the remaining part.
  ///
  /// - Throws: ``PersistentStoreError/wrongAnswer(function:must:but:)`` if the store's part could miss objects of the
  ///   request.
  func prepare(_ request: FetchRequest) throws -> PreparedRequest {
    try PreparedRequest(request, answeredBy: reader.prepare(request))
  }

  /// Returns the token of the state, or `nil` if the store does not count saves.
  func token() throws -> PersistentHistoryToken? { try reader.token() }

  /// Returns the changes that were saved since a token.
  func remoteChanges(since token: PersistentHistoryToken) throws -> RemoteChanges {
    try reader.remoteChanges(since: token)
  }

  /// Returns the dangling links that results leave out.
  func linksReadAsNone() throws -> ValidationReport { try reader.linksReadAsNone() }

  /// Returns the numbers about all objects that an order by relevance needs. Returns `nil` if the store does not know
  /// them.
  func statistics(of ranking: SearchRanking, in entity: String) throws -> SearchStatistics? {
    try (reader as? any RankingReader)?.statistics(of: ranking, in: entity)
  }

  /// Returns the most frequent words that start with some text. Returns `nil` if the store does not know them.
  func suggestions(
    startingWith start: String, in entity: String, limit: Int
  ) throws -> [SearchSuggestion]? {
    try (reader as? any RankingReader)?
      .suggestions(startingWith: start, in: entity, limit: limit)
  }

  /// Returns the rows that the store finds for a query.
  ///
  /// - Parameter known: The objects that may already have their rows; `nil` to get all rows.
  func fetch(
    _ query: any StoreQuery, includingValues: Bool, for known: (any KnownRows)?
  ) throws -> StoreRows {
    let rows = StoreRows(
      .request(query.request), model, storeID: identifier, for: known,
      includesValues: includingValues)
    try noting { try query.fetch(into: rows) }
    try rows.finish()
    return rows
  }

  /// Returns the rows that the store finds for a request that it answers exactly, such as one for all objects of an
  /// entity.
  func fetch(
    _ request: FetchRequest, includingValues: Bool, for known: (any KnownRows)?
  ) throws -> StoreRows {
    try fetch(
      SimpleStoreQuery(request, of: reader), includingValues: includingValues, for: known)
  }

  /// Returns the number of rows that the store finds for a query.
  func count(_ query: any StoreQuery) throws -> Int {
    let count = try query.count()
    if count < 0 { throw wrong("count(_:)", "give a number from 0", "gives \(count)") }
    return count
  }

  /// Returns the rows of a request for aggregates or distinct values. Returns `nil` if they must be computed from
  /// objects.
  func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]? {
    guard let rows = try reader.rows(request) else { return nil }
    let count = request.columns.count
    if let row = rows.first(where: { $0.count != count }) {
      throw wrong("rows(_:)", "give \(count) values for each row", "gives \(row.count)")
    }
    return rows
  }

  /// Returns the rows of some objects of one entity. An object may be listed more than once.
  func rows(for all: [Int64], of entity: Int, for known: (any KnownRows)?) throws -> StoreRows {
    let keys = all.withoutRepetition
    let rows = StoreRows(
      .keys(keys, entity: entity), model, storeID: identifier, for: known, includesValues: true)
    try noting { try reader.rows(for: keys, of: model.entities[entity], into: rows) }
    try rows.finish()
    return rows
  }

  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    let links = try noting { try reader.links(for: keys, along: relationship, of: entity) }
    if links.count != keys.count {
      throw wrong(
        "links(for:along:of:)", "give a list for each of \(keys.count) keys", "gives \(links.count)"
      )
    }
    return links
  }

  private func wrong(_ function: String, _ must: String, _ but: String) -> PersistentStoreError {
    .wrongAnswer(function: function, must: must, but: but)
  }
}

extension ModelRuntime {
  /// Returns the number of values in the rows of an entity.
  func valueCount(of entity: String) -> Int {
    guard let position = index(of: entity) else { return 0 }
    return shape(at: position).persistent.count
  }
}

extension StoreRow {
  /// - Throws: ``PersistentStoreError/wrongAnswer(function:must:but:)`` unless the result has the given number of
  ///   values, and a version.
  func check(_ count: Int, _ function: String) throws {
    guard values.count == count, version > 0 else {
      throw PersistentStoreError.wrongAnswer(
        function: function, must: "give \(count) values and a version above 0 for \(id)",
        but: "gives \(values.count) values and the version \(version)")
    }
  }
}

extension [Int64] {
  /// Each key once; usually the keys are ascending.
  fileprivate var withoutRepetition: [Int64] {
    if zip(self, dropFirst()).allSatisfy({ $0 < $1 }) { return self }
    var seen: Set<Int64> = []
    return filter { seen.insert($0).inserted }
  }
}
