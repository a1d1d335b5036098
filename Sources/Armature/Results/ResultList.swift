import ArmatureModel

/// The objects of a list in the order of the request, together with the values that they are sorted by.
///
/// The list keeps these values even if an object changes, so it always stays sorted. This lets a binary search find an
/// object by its previous values.
struct ResultList {
  /// An object of the list with its key.
  struct Entry {
    let handle: Handle
    let object: ManagedObject
    let key: ResultKey
  }

  private let orders: [FetchOrder]
  private(set) var objects: [ManagedObject] = []
  private(set) var handles = ContiguousArray<Handle>()
  private var keys: [Handle: ResultKey] = [:]
  private(set) var sections: ResultSections

  /// Creates a list of sorted entries.
  init(_ entries: [Entry], orderedBy orders: [FetchOrder], isSectioned: Bool) {
    self.orders = orders
    sections = ResultSections(orderedBy: isSectioned ? orders.first : nil)
    objects.reserveCapacity(entries.count)
    handles.reserveCapacity(entries.count)
    keys.reserveCapacity(entries.count)
    for entry in entries {
      objects.append(entry.object)
      handles.append(entry.handle)
      keys[entry.handle] = entry.key
      sections.append(entry.key.section)
    }
  }

  func contains(_ handle: Handle) -> Bool { keys[handle] != nil }

  /// Returns the index of an object; `nil` if it is not in the list.
  func index(of object: ManagedObject) -> Int? {
    let handle = object.row.handle
    guard contains(handle) else { return nil }
    let index = index(of: handle)
    return objects[index] === object ? index : nil
  }

  /// Returns whether an object is missing from the list, or has another position than an entry.
  func differs(from entry: Entry) -> Bool {
    keys[entry.handle].map { !$0.isSame(as: entry.key, orders) } ?? true
  }

  /// The number of elements that single changes may move. For more, the list is built again.
  private static let fewMoves = 1 << 16

  /// The key of the last object.
  var lastKey: ResultKey? { handles.last.flatMap { keys[$0] } }

  /// Removes some objects, inserts others, and moves objects to their new positions.
  ///
  /// - Returns: The corresponding steps, at most two for each object.
  /// - Complexity: O(log *n*) comparisons for each change, plus the time to move the elements after it in memory. If
  ///   there are many changes, the whole list is moved only once.
  mutating func apply(removing removed: [Handle], putting entries: [Entry]) -> [ResultStep] {
    let changeCount = removed.count + entries.count
    return changeCount > 8 && changeCount > Self.fewMoves / max(objects.count, 1)
      ? applyAtOnce(removing: removed, putting: entries)
      : applyOneByOne(removing: removed, putting: entries)
  }

  /// Removes all objects after the first `count`.
  mutating func trim(to count: Int) -> [ResultStep] {
    handles.count > count ? apply(removing: Array(handles[count...].reversed()), putting: []) : []
  }

  /// Applies one change after the other. Objects move.
  mutating func applyOneByOne(removing removed: [Handle], putting entries: [Entry]) -> [ResultStep]
  {
    var steps: [ResultStep] = []
    for handle in removed {
      let index = index(of: handle)
      sections.remove(objects[index].objectID, at: index, &steps)
      take(handle, at: index)
    }
    for entry in entries { put(entry, &steps) }
    return steps
  }

  private mutating func put(_ entry: Entry, _ steps: inout [ResultStep]) {
    let (id, section) = (entry.object.objectID, entry.key.section)
    if contains(entry.handle) {
      let old = index(of: entry.handle)
      take(entry.handle, at: old)
      let new = index(of: entry.key)
      sections.move(id, section, from: old, to: new, &steps)
      put(entry, at: new)
    } else {
      let index = index(of: entry.key)
      sections.insert(id, section, at: index, &steps)
      put(entry, at: index)
    }
  }

  private mutating func take(_ handle: Handle, at index: Int) {
    objects.remove(at: index)
    handles.remove(at: index)
    keys[handle] = nil
  }

  private mutating func put(_ entry: Entry, at index: Int) {
    objects.insert(entry.object, at: index)
    handles.insert(entry.handle, at: index)
    keys[entry.handle] = entry.key
  }

  /// Returns the index of an object in the list.
  private func index(of handle: Handle) -> Int {
    guard let key = keys[handle] else { return handles.count }
    let index = index(of: key)
    if index < handles.count, handles[index] == handle { return index }
    // It is elsewhere, because a comparator contradicts itself.
    return handles.firstIndex(of: handle) ?? handles.count
  }

  /// Returns the index at which an object with a key is or belongs.
  private func index(of key: ResultKey) -> Int {
    handles.partitioningIndex { handle in !(keys[handle]?.isBefore(key, orders) ?? false) }
  }

  // MARK: Many changes

  /// Applies all changes at once: removes from last to first, then inserts from first to last. A moved object is
  /// removed and inserted.
  mutating func applyAtOnce(removing removed: [Handle], putting entries: [Entry]) -> [ResultStep] {
    var steps: [ResultStep] = []
    var leaving = removed.map { index(of: $0) }
    var coming: [Entry] = []
    var staying: [Entry] = []
    for entry in entries {
      if !contains(entry.handle) {
        coming.append(entry)
      } else if differs(from: entry) {
        leaving.append(index(of: entry.handle))
        coming.append(entry)
      } else {
        objects[index(of: entry.handle)] = entry.object
        staying.append(entry)
      }
    }
    leaving.sort()
    sections.removeAll(leaving.map { ($0, objects[$0].objectID) }, &steps)
    for index in leaving { keys[handles[index]] = nil }
    objects = objects.removing(at: leaving)
    handles = handles.removing(at: leaving)

    coming.sort { $0.key.isBefore($1.key, orders) }
    // Shifted by the number of inserted objects before it.
    let places = coming.enumerated().map { $0 + index(of: $1.key) }
    sections.insertAll(
      zip(places, coming).map { ($0, $1.object.objectID, $1.key.section) }, &steps)
    objects = objects.inserting(coming.map(\.object), at: places)
    handles = handles.inserting(coming.map(\.handle), at: places)
    for entry in coming { keys[entry.handle] = entry.key }

    let updated = staying.map { index(of: $0.key) }.sorted()
    for (index, position) in zip(updated, sections.positions(of: updated)) {
      steps.append(.update(objects[index].objectID, at: position))
    }
    return steps
  }
}

extension RangeReplaceableCollection where Self: RandomAccessCollection, Index == Int {
  /// Returns the elements except for those at some indices, in order.
  fileprivate func removing(at places: [Int]) -> Self {
    var rest = Self()
    rest.reserveCapacity(count - places.count)
    var start = startIndex
    for place in places {
      rest.append(contentsOf: self[start..<place])
      start = place + 1
    }
    rest.append(contentsOf: self[start...])
    return rest
  }

  /// Returns the elements together with others, given with their indices in the result, in ascending order.
  fileprivate func inserting(_ elements: [Element], at places: [Int]) -> Self {
    var all = Self()
    all.reserveCapacity(count + elements.count)
    var start = startIndex
    for (element, place) in zip(elements, places) {
      let end = start + place - all.count
      all.append(contentsOf: self[start..<end])
      all.append(element)
      start = end
    }
    all.append(contentsOf: self[start...])
    return all
  }
}
