/// The versions of all rows, which are stored next to the file of a store because they are not part of the data.
///
/// Rows with consecutive keys usually have the same version. To save space, only the keys are stored at which the
/// version changes.
struct RowVersions {
  /// The number of the last commit.
  let last: UInt32
  private var starts: [(key: Int64, version: UInt32)] = []

  /// Gives all rows a version that no row has had.
  init(after last: UInt32) {
    self.last = max(1, last &+ 1)
    starts = [(0, self.last)]
  }

  init(_ rows: [(key: Int64, version: UInt32)], last: UInt32) {
    self.last = last
    for row in rows.sorted(by: { $0.key < $1.key }) where starts.last?.version != row.version {
      starts.append(row)
    }
  }

  /// Reads the output of ``text(_:)``; `nil` for any other text, or for another file.
  init?(_ text: Substring, last: UInt32, _ stamp: FileStamp) {
    self.last = last
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // An incompletely written text has no stamp before the last line break.
    guard lines.popLast() == "", lines.popLast() == Substring("\(stamp)") else { return nil }
    for line in lines {
      let numbers = line.split(separator: " ")
      guard numbers.count == 2, let key = Int64(numbers[0]), let version = UInt32(numbers[1]),
        version > 0, version <= last, starts.last.map({ $0.key < key }) ?? true
      else { return nil }
      starts.append((key, version))
    }
  }

  /// Returns a line for each change of the version along the keys, then the stamp of the file.
  func text(_ stamp: FileStamp) -> String {
    starts.map { "\($0.key) \($0.version)\n" }.joined() + "\(stamp)\n"
  }

  /// The version of the row with a key; for an unknown row, the number of the last commit.
  subscript(key: Int64) -> UInt32 {
    var range = starts[...]
    while range.count > 1 {
      let middle = (range.startIndex + range.endIndex) / 2
      range = starts[middle].key <= key ? range[middle...] : range[..<middle]
    }
    return range.first?.version ?? last
  }
}
