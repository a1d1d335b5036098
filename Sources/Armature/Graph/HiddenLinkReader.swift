/// A reader of rows that may contain dangling links, which it returns as nil.
package protocol HiddenLinkReader: StoreReader {
  /// Returns the dangling links that results leave out: errors, or warnings if the model keeps such links when an
  /// object is deleted.
  func hiddenLinks() throws -> ValidationReport
}

extension StoreReader {
  /// Returns the dangling links that results leave out; an empty report for a reader that returns all links.
  package func linksReadAsNone() throws -> ValidationReport {
    try (self as? any HiddenLinkReader)?.hiddenLinks() ?? ValidationReport()
  }
}
