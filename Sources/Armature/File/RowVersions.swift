/// The versions of all rows, as they stand beside the file of a store: they are nothing of the data.
///
/// Rows in a row of keys mostly have the same one, so only the keys are kept from which on it is another.
struct RowVersions {
  /// The number of the last commit.
  let last: UInt32
  private var starts: [(key: Int64, version: UInt32)] = []

  /// Gives all rows a version that none has had.
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

  /// Reads what ``text(_:)`` has written; `nil` for anything else, or for another file.
  init?(_ text: Substring, last: UInt32, _ stamp: FileStamp) {
    self.last = last
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // What was not written to its end has no stamp in front of the last line break.
    guard lines.popLast() == "", lines.popLast() == Substring("\(stamp)") else { return nil }
    for line in lines {
      let numbers = line.split(separator: " ")
      guard numbers.count == 2, let key = Int64(numbers[0]), let version = UInt32(numbers[1]),
        version > 0, version <= last, starts.last.map({ $0.key < key }) ?? true
      else { return nil }
      starts.append((key, version))
    }
  }

  /// A line for each change of the version along the keys, then the stamp of the file.
  func text(_ stamp: FileStamp) -> String {
    starts.map { "\($0.key) \($0.version)\n" }.joined() + "\(stamp)\n"
  }

  /// The version of the row of a key; that of the last commit for a row that is not known.
  subscript(key: Int64) -> UInt32 {
    var range = starts[...]
    while range.count > 1 {
      let middle = (range.startIndex + range.endIndex) / 2
      range = starts[middle].key <= key ? range[middle...] : range[..<middle]
    }
    return range.first?.version ?? last
  }
}
