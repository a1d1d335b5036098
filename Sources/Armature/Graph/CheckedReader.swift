import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reader of a store whose answers are checked before anybody uses them.
struct CheckedReader {
  private let reader: any StoreReader
  private let model: ModelRuntime
  private let identifier: UUID
  private let certificate: StateCertificate
  private let teller: (any StateTelling)?

  init(
    _ reader: any StoreReader, _ model: ModelRuntime, _ identifier: UUID,
    _ certificate: StateCertificate, _ teller: (any StateTelling)?
  ) {
    (self.reader, self.model, self.identifier) = (reader, model, identifier)
    (self.certificate, self.teller) = (certificate, teller)
  }

  /// The state that the answers are of; `nil` if the store counts no saves, or has not told it.
  func state() throws -> PersistentHistoryToken? { try teller?.knownState ?? reader.token() }

  /// Reads something that the context takes up, and notes the state that it is of.
  private func noting<Answer>(_ read: () throws -> Answer) throws -> Answer {
    try noting(in: certificate, read)
  }

  /// Reads something, and notes in a certificate the state that it is of.
  func noting<Answer>(
    in certificate: StateCertificate, _ read: () throws -> Answer
  ) throws -> Answer {
    if teller?.tellsStateWithAnswer == true {
      let answer = try read()
      certificate.noteRead(at: try? state())
      return answer
    }
    let state = try? state()
    let answer = try read()
    certificate.noteRead(at: state)
    return answer
  }

  /// What the store answers of a request, and what is left.
  ///
  /// - Throws: ``PersistentStoreError/wrongAnswer(function:must:but:)`` for what could not find all objects
  ///   that the request finds.
  func pushed(_ request: FetchRequest) throws -> PushedRequest {
    try PushedRequest(request, answering: reader.pushed(request))
  }

  /// The point in the saves that the state is of; `nil` for a store that counts none.
  func token() throws -> PersistentHistoryToken? { try reader.token() }

  /// What others than the store have changed since a token.
  func changesOfOthers(since token: PersistentHistoryToken) throws -> ChangesOfOthers {
    try reader.changesOfOthers(since: token)
  }

  /// The links that lead nowhere, and that no answer has.
  func linksReadAsNone() throws -> ValidationReport { try reader.linksReadAsNone() }

  func notes(on request: FetchRequest) throws -> [String] { try reader.notes(on: request) }

  /// The rows that a request finds.
  ///
  /// - Parameter graph: The objects that need no row that they have already; `nil` for all rows.
  func fetch(
    _ request: FetchRequest, includingValues: Bool, for graph: ObjectGraph?
  ) throws -> StoreRows {
    let rows = StoreRows(
      .request(request), model, storeID: identifier, for: graph, includesValues: includingValues)
    try noting { try reader.fetch(request, into: rows) }
    try rows.finish()
    return rows
  }

  func count(_ request: FetchRequest) throws -> Int {
    let count = try reader.count(request)
    if count < 0 { throw wrong("count(_:)", "give a number from 0", "gives \(count)") }
    return count
  }

  /// The rows of values that a request yields; `nil` if they are to be made of objects.
  func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]? {
    guard let rows = try reader.rows(request) else { return nil }
    let count = request.columns.count
    if let row = rows.first(where: { $0.count != count }) {
      throw wrong("rows(_:)", "give \(count) values for each row", "gives \(row.count)")
    }
    return rows
  }

  /// The rows of some objects of one entity, of which some may be named twice.
  func rows(for all: [Int64], of entity: Int, for graph: ObjectGraph?) throws -> StoreRows {
    let keys = all.withoutRepetition
    let rows = StoreRows(
      .keys(keys, entity: entity), model, storeID: identifier, for: graph, includesValues: true)
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
  /// How many values the rows of an entity have.
  func valueCount(of entity: String) -> Int {
    guard let position = index(of: entity) else { return 0 }
    return shape(at: position).pointee.persistent.count
  }
}

extension StoreRow {
  /// - Throws: ``PersistentStoreError/wrongAnswer(function:must:but:)`` unless it has so many values, and a
  ///   version.
  func check(_ count: Int, _ function: String) throws {
    guard values.count == count, version > 0 else {
      throw PersistentStoreError.wrongAnswer(
        function: function, must: "give \(count) values and a version above 0 for \(id)",
        but: "gives \(values.count) values and the version \(version)")
    }
  }
}

extension [Int64] {
  /// Each key once; most keys rise.
  fileprivate var withoutRepetition: [Int64] {
    if zip(self, dropFirst()).allSatisfy({ $0 < $1 }) { return self }
    var seen: Set<Int64> = []
    return filter { seen.insert($0).inserted }
  }
}
