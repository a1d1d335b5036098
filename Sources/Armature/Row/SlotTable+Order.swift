extension SlotTable {
  /// Returns the handles in the order of insertion. This is also their order in memory. A walk in any other order would
  /// miss the caches for each object.
  func inOrder(_ handles: ContiguousArray<Handle>) -> ContiguousArray<Handle> {
    guard handles.count > 16, zip(handles, handles.dropFirst()).contains(where: { $0 > $1 }) else {
      return handles
    }
    guard handles.count > count / 256 else { return ContiguousArray(handles.sorted()) }
    // For a large share of all handles, a bit for each slot sorts them in two walks.
    var words = [UInt64](repeating: 0, count: count / 64 + 1)
    for handle in handles { words[Int(handle.rawValue / 64)] |= 1 << UInt64(handle.rawValue % 64) }
    var sorted = ContiguousArray<Handle>()
    sorted.reserveCapacity(handles.count)
    for (index, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        sorted.append(Handle(rawValue: UInt32(index * 64 + rest.trailingZeroBitCount)))
        rest &= rest - 1
      }
    }
    return sorted
  }
}
