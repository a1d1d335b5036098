import ArmatureModel

/// Texts as the options of an order see them, one behind the other in one block of memory.
struct FoldedTexts: SortTexts {
  private var bytes = ContiguousArray<UInt8>()
  /// Where each text ends.
  private var ends: ContiguousArray<Int> = []
  private let options: FetchPredicate.Options

  /// - Parameter count: How many there will be.
  init(_ options: FetchPredicate.Options, count: Int) {
    self.options = options
    ends.reserveCapacity(count)
    bytes.reserveCapacity(16 * count)
  }

  /// Takes up the next text.
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
