/// Why data cannot be read; `reason` is the end of a sentence about it.
package struct SQLExternalFault: Error {
  package let path: String
  package let reason: String

  package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }
}
