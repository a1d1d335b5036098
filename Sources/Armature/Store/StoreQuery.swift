/// A request that a reader has prepared. Its results show the reader's state of the data.
///
/// ```swift
/// let query = try container.store.reader().prepare(FetchRequest("Author"))
/// print(try query.count(), query.request.entity)  // 1 Author
/// ```
/// A store that translates requests, for example to SQL, translates each request once, when it prepares the query. The
/// context then fetches or counts with the query, which is used before its reader is released.
public protocol StoreQuery {
  /// The part of the request that the query answers.
  ///
  /// It may differ from the request in these ways:
  /// - It may leave out some of the conditions joined by AND.
  /// - It has sort orders only if the query applies all of them exactly.
  /// - It has a limit and an offset only if everything else in the request is kept.
  var request: FetchRequest { get }

  /// Fetches the rows of the part, in the order that it specifies. Rows that compare equal are in the order of their
  /// keys.
  func fetch(into rows: StoreRows) throws

  /// Returns the number of rows of the part, within its limit and offset.
  func count() throws -> Int

  /// Returns notes for developers on how the query is answered, one line each.
  ///
  /// ``FetchExplanation/notes`` shows these notes. A note may contain the SQL statement, the indexes that the statement
  /// uses, or the reason why the context must apply a part of the request. The default implementation returns no notes.
  func notes() throws -> [String]
}

extension StoreQuery {
  /// Returns no notes.
  public func notes() throws -> [String] { [] }
}

/// A query of a reader that answers requests with ``StoreReader/fetch(_:into:)`` and ``StoreReader/count(_:)``.
///
/// A reader that answers only a part of some requests prepares a query for the part:
///
/// ```swift
/// func query(_ request: FetchRequest, of reader: any StoreReader) -> any StoreQuery {
///   var part = request
///   (part.orderedBy, part.limit, part.offset) = ([], nil, 0)  // the context sorts, and takes the page
///   return SimpleStoreQuery(part, of: reader)
/// }
/// ```
public struct SimpleStoreQuery: StoreQuery {
  /// The request that the reader answers.
  public let request: FetchRequest
  private let reader: any StoreReader

  /// Creates a query that passes a request, or a part of one, to its reader.
  public init(_ request: FetchRequest, of reader: any StoreReader) {
    (self.request, self.reader) = (request, reader)
  }

  /// Fetches the rows with ``StoreReader/fetch(_:into:)``.
  public func fetch(into rows: StoreRows) throws { try reader.fetch(request, into: rows) }

  /// Counts the rows with ``StoreReader/count(_:)``.
  public func count() throws -> Int { try reader.count(request) }
}
