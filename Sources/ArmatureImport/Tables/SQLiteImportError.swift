/// An error that is thrown when a file cannot be imported as a SQLite database.
///
/// ```swift
/// do {
///   _ = try SQLiteModel(contentsOf: "none.sqlite")
/// } catch let error as SQLiteImportError {
///   print(error.reason)  // the file does not exist.
/// } catch {
///   print("no library of SQLite")
/// }
/// ```
public struct SQLiteImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let path: String
  /// The reason, written so that it can end a sentence.
  public let reason: String

  init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

  /// A sentence with the path, the requirement and the reason.
  public var description: String {
    "\(path) must be a SQLite database with tables of its own, but \(reason)"
  }
}
