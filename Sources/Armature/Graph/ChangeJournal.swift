import ArmatureModel

/// What it takes to go back to an earlier state of the graph: one journal for failed loads, saves and
/// derivations, and for changesets that are only tried out.
///
/// Recording is switched on by a mark, and costs nothing without one. Objects that are newer than the
/// mark need no entries: going back takes them away.
struct ChangeJournal {
  /// One change, with what was there before.
  enum Entry {
    /// A saved object was changed for the first time, or an inserted one by a write without entries.
    case firstChange(Handle)
    /// An attribute was set.
    case value(Handle, RowPlace, AttributeValue, wasChanged: Bool)
    /// An attribute had a value, in an object that then changed, which was stored as no change.
    case primitive(Handle, RowPlace, AttributeValue)
    /// A to-one relationship was set on one side.
    case link(Handle, RowPlace, Link, wasChanged: Bool)
    /// A to-many relationship was changed on one side; the list knows how.
    case list(Handle, RowPlace, editCount: Int, wasChanged: Bool)
    /// A saved object was deleted.
    case deleted(Handle, former: RowState)
    /// An object that was never saved was deleted; it is let go of when there is no way back.
    case forgotten(Handle, former: RowState)
  }

  /// A state to go back to.
  struct Mark {
    /// Tells the marks of a journal apart, so that one that was overtaken is not gone back to.
    let number: Int
    let entryCount: Int
    /// Objects from here on are newer.
    let firstNew: Handle
    let changeCount: Int
    let insertedCount: Int
    let updatedCount: Int
    let deletedCount: Int
    let forgottenCount: Int
  }

  var entries = ContiguousArray<Entry>()
  private(set) var marks: [Mark] = []
  private var markNumber = 0
  /// The objects that were written to since the list was last emptied, each once.
  var noticed = ContiguousArray<Handle>()

  var isRecording: Bool { !marks.isEmpty }

  /// Objects from here on are newer than the last mark.
  var firstNew: Handle { marks.last?.firstNew ?? .none }

  mutating func mark(_ changes: ChangeSet, firstNew: Handle) -> Mark {
    markNumber += 1
    let mark = Mark(
      number: markNumber, entryCount: entries.count, firstNew: firstNew,
      changeCount: changes.count, insertedCount: changes.inserted.count,
      updatedCount: changes.updated.count, deletedCount: changes.deleted.count,
      forgottenCount: changes.forgottenCount)
    marks.append(mark)
    return mark
  }

  /// Whether there is still a way back to a mark.
  func contains(_ mark: Mark) -> Bool { marks.contains { $0.number == mark.number } }

  /// Takes away a mark and all later ones; without a mark the entries go, too.
  mutating func remove(_ mark: Mark) {
    guard let position = marks.firstIndex(where: { $0.number == mark.number }) else { return }
    marks.removeSubrange(position...)
  }

  mutating func removeAll() {
    marks = []
    entries = []
  }
}
