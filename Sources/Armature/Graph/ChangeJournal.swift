import ArmatureModel

/// What it takes to go back to an earlier state of the graph, and forth again: one journal for failed
/// loads, saves and derivations, for changesets that are only tried out, and for undo and redo.
///
/// Recording is switched on by a mark, or for good by undo, and costs nothing otherwise. Going back
/// over an entry makes the entry that goes forward again: undo keeps those, going back to a mark does
/// not. Objects that are newer than a mark, or than the step at hand, need no entries but the one that
/// they came: going back takes them away.
struct ChangeJournal {
  /// A state to go back to.
  struct Mark {
    /// Tells marks apart: nothing goes back to one that a rollback or a reset has removed.
    let number: Int
    let entryCount: Int
    /// Objects from here on are newer.
    let firstNew: Handle
    let changes: ChangeSet.Mark
    let decisions: IdentityDecisions.Mark
  }

  /// What is happening, which decides where the entries of changes go.
  enum Direction {
    /// What happens can be gone back over.
    case ahead
    /// Steps are undone, and can be redone.
    case undoing
    /// Steps are redone, and can be undone.
    case redoing
    /// What happens since a mark is taken back for good.
    case goingBack
  }

  /// The table of slots, which tells rows what is recorded; nobody else tells it.
  private let slots: UnsafeMutablePointer<SlotTable>
  /// What happened, up to now.
  var past = ChangeList()
  /// What the last entry that set an attribute is about, and how many entries there were behind it.
  private var lastValue = JournalEntry.Target(.none, .none, wasChanged: false)
  private var lastValueEnd = 0
  /// What was undone: the last step is the one to redo next.
  var future = ChangeList()
  var direction = Direction.ahead
  private(set) var marks: [Mark] = []
  private var markNumber = 0
  /// Objects from here on need no entries for the last mark.
  private var markedEnd = Handle.none
  /// The properties that others have changed since they were last recorded here.
  private var overtaken: [PropertyKey: Overtaking] = [:]
  /// The objects that were written to since the list was last emptied, each once: those whose rows have
  /// the mark ``RowState/noticed``.
  private var noticed = ContiguousArray<Handle>()

  /// Whether steps are kept to be undone.
  private(set) var recordsUndo = false
  /// How many steps are kept; 0 is no limit.
  var undoLimit = 0
  /// How many steps are open, each within the one before.
  private(set) var openCount = 0
  /// Objects from here on came since the outermost open step began.
  private(set) var firstNewOfStep = Handle.none
  /// Whether some objects that came since then are gone again.
  var hasLostNew = false

  /// Whether what a save does for the sake of deletions is being recorded, and whether any such entries are there.
  private(set) var isLate = false
  private(set) var hasLate = false

  /// Whether the store has an object again that only the steps of undo have, and they could not be forgotten.
  var hasMetErased = false

  /// Whether there is a mark to go back to.
  var isRecording: Bool { !marks.isEmpty }

  /// Whether no step is open, so that a change begins one.
  var isBetweenSteps: Bool { openCount == 0 && marks.isEmpty && direction == .ahead }

  init(_ slots: UnsafeMutablePointer<SlotTable>) { self.slots = slots }

  /// Notes that an object was written to, or deleted, while hooks or rules run.
  mutating func notice(_ object: ManagedObject) {
    guard isRecording, !object.row.state.contains(.noticed) else { return }
    object.row.state.insert(.noticed)
    noticed.append(object.row.handle)
  }

  /// The objects that were written to or deleted since this was last asked, as far as they are left.
  mutating func takeNoticed() -> [ManagedObject] {
    let objects = noticed.compactMap { slots.pointee.anyObject($0) }
    noticed.removeAll(keepingCapacity: true)
    for object in objects { object.row.state.remove(.noticed) }
    return objects
  }

  /// Forgets which objects were written to, as all objects go.
  mutating func forgetNoticed() { noticed = [] }

  /// Has the rows know what is recorded.
  private func publish() {
    slots.pointee.recordedEnd = recordedEnd
    slots.pointee.recordsFaults = recordsUndo
  }

  /// Switches recording for undo on or off; what is there already is older than the step at hand.
  mutating func setRecordsUndo(_ recordsUndo: Bool) {
    if recordsUndo { firstNewOfStep = slots.pointee.next }
    self.recordsUndo = recordsUndo
    publish()
  }

  /// Opens a step within those that are open.
  mutating func open() {
    openCount += 1
    publish()
  }

  /// Closes the step that was opened last.
  mutating func close() {
    openCount -= 1
    publish()
  }

  /// Has objects that come from now on count as new in the step at hand.
  mutating func renewStep() {
    firstNewOfStep = slots.pointee.next
    publish()
  }

  /// Has the last mark record objects, too, that came since it was made.
  mutating func recordNewer() {
    markedEnd = slots.pointee.next
    publish()
  }

