import ArmatureModel

/// One change with its previous value, in thirty-two bytes.
enum JournalEntry {
  /// A saved object changed for the first time.
  case firstChange(Handle)
  /// The first change of a saved object was reverted.
  case lostChange(Handle)
  /// An attribute was set.
  case value(AttributeValue, Target)
  /// An attribute was set without counting as a change, so undo skips it.
  case stored(AttributeValue, Target)
  /// A value that was stored in an attribute without counting as a change, before the first change of its object.
  case primitive(AttributeValue, Target)
  /// A to-one relationship was set on one side.
  case link(Link, Target)
  /// A to-many relationship was edited on one side.
  case list(LinkList.Edit, Target)
  /// Holes in a to-many relationship were closed, which is invisible.
  case layout(LinkList.Edit, Target)
  /// An object was inserted.
  case inserted(Handle)
  /// The deletion of an object was reverted.
  case returned(Handle)
  /// An object was deleted. If the object was never saved, it is removed as soon as the deletion can no longer be
  /// reverted.
  case deleted(Handle)
  /// A change of a property that another context has changed since. Reverting skips this entry.
  case overtaken
  /// A save has made the following entries because of an object that an earlier step has deleted. They belong to that
  /// step. An entry of this case without an object ends them.
  case late(Handle)

  /// The property of a change, in eight bytes.
  struct Target {
    let handle: Handle
    /// The position of the property in its entity.
    let index: UInt16
    /// Whether the property had already changed since the last save.
    let wasChanged: Bool
    /// Whether this was the first change of a saved object, and an attribute was set.
    var isFirst = false

    init(_ handle: Handle, _ place: RowPlace, wasChanged: Bool) {
      self.handle = handle
      index = place.index
      self.wasChanged = wasChanged
    }
  }

  /// The property of an entry that contains the whole value of the property.
  var target: Target? {
    switch self {
    case .value(_, let target), .stored(_, let target), .primitive(_, let target),
      .link(_, let target):
      target
    default: nil
    }
  }

  /// Returns the entry with another entry's target.
  func about(_ target: Target) -> Self {
    switch self {
    case .value(let value, _): .value(value, target)
    case .link(let link, _): .link(link, target)
    default: self
    }
  }
}
