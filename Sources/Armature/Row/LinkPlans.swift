/// The relationships of an entity.
struct LinkPlans: RandomAccessCollection {
  private let start: UnsafePointer<LinkPlan.Facts>?
  let count: Int

  @_transparent init(_ facts: UnsafeMutableBufferPointer<LinkPlan.Facts>) {
    (start, count) = (UnsafePointer(facts.baseAddress), facts.count)
  }

  @inline(__always) var startIndex: Int { 0 }
  @inline(__always) var endIndex: Int { count }

  @inline(__always) subscript(position: Int) -> LinkPlan {
    LinkPlan(start.unsafelyUnwrapped + position)
  }

  @inline(__always) func makeIterator() -> Iterator { Iterator(start, count) }

  /// An iterator that is not generic, unlike the one that a collection has by default. This is faster in debug builds.
  struct Iterator: IteratorProtocol {
    private var position: UnsafePointer<LinkPlan.Facts>?
    private var left: Int

    @_transparent init(_ start: UnsafePointer<LinkPlan.Facts>?, _ count: Int) {
      (position, left) = (start, count)
    }

    @inline(__always) mutating func next() -> LinkPlan? {
      guard left > 0, let facts = position else { return nil }
      left -= 1
      position = facts + 1
      return LinkPlan(facts)
    }
  }
}
