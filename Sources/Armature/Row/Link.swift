/// The destination of a to-one relationship. It consists of the object and a hint for its position in the inverse list.
struct Link: Equatable {
  let handle: Handle
  /// The position at which the object was inserted into the inverse to-many relationship.
  ///
  /// It is only a hint, because insertions before the object shift its position, so the list checks it. If the hint is
  /// right, removing a member takes O(1). Without it, the list would have to be searched, and it may have a million
  /// members.
  var hint: UInt32

  init(_ handle: Handle, hint: UInt32 = 0) {
    self.handle = handle
    self.hint = hint
  }

  static var none: Link { Link(.none) }

  // The hint has no other purpose without a destination.

  /// No link, because the link was cleared only from its other end: by a deletion, by removing the object from a list,
  /// or by linking the other end elsewhere.
  static var cut: Link { Link(.none, hint: 1) }

  /// A committed link that the store no longer has. The store may have another one instead, which was not read yet.
  static var unknown: Link { Link(.none, hint: 2) }

  var isCut: Bool { self == .cut }
  var isUnknown: Bool { self == .unknown }
}
