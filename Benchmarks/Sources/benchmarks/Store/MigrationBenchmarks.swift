import Armature
import ArmatureSQLite
import BenchmarkSQLite
import Foundation

/// Opening a file of items with another model against hand-written SQL.
func migrationBenchmarks(_ sizes: Sizes) -> Benchmark {
  let count = sizes(1_000_000)
  return Benchmark(
    name: "store/migration", repetitions: 3,
    comparisons: Change.all.map { change in
      .limit(change.name, "\(change.name)-by-hand", atMost: change.goal)
    } + [
      Comparison(
        subject: "closure", baseline: .nothing, goal: .atMost(6_000, .nanoseconds),
        note: "a step of one's own for each row")
    ]
  ) {
    let (ours, plain) = (StockedFile.shared(count), PlainFile.shared(count))
    return [byClosure(count, ours)]
      + Change.all.flatMap { change in
        [
          .prepared(
            change.name, operations: 1,
            { try FileInFolder(copyOf: ours.value.path) }
          ) { file in
            _ = try PersistentContainer(model: change.model, store: SQLiteStore(file.path))
          },
          .prepared(
            "\(change.name)-by-hand", operations: 1,
            { try FileInFolder(copyOf: plain.value.path) }
          ) { file in
            let handle = benchmark_sqlite_open(file.path)
            defer { benchmark_sqlite_close(handle) }
            for statement in ["BEGIN IMMEDIATE"] + change.statements + ["COMMIT"] {
              precondition(benchmark_sqlite_read(handle, statement) >= 0)
            }
          },
        ]
      }
  }
}

/// A migration with a closure that computes a value for each row.
private func byClosure(_ count: Int, _ ours: Shared<StockedFile>) -> Subject {
  .prepared("closure", operations: count, { try FileInFolder(copyOf: ours.value.path) }) { file in
    let step = StoreMigration.Step.set("Item.label", from: ["name", "place"]) { old in
      guard case .string(let name)? = old["name"], case .string(let place)? = old["place"] else {
        return .null
      }
      return .string("\(name) in \(place)")
    }
    _ = try PersistentContainer(
      model: Change.labelled, store: SQLiteStore(file.path), migration: .custom([step]))
  }
}

/// A change of the items and its hand-written equivalent.
private struct Change {
  let name: String
  let goal: Double
  let model: ManagedObjectModel
  let statements: [String]

  /// Returns a model with the old attributes, without the named ones, and with others added.
  private static func model(
    without names: [String] = [], entity: String = "Item", _ others: [AttributeDescription] = [],
    children: [EntityDescription] = []
  ) -> ManagedObjectModel {
    expect {
      guard var item = StockedFile.model["Item"] else { throw Skipped(reason: "there is no Item") }
      item.ownProperties.removeAll { names.contains($0.name) }
      item.ownProperties += others.map(PropertyDescription.attribute)
      return try ManagedObjectModel("Items", entities: [item] + children)
    }
  }

  /// The items with a new attribute that needs values.
  static let labelled = model([AttributeDescription("label", .string)])

  private static let columns = [
    "_id", "_version", "name", "note", "place", "pieces", "rank", "size", "price", "weight",
    "isOut", "added",
  ]

  private static func table(_ name: String, extra: String = "") -> String {
    """
    CREATE TABLE \(name) (_id INTEGER PRIMARY KEY, _version INTEGER NOT NULL, name TEXT, note TEXT,
      place TEXT, pieces TEXT, rank INTEGER NOT NULL, size INTEGER NOT NULL, price ANY NOT NULL,
      weight ANY NOT NULL, isOut INTEGER NOT NULL, added ANY NOT NULL\(extra)) STRICT
    """
  }

  private static let indexed = "CREATE UNIQUE INDEX Item_name ON Item (name)"

  static let all = [
    Change(
      name: "add", goal: 1.5,
      model: model([AttributeDescription("shelf", .int64, isOptional: true)]),
      statements: ["ALTER TABLE Item ADD COLUMN shelf INTEGER"]),
    Change(
      name: "rename", goal: 1.5,
      model: model(
        without: ["place"],
        [AttributeDescription("town", .string, renamingIdentifier: "place")]),
      statements: ["ALTER TABLE Item RENAME COLUMN place TO town"]),
    Change(
      name: "retype", goal: 2,
      model: model(without: ["pieces"], [AttributeDescription("pieces", .string)]),
      statements: [
        table("New"),
        "INSERT INTO New SELECT \(columns.joined(separator: ", ").replacing("pieces", with: "CAST(pieces AS TEXT)")) FROM Item",
        "DROP TABLE Item", "ALTER TABLE New RENAME TO Item", indexed,
      ]),
    Change(
      name: "split", goal: 3,
      model: model(children: [EntityDescription("Part", parent: "Item")]),
      statements: [
        table("New", extra: ", _entity TEXT NOT NULL").replacing(
          "pieces TEXT", with: "pieces INTEGER"),
        "INSERT INTO New SELECT \(columns.joined(separator: ", ")), 'Item' FROM Item",
        "DROP TABLE Item", "ALTER TABLE New RENAME TO Item", indexed,
      ]),
  ]
}
