import Armature
import ArmatureSQLite
import Foundation

/// Records of 200,000 saved objects that are loaded once more, of which none or a few have changed, against those that
/// make them; loads that keep valid records against those that do not.
func updatingLoadBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(200_000)
  return Benchmark(
    name: "store/load", repetitions: 3,
    comparisons: [
      .limit("unchanged", "new", atMost: 2, note: "13 attributes; with the save, into SQLite"),
      .limit("hundredth-changed", "new", atMost: 2),
      .limit("unchanged-csv", "new-csv", atMost: 2),
      .limit("keep-valid", "new", atMost: 1.1, note: "all records are valid"),
      .limit("keep-valid-of-broken", "new", atMost: 2.2, note: "each hundredth is not: two rounds"),
      .limit(
        "new-beside-saved", "new-unsaved", atMost: 2,
        note: "as many others are saved; without the save"),
      Comparison(subject: "new", baseline: .nothing),
    ]
  ) {
    let records = Shared { Parcels.json(count) }
    let changed = Shared { Parcels.json(count) { $0 % 100 == 0 ? "changed" : "as it was" } }
    let broken = Shared { Parcels.json(count) { $0 % 100 == 0 ? nil : "as it was" } }
    let others = Shared { Parcels.json(count, prefix: "other") }
    let table = Shared { Parcels.csv(count) }
    let saved = Shared {
      let parcels = try Parcels()
      try parcels.load(.data(records.value, as: "Parcel"))
      return parcels
    }
    func new(
      _ name: String, keepsValid: Bool = false, _ source: @escaping () -> LoadSource
    ) -> Subject {
      .prepared(name, operations: count, { try Parcels() }) {
        try $0.load(source(), keepsValid: keepsValid)
      }
    }
    func again(_ name: String, _ source: @escaping () -> LoadSource) -> Subject {
      .prepared(name, operations: count, { saved.value }) { try $0.load(source(), updates: true) }
    }
    return [
      new("new") { .data(records.value, as: "Parcel") },
      new("new-csv") { .data(table.value, as: "Parcel", layout: .csv()) },
      again("unchanged") { .data(records.value, as: "Parcel") },
      again("unchanged-csv") { .data(table.value, as: "Parcel", layout: .csv()) },
      again("hundredth-changed") { .data(changed.value, as: "Parcel") },
      .prepared("new-unsaved", operations: count, { try Parcels() }) {
        try $0.load(.data(others.value, as: "Parcel"), saves: false)
      },
      .prepared("new-beside-saved", operations: count, { saved.value }) {
        try $0.load(.data(others.value, as: "Parcel"), saves: false)
      },
      new("keep-valid", keepsValid: true) { .data(records.value, as: "Parcel") },
      new("keep-valid-of-broken", keepsValid: true) { .data(broken.value, as: "Parcel") },
    ]
  }
}

/// A file of parcels, each of which a text identifies.
private final class Parcels {
  private let file: FileInFolder
  private let container: PersistentContainer

  init() throws {
    file = try FileInFolder()
    container = try PersistentContainer(model: Self.model, store: SQLiteStore(file.path))
  }

  /// Loads records into a context of their own, and saves them.
  func load(
    _ source: LoadSource, updates: Bool = false, keepsValid: Bool = false, saves: Bool = true
  ) throws {
    let context = container.makeContext()
    try context.load(
      source,
      options: LoadOptions(
        onFailure: keepsValid ? .keepValid : .keepNothing, onDuplicate: updates ? .update : .fail))
    if saves { try context.save() }
  }

  private static let model = expect {
    try ManagedObjectModel("Parcels") {
      Entity("Parcel") {
        Attribute("code", String.self).identifying()
        Attribute("sender", String.self)
        Attribute("receiver", String.self)
        Attribute("street", String.self)
        Attribute("city", String.self)
        Attribute("state", String.self)
        Attribute("weight", Double.self).range(0...1_000)
        Attribute("price", Double.self)
        Attribute("pieces", Int.self)
        Attribute("zone", Int.self)
        Attribute("sent", Date.self)
        Attribute("isInsured", Bool.self)
        Attribute("note", String?.self)
      }
    }
  }

  private static let keys = [
    "code", "sender", "receiver", "street", "city", "state", "weight", "price", "pieces", "zone",
    "sent", "isInsured", "note",
  ]

  /// The values of a parcel, texts without marks.
  private static func values(
    _ number: Int, _ state: String, prefix: String = "parcel"
  ) -> [String] {
    [
      "\(prefix)-\(number)", "Sender No. \(number % 977)", "Receiver No. \(number % 1013)",
      "\(number % 200) Long Street", "Wien", state, "\(Double(number % 900) / 8)",
      "\(Double(number % 5_000) / 4)", "\(number % 40)", "\(number % 9)",
      "2026-0\(1 + number % 9)-1\(number % 10)T10:20:30Z", number % 2 == 0 ? "true" : "false",
      "to be left at the door of neighbour \(number % 31)",
    ]
  }

  /// - Parameter state: The state of the parcel with a number; `nil` for one whose weight is not allowed.
  static func json(
    _ count: Int, prefix: String = "parcel", _ state: (Int) -> String? = { _ in "as it was" }
  ) -> Data {
    var text = "["
    for number in 0..<count {
      var values = values(number, state(number) ?? "", prefix: prefix)
      if state(number) == nil { values[6] = "5000" }
      let members = zip(keys.indices, values).map { index, value in
        (6...9).contains(index) || index == 11
          ? "\"\(keys[index])\":\(value)" : "\"\(keys[index])\":\"\(value)\""
      }
      text += (number == 0 ? "{" : ",{") + members.joined(separator: ",") + "}"
    }
    return Data((text + "]").utf8)
  }

  static func csv(_ count: Int) -> Data {
    var text = keys.joined(separator: ",") + "\n"
    for number in 0..<count {
      text += values(number, "as it was").joined(separator: ",") + "\n"
    }
    return Data(text.utf8)
  }
}
