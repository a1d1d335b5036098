/// The objects of a context by number: one object per identity.
///
/// Numbers are given out from 1 without gaps, so an array is the map: an insertion is an append, and
/// the order of the array is the order of insertion, which makes every walk over it deterministic.
/// A number is not given out twice; an object that leaves costs eight bytes until a reset.
struct IdentityMap {
  private var slots: ContiguousArray<ManagedObject?> = []
  /// The number of the first slot.
  private var first = 1
  /// How many objects there are.
  private(set) var count = 0

  /// The number that the next object gets.
  var nextNumber: Int { first + slots.count }

  /// Gives an object the next number.
  mutating func insert(_ object: ManagedObject) {
    object.number = first + slots.count
    slots.append(object)
    count += 1
  }

  mutating func remove(_ object: ManagedObject) {
    let place = object.number - first
    guard slots.indices.contains(place), slots[place] === object else { return }
    slots[place] = nil
    count -= 1
  }

  /// Forgets the objects but goes on counting, so that an old ID never finds a new object.
  mutating func removeAll() {
    first += slots.count
    slots = []
    count = 0
  }

  subscript(number: Int) -> ManagedObject? {
    // Any number may have been decoded from data.
    let place = number &- first
    return slots.indices.contains(place) ? slots[place] : nil
  }

  /// The objects in the order of their insertion.
  var objects: some Sequence<ManagedObject> { objects(from: first) }

  /// The objects from a number on, in the order of their insertion.
  func objects(from number: Int) -> some Sequence<ManagedObject> {
    slots[min(max(0, number - first), slots.count)...].lazy.compactMap { $0 }
  }
}
