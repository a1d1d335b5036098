/// One end of a to-one relationship: the object, and where the list of the inverse has it.
struct Link: Equatable {
  let handle: Handle
  /// The position at which the inverse to-many relationship took the object up.
  ///
  /// Only a hint: the list checks it, since positions move when others are inserted in front. It
  /// makes removing a member O(1) where a search would walk over a million.
  var hint: UInt32

  init(_ handle: Handle, hint: UInt32 = 0) {
    self.handle = handle
    self.hint = hint
  }

  static var none: Link { Link(.none) }
}
