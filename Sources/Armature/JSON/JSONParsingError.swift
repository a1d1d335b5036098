public import ArmatureModel

extension JSONValue {
  /// Creates a value from a JSON text, with the order of its members and the digits of its numbers.
  ///
  /// ```swift
  /// let price = try JSONValue(parsing: #"{"amount": 12.50, "currency": "EUR"}"#)
  /// print(price.amount ?? .null)  // 12.50
  /// ```
  /// - Throws: ``JSONParsingError`` if the text is not JSON, if an object has a key twice, or if more than 512 arrays
  ///   and objects are nested.
  /// - Complexity: O(*n*) in the length of the text.
  public init(parsing text: String) throws(JSONParsingError) {
    let source = JSONText(text)
    var cursor = JSONCursor(source)
    var repeated: (key: String, offset: Int)?
    do throws(JSONSyntaxError) {
      self = try cursor.jsonValue { path, offset in
        repeated = repeated ?? (path.last ?? "", offset)
      }
      try cursor.finish()
    } catch {
      throw JSONParsingError(error.message, source, error.offset)
    }
    if let repeated {
      throw JSONParsingError(
        "An object must have each key once, but \(repeated.key.quotedForMessage) is repeated.",
        source, repeated.offset)
    }
  }
}

/// The reason why a text is not a JSON value.
public struct JSONParsingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line of the error, from 1.
  public let line: Int
  /// The column of the error in characters, from 1.
  public let column: Int
  /// A sentence that states the error.
  public let message: String

  fileprivate init(_ message: String, _ text: JSONText, _ offset: Int) {
    let position = LineIndex(text).position(of: offset)
    (line, column, self.message) = (position.line, position.column, message)
  }

  /// The place and the error.
  public var description: String { "\(line):\(column): \(message)" }
}
