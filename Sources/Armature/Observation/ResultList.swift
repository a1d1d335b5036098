import ArmatureModel

/// Objects in the order of a request, with the keys by which they stand there.
///
/// The list is in the order of these keys, whatever the objects have by now: so an object is found by
/// halving, and each change leaves the list in order.
struct ResultList {
  /// An object that belongs into the list.
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

  /// Makes a list of entries that are in order.
  init(_ entries: [Entry], orderedBy orders: [FetchOrder], isSectioned: Bool) {
    self.orders = orders
    sections = ResultSections(isSectioned: isSectioned)
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

  /// Where an object stands; `nil` if it is not in the list.
  func index(of object: ManagedObject) -> Int? {
    let handle = object.row.handle
    guard contains(handle) else { return nil }
    let index = index(of: handle)
    return objects[index] === object ? index : nil
  }

  /// Whether an object stands elsewhere than an entry says, or not at all.
  func differs(from entry: Entry) -> Bool {
    keys[entry.handle].map { !$0.isSame(as: entry.key) } ?? true
  }

  /// Takes out objects, and puts others in or where they belong now.
  ///
  /// - Returns: The steps that do the same.
  /// - Complexity: O(log *n*) comparisons for each change, and a move in memory of what lies behind it.
  mutating func apply(removing removed: [Handle], putting entries: [Entry]) -> [ResultStep] {
    let changeCount = removed.count + entries.count
    if changeCount > 64, changeCount > objects.count / 8 {
      return replace(removed, entries)
    }
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

  /// Where an object of the list stands.
  private func index(of handle: Handle) -> Int { keys[handle].map(index(of:)) ?? handles.count }

  /// Where an object with a key stands, or belongs.
  private func index(of key: ResultKey) -> Int {
    handles.border { handle in !(keys[handle]?.isBefore(key, orders) ?? false) }
  }

  // MARK: Many changes

  /// Does the same as one change after the other, for so many that they would move most of the list each
  /// time: what lies between the first and the last change goes and comes again.
  private mutating func replace(_ removed: [Handle], _ entries: [Entry]) -> [ResultStep] {
    let former = self
    let changed = Set(removed).union(entries.map(\.handle))
    let kept = handles.indices.filter { !changed.contains(handles[$0]) }
    for entry in entries { keys[entry.handle] = entry.key }
    for handle in removed { keys[handle] = nil }
    let coming = entries.sorted { $0.key.isBefore($1.key, orders) }
    objects = []
    handles = []
    var next = 0
    for index in kept {
      let handle = former.handles[index]
      while next < coming.count, let key = keys[handle], coming[next].key.isBefore(key, orders) {
        append(coming[next])
        next += 1
      }
      objects.append(former.objects[index])
      handles.append(handle)
    }
    for entry in coming[next...] { append(entry) }
    return steps(from: former, changed)
  }

  private mutating func append(_ entry: Entry) {
    objects.append(entry.object)
    handles.append(entry.handle)
  }

  /// The steps from a former state of the list, whose sections become those of now on the way.
  private mutating func steps(from former: ResultList, _ changed: Set<Handle>) -> [ResultStep] {
    let count = min(handles.count, former.handles.count)
    var (start, rest) = (0, 0)
    while start < count, isSame(at: start, in: former, at: start) { start += 1 }
    while rest < count - start,
      isSame(at: handles.count - rest - 1, in: former, at: former.handles.count - rest - 1)
    {
      rest += 1
    }
    var steps: [ResultStep] = []
    for index in (start..<former.handles.count - rest).reversed() {
      sections.remove(former.objects[index].objectID, at: index, &steps)
    }
    for index in start..<handles.count - rest {
      let section = keys[handles[index]]?.section ?? .null
      sections.insert(objects[index].objectID, section, at: index, &steps)
    }
    let outside = [0..<start, handles.count - rest..<handles.count]
    for index in outside.joined() where changed.contains(handles[index]) {
      steps.append(.update(objects[index].objectID, at: sections.position(of: index)))
    }
    return steps
  }

  /// Whether the same object stands at two places, in the same section.
  private func isSame(at index: Int, in former: ResultList, at formerIndex: Int) -> Bool {
    let handle = handles[index]
    guard handle == former.handles[formerIndex], let key = keys[handle],
      let formerKey = former.keys[handle]
    else { return false }
    return ResultKey.order(key.section, formerKey.section) == .same
  }
}
