/// A place at which a text stops being a table, and what is wrong there.
struct CSVSyntaxError: Error, Hashable {
  /// The byte offset in the file.
  let offset: Int
  let kind: Kind

  /// What is wrong.
  enum Kind: Hashable {
    /// There is no header row.
    case noHeader
    /// Two delimiters part the header row in as many cells.
    case ambiguousDelimiter(CSVFormat.Delimiter, CSVFormat.Delimiter)
    /// The quotation mark that starts here is never closed.
    case unclosedMark
    /// A quotation mark inside of a cell that does not start with one.
    case markInCell
    /// Something between a closing quotation mark and the end of the cell.
    case textBehindMark
    case nulByte
    /// The row has too few cells, or too many.
    case wrongLength(Int, expected: Int)
    /// The bytes are no UTF-8.
    case encoding(JSONSyntaxError.Kind)
  }

  /// Whether what stands behind it is lost, too.
  var losesRows: Bool {
    switch kind {
    case .noHeader, .ambiguousDelimiter, .unclosedMark, .encoding(.otherEncoding): true
    default: false
    }
  }

  /// What is wrong in one sentence, with the remedy.
  var message: String {
    switch kind {
    case .noHeader: "The text must start with a row of keys, but is empty."
    case .ambiguousDelimiter(let first, let second):
      "One delimiter must separate the header row, but \(first) and \(second) make the same "
        + "number of cells. Name the delimiter."
    case .unclosedMark:
      "The quotation mark that starts here must be closed, but is not."
    case .markInCell:
      "A cell with a quotation mark must be enclosed in quotation marks, but this one is not. "
        + "Put one at both ends, and double the one inside."
    case .textBehindMark:
      "A quotation mark must end its cell, but something follows it here."
        + " Double a quotation mark inside a cell."
    case .nulByte: "The text must be CSV, but has a NUL byte here."
    case .wrongLength(let count, let expected):
      "A row must have \(expected) \(expected == 1 ? "cell" : "cells"), as the header row has, but this "
        + "one has \(count)."
        + (count > expected ? " Enclose cells that contain a delimiter in quotation marks." : "")
    case .encoding(let kind): JSONSyntaxError(offset: offset, kind: kind).message
    }
  }
}
