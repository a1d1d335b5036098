/// The records of objects that existed before a load, and of objects with several records.
///
/// Nearly all objects have one record, so only the others need a list.
struct ObjectRecords {
  private var firsts: [Handle: Int] = [:]
  private var lists: [Handle: [Int]] = [:]

  var isEmpty: Bool { firsts.isEmpty }

  func contains(_ object: Handle) -> Bool { firsts[object] != nil }

  /// Returns the first record of an object.
  func first(of object: Handle) -> Int? { firsts[object] }

  /// The records of an object, in order.
  subscript(object: Handle) -> [Int]? { lists[object] ?? firsts[object].map { [$0] } }

  /// Adds a record to an object.
  ///
  /// - Parameter maker: The record that has created the object; `nil` if the object existed before the load.
  /// - Returns: The previous record of the object.
  mutating func add(_ record: Int, to object: Handle, maker: Int?) -> Int? {
    guard let first = firsts[object] ?? maker else {
      firsts[object] = record
      return nil
    }
    firsts[object] = first
    var list = lists[object] ?? [first]
    let last = list.last
    list.append(record)
    lists[object] = list
    return last
  }
}
