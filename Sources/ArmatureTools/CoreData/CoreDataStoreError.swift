/// Why a file cannot be read as a store of Core Data.
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
  /// What is instead of a store, or what is wrong with it, as the end of a sentence.
  public let reason: String

  init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

  /// What must be, and what is instead.
  public var description: String {
    "\(path) must be a SQLite file that Core Data has written, and fit the model, but \(reason)"
  }
}
