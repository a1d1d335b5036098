/// The format of a CSV table (RFC 4180): a header row with the keys of properties, then a row for each record.
///
/// ```swift
/// let table = LoadSource.text(
///   "title;pages;author\nEmma;474;Frank Herbert\n", as: "Book",
///   layout: .csv(CSVFormat(delimiter: .semicolon, emptyCells: .null)))
/// print(try context.load(table).count)  // 1
/// print(String(decoding: try context.csv(of: "Author"), as: UTF8.self))
/// ```
public struct CSVFormat: Hashable, Sendable {
  /// The delimiter between cells; `nil` to find it in the header row.
  public var delimiter: Delimiter?
  /// The separator between the values, or the references, in the cell of a list.
  public var listSeparator: Character
  /// The meaning of a cell without text and without quotation marks.
  public var emptyCells: EmptyCells

  /// A delimiter between cells.
  public enum Delimiter: String, Hashable, Sendable, CaseIterable {
    case comma = ","
    case semicolon = ";"
    case tab = "\t"

    var byte: UInt8 { rawValue.utf8.first ?? 0 }
  }

  /// The meaning of a cell without text and without quotation marks.
  ///
  /// In quotation marks, `""` is an empty string, empty data or an empty list, depending on the type of the
  /// attribute. `\N` without quotation marks is a missing value.
  ///
  /// ```swift
  /// let table = LoadSource.text(
  ///   "name,born\nJane Austen,\n", as: "Author", layout: .csv(CSVFormat(emptyCells: .null)))
  /// print(try context.load(table).objects[0]["born"] ?? .null)  // no value
  /// ```
  public enum EmptyCells: String, Hashable, Sendable {
    /// An absent key: defaults and the values of updated objects stay.
    case absent
    /// A missing value, like a JSON `null`: it removes a default, or the value of an updated object.
    case null
    /// An empty string for `String` attributes; otherwise like ``absent``.
    case text

    /// Returns whether an empty cell is a value or a missing value.
    func isValue(isText: Bool) -> Bool { self == .null || self == .text && isText }
  }

  /// Creates a format. By default, the delimiter is found in the header row, `|` separates list values, and empty
  /// cells are absent.
  public init(
    delimiter: Delimiter? = nil, listSeparator: Character = "|", emptyCells: EmptyCells = .absent
  ) {
    self.delimiter = delimiter
    self.listSeparator = listSeparator
    self.emptyCells = emptyCells
  }
}
