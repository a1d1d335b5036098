/// How a table of cells is written as text (RFC 4180): a header row with the keys of properties, then a
/// row for each record.
///
/// ```swift
/// let table = LoadSource.text(
///   "title;pages;author\nEmma;474;Frank Herbert\n", as: "Book",
///   layout: .csv(CSVFormat(delimiter: .semicolon, emptyCells: .null)))
/// print(try context.load(table).count)  // 1
/// print(String(decoding: try context.csv(of: "Author"), as: UTF8.self))
/// ```
public struct CSVFormat: Hashable, Sendable {
  /// What stands between cells; `nil` to find it in the header row.
  public var delimiter: Delimiter?
  /// What stands between the values, or the references, in the cell of a list.
  public var listSeparator: Character
  /// What a cell without text and without quotation marks means.
  public var emptyCells: EmptyCells

  /// What stands between cells.
  public enum Delimiter: String, Hashable, Sendable, CaseIterable {
    case comma = ","
    case semicolon = ";"
    case tab = "\t"

    var byte: UInt8 { rawValue.utf8.first ?? 0 }
  }

  /// What a cell without text and without quotation marks means.
  ///
  /// In quotation marks, `""`, it is an empty text, empty data or an empty list, where the attribute is of such a type.
  /// `\N` without quotation marks is the absence of a value.
  ///
  /// ```swift
  /// let table = LoadSource.text(
  ///   "name,born\nJane Austen,\n", as: "Author", layout: .csv(CSVFormat(emptyCells: .null)))
  /// print(try context.load(table).objects[0]["born"] ?? .null)  // no value
  /// ```
  public enum EmptyCells: String, Hashable, Sendable {
    /// Nothing, as if the record had no such key: a default stays, and so does what a record updates.
    case absent
    /// The absence of a value, as a JSON `null`: it takes away a default, or the value that a record
    /// updates.
    case null
    /// An empty text where the attribute is a `String`; anywhere else as ``absent``.
    case text

    /// Whether an empty cell means a value, or that there is none.
    func isValue(isText: Bool) -> Bool { self == .null || self == .text && isText }
  }

  /// Makes a format; by default the delimiter is found, `|` separates what is in a list, and empty
  /// cells are absent.
  public init(
    delimiter: Delimiter? = nil, listSeparator: Character = "|", emptyCells: EmptyCells = .absent
  ) {
    self.delimiter = delimiter
    self.listSeparator = listSeparator
    self.emptyCells = emptyCells
  }
}
