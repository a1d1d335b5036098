import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the file of a store says of itself, under `@store`, beside the records of its entities.
struct StoreHeader {
  /// The identifier of the store, which no other store has.
  let identifier: UUID
  /// The fingerprint of the model that the file was written with; with `nil`, any model can read it.
  let model: String?
  /// The key of the next new object; none below it is ever given again.
  let nextKey: Int64

  /// The key of the header, which no entity has.
  static let key = "@store"
  /// The number of the form that files have; a file states its form only if that is another one.
  static let format = 1
  /// The keys that objects may have: numbers that every reader of JSON keeps.
  static let keys: ClosedRange<Int64> = 1...(1 << 53 - 1)

  private static let elements = [
    AttributeDescription("format", .int64, isOptional: true),
    AttributeDescription("identifier", .uuid),
    AttributeDescription("model", .string, isOptional: true),
    AttributeDescription("nextKey", .int64, isOptional: true),
  ]

  init(identifier: UUID, model: String?, nextKey: Int64) {
    self.identifier = identifier
    self.model = model
    self.nextKey = nextKey
  }

  /// The number of the form that a text states; that of this version if it states none that can be read.
  static func format(of text: JSONText) -> Int {
    var cursor = JSONCursor(text)
    do throws(JSONSyntaxError) {
      // A newer form may have anything else there.
      guard try cursor.enter(key), try cursor.enter("format"), try cursor.peek() == .number else {
        return format
      }
      return Int(String(decoding: try cursor.number().text, as: UTF8.self)) ?? format
    } catch {
      return format
    }
  }

  /// The header of a text; `nil` if it has none, or a wrong one, which is reported when its records are read.
  init?(of text: JSONText) {
    var cursor = JSONCursor(text)
    do throws(JSONSyntaxError) {
      guard try cursor.enter(Self.key) else { return nil }
      try self.init(&cursor) { _ in }
    } catch {
      return nil
    }
  }

  /// Reads a header, and reports everything that is wrong with it; `nil` if it cannot be used.
  init?(
    _ cursor: inout JSONCursor, _ report: (ValueReader.Fault) -> Void
  ) throws(JSONSyntaxError) {
    let (token, offset) = (try cursor.peek(), cursor.offset)
    func fail(
      _ kind: ValidationFailure.Kind, _ path: [String] = [], _ value: AttributeValue = .null
    ) {
      report(ValueReader.Fault(path: path, kind: kind, value: value, offset: offset))
    }
    guard token == .object else {
      try cursor.skipValue()
      fail(.wrongStructure(expected: .object, found: token.name))
      return nil
    }
    var errors = ValueReader.ElementErrors()
    let value = try ValueReader(.strict).composite(
      &cursor, Self.elements, path: [], &errors, nil, report)
    guard case .composite(let members) = value else { return nil }
    guard case .uuid(let identifier)? = members["identifier"] else {
      if !errors.isAny { fail(.missingValue(), ["identifier"]) }
      return nil
    }
    if case .string(let text)? = members["model"] { model = text } else { model = nil }
    var nextKey: Int64 = 1
    if case .int(let number)? = members["nextKey"] {
      guard Self.keys.contains(number) else {
        fail(Self.outOfKeys, ["nextKey"], .int(number))
        return nil
      }
      nextKey = number
    }
    self.identifier = identifier
    self.nextKey = nextKey
  }

  /// The failure of a number that is no key.
  static var outOfKeys: ValidationFailure.Kind {
    .rule(
      .range(
        minimum: .int(keys.lowerBound), maximum: .int(keys.upperBound), excludesMaximum: false))
  }

  /// Writes the header as a member of the object with the records.
  func write(_ output: inout JSONOutput) {
    output.keyOnLine(Self.key)
    output.beginObject()
    output.key("identifier")
    output.uuid(identifier)
    if let model {
      output.key("model")
      output.string(model)
    }
    output.key("nextKey")
    output.int(nextKey)
    output.endObject()
  }
}
