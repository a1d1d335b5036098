import Armature
import ArmatureModel

/// A context of a history, with its changes.
package struct StoreHistorySide {
  let name: String
  let context: ManagedObjectContext
  var pending = StoreHistoryPending()

  init(_ name: String, _ context: ManagedObjectContext) {
    self.name = name
    self.context = context
  }
}

/// The changes of a context since its last save.
package struct StoreHistoryPending: Equatable {
  /// The values that were set.
  var edits: [Int64: [String: AttributeValue]] = [:]
  /// The entities of inserted objects.
  var inserted: [Int64: String] = [:]
  /// The values that were read of deleted objects.
  var deleted: [Int64: [String: AttributeValue]] = [:]
  /// The deleted books of chapters that lost their book only by its deletion.
  var cut: [Int64: Int64] = [:]
  var added: Set<StoreHistoryPair> = []
  var removed: Set<StoreHistoryPair> = []
  /// Pairs that were both added and removed, so that their state cannot be predicted.
  var open: Set<StoreHistoryPair> = []

  /// Returns the added and removed pairs that others have added or removed as well.
  func shared(with saved: Set<StoreHistoryPair>) -> Set<StoreHistoryPair> {
    added.intersection(saved).union(removed.subtracting(saved))
  }

  mutating func forget(_ key: Int64) {
    edits[key] = nil
    added = added.filter { !$0.contains(key) }
    removed = removed.filter { !$0.contains(key) }
  }
}

/// A book with one of its tags.
package struct StoreHistoryPair: Hashable {
  let book: Int64
  let tag: Int64

  func contains(_ key: Int64) -> Bool { book == key || tag == key }
}

/// The saved state in dictionaries.
package struct StoreHistoryRows: Equatable {
  struct Row: Equatable {
    let entity: String
    /// The values of the number, the text and the book, if any.
    var values: [String: AttributeValue] = [:]
  }

  var rows: [Int64: Row] = [:]
  var pairs: Set<StoreHistoryPair> = []
  /// Rows that were written without a new number, so that an equal row can have another version.
  var loose: Set<Int64> = []

  /// Deletes rows and the links to them.
  mutating func delete(_ keys: some Sequence<Int64>) {
    for key in keys {
      rows[key] = nil
      pairs = pairs.filter { !$0.contains(key) }
      for (other, row) in rows where Self.key(row.values["book"]) == key {
        rows[other]?.values["book"] = nil
        loose.insert(other)
      }
    }
  }

  static func key(_ value: AttributeValue?) -> Int64? {
    if case .object(let id)? = value { id.key } else { nil }
  }

  /// Returns the ID of a row, existing or not.
  func id(_ key: Int64, _ container: PersistentContainer) -> ManagedObjectID {
    ManagedObjectID(
      entityName: rows[key]?.entity ?? "Book", key: key, storeID: container.store.identifier)
  }
}
