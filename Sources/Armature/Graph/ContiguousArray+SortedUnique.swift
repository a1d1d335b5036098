extension ContiguousArray<Handle> {
  /// The handles in order, each once.
  var sortedUnique: ContiguousArray<Handle> {
    if count < 2 { return self }
    var handles = self
    handles.sort()
    var last = 0
    for position in 1..<handles.count where handles[position] != handles[last] {
      last += 1
      handles[last] = handles[position]
    }
    handles.removeSubrange((last + 1)...)
    return handles
  }
}