  /// Changes of objects before this one are recorded.
  var recordedEnd: Handle {
    if !marks.isEmpty { return markedEnd }
    if !recordsUndo { return .none }
    return openCount > 0 ? firstNewOfStep : Handle(rawValue: .max)
  }

  @inline(__always) mutating func append(_ entry: JournalEntry) {
    if _slowPath(!overtaken.isEmpty) { dropOvertaken() }
    lastValueEnd = -1
    switch direction {
    case .ahead, .redoing: past.append(entry)
    case .undoing: future.append(entry)
    case .goingBack: break
    }
  }

  /// Notes that an attribute is about to be set, unless the last entry goes back over that, too, since
  /// it is about the same attribute.
  mutating func appendValue(
    _ value: @autoclosure () -> AttributeValue, _ target: JournalEntry.Target
  ) {
    if _slowPath(!overtaken.isEmpty) { dropOvertaken() }
    if lastValueEnd == past.count, lastValue.handle == target.handle,
      lastValue.index == target.index,
      past.count > max(past.lastStart, past.savedEnd, marks.last?.entryCount ?? 0)
    {
      return
    }
    append(.value(value(), target))
    lastValue = target
    lastValueEnd = past.count
  }

  mutating func mark(
    _ changes: ChangeSet, _ decisions: IdentityDecisions, firstNew: Handle
  ) -> Mark {
    markNumber += 1
    let mark = Mark(
      number: markNumber, entryCount: past.count, firstNew: firstNew, changes: changes.mark,
      decisions: decisions.mark)
    marks.append(mark)
    markedEnd = firstNew
    publish()
    return mark
  }

  /// Whether there is still a way back to a mark.
  func contains(_ mark: Mark) -> Bool { marks.contains { $0.number == mark.number } }

  /// Takes away a mark and all later ones; without a mark the entries go, too.
  mutating func remove(_ mark: Mark) {
    guard let position = marks.firstIndex(where: { $0.number == mark.number }) else { return }
    marks.removeSubrange(position...)
    markedEnd = marks.last?.firstNew ?? .none
    publish()
  }

  /// Forgets all marks and all that was recorded; a step that is open goes on with what follows.
  mutating func removeAll() {
    marks = []
    past.removeAll()
    future.removeAll()
    overtaken = [:]
    if recordsUndo, openCount > 0 { past.beginStep() }
    publish()
  }

  // MARK: Late cascades

  /// Has what follows be a part of the step that has deleted an object.
  mutating func beginLate(_ owner: Handle) {
    isLate = true
    guard recordsUndo else { return }
    hasLate = true
    past.append(.late(owner))
  }

  mutating func endLate() {
    if recordsUndo { past.append(.late(.none)) }
    isLate = false
  }

  /// Moves what saves have done for the sake of deletions to the steps of these.
  ///
  /// - Returns: How many entries of the past that are.
  @discardableResult mutating func moveLate() -> Int {
    guard hasLate else { return 0 }
    hasLate = false
    lastValueEnd = -1
    let late = past.takeLate()
    let count = past.count
    for (owner, entries) in late where !past.insert(entries, afterDeletionOf: owner) {
      if future.insert(entries, afterDeletionOf: owner) { continue }
      for entry in entries { past.append(entry) }
    }
    return past.count - count
  }

  // MARK: Changes of others

  private struct PropertyKey: Hashable {
    let handle: Handle
    let index: UInt16

    init(_ target: JournalEntry.Target) { (handle, index) = (target.handle, target.index) }
  }

  /// What has become of a property by a change of others.
  enum Overtaking {
    /// It has their value: no step leads back to what it was before.
    case whole
    /// It keeps the value that was set here and is not saved; behind that is theirs.
    case kept(JournalEntry)
  }

  /// Notes that others have changed a property: what was taken over of them is no step.
  mutating func overtake(_ target: JournalEntry.Target, _ overtaking: Overtaking) {
    if past.isEmpty, future.isEmpty { return }
    overtaken[PropertyKey(target)] = overtaking
  }

  /// Takes the effect from entries about properties that others have changed since.
  ///
  /// - Complexity: O(*n*) in the number of entries, once for all that others have changed.
  mutating func dropOvertaken() {
    if overtaken.isEmpty { return }
    let properties = overtaken
    overtaken = [:]
    lastValueEnd = -1
    var replaced: Set<PropertyKey> = []
    past.replaceEntries { entry, isSaved in
      guard let target = entry.target, let overtaking = properties[PropertyKey(target)] else {
        return nil
      }
      if case .kept(let base) = overtaking, !isSaved {
        // The first change since the last save goes back to what was read.
        return replaced.insert(PropertyKey(target)).inserted ? base.about(target) : nil
      }
      return target.isFirst ? .firstChange(target.handle) : .overtaken
    }
    future.replaceEntries { entry, _ in
      guard let target = entry.target, properties[PropertyKey(target)] != nil else { return nil }
      return .overtaken
    }
  }
}
