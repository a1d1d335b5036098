/// The reason why data cannot be read. It is written so that it can end a sentence about the file.
package struct SQLExternalDataError: Error {
  package let path: String
  package let reason: String

  package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }
}
