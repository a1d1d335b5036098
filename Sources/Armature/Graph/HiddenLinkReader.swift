/// A reader of rows that may have links to objects that are gone, and gives them as none.
package protocol HiddenLinkReader: StoreReader {
  /// The links that lead nowhere, and that no answer has: the model lets them stay when an object is deleted.
  func hiddenLinks() throws -> ValidationReport
}
