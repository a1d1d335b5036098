/// A list of changes. It contains the data to revert each change, and the positions where undo steps begin.
struct ChangeList {
  private(set) var entries = ContiguousArray<JournalEntry>()
  /// The positions where steps begin. Entries before the first position belong to no step.
  private var starts = ContiguousArray<Int32>()
  /// The names of steps, by the number of preceding steps, including dropped ones.
  private var names: [Int: String] = [:]
  /// The number of dropped steps at the start that still have their entries.
  private var droppedSteps = 0
  /// The number of steps released from memory since the list was empty.
  private var forgottenSteps = 0
  /// Entries before this position were made before the last save.
  private(set) var savedEnd = 0

  var count: Int { entries.count }
  var isEmpty: Bool { entries.count == droppedEntries }

  /// The number of entries of dropped steps.
  private var droppedEntries: Int {
    if droppedSteps == 0 { return 0 }
    return droppedSteps < starts.count ? Int(starts[droppedSteps]) : entries.count
  }

  @inline(__always) mutating func append(_ entry: JournalEntry) { entries.append(entry) }

  /// Removes the last entry and returns it. Also returns whether it was made before the last save.
  mutating func popLast() -> (entry: JournalEntry, isSaved: Bool)? {
    guard let entry = entries.popLast() else { return nil }
    let isSaved = savedEnd > entries.count
    if isSaved { savedEnd = entries.count }
    return (entry, isSaved)
  }

  /// Removes entries that need not be reverted.
  mutating func removeEntries(_ range: Range<Int>) { entries.removeSubrange(range) }

  /// Removes entries from a position on that need not be reverted.
  mutating func removeEntries(from start: Int, where isNeedless: (JournalEntry) -> Bool) {
    var (next, savedEnd) = (start, savedEnd)
    for position in start..<entries.count {
      if isNeedless(entries[position]) {
        if position < self.savedEnd { savedEnd -= 1 }
      } else {
        entries.swapAt(next, position)
        next += 1
      }
    }
    entries.removeSubrange(next...)
    self.savedEnd = savedEnd
  }

  /// The objects whose attributes and to-one relationships the entries concern.
  var targetHandles: Set<Handle> {
    Set(entries[droppedEntries...].lazy.compactMap { $0.target?.handle })
  }

  /// Returns whether an entry concerns an attribute or a to-one relationship of an object.
  func hasTarget(_ object: Handle) -> Bool {
    entries[droppedEntries...].contains { $0.target?.handle == object }
  }

  /// Replaces some entries.
  mutating func replaceEntries(
    _ replacement: (_ entry: JournalEntry, _ isSaved: Bool) -> JournalEntry?
  ) {
    for position in droppedEntries..<entries.count {
      guard let entry = replacement(entries[position], position < savedEnd) else { continue }
      entries[position] = entry
    }
  }

  mutating func removeAll() { self = ChangeList() }

  /// Records that everything has been saved.
  mutating func noteSaved() { savedEnd = entries.count }

  // MARK: Late cascades

  /// Removes and returns the entries that belong to the steps of deletions, together with the deleted objects.
  mutating func takeLate() -> [(owner: Handle, entries: [JournalEntry])] {
    var late: [(owner: Handle, entries: [JournalEntry])] = []
    var isLate = false
    /// The number of remaining entries before each position.
    var ends = ContiguousArray<Int32>([0])
    var kept = ContiguousArray<JournalEntry>()
    for entry in entries {
      if case .late(let owner) = entry {
        isLate = !owner.isNone
        if isLate { late.append((owner, [])) }
      } else if isLate {
        late[late.count - 1].entries.append(entry)
      } else {
        kept.append(entry)
      }
      ends.append(Int32(truncatingIfNeeded: kept.count))
    }
    for index in starts.indices { starts[index] = ends[Int(starts[index])] }
    savedEnd = Int(ends[savedEnd])
    entries = kept
    return late
  }

  /// Adds entries to the end of the step that has deleted an object. Returns `false` if no such step exists.
  mutating func insert(_ new: [JournalEntry], afterDeletionOf owner: Handle) -> Bool {
    let deletion = entries[droppedEntries...].lastIndex { entry in
      if case .deleted(owner) = entry { true } else { false }
    }
    guard let deletion else { return false }
    let next = starts.firstIndex { $0 > deletion } ?? starts.count
    let end = next < starts.count ? Int(starts[next]) : entries.count
    entries.insert(contentsOf: new, at: end)
    for index in next..<starts.count { starts[index] += Int32(truncatingIfNeeded: new.count) }
    if end < savedEnd { savedEnd += new.count }
    return true
  }

