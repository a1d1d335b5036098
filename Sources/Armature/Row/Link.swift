/// The destination of a to-one relationship: the object and its position in the inverse list.
struct Link: Equatable {
  let handle: Handle
  /// The position at which the inverse to-many relationship inserted the object.
  ///
  /// It is only a hint, which the list checks, because insertions before it shift positions. It makes removing a member
  /// O(1), where a search would visit up to a million members.
  var hint: UInt32

  init(_ handle: Handle, hint: UInt32 = 0) {
    self.handle = handle
    self.hint = hint
  }

  static var none: Link { Link(.none) }
}
