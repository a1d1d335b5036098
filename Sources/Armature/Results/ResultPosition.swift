/// A position in a ``FetchedResults`` list.
///
/// A position consists of a section and a row in that section. Both are counted from 0.
///
/// ```swift
/// let results = try FetchedResults(
///   FetchRequest("Book", orderedBy: [.ascending("title")]), in: context, sectionedBy: "author.name")
/// print(results[ResultPosition(section: 0, row: 0)] === book)  // true
/// ```
public struct ResultPosition: Hashable, Sendable {
  /// The index of the section. It is 0 in a list without sections.
  public var section: Int
  /// The index of the object in its section.
  public var row: Int

  /// Creates a position.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

extension ResultPosition: CustomStringConvertible {
  /// The section and the row, as in `0.12`.
  public var description: String { "\(section).\(row)" }
}
