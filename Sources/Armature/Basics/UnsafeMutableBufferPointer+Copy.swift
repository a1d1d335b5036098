extension UnsafeMutableBufferPointer {
  /// Returns newly allocated memory with some elements, to be freed by the caller.
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
