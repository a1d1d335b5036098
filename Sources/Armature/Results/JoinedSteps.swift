import ArmatureModel

/// The steps of several updates of a list, combined into one update that leads to the same list.
///
/// The list before the steps is unknown. It is known only as far as the steps reach: a step at a position proves that
/// the list has a row there. Sections and rows are therefore added when a step first reaches them.
struct JoinedSteps {
  /// A row of the list.
  private struct Row {
    /// The section and the index of the row before all steps; `nil` for an inserted row.
    var start: ResultPosition?
    /// The object, which is known as soon as a step names it.
    var id: ManagedObjectID?
    /// True if a step has changed the object.
    var isChanged = false
    /// True if a step has moved the row, or has removed and inserted it again.
    var isMoved = false
  }

  /// A section of the list.
  private struct Section {
    /// The index of the section before all steps; `nil` for an inserted section.
    var start: Int?
    /// The value of an inserted section.
    var value = AttributeValue.null
    /// The positions of the rows in `rows`, in order.
    var rows: [Int] = []
  }

  /// All rows that the list has had.
  private var rows: [Row] = []
  /// The numbers of known rows in each section before all steps.
  private var startCounts: [Int] = []
  /// The sections after the steps so far.
  private var sections: [Section] = []
  /// The removed rows that the list had before all steps, by their objects.
  private var removed: [ManagedObjectID: Int] = [:]

  /// - Complexity: O(*n*) in the number of steps and of rows before their positions.
  init(_ updates: ArraySlice<[ResultStep]>) {
    for steps in updates { for step in steps { apply(step) } }
  }

  private mutating func apply(_ step: ResultStep) {
    switch step {
    case .insertSection(let value, let index):
      reachSection(index - 1)
      sections.insert(Section(value: value), at: index)
    case .deleteSection(let index):
      reachSection(index)
      sections.remove(at: index)
    case .insert(let id, let position): insert(id, position)
    case .delete(let id, let position):
      let row = take(id, position)
      if rows[row].start != nil { removed[id] = row }
    case .move(let id, let from, let to):
      let row = take(id, from)
      rows[row].isMoved = true
      put(row, to)
    case .update(let id, let position):
      reach(position)
      note(id, of: sections[position.section].rows[position.row])
    }
  }

  private mutating func insert(_ id: ManagedObjectID, _ position: ResultPosition) {
    if let row = removed.removeValue(forKey: id) {
      rows[row].isMoved = true
      put(row, position)
    } else {
      rows.append(Row(id: id))
      put(rows.count - 1, position)
    }
  }

  private mutating func take(_ id: ManagedObjectID, _ position: ResultPosition) -> Int {
    reach(position)
    let row = sections[position.section].rows.remove(at: position.row)
    note(id, of: row)
    return row
  }

  private mutating func put(_ row: Int, _ position: ResultPosition) {
    reachSection(position.section)
    if position.row > 0 {
      reach(ResultPosition(section: position.section, row: position.row - 1))
    }
    sections[position.section].rows.insert(row, at: position.row)
  }

  private mutating func note(_ id: ManagedObjectID, of row: Int) {
    rows[row].id = id
    rows[row].isChanged = true
  }

  /// Adds the sections up to an index.
  private mutating func reachSection(_ index: Int) {
    while sections.count <= index {
      sections.append(Section(start: startCounts.count))
      startCounts.append(0)
    }
  }

  /// Adds the rows up to a position. Only a section that the list had before all steps can have unknown rows.
  private mutating func reach(_ position: ResultPosition) {
    reachSection(position.section)
    guard let section = sections[position.section].start else { return }
    while sections[position.section].rows.count <= position.row {
      rows.append(Row(start: ResultPosition(section: section, row: startCounts[section])))
      sections[position.section].rows.append(rows.count - 1)
      startCounts[section] += 1
    }
  }

  // MARK: The result

  /// The combined steps. As in an update with many changes, removals come first, from the last to the first, and a
  /// moved object is removed and inserted.
  var steps: [ResultStep] {
    let staying = stayingRows
    let kept = Set(sections.compactMap(\.start))
    let leaving = rows.indices.filter { rows[$0].start != nil && !staying.contains($0) }
    var steps = leaving.compactMap { row in rows[row].start.map { ($0, rows[row].id) } }
      .sorted { ($0.0.section, $0.0.row) > ($1.0.section, $1.0.row) }
      .compactMap { position, id in id.map { ResultStep.delete($0, at: position) } }
    for section in startCounts.indices.reversed() where !kept.contains(section) {
      steps.append(.deleteSection(at: section))
    }
    for (index, section) in sections.enumerated() where section.start == nil {
      steps.append(.insertSection(section.value, at: index))
    }
    var updates: [ResultStep] = []
    for (index, section) in sections.enumerated() {
      for (place, row) in section.rows.enumerated() {
        guard let id = rows[row].id else { continue }
        let position = ResultPosition(section: index, row: place)
        if !staying.contains(row) {
          steps.append(.insert(id, at: position))
        } else if rows[row].isChanged {
          updates.append(.update(id, at: position))
        }
      }
    }
    return steps + updates
  }

  /// The rows that need not be removed: those that no step has moved, and moved ones that have returned to their place
  /// between them.
  private var stayingRows: Set<Int> {
    var staying: Set<Int> = []
    for section in sections {
      guard let start = section.start else { continue }
      // The index before all steps of the next row that no step has moved.
      var limits: [Int] = []
      var limit = Int.max
      for row in section.rows.reversed() {
        limits.append(limit)
        if let place = rows[row].start, !rows[row].isMoved { limit = place.row }
      }
      var last = -1
      for (row, limit) in zip(section.rows, limits.reversed()) {
        guard let place = rows[row].start, place.section == start,
          !rows[row].isMoved || place.row > last && place.row < limit
        else { continue }
        last = place.row
        staying.insert(row)
      }
    }
    return staying
  }
}
