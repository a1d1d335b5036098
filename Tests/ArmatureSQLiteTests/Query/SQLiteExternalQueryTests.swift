import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Requests about external data find the same objects as memory.
@Suite(.needsSQLite) struct SQLiteExternalQueryTests {
  private let folder: TemporaryFolder
  private let file: ManagedObjectContext
  private let memory: ManagedObjectContext

  init() throws {
    folder = try TemporaryFolder()
    let album = try Album(folder.file())
    file = album.container.makeContext()
    let store = InMemoryStore(identifier: album.container.store.identifier)
    memory = try PersistentContainer(model: Album.model(), store: store).makeContext()
    let values: [Data?] = [nil, Data(), Data([1]), Data(count: 8), Data(count: 9), Data(count: 20)]
    for context in [file, memory] {
      for (index, bytes) in values.enumerated() {
        let scan = try album.add("\(index)", bytes, to: context, as: "Scan")
        try scan.setValue(values[index * 5 % 6], forKey: "back")
        try album.add("\(index) again", bytes, to: context)
      }
      try context.save()
      context.reset()
    }
  }

  private static let nine: FetchExpression = .constant(.data(Data(count: 9)))
  private static let reason = "left to the context: it compares data that may be in files"

  @Test(
    arguments: [
      (.comparison(.keyPath(["bytes"]), .equal, .constant(.null)), nil),
      (.comparison(.keyPath(["bytes"]), .notEqual, .constant(.null)), nil),
      (.comparison(.keyPath(["bytes"]), .equal, nine), reason),
      (.comparison(.keyPath(["bytes"]), .notEqual, nine), reason),
      (.comparison(.keyPath(["bytes"]), .less, nine), reason),
      (.comparison(.keyPath(["bytes"]), .greaterOrEqual, nine), reason),
      (.comparison(nine, .equal, .keyPath(["bytes"])), reason),
      (.comparison(.keyPath(["bytes"]), .equal, .keyPath(["back"])), reason),
      (.comparison(.keyPath(["bytes"]), .in, .list([nine, .constant(.null)])), reason),
      (
        .comparison(
          .keyPath(["bytes"]), .between, .list([.constant(.data(Data([1]))), nine])), reason
      ),
      (.not(.comparison(.keyPath(["bytes"]), .equal, nine)), reason),
    ] as [(FetchPredicate, String?)])
  func `a condition finds what memory finds, and SQL answers what it can`(
    _ condition: FetchPredicate, _ reason: String?
  ) throws {
    for isPending in [false, true] {
      if isPending {
        for context in [file, memory] {
          let scan = try #require(try context.fetch("Scan") { $0.name == "4" }.first)
          try scan.setValue(Data(count: 21), forKey: "bytes")
          let other = try #require(try context.fetch("Scan") { $0.name == "1" }.first)
          try other.setValue(Data(count: 9), forKey: "bytes")
        }
      }
      let request = FetchRequest("Scan", where: condition)
      #expect(try file.fetch(request).map(\.objectID) == memory.fetch(request).map(\.objectID))
      #expect(try file.count(request) == memory.count(request))
      let lines = try "\(file.explain(request))".split(separator: "\n").map(String.init)
      #expect(reason == nil ? !lines.contains { $0.hasPrefix("left to") } : lines.last == reason)
    }
  }

  @Test func `orders, groups, counts and distinct values are those of memory`() throws {
    for isAscending in [true, false] {
      let request = FetchRequest(
        "Photo", orderedBy: [FetchOrder(.keyPath(["bytes"]), isAscending: isAscending)], limit: 4,
        offset: 1)
      #expect(try file.fetch(request).map(\.objectID) == memory.fetch(request).map(\.objectID))
    }
    for columns in [
      [FetchColumn("bytes", .keyPath(["bytes"]))],
      [
        FetchColumn("bytes", .keyPath(["bytes"])),
        FetchColumn("count", .keyPath([]), aggregate: .count),
      ],
      [FetchColumn("count", .keyPath(["bytes"]), aggregate: .count)],
    ] {
      let request = FetchRowRequest("Photo", columns)
      #expect(try file.fetch(request) == memory.fetch(request))
    }
  }
}
