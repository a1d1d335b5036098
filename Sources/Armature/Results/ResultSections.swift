import ArmatureModel

/// The sections of a list: their values and numbers of objects.
struct ResultSections {
  /// The order that defines equal values; `nil` for a list without sections, which has one permanent section.
  private let order: FetchOrder?
  private(set) var sections: [(value: AttributeValue, count: Int)]

  init(orderedBy order: FetchOrder?) {
    self.order = order
    sections = order == nil ? [(.null, 0)] : []
  }

  private var isSectioned: Bool { order != nil }

  /// Returns whether a section has a value.
  private func isSection(
    _ section: (value: AttributeValue, count: Int)?, of value: AttributeValue
  ) -> Bool {
    guard let section, let order else { return false }
    return order.compare(section.value, value) == .same
  }

  /// Adds an object at the end.
  mutating func append(_ value: AttributeValue) {
    if isSectioned, !isSection(sections.last, of: value) { sections.append((value, 0)) }
    sections[sections.count - 1].count += 1
  }

  /// Returns the position of an object.
  func position(of index: Int) -> ResultPosition {
    var position = ResultPosition(section: 0, row: index)
    while position.row >= sections[position.section].count {
      position.row -= sections[position.section].count
      position.section += 1
    }
    return position
  }

  /// Removes an object, and its section if that becomes empty.
  mutating func remove(_ id: ManagedObjectID, at index: Int, _ steps: inout [ResultStep]) {
    let position = position(of: index)
    sections[position.section].count -= 1
    steps.append(.delete(id, at: position))
    removeIfEmpty(position.section, &steps)
  }

  /// Inserts an object, with a section if necessary.
  mutating func insert(
    _ id: ManagedObjectID, _ value: AttributeValue, at index: Int, _ steps: inout [ResultStep]
  ) {
    let position = prepare(value, at: index, &steps)
    sections[position.section].count += 1
    steps.append(.insert(id, at: position))
  }

  /// Moves an object to a position among the others.
  mutating func move(
    _ id: ManagedObjectID, _ value: AttributeValue, from old: Int, to new: Int,
    _ steps: inout [ResultStep]
  ) {
    var from = position(of: old)
    sections[from.section].count -= 1
    let count = sections.count
    let to = prepare(value, at: new, &steps)
    if sections.count > count, to.section <= from.section { from.section += 1 }
    sections[to.section].count += 1
    steps.append(from == to ? .update(id, at: to) : .move(id, from: from, to: to))
    removeIfEmpty(from.section, &steps)
  }

  // MARK: Many at once

  /// Returns the positions of several objects, in order.
  func positions(of indices: [Int]) -> [ResultPosition] {
    var (section, start) = (0, 0)
    return indices.map { index in
      while index - start >= sections[section].count {
        start += sections[section].count
        section += 1
      }
      return ResultPosition(section: section, row: index - start)
    }
  }

  /// Removes objects from the last to the first, and sections that become empty. The objects are given in order.
  mutating func removeAll(
    _ objects: [(index: Int, id: ManagedObjectID)], _ steps: inout [ResultStep]
  ) {
    var section = sections.count
    var start = sections.reduce(0) { $0 + $1.count }
    for (index, id) in objects.reversed() {
      while index < start {
        section -= 1
        start -= sections[section].count
      }
      sections[section].count -= 1
      steps.append(.delete(id, at: ResultPosition(section: section, row: index - start)))
      if isSectioned, sections[section].count == 0 { steps.append(.deleteSection(at: section)) }
    }
    if isSectioned { sections.removeAll { $0.count == 0 } }
  }

  /// Inserts objects at their final indices, in order, with their sections.
  mutating func insertAll(
    _ objects: [(index: Int, id: ManagedObjectID, value: AttributeValue)],
    _ steps: inout [ResultStep]
  ) {
    guard isSectioned else {
      sections[0].count += objects.count
      steps += objects.map { .insert($0.id, at: ResultPosition(section: 0, row: $0.index)) }
      return
    }
    var rest = sections[...]
    sections = []
    var start = 0
    for (index, id, value) in objects {
      while !isSection(sections.last, of: value) {
        let end = start + (sections.last?.count ?? 0)
        start = end
        if let next = rest.first, end < index || isSection(next, of: value) {
          sections.append(next)
          rest.removeFirst()
        } else {
          steps.append(.insertSection(value, at: sections.count))
          sections.append((value, 0))
        }
      }
      let section = sections.count - 1
      sections[section].count += 1
      steps.append(.insert(id, at: ResultPosition(section: section, row: index - start)))
    }
    sections += rest
  }

  /// Returns the position for a new object and inserts a section for it if necessary.
  private mutating func prepare(
    _ value: AttributeValue, at index: Int, _ steps: inout [ResultStep]
  ) -> ResultPosition {
    guard isSectioned else { return ResultPosition(section: 0, row: index) }
    var position = ResultPosition(section: 0, row: index)
    while position.section < sections.count,
      position.row >= sections[position.section].count,
      !isSection(sections[position.section], of: value)
    {
      position.row -= sections[position.section].count
      position.section += 1
    }
    let isKnown =
      position.section < sections.count
      && isSection(sections[position.section], of: value)
    if !isKnown {
      sections.insert((value, 0), at: position.section)
      steps.append(.insertSection(value, at: position.section))
    }
    return position
  }

  private mutating func removeIfEmpty(_ section: Int, _ steps: inout [ResultStep]) {
    guard isSectioned, sections[section].count == 0 else { return }
    sections.remove(at: section)
    steps.append(.deleteSection(at: section))
  }
}