  // MARK: Steps

  /// The number of steps; the last one may be empty.
  var stepCount: Int { starts.count - droppedSteps }

  /// Whether the last step has no changes yet.
  var endsWithEmptyStep: Bool { stepCount > 0 && lastStart == entries.count }

  /// Whether a step can be reverted.
  var hasSteps: Bool { stepCount > 1 || stepCount == 1 && lastStart < entries.count }

  /// The start position of the last step.
  var lastStart: Int { starts.last.map(Int.init) ?? 0 }

  /// Begins a step. An empty last step is reused without its name.
  @inline(__always) mutating func beginStep() {
    if endsWithEmptyStep {
      if !names.isEmpty { lastName = nil }
    } else {
      starts.append(Int32(truncatingIfNeeded: entries.count))
    }
  }

  /// The name of the last step.
  var lastName: String? {
    get { names.isEmpty ? nil : names[forgottenSteps + starts.count - 1] }
    set { names[forgottenSteps + starts.count - 1] = newValue }
  }

  /// The name of the last nonempty step.
  var nameOfStepToUndo: String? {
    hasSteps ? names[forgottenSteps + indexOfStepToUndo] : nil
  }

  /// The changes of the last nonempty step.
  var changesToUndo: ContiguousArray<JournalEntry>.SubSequence {
    guard hasSteps else { return [] }
    let next = indexOfStepToUndo + 1
    let end = next < starts.count ? Int(starts[next]) : entries.count
    return entries[Int(starts[next - 1])..<end]
  }

  private var indexOfStepToUndo: Int { starts.count - (endsWithEmptyStep ? 2 : 1) }

  /// Removes the last step if it is empty.
  mutating func removeEmptyStep() {
    if endsWithEmptyStep { removeLastStep() }
  }

  /// Appends an entry to the last step that has entries, if such a step exists.
  ///
  /// - Parameter keepsStep: Whether an empty step after it is open and must be kept.
  mutating func appendBeforeEmptyStep(_ entry: JournalEntry, keepsStep: Bool) {
    let isOpen = keepsStep && endsWithEmptyStep
    let name = isOpen ? lastName : nil
    removeEmptyStep()
    if stepCount > 0 { append(entry) }
    if isOpen {
      starts.append(Int32(truncatingIfNeeded: entries.count))
      if let name { lastName = name }
    }
  }

  /// Removes the start of the last step and returns its position.
  @discardableResult mutating func removeLastStep() -> Int {
    let start = lastStart
    if !names.isEmpty { lastName = nil }
    starts.removeLast()
    return start
  }

  /// Removes the steps that begin after a position.
  mutating func removeSteps(behind position: Int) {
    while stepCount > 0, lastStart > position { removeLastStep() }
    savedEnd = min(savedEnd, entries.count)
  }

  /// Drops the first step and returns the objects that can no longer be restored.
  ///
  /// The memory of dropped steps is released when half of all steps are dropped. Dropping a step therefore takes
  /// constant time on average.
  mutating func dropFirstStep() -> [Handle] {
    let start = droppedEntries
    if !names.isEmpty { names[forgottenSteps + droppedSteps] = nil }
    droppedSteps += 1
    let deleted = deleted(start..<droppedEntries)
    if droppedSteps * 2 > starts.count { forgetDropped() }
    return deleted
  }

  /// The objects that the steps can restore.
  var deleted: [Handle] { deleted(droppedEntries..<entries.count) }

  private func deleted(_ range: Range<Int>) -> [Handle] {
    range.compactMap { position in
      if case .deleted(let handle) = entries[position] { handle } else { nil }
    }
  }

  private mutating func forgetDropped() {
    let count = droppedEntries
    entries.removeFirst(count)
    starts.removeFirst(droppedSteps)
    for index in starts.indices { starts[index] -= Int32(truncatingIfNeeded: count) }
    savedEnd = max(0, savedEnd - count)
    forgottenSteps += droppedSteps
    droppedSteps = 0
  }
}
