/// An element of a key path, which may end with indices: `lines[2]` is the name `lines` and the index 2.
struct PathElement {
  let name: String
  let indices: [Int]

  init(_ text: String) {
    var (name, indices) = (text[...], [Int]())
    while name.utf8.last == UInt8(ascii: "]"), let open = name.lastIndex(of: "["),
      let index = Int(name[name.index(after: open)...].dropLast()), index >= 0
    {
      indices.append(index)
      name = name[..<open]
    }
    self.name = String(name)
    self.indices = indices.reversed()
  }
}

extension [String] {
  /// Returns the path from a property to a part of its value. An index at the start belongs to the name.
  func keyPath(from property: String) -> [String] {
    guard let first, first.hasPrefix("["), PathElement(first).name.isEmpty else {
      return [property] + self
    }
    return [property + first] + dropFirst()
  }
}
