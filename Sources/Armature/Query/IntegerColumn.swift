/// The integers of a property of many objects: one pass over the objects gives the results of all aggregates.
struct IntegerColumn {
  /// The position of the property in the entity.
  let position: Int
  private(set) var count = 0
  /// The sum of all numbers that fit into memory fits into 128 bits.
  private(set) var sum: Int128 = 0
  private(set) var (least, most) = (Int64.max, Int64.min)

  init(at position: Int) { self.position = position }

  /// Adds the number of an object with loaded values, if it has one.
  @inline(__always) mutating func add(_ object: ManagedObject) {
    let (row, place) = (object.row, object.shape.places[position])
    guard row.isPresent(place) else { return }
    switch place.kind {
    case .int64: add(row[place, as: Int64.self])
    case .int32: add(Int64(row[place, as: Int32.self]))
    default: add(Int64(row[place, as: Int16.self]))
    }
  }

  @inline(__always) private mutating func add(_ number: Int64) {
    count &+= 1
    sum &+= Int128(number)
    if number < least { least = number }
    if number > most { most = number }
  }
}
