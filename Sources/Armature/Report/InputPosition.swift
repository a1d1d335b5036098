import ArmatureModel

/// The position of a value in loaded data: its file, its line and column, and its path within the document.
///
/// Failures of a load contain a position, so you can show your users where to correct the data:
///
/// ```swift
/// do {
///   try context.load(.text(#"[{"name": 7}]"#, as: "Author", name: "authors.json"))
/// } catch let report as ValidationReport {
///   for case let position? in report.map(\.source) { print(position) }  // authors.json:1:11
/// }
/// ```
public struct InputPosition: Hashable, Sendable, Codable {
  /// The path or name of the file, as passed to the load. It is empty for data in memory.
  public var file: String
  /// The line. The first line is 1. The value is 0 if only the file is known.
  public var line: Int
  /// The column, counted in Unicode scalars. The first column is 1. The value is 0 if only the line is known.
  public var column: Int
  /// The path within the document, as in `$.books[3].title`.
  public var path: String?

  /// Creates a position.
  public init(file: String, line: Int = 0, column: Int = 0, path: String? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.path = path
  }

  // Sorted, so that rendering a report needs no sorting.
  private enum CodingKeys: String, CodingKey { case column, file, line, path }
}

extension InputPosition: CustomStringConvertible {
  /// The known parts of the position, as in `library.json:12:5`. For data in memory, the text starts with `<input>`.
  ///
  /// If the line is unknown, the text contains the path instead. For example, a position in a store's file is
  /// `Shop.sqlite (Product, row 12)`.
  public var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  func write(to text: inout String) {
    text += file.isEmpty ? "<input>" : file.displayEscaped().beginningLine()
    guard line > 0 else {
      if let path { text += " (\(path.displayEscaped()))" }
      return
    }
    text += ":"
    text += String(line)
    guard column > 0 else { return }
    text += ":"
    text += String(column)
  }
}

extension InputPosition: Comparable {
  /// Compares two positions by file, line, column and path.
  public static func < (left: InputPosition, right: InputPosition) -> Bool {
    (left.file, left.line, left.column, left.path ?? "")
      < (right.file, right.line, right.column, right.path ?? "")
  }
}
