import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The header of a store's file, under `@store`, next to the records of its entities.
struct StoreHeader {
  /// The unique identifier of the store.
  let identifier: UUID
  /// The mark of the model that the file was written with: its fingerprint and perhaps more. `nil` if any model can
  /// read the file.
  let mark: String?
  /// The key of the next new object; smaller keys are never reused.
  let nextKey: Int64
  /// The model itself; `nil` in files of format 1, and for a model that contains more than data.
  let model: StoredModel?

  /// The key of the header, which no entity has.
  static let key = "@store"
  /// The version of files that contain their model. Other files have format 1, which no file states.
  ///
  /// A reader of format 1 rejects the model as an unknown key.
  static let format = 2
  /// The valid keys of objects: numbers that every JSON reader preserves.
  static let keys: ClosedRange<Int64> = 1...(1 << 53 - 1)

  private static let elements = [
    AttributeDescription("format", .int64, isOptional: true),
    AttributeDescription("identifier", .uuid),
    AttributeDescription("model", .string, isOptional: true),
    AttributeDescription("nextKey", .int64, isOptional: true),
  ]
  /// The key of the model itself; the key of its mark is older.
  private static let modelKey = "schema"

  init(identifier: UUID, mark: String?, nextKey: Int64, model: StoredModel?) {
    self.identifier = identifier
    self.mark = mark
    self.nextKey = nextKey
    self.model = model
  }

  /// Returns the format that a text states; 1 without a readable one.
  static func format(of text: JSONText) -> Int {
    var cursor = JSONCursor(text)
    return (try? cursor.enter(key)) == true ? cursor.statedFormat ?? 1 : 1
  }

  /// Reads the header of a text; `nil` if it is missing or invalid, which is reported when its records are read.
  init?(of text: JSONText) {
    var cursor = JSONCursor(text)
    do throws(JSONSyntaxError) {
      guard try cursor.enter(Self.key) else { return nil }
      try self.init(&cursor) { _ in }
    } catch {
      return nil
    }
  }

  /// Reads a header and reports all its failures; `nil` if it is unusable.
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
    var model: Range<Int>?
    let value = try ValueReader(.strict).composite(
      &cursor, Self.elements, path: [], &errors, nil, passingOver: (Self.modelKey, { model = $0 }),
      report)
    guard case .composite(let members) = value else { return nil }
    guard case .uuid(let identifier)? = members["identifier"] else {
      if !errors.isAny { fail(.missingValue(), ["identifier"]) }
      return nil
    }
    if case .string(let text)? = members["model"] { mark = text } else { mark = nil }
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
    self.model = model.map { StoredModel(text: cursor.text.string(in: $0)) }
  }

  /// The failure of a number that is not a key.
  static var outOfKeys: ValidationFailure.Kind {
    .rule(
      .range(
        minimum: .int(keys.lowerBound), maximum: .int(keys.upperBound), excludesMaximum: false))
  }

  /// Writes the header as a member of the object with the records.
  func write(_ output: inout JSONOutput) {
    output.keyOnLine(Self.key)
    output.beginObject()
    if model != nil {
      output.key("format")
      output.int(Int64(Self.format))
    }
    output.key("identifier")
    output.uuid(identifier)
    if let mark {
      output.key("model")
      output.string(mark)
    }
    output.key("nextKey")
    output.int(nextKey)
    if var text = model?.text {
      output.key(Self.modelKey)
      text.withUTF8 { output.fragment($0) }
    }
    output.endObject()
  }
}
