/// Changes one after the other, with what it takes to go back over each, and where the steps of undo
/// begin among them.
struct ChangeList {
  private(set) var entries = ContiguousArray<JournalEntry>()
  /// Where steps begin; the entries before the first belong to none.
  private var starts = ContiguousArray<Int32>()
  /// The names of steps, by how many steps came before, dropped ones included.
  private var names: [Int: String] = [:]
  /// How many steps at the front are dropped, whose entries are still there.
  private var droppedSteps = 0
  /// How many steps have been taken out of memory since the list was empty.
  private var forgottenSteps = 0
  /// The entries before this one were made before the last save.
  private(set) var savedEnd = 0

  var count: Int { entries.count }
  var isEmpty: Bool { entries.count == droppedEntries }

  /// How many entries of dropped steps there are.
  private var droppedEntries: Int {
    if droppedSteps == 0 { return 0 }
    return droppedSteps < starts.count ? Int(starts[droppedSteps]) : entries.count
  }

  @inline(__always) mutating func append(_ entry: JournalEntry) { entries.append(entry) }

  /// Takes out the last entry; says whether it was made before the last save.
  mutating func popLast() -> (entry: JournalEntry, isSaved: Bool)? {
    guard let entry = entries.popLast() else { return nil }
    let isSaved = savedEnd > entries.count
    if isSaved { savedEnd = entries.count }
    return (entry, isSaved)
  }

  /// Takes out entries that need not be gone back over.
  mutating func removeEntries(_ range: Range<Int>) { entries.removeSubrange(range) }

  /// Takes out entries from a position on that need not be gone back over.
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

  /// Puts other entries in the place of some.
  mutating func replaceEntries(
    _ replacement: (_ entry: JournalEntry, _ isSaved: Bool) -> JournalEntry?
  ) {
    for position in droppedEntries..<entries.count {
      guard let entry = replacement(entries[position], position < savedEnd) else { continue }
      entries[position] = entry
    }
  }

  mutating func removeAll() { self = ChangeList() }

  /// Notes that everything has been saved.
  mutating func noteSaved() { savedEnd = entries.count }

  // MARK: Late cascades

  /// Takes out the entries that belong to the steps of deletions, with the deleted objects.
  mutating func takeLate() -> [(owner: Handle, entries: [JournalEntry])] {
    var late: [(owner: Handle, entries: [JournalEntry])] = []
    var isLate = false
    /// How many entries before each position stay.
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

  /// Adds entries at the end of the step that has deleted an object; false if there is none.
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

  /// How many steps there are; the last one may be empty.
  var stepCount: Int { starts.count - droppedSteps }

  /// Whether nothing has happened yet in the last step.
  var endsWithEmptyStep: Bool { stepCount > 0 && lastStart == entries.count }

  /// Whether there is a step to go back over.
  var hasSteps: Bool { stepCount > 1 || stepCount == 1 && lastStart < entries.count }

  /// Where the last step begins.
  var lastStart: Int { starts.last.map(Int.init) ?? 0 }

  /// Begins a step; the last one goes on without its name if it is empty.
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

  /// The name that the last step that is not empty was given.
  var nameOfStepToUndo: String? {
    hasSteps ? names[forgottenSteps + indexOfStepToUndo] : nil
  }

  /// The changes of the last step that is not empty.
  var changesToUndo: ContiguousArray<JournalEntry>.SubSequence {
    guard hasSteps else { return [] }
    let next = indexOfStepToUndo + 1
    let end = next < starts.count ? Int(starts[next]) : entries.count
    return entries[Int(starts[next - 1])..<end]
  }

  private var indexOfStepToUndo: Int { starts.count - (endsWithEmptyStep ? 2 : 1) }

  /// Forgets the last step if it is empty.
  mutating func removeEmptyStep() {
    if endsWithEmptyStep { removeLastStep() }
  }

  /// Appends an entry to the last step that is not empty, if there is one.
  ///
  /// - Parameter keepsStep: Whether an empty step behind it is open, and goes on.
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

  /// Forgets where the last step begins, and returns that.
  @discardableResult mutating func removeLastStep() -> Int {
    let start = lastStart
    if !names.isEmpty { lastName = nil }
    starts.removeLast()
    return start
  }

  /// Forgets the steps that begin behind a position.
  mutating func removeSteps(behind position: Int) {
    while stepCount > 0, lastStart > position { removeLastStep() }
    savedEnd = min(savedEnd, entries.count)
  }

  /// Drops the first step, and returns the objects that can be brought back no more.
  ///
  /// Its memory is given back when half of all is dropped, so that this takes constant time on average.
  mutating func dropFirstStep() -> [Handle] {
    let start = droppedEntries
    if !names.isEmpty { names[forgottenSteps + droppedSteps] = nil }
    droppedSteps += 1
    let deleted = deleted(start..<droppedEntries)
    if droppedSteps * 2 > starts.count { forgetDropped() }
    return deleted
  }

  /// The objects that the steps can bring back.
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
