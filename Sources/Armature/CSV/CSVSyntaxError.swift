/// An error in the syntax of a table, and its position.
package struct CSVSyntaxError: Error, Hashable {
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
    /// Half of a surrogate pair of UTF-16, with its first byte in UTF-8.
    case incompleteCharacter(UInt8)
    /// The row has too few cells, or too many.
    case wrongLength(Int, expected: Int)
    /// The bytes are not UTF-8.
    case encoding(JSONSyntaxError.Kind)
  }

  /// The end of a message about bytes that are not UTF-8.
  package static let encodingRemedy = "Save the file as UTF-8, or name its encoding."
  /// The end of a message about an ambiguous delimiter.
  package static let delimiterRemedy = "Name the delimiter."

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
        + "number of cells. \(Self.delimiterRemedy)"
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
    case .incompleteCharacter(let byte):
      "The text must be Unicode, but has half a character here, with the byte "
        + "0x\(String(byte, radix: 16, uppercase: true)) in UTF-8."
    case .encoding(.invalidUTF8(let byte)):
      "The text must be UTF-8, but the byte 0x\(String(byte, radix: 16, uppercase: true)) here is "
        + "not. \(Self.encodingRemedy)"
    case .encoding(let kind): JSONSyntaxError(offset: offset, kind: kind).message
    }
  }
}
