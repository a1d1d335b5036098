/// A reader of rows that may have links to objects that are gone, and gives them as none.
package protocol HiddenLinkReader: StoreReader {
  /// The links that lead nowhere, and that no answer has: errors, or warnings where the model lets them stay when an object
  /// is deleted.
  func hiddenLinks() throws -> ValidationReport
}

extension StoreReader {
  /// The same of any reader; none of one that gives all links.
  package func linksReadAsNone() throws -> ValidationReport {
    try (self as? any HiddenLinkReader)?.hiddenLinks() ?? ValidationReport()
  }
}
