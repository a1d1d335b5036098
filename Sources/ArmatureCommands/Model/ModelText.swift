import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A model in JSON. Errors have their line and column.
struct ModelText {
  private let text: JSONText

  /// - Parameter path: The name of the text in messages.
  init(_ bytes: [UInt8], path: String) { text = JSONText(bytes, name: path) }

  /// - Throws: ``CommandError`` if the text is invalid JSON or contains no model. `ModelError` if the model is invalid.
  func model() throws -> ManagedObjectModel {
    do {
      try checkSyntax()
      let data = text.withBytes { Data($0) }
      return try JSONDecoder().decode(ManagedObjectModel.self, from: data)
    } catch let error as JSONSyntaxError {
      throw commandError(error.message, at: error.offset)
    } catch let error as DecodingError {
      throw commandError(error)
    }
  }

  /// Checks the syntax with the data parser, whose errors name the expected token.
  private func checkSyntax() throws(JSONSyntaxError) {
    var cursor = JSONCursor(text)
    _ = try cursor.peek()
    try cursor.skipValue()
    try cursor.finish()
  }

  private func commandError(_ error: DecodingError) -> CommandError {
    switch error {
    case .dataCorrupted(let context): commandError(context.debugDescription, context.codingPath)
    case .keyNotFound(let key, let context):
      commandError(
        "The key \"\(key.stringValue)\" is missing.", context.codingPath)
    case .valueNotFound(let type, let context):
      commandError("The value must be \(Self.name(of: type)), but is null.", context.codingPath)
    case .typeMismatch(let type, let context):
      commandError(
        "The value must be \(Self.name(of: type)), but is something else.", context.codingPath)
    @unknown default: commandError("\(error)", [])
    }
  }

  private func commandError(_ message: String, _ path: [any CodingKey]) -> CommandError {
    let steps = path.reduce(into: "") { steps, key in
      steps += key.intValue.map { "[\($0)]" } ?? (steps.isEmpty ? "" : ".") + key.stringValue
    }
    return commandError(steps.isEmpty ? message : "\(steps): \(message)", at: offset(of: path))
  }

  private func commandError(_ message: String, at offset: Int) -> CommandError {
    CommandError(
      .badData,
      "\(text.name.shown):\(text.position(of: offset)): This must be a JSON model, but is not: "
        + message.displayEscaped())
  }

  /// Returns the position of the value at a path. If the value is missing, returns the position of the nearest
  /// enclosing value.
  private func offset(of path: [any CodingKey]) -> Int {
    var cursor = JSONCursor(text)
    var found = 0
    do throws(JSONSyntaxError) {
      _ = try cursor.peek()
      found = cursor.offset
      for key in path {
        guard try Self.enter(key, &cursor) else { break }
        _ = try cursor.peek()
        found = cursor.offset
      }
    } catch {
      // The syntax is valid, so only a path into another structure leads here.
    }
    return found
  }

  /// Moves to a member or element; returns false if it does not exist.
  private static func enter(
    _ key: any CodingKey, _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) -> Bool {
    switch try cursor.peek() {
    case .array:
      guard let position = key.intValue, try cursor.enterArray() else { return false }
      for _ in 0..<position {
        try cursor.skipValue()
        guard try cursor.nextElement() else { return false }
      }
      return true
    case .object:
      guard try cursor.enterObject() else { return false }
      repeat {
        if String(decoding: try cursor.key().bytes, as: UTF8.self) == key.stringValue {
          return true
        }
        try cursor.skipValue()
      } while try cursor.nextMember()
      return false
    default: return false
    }
  }

  /// Returns JSON's name for the values of a type.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is [String: Any].Type: "an object"
    case is [Any].Type: "an array"
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    default: "a value"
    }
  }
}
