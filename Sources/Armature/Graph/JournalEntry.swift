import ArmatureModel

/// One change, with what was there before: thirty-two bytes.
enum JournalEntry {
  /// A saved object was changed for the first time.
  case firstChange(Handle)
  /// The first change of a saved object was taken back.
  case lostChange(Handle)
  /// An attribute was set.
  case value(AttributeValue, Target)
  /// An attribute was set in a way that counts as no change, and that undo so passes over.
  case stored(AttributeValue, Target)
  /// An attribute had a value, in an object that then changed, which was stored as no change.
  case primitive(AttributeValue, Target)
  /// A to-one relationship was set on one side.
  case link(Link, Target)
  /// A to-many relationship was changed on one side.
  case list(LinkList.Edit, Target)
  /// Holes in a to-many relationship were closed, which nobody can see.
  case layout(LinkList.Edit, Target)
  /// An object was inserted.
  case inserted(Handle)
  /// The deletion of an object was taken back.
  case returned(Handle)
  /// An object was deleted; one that was never saved is let go of when there is no way back.
  case deleted(Handle)
  /// A change of something that others have changed since: going back passes over it.
  case overtaken
  /// What follows, up to one without an object, was done by a save since an object was deleted in a step before: it
  /// belongs to that step.
  case late(Handle)

  /// The property that a change is about, in eight bytes.
  struct Target {
    let handle: Handle
    /// The position of the property in its entity.
    let index: UInt16
    /// Whether the property had changed since the last save.
    let wasChanged: Bool
    /// Whether this was the first change of a saved object.
    var isFirst = false

    init(_ handle: Handle, _ place: RowPlace, wasChanged: Bool) {
      self.handle = handle
      index = place.index
      self.wasChanged = wasChanged
    }
  }

  /// The property that an entry is about that stands for its whole value.
  var target: Target? {
    switch self {
    case .value(_, let target), .stored(_, let target), .primitive(_, let target),
      .link(_, let target):
      target
    default: nil
    }
  }

  /// The entry with what another one tells of its property.
  func about(_ target: Target) -> Self {
    switch self {
    case .value(let value, _): .value(value, target)
    case .link(let link, _): .link(link, target)
    default: self
    }
  }
}
