import ArmatureModel

/// Strings with the options of an order applied, stored one after the other in one block of memory.
struct FoldedTexts: SortTexts {
  private var bytes = ContiguousArray<UInt8>()
  /// The end of each string.
  private var ends: ContiguousArray<Int> = []
  private let options: FetchPredicate.Options

  /// - Parameter count: The number of strings to expect.
  init(_ options: FetchPredicate.Options, count: Int) {
    self.options = options
    ends.reserveCapacity(count)
    bytes.reserveCapacity(16 * count)
  }

  /// Appends the next string.
  mutating func append(_ text: UnsafePointer<String>?) {
    text?.pointee.fold(options, behind: &bytes)
    ends.append(bytes.count)
  }

  @inline(__always)
  func withBytes<Result>(
    at position: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let start = position > 0 ? ends[position - 1] : 0
    return bytes.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[start..<ends[position]]))
    }
  }
}
