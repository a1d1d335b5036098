import ArmatureModel
import Foundation
import Testing

@testable import Armature
@testable import ArmatureSQL

/// The SQL of requests, pinned in `Pins`.
@Suite struct SQLRequestTests {
  private static func heading(_ request: FetchRequest) -> String {
    request.words + (request.includesSubentities ? "" : " without subentities")
  }

  /// Returns the SQL of a request, with its values, and the part that it leaves to the context. Only requests without a
  /// condition list the columns of all values.
  private static func text(_ request: FetchRequest, _ database: SQLDatabase) throws -> String {
    let translation = try database.request(request)
    var lines = ["-- \(heading(request))"]
    if let omission = translation.omission {
      lines.append("-- left to the context: \(omission)")
    }
    let rows =
      request.predicate == .constant(true)
      ? translation.listing : translation.rows(includingValues: false).statement
    return (lines + rows.pinnedLines + translation.count.pinnedLines).joined(separator: "\n")
  }

  @Test(arguments: Pins.dialects.keys.sorted())
  func `each request has its pinned SQL`(_ name: String) throws {
    let dialect = try #require(Pins.dialects[name])
    let database = SQLDatabase(SQLSchema(try PinnedRequest.model()), dialect, storeID: UUID())
    let requests = try PinnedRequest.all().map(\.request)
    #expect(requests.count >= 60)
    try Pins.expect(requests.map { try Self.text($0, database) }, in: "requests.\(name).sql")
  }

  @Test func `each request is asked for once`() throws {
    let headings = try PinnedRequest.all().map { Self.heading($0.request) }
    #expect(Set(headings).count == headings.count)
  }
}
