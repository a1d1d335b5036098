/// The number of a slot in the table of a context. Links refer to objects by this number.
///
/// Handles are assigned from 1, in the order of insertion, and the handle 0 means no object. A handle has 32 bits, so
/// one context can have four billion objects. If you insert more, the program traps with a message.
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
