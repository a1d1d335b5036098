import ArmatureModel
import Foundation
import Testing

@testable import Armature
@testable import ArmaturePostgreSQL
@testable import ArmatureSQL
@testable import ArmatureSQLite

/// The SQL of requests, pinned in `Pins`. After a wanted change, run the tests with `ARMATURE_PINS=write`, and read the
/// difference.
@Suite struct SQLRequestTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Pins")

  /// The dialects, by the names of their files.
  private static let dialects: [String: any SQLDialect] = [
    "sqlite": SQLiteDialect(), "postgresql": PostgreSQLDialect(),
  ]

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
    for statement in [rows, translation.count] {
      lines.append(statement.text + ";")
      if !statement.values.isEmpty {
        lines.append("-- \(statement.values.map { "\($0)" }.joined(separator: ", "))")
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: dialects.keys.sorted())
  func `each request has its pinned SQL`(_ name: String) throws {
    let dialect = try #require(Self.dialects[name])
    let database = SQLDatabase(SQLSchema(try PinnedRequest.model()), dialect, storeID: UUID())
    let requests = try PinnedRequest.all().map(\.request)
    #expect(requests.count >= 60)
    let found = try requests.map { try Self.text($0, database) }
    let file = Self.folder.appending(path: "requests.\(name).sql")
    if ProcessInfo.processInfo.environment["ARMATURE_PINS"] == "write" {
      try Data((found.joined(separator: "\n\n") + "\n").utf8).write(to: file)
    }
    let pinned = try String(contentsOf: file, encoding: .utf8)
      .trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
    #expect(pinned.count == found.count)
    for (found, pinned) in zip(found, pinned) { #expect(found == pinned) }
  }

  @Test func `each request is asked for once`() throws {
    let headings = try PinnedRequest.all().map { Self.heading($0.request) }
    #expect(Set(headings).count == headings.count)
  }
}
