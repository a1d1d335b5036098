/// A place in a list that follows what its request finds: a section, and a row of it; both from 0.
///
/// ```swift
/// let results = try FetchedResults(
///   FetchRequest("Book", orderedBy: [.ascending("title")]), in: context, sectionedBy: "author.name")
/// print(results[ResultPosition(section: 0, row: 0)] === book)  // true
/// ```
public struct ResultPosition: Hashable, Sendable {
  /// The section; 0 in a list without sections.
  public var section: Int
  /// The place among the objects of the section.
  public var row: Int

  /// Makes a position of its parts.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

extension ResultPosition: CustomStringConvertible {
  /// Section and row: `0.12`.
  public var description: String { "\(section).\(row)" }
}
