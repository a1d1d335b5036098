/// Texts where they lie; nothing is written to them while they are sorted.
struct TextPlaces: SortTexts {
  private var places: [UnsafePointer<String>?] = []

  /// - Parameter count: How many there will be.
  init(count: Int) { places.reserveCapacity(count) }

  /// Takes up the next text.
  mutating func append(_ text: UnsafePointer<String>?) { places.append(text) }

  @inline(__always)
  func withBytes<Result>(
    at position: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    places[position]?.withBytes(body) ?? body(UnsafeBufferPointer(start: nil, count: 0))
  }
}
