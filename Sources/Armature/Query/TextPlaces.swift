/// Strings in their rows, which do not change during the sort.
struct TextPlaces: SortTexts {
  private var places: [UnsafePointer<String>?] = []

  /// - Parameter count: The number of strings to expect.
  init(count: Int) { places.reserveCapacity(count) }

  /// Appends the next string.
  mutating func append(_ text: UnsafePointer<String>?) { places.append(text) }

  @inline(__always)
  func withBytes<Result>(
    at position: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    places[position]?.withBytes(body) ?? body(UnsafeBufferPointer(start: nil, count: 0))
  }
}
