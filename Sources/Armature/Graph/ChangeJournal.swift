import ArmatureModel

/// The journal of a graph, which makes it possible to return to an earlier state and to go forward again. Undo and redo
/// use the journal. It also reverts changesets that are only tried out, and failed loads, saves and derivations.
///
/// The journal records changes only while undo is on, or after a caller has set a mark to which it may return.
/// Reverting an entry produces the opposite entry. Undo keeps the opposite entries for redo, and a return to a mark
/// discards them. If an object was inserted after the mark, its changes need no entries, because reverting the
/// insertion removes the object.
struct ChangeJournal {
  /// A state to go back to.
  struct Mark {
    /// A number that identifies the mark. A rollback or a reset removes all marks, and then nothing returns to them.
    let number: Int
    let entryCount: Int
    /// Objects from this handle on are newer.
    let firstNew: Handle
    let changes: ChangeSet.Mark
    let decisions: IdentityDecisions.Mark
  }

  /// The current operation, which decides where new entries go.
  enum Direction {
    /// Changes can be reverted.
    case ahead
    /// Steps are undone, and can be redone.
    case undoing
    /// Steps are redone, and can be undone.
    case redoing
    /// Changes since a mark are discarded.
    case goingBack
  }

  /// The table of slots. Only the journal publishes the objects to record there.
  private let slots: SlotTable
  /// The changes up to now.
  var past = ChangeList()
  /// The target of the last entry that has set an attribute, and the number of entries after this entry.
  private var lastValue = JournalEntry.Target(.none, .none, wasChanged: false)
  private var lastValueEnd = 0
  /// The undone changes: the last step is the next one to redo.
  var future = ChangeList()
  var direction = Direction.ahead
  private(set) var marks: [Mark] = []
  private var markNumber = 0
  /// Objects from this handle on need no entries for the last mark.
  private var markedEnd = Handle.none
  /// The properties that other contexts have changed since their last entry.
  private var overtaken: [PropertyKey: Overtaking] = [:]
  /// The objects that were changed since the list was last emptied, each once. Their rows have the mark
  /// ``RowState/noticed``.
  private var noticed = ContiguousArray<Handle>()

  /// Whether steps are kept for undo.
  private(set) var recordsUndo = false
  /// The maximum number of kept steps; 0 means no limit.
  var undoLimit = 0
  /// The number of open steps, each nested in the previous one.
  private(set) var openCount = 0
  /// Objects from this handle on were inserted since the outermost open step began.
  private(set) var firstNewOfStep = Handle.none
  /// Whether some objects inserted since then have been removed.
  var hasLostNew = false

  /// Whether the journal is recording the changes that a save makes because of deletions, and whether it has such
  /// entries.
  private(set) var isLate = false
  private(set) var hasLate = false

  /// Whether the store has restored an object that is only in undo steps, and these steps could not be discarded yet.
  var hasRestoredErased = false

  /// Whether the journal has a mark to which it can go back.
  var isRecording: Bool { !marks.isEmpty }

  /// Whether no step is open, so the next change begins one.
  var isBetweenSteps: Bool { openCount == 0 && marks.isEmpty && direction == .ahead }

  init(_ slots: SlotTable) { self.slots = slots }

  /// Records that an object was changed or deleted while hooks or rules run.
  mutating func notice(_ object: ManagedObject) {
    guard isRecording, !object.row.state.contains(.noticed) else { return }
    object.row.state.insert(.noticed)
    noticed.append(object.row.handle)
  }

  /// Returns the objects that were changed or deleted, and clears the list. Objects that were removed are left out.
  mutating func takeNoticed() -> [ManagedObject] {
    let objects = noticed.compactMap { slots.anyObject($0) }
    noticed.removeAll(keepingCapacity: true)
    for object in objects { object.row.state.remove(.noticed) }
    return objects
  }

  /// Clears the list of written objects because all objects are removed.
  mutating func forgetNoticed() { noticed = [] }

  /// Publishes to the rows which objects are recorded.
  private func publish() {
    slots.recordedEnd = recordedEnd
    slots.recordsFaults = recordsUndo
  }

  /// Turns recording for undo on or off. All existing objects then count as older than the current step.
  mutating func setRecordsUndo(_ recordsUndo: Bool) {
    if recordsUndo { firstNewOfStep = slots.next }
    self.recordsUndo = recordsUndo
    publish()
  }

  /// Opens a step within the open ones.
  mutating func open() {
    openCount += 1
    publish()
  }

  /// Closes the last opened step.
  mutating func close() {
    openCount -= 1
    publish()
  }

  /// Makes objects inserted from now on count as new in the current step.
  mutating func renewStep() {
    firstNewOfStep = slots.next
    publish()
  }

  /// Makes the last mark also record objects inserted since it was made.
  mutating func recordNewer() {
    markedEnd = slots.next
    publish()
  }

  /// Changes of objects before this handle are recorded.
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

  /// Records that an attribute is about to be set. Does nothing if the last entry concerns the same attribute and
  /// therefore reverts this change too.
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

  /// Returns whether a mark can still be reached.
  func contains(_ mark: Mark) -> Bool { marks.contains { $0.number == mark.number } }

  /// Removes a mark and all later ones.
  mutating func remove(_ mark: Mark) {
    guard let position = marks.firstIndex(where: { $0.number == mark.number }) else { return }
    marks.removeSubrange(position...)
    markedEnd = marks.last?.firstNew ?? .none
    publish()
  }

  /// Discards all marks and entries; an open step continues.
  mutating func removeAll() {
    marks = []
    past.removeAll()
    future.removeAll()
    overtaken = [:]
    if recordsUndo, openCount > 0 { past.beginStep() }
    publish()
  }

  // MARK: Late cascades

  /// Makes the following entries a part of the step that has deleted an object.
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

  /// Moves the changes that saves have made because of deletions to the steps of these deletions.
  ///
  /// - Returns: The number of moved entries.
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

  // MARK: Changes by other contexts

  private struct PropertyKey: Hashable {
    let handle: Handle
    let index: UInt16

    init(_ target: JournalEntry.Target) { (handle, index) = (target.handle, target.index) }
  }

  /// The effect of another context's change on a property.
  enum Overtaking {
    /// The property has the value of the other context. No step returns to an earlier value.
    case whole
    /// The property keeps its unsaved value. Its saved value is now the value of the other context.
    case kept(JournalEntry)
  }

  /// Records that another context has changed a property, and that the change was merged. A merge is not an undo step.
  mutating func overtake(_ target: JournalEntry.Target, _ overtaking: Overtaking) {
    if past.isEmpty, future.isEmpty { return }
    overtaken[PropertyKey(target)] = overtaking
  }

  /// The objects with recorded changes of attributes or to-one relationships. They must keep their values, so that a
  /// merge notices which properties other contexts have changed.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  var changedHandles: Set<Handle> {
    recordsUndo ? past.targetHandles.union(future.targetHandles) : []
  }

  /// Returns whether ``changedHandles`` contains an object, without collecting the others.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  func hasChanged(_ object: Handle) -> Bool {
    recordsUndo && (past.hasTarget(object) || future.hasTarget(object))
  }

  /// Disables entries about properties that other contexts have changed since.
  ///
  /// - Complexity: O(*n*) in the number of entries, once for all such changes.
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
        // The first change since the last save reverts to the value that was read.
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
