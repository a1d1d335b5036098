extension UnsafeMutableBufferPointer {
  /// Memory of its own with some elements, to be freed.
  static func copy(of elements: [Element]) -> Self {
    let buffer = Self.allocate(capacity: elements.count)
    _ = buffer.initialize(from: elements)
    return buffer
  }

  /// Destroys the elements and frees the memory.
  func free() {
    deinitialize()
    deallocate()
  }
}
