/// A plain reader of CSV, a byte at a time, to compare with.
struct PlainCSV {
  /// The rows that have any text; `nil` if anything is wrong.
  let rows: [[String]]?

  private enum State { case atStart, plain, marked, behindMark }

  init(_ bytes: [UInt8], _ delimiter: UInt8) {
    rows = Self.rows(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], delimiter)
  }

  private static func rows(_ bytes: ArraySlice<UInt8>, _ delimiter: UInt8) -> [[String]]? {
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else { return nil }
    var (rows, row, cell): ([[String]], [String], [UInt8]) = ([], [], [])
    var state = State.atStart
    var isBlank = true
    func endCell() {
      row.append(String(decoding: cell, as: UTF8.self))
      cell = []
      state = .atStart
    }
    func endRow() {
      endCell()
      // A line end right behind another, or behind the first of two characters, ends no row.
      if !isBlank { rows.append(row) }
      row = []
      isBlank = true
    }
    for byte in bytes {
      let isMark = byte == UInt8(ascii: "\"")
      if state == .marked {
        if isMark { state = .behindMark } else { cell.append(byte) }
        continue
      }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        endRow()
        continue
      }
      isBlank = false
      if byte == delimiter {
        endCell()
      } else if isMark {
        switch state {
        case .atStart: state = .marked
        case .behindMark:
          cell.append(byte)
          state = .marked
        case .plain, .marked: return nil
        }
      } else if state == .behindMark {
        return nil
      } else {
        cell.append(byte)
        state = .plain
      }
    }
    if state == .marked { return nil }
    endRow()
    return rows
  }
}
