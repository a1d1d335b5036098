/// A reader of rows with links that may lead to missing rows. It returns such links as `nil`.
package protocol HiddenLinkReader: StoreReader {
  /// Returns the links that the reader has left out because they lead to missing rows. They are errors. If the model
  /// keeps such links when an object is deleted, they are warnings.
  func hiddenLinks() throws -> ValidationReport
}

extension StoreReader {
  /// Returns the links that the reader has left out because they lead to missing rows. The report is empty for a reader
  /// that returns all links.
  package func linksReadAsNone() throws -> ValidationReport {
    try (self as? any HiddenLinkReader)?.hiddenLinks() ?? ValidationReport()
  }
}
