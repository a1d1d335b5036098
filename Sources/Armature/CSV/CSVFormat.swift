/// The format of a CSV table (RFC 4180), such as its delimiter.
///
/// The first row of a table is a header with the keys of properties. Each other row contains the values of one object.
///
/// ```swift
/// let table = LoadSource.text(
///   "title;pages;author\nEmma;474;Frank Herbert\n", as: "Book",
///   layout: .csv(CSVFormat(delimiter: .semicolon, emptyCells: .null)))
/// print(try context.load(table).count)  // 1
/// print(String(decoding: try context.csv(of: "Author"), as: UTF8.self))
/// ```
public struct CSVFormat: Hashable, Sendable {
  /// The delimiter between cells. The default is `nil`, which means that a load finds the delimiter in the header row.
  public var delimiter: Delimiter?
  /// The separator between the values or references of a list, which are in one cell. The default is `|`.
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

  /// The meaning of an empty cell without quotation marks.
  ///
  /// In CSV, an empty cell can mean an empty string or a missing value. This setting determines the meaning for the
  /// whole table:
  ///
  /// ```swift
  /// let table = LoadSource.text(
  ///   "name,born\nJane Austen,\n", as: "Author", layout: .csv(CSVFormat(emptyCells: .null)))
  /// print(try context.load(table).objects[0]["born"] ?? .null)  // no value
  /// ```
  /// Some cells have the same meaning with every setting. A cell that contains `""` is an empty string, empty data or
  /// an empty list, depending on the type of the attribute. A cell that contains `\N` without quotation marks is a
  /// missing value.
  public enum EmptyCells: String, Hashable, Sendable {
    /// The cell has no effect. A new object gets its default value, and an updated object keeps its value.
    case absent
    /// The cell is a missing value, like a JSON `null`. A new object gets no default value, and an updated object loses
    /// its value.
    case null
    /// The cell is an empty string for `String` attributes. For other attributes, it has no effect.
    case text

    /// Returns whether an empty cell is a value or a missing value.
    func isValue(isText: Bool) -> Bool { self == .null || self == .text && isText }
  }

  /// Creates a format.
  ///
  /// By default, a load finds the delimiter in the header row, `|` separates the values of a list, and empty cells have
  /// no effect.
  public init(
    delimiter: Delimiter? = nil, listSeparator: Character = "|", emptyCells: EmptyCells = .absent
  ) {
    self.delimiter = delimiter
    self.listSeparator = listSeparator
    self.emptyCells = emptyCells
  }
}
