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
  /// The text of a missing value, such as `NULL` or `NA`. The default is `nil`.
  ///
  /// A load reads a cell with this text as a missing value, unless it is in quotation marks. An export writes every
  /// missing value as this text.
  public var nullText: String?
  /// The text of the Boolean `true`. The default is `true`.
  ///
  /// A load still reads `true` and `false`, unless you give the word another meaning.
  public var trueText: String
  /// The text of the Boolean `false`. The default is `false`.
  public var falseText: String
  /// The encoding of the table. The default is `nil`, which means UTF-8, or UTF-16 with a byte order mark.
  public var encoding: Encoding?

  /// A delimiter between cells.
  public enum Delimiter: String, Hashable, Sendable, CaseIterable {
    case comma = ","
    case semicolon = ";"
    case tab = "\t"
    case pipe = "|"

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

  /// An encoding of characters as bytes.
  ///
  /// A byte order mark at the start of a table takes precedence over the encoding that you name.
  ///
  /// ```swift
  /// let bytes = Data("name\nAnne Bront".utf8) + [0xEB]
  /// let table = LoadSource.data(
  ///   bytes, as: "Author", layout: .csv(CSVFormat(encoding: .windows1252)))
  /// print(try context.load(table).objects[0]["name"] ?? .null)  // "Anne Brontë"
  /// ```
  public enum Encoding: String, Hashable, Sendable, CaseIterable {
    /// UTF-8. An export writes no byte order mark.
    case utf8 = "utf-8"
    /// UTF-16 in either byte order. An export writes a byte order mark, and the low byte first.
    case utf16 = "utf-16"
    /// ISO 8859-1, the characters U+0000 to U+00FF.
    case latin1 = "latin-1"
    /// Windows-1252, in which spreadsheets in Western Europe and America save a table.
    case windows1252 = "windows-1252"
  }

  /// Creates a format.
  ///
  /// By default, a load finds the delimiter in the header row, `|` separates the values of a list, and empty cells have
  /// no effect.
  ///
  /// - Precondition: The list separator has no backslash. The other texts are different, are not empty and do not start
  ///   with a backslash. The text of a missing value needs no quotation marks in a cell.
  public init(
    delimiter: Delimiter? = nil, listSeparator: Character = "|", emptyCells: EmptyCells = .absent,
    nullText: String? = nil, trueText: String = "true", falseText: String = "false",
    encoding: Encoding? = nil
  ) {
    self.delimiter = delimiter
    self.listSeparator = listSeparator
    self.emptyCells = emptyCells
    self.nullText = nullText
    self.trueText = trueText
    self.falseText = falseText
    self.encoding = encoding
  }
}
