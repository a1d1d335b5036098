/// Lists in one cell.
///
/// A backslash before the list separator makes it a part of a value, as in `a\|b`. Several backslashes before a
/// separator count in pairs: each pair is one backslash. Everywhere else, a backslash is an ordinary character.
extension CSVFormat {
  /// Returns the cell of a list, which is empty for an empty list and for one empty string.
  package func cell(of texts: [String]) -> String {
    let separator = Array(String(listSeparator).utf8)
    var cell: [UInt8] = []
    for (index, text) in texts.enumerated() {
      if index > 0 { cell += separator }
      Self.escape(Array(text.utf8), separator, isLast: index == texts.count - 1, into: &cell)
    }
    return String(decoding: cell, as: UTF8.self)
  }

  private static func escape(
    _ text: [UInt8], _ separator: [UInt8], isLast: Bool, into cell: inout [UInt8]
  ) {
    var (place, backslashes) = (0, 0)
    while place < text.count {
      if text[place...].starts(with: separator) {
        cell += repeatElement(backslash, count: backslashes + 1)
        cell += separator
        place += separator.count
        backslashes = 0
      } else {
        backslashes = text[place] == backslash ? backslashes + 1 : 0
        cell.append(text[place])
        place += 1
      }
    }
    if !isLast { cell += repeatElement(backslash, count: backslashes) }
  }

  /// Returns the texts of a list in a cell, at least one.
  func texts(of cell: String) -> [String] {
    let separator = Array(String(listSeparator).utf8)
    let bytes = Array(cell.utf8)
    var texts: [String] = []
    var (text, place, backslashes) = ([UInt8](), 0, 0)
    while place < bytes.count {
      if bytes[place] == separator[0], bytes[place...].starts(with: separator) {
        text.removeLast((backslashes + 1) / 2)
        if backslashes.isMultiple(of: 2) {
          texts.append(String(decoding: text, as: UTF8.self))
          text = []
        } else {
          text += separator
        }
        place += separator.count
        backslashes = 0
      } else {
        backslashes = bytes[place] == Self.backslash ? backslashes + 1 : 0
        text.append(bytes[place])
        place += 1
      }
    }
    return texts + [String(decoding: text, as: UTF8.self)]
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether a text needs no escape in a list with a separator of one byte, and no sign.
  func isApart(from separator: UInt8) -> Bool {
    for byte in self where byte == separator { return false }
    return last != CSVFormat.backslash
  }
}
