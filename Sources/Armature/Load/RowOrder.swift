/// The order of rows: a list starts at its first member, and its other members follow.
struct RowOrder {
  /// An ordered list of an object.
  struct List: Hashable {
    let owner: Handle
    let relationship: String
  }

  private var starts: [List: Int] = [:]
  private var places: [Handle: Int] = [:]
  private var keys: [(start: Int, place: Int, index: Int)] = []

  /// Adds an object that is in no list.
  mutating func add(_ object: ManagedObject) { keys.append((keys.count, 0, keys.count)) }

  /// Adds an object that is in a list.
  mutating func add(_ object: ManagedObject, in list: List, members: () -> [Handle]) {
    let index = keys.count
    if starts[list] == nil {
      starts[list] = index
      for (place, member) in members().enumerated() { places[member] = place }
    }
    keys.append((starts[list] ?? index, places[object.row.handle] ?? 0, index))
  }

  /// The positions of the added objects, in the order of their rows.
  var indices: [Int] { keys.sorted(by: <).map(\.index) }
}
