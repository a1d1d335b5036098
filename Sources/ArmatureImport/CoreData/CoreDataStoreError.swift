/// An error that is thrown when a file cannot be read as a Core Data store.
///
/// ```swift
/// do {
///   _ = try CoreDataStore(contentsOf: "none.sqlite", model: "none.xcdatamodeld")
/// } catch let error as CoreDataStoreError {
///   print(error.path)
/// } catch {
///   print("no model")  // no model
/// }
/// ```
public struct CoreDataStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let path: String
  /// The reason, written so that it can end a sentence.
  public let reason: String

  init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

  /// A sentence with the path, the requirement and the reason.
  public var description: String {
    "\(path) must be a SQLite file that Core Data has written, and fit the model, but \(reason)"
  }
}
