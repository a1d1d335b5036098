/// A position in a list of results: a section and a row in it, both counted from 0.
///
/// ```swift
/// let results = try FetchedResults(
///   FetchRequest("Book", orderedBy: [.ascending("title")]), in: context, sectionedBy: "author.name")
/// print(results[ResultPosition(section: 0, row: 0)] === book)  // true
/// ```
public struct ResultPosition: Hashable, Sendable {
  /// The section; 0 in a list without sections.
  public var section: Int
  /// The index among the objects of the section.
  public var row: Int

  /// Creates a position.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

extension ResultPosition: CustomStringConvertible {
  /// Section and row: `0.12`.
  public var description: String { "\(section).\(row)" }
}
