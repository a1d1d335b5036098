/// The objects at the end of a to-many relationship, in order, each once.
///
/// Removing leaves a hole, and holes are closed when they outnumber the objects, so that removing
/// many objects one by one takes linear time. From nine objects on, a dictionary finds them.
/// References are unowned; see `Row`.
struct ObjectList {
  private var items: ContiguousArray<Unmanaged<ManagedObject>?> = []
  private var places: [ObjectIdentifier: Int]?
  private(set) var count = 0

  private static let indexThreshold = 8

  init() {}

  init(_ objects: some Sequence<ManagedObject>) {
    for object in objects { append(object) }
  }

  var isEmpty: Bool { count == 0 }

  func contains(_ object: ManagedObject) -> Bool { place(of: object) != nil }

  private func place(of object: ManagedObject) -> Int? {
    if let places { return places[ObjectIdentifier(object)] }
    let target = Unmanaged.passUnretained(object).toOpaque()
    return items.firstIndex { $0?.toOpaque() == target }
  }

  /// Adds an object at the end, unless it is there.
  ///
  /// - Complexity: O(1).
  @discardableResult mutating func append(_ object: ManagedObject) -> Bool {
    guard place(of: object) == nil else { return false }
    if places != nil {
      places?[ObjectIdentifier(object)] = items.count
    } else if count >= Self.indexThreshold {
      items.append(.passUnretained(object))
      count += 1
      reindex()
      return true
    }
    items.append(.passUnretained(object))
    count += 1
    return true
  }

  /// Puts an object at a position among the others; outside of the list is its nearer end.
  ///
  /// Objects that were deleted have no position.
  ///
  /// - Complexity: O(*n*).
  mutating func insert(_ object: ManagedObject, at position: Int) {
    var others = Array(objects)
    others.removeAll { $0 === object }
    let places = others.indices.filter { others[$0].isThere }
    others.insert(
      object, at: position < places.count ? places[max(0, position)] : others.count)
    self = ObjectList(others)
  }

  /// Takes an object out.
  ///
  /// - Complexity: O(1) on average.
  @discardableResult mutating func remove(_ object: ManagedObject) -> Bool {
    guard let place = place(of: object) else { return false }
    items[place] = nil
    places?[ObjectIdentifier(object)] = nil
    count -= 1
    if count * 2 < items.count { close() }
    return true
  }

  private mutating func close() {
    items.removeAll { $0 == nil }
    if places != nil { reindex() }
  }

  private mutating func reindex() {
    var places: [ObjectIdentifier: Int] = [:]
    places.reserveCapacity(items.count)
    for (place, item) in items.enumerated() {
      if let item { places[ObjectIdentifier(item.takeUnretainedValue())] = place }
    }
    self.places = places
  }

  /// The objects in order.
  var objects: some Sequence<ManagedObject> {
    items.lazy.compactMap { $0?.takeUnretainedValue() }
  }
}
