import ArmatureModel

/// The sections of a list: which values they have, and how many objects are in each.
struct ResultSections {
  /// Whether there are sections; without there is one that never goes.
  private let isSectioned: Bool
  private(set) var sections: [(value: AttributeValue, count: Int)]

  init(isSectioned: Bool) {
    self.isSectioned = isSectioned
    sections = isSectioned ? [] : [(.null, 0)]
  }

  /// Puts in an object behind all others.
  mutating func append(_ value: AttributeValue) {
    let isKnown = sections.last.map { ResultKey.order($0.value, value) == .same } ?? false
    if isSectioned, !isKnown { sections.append((value, 0)) }
    sections[sections.count - 1].count += 1
  }

  /// Where an object stands.
  func position(of index: Int) -> ResultPosition {
    var position = ResultPosition(section: 0, row: index)
    while position.row >= sections[position.section].count {
      position.row -= sections[position.section].count
      position.section += 1
    }
    return position
  }

  /// Takes out an object, and its section if there are no others.
  mutating func remove(_ id: ManagedObjectID, at index: Int, _ steps: inout [ResultStep]) {
    let position = position(of: index)
    sections[position.section].count -= 1
    steps.append(.delete(id, at: position))
    removeIfEmpty(position.section, &steps)
  }

  /// Puts in an object, with a section if there is none.
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

  /// Where an object comes to stand that is put in, with a section for it.
  private mutating func prepare(
    _ value: AttributeValue, at index: Int, _ steps: inout [ResultStep]
  ) -> ResultPosition {
    guard isSectioned else { return ResultPosition(section: 0, row: index) }
    var position = ResultPosition(section: 0, row: index)
    while position.section < sections.count,
      position.row >= sections[position.section].count,
      ResultKey.order(sections[position.section].value, value) != .same
    {
      position.row -= sections[position.section].count
      position.section += 1
    }
    let isKnown =
      position.section < sections.count
      && ResultKey.order(sections[position.section].value, value) == .same
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
