/// The reason why a text is not a JSON value.
///
/// ```swift
/// do {
///   print(try JSONValue(parsing: "[1, 2,]"))
/// } catch {
///   print(error)  // 1:6: A comma must be followed by another value or key, but this one is not. Remove it.
/// }
/// ```
public struct JSONParsingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line of the error, from 1.
  public let line: Int
  /// The column of the error in characters, from 1.
  public let column: Int
  /// A sentence that states the error.
  public let message: String

  init(_ message: String, _ text: JSONText, _ offset: Int) {
    let position = LineIndex(text).position(of: offset)
    (line, column, self.message) = (position.line, position.column, message)
  }

  /// The place and the error.
  public var description: String { "\(line):\(column): \(message)" }
}
