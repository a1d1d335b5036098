/// An error in the syntax of a table, and its position.
struct CSVSyntaxError: Error, Hashable {
  /// The byte offset in the file.
  let offset: Int
  let kind: Kind

  /// The kind of a syntax error.
  enum Kind: Hashable {
    /// The header row is missing.
    case noHeader
    /// Two delimiters divide the header row into the same number of cells.
    case ambiguousDelimiter(CSVFormat.Delimiter, CSVFormat.Delimiter)
    /// The quotation mark at this position is never closed.
    case unclosedMark
    /// A quotation mark in a cell that does not start with one.
    case markInCell
    /// Text between a closing quotation mark and the end of the cell.
    case textBehindMark
    case nulByte
    /// The row has too few cells, or too many.
    case wrongLength(Int, expected: Int)
    /// The bytes are not UTF-8.
    case encoding(JSONSyntaxError.Kind)
  }

  /// True if the rest of the text is lost as well.
  var losesRows: Bool {
    switch kind {
    case .noHeader, .ambiguousDelimiter, .unclosedMark, .encoding(.otherEncoding): true
    default: false
    }
  }

  /// A sentence that states the error and a remedy.
  var message: String {
    switch kind {
    case .noHeader: "The text must start with a row of keys, but is empty."
    case .ambiguousDelimiter(let first, let second):
      "One delimiter must part the header row, but \(first) and \(second) make as many cells of it."
        + " Name the delimiter."
    case .unclosedMark:
      "The quotation mark that starts here must be closed, but never is."
    case .markInCell:
      "A cell with a quotation mark must stand in quotation marks, but this one does not."
        + " Put one at both ends, and write it twice inside."
    case .textBehindMark:
      "A quotation mark must end its cell, but something follows it here."
        + " Write a quotation mark twice inside of a cell."
    case .nulByte: "The text must be CSV, but has a NUL byte here."
    case .wrongLength(let count, let expected):
      "A row must have \(expected) \(expected == 1 ? "cell" : "cells"), as the header row has, but this "
        + "one has \(count)."
        + (count > expected ? " Put cells with a delimiter inside in quotation marks." : "")
    case .encoding(let kind): JSONSyntaxError(offset: offset, kind: kind).message
    }
  }
}
