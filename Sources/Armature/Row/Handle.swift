/// The number of a slot in a context's table, by which links refer to objects.
///
/// Handles are assigned from 1 in the order of insertion; 0 means no object. Thirty-two bits are enough for four
/// billion objects in one context. The table traps with a message when they are used up.
@frozen @usableFromInline struct Handle: Hashable, Comparable {
  @usableFromInline let rawValue: UInt32

  @usableFromInline @_transparent init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No object.
  @usableFromInline @_transparent static var none: Handle { Handle(rawValue: 0) }

  @usableFromInline @_transparent var isNone: Bool { rawValue == 0 }

  @usableFromInline @_transparent static func < (left: Handle, right: Handle) -> Bool {
    left.rawValue < right.rawValue
  }
}
