public import ArmatureModel

extension JSONValue {
  /// Creates a value from a JSON text, with the order of its members and the digits of its numbers.
  ///
  /// ```swift
  /// let price = try JSONValue(parsing: #"{"amount": 12.50, "currency": "EUR"}"#)
  /// print(price.amount ?? .null)  // 12.50
  /// ```
  /// - Throws: ``/Armature/JSONParsingError`` if the text is not JSON, if an object has a key twice, or if more than 512 arrays
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
