/// The reason why data cannot be read, as the end of a sentence about the file.
package struct SQLExternalDataError: Error {
  package let path: String
  package let reason: String

  package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }
}
