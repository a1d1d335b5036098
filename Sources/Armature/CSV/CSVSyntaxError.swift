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
    case unclosedQuote
    /// A quotation mark in a cell that does not start with one.
    case quoteInCell
    /// Text between a closing quotation mark and the end of the cell.
    case textAfterQuote
    case nulByte
    /// The row has too few cells, or too many.
    case wrongLength(Int, expected: Int)
    /// The bytes are not UTF-8.
    case encoding(JSONSyntaxError.Kind)
  }

  /// True if the rest of the text is lost as well.
  var losesRows: Bool {
    switch kind {
    case .noHeader, .ambiguousDelimiter, .unclosedQuote, .encoding(.otherEncoding): true
    default: false
    }
  }

  /// A sentence that states the error and a remedy.
  var message: String {
    switch kind {
    case .noHeader: "The text must start with a row of keys, but is empty."
    case .ambiguousDelimiter(let first, let second):
      "One delimiter must separate the header row, but \(first) and \(second) make the same "
        + "number of cells. Name the delimiter."
    case .unclosedQuote:
      "The quotation mark that starts here must be closed, but is not."
    case .quoteInCell:
      "A cell with a quotation mark must be enclosed in quotation marks, but this one is not. "
        + "Put one at both ends, and double the one inside."
    case .textAfterQuote:
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
