/// A simple CSV reader, one byte at a time, as the reference.
struct PlainCSV {
  /// A cell, with or without quotation marks.
  struct Cell {
    let text: String
    let isMarked: Bool
  }

  /// The rows with text, and the blank lines between the rows of a single column; `nil` if the table is invalid.
  let rows: [[Cell]]?

  private enum State { case atStart, plain, marked, behindMark }

  init(_ bytes: [UInt8], _ delimiter: UInt8) {
    rows = Self.rows(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], delimiter)
  }

  private static func rows(_ bytes: ArraySlice<UInt8>, _ delimiter: UInt8) -> [[Cell]]? {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var (rows, row, cell): ([[Cell]], [Cell], [UInt8]) = ([], [], [])
    var state = State.atStart
    var isBlank = true
    // The blank lines since the last row.
    var blanks: [[Cell]] = []
    var former: UInt8 = 0
    func endCell() {
      row.append(Cell(text: String(decoding: cell, as: UTF8.self), isMarked: state == .behindMark))
      cell = []
      state = .atStart
    }
    func endRow() {
      endCell()
      if !isBlank {
        rows += blanks + [row]
        blanks = []
      } else if rows.first?.count == 1 {
        blanks.append(row)
      }
      row = []
      isBlank = true
    }
    for byte in bytes {
      defer { former = byte }
      let isMark = byte == UInt8(ascii: "\"")
      if state == .marked {
        if isMark { state = .behindMark } else { cell.append(byte) }
        continue
      }
      if byte == UInt8(ascii: "\n"), former == UInt8(ascii: "\r") { continue }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        endRow()
        continue
      }
      if byte == 0 { return nil }
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
