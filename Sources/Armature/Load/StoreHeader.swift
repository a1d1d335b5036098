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
  /// The mark of the model that the file was written with; with `nil`, any model can read it.
  let mark: String?
  /// The key of the next new object; none below it is ever given again.
  let nextKey: Int64
  /// The model itself; `nil` in files of format 1, and of a model that is not data alone.
  let model: KeptModel?

  /// The key of the header, which no entity has.
  static let key = "@store"
  /// The number of the form that files have with their model; others are of format 1, which no file states.
  ///
  /// What reads format 1 alone refuses the model as an unknown key, and so is told that it is too old.
  static let format = 2
  /// The keys that objects may have: numbers that every reader of JSON keeps.
  static let keys: ClosedRange<Int64> = 1...(1 << 53 - 1)

  private static let elements = [
    AttributeDescription("format", .int64, isOptional: true),
    AttributeDescription("identifier", .uuid),
    AttributeDescription("model", .string, isOptional: true),
    AttributeDescription("nextKey", .int64, isOptional: true),
  ]
  /// The key of the model itself; that of its mark is older.
  private static let modelKey = "schema"

  init(identifier: UUID, mark: String?, nextKey: Int64, model: KeptModel?) {
    self.identifier = identifier
    self.mark = mark
    self.nextKey = nextKey
    self.model = model
  }

  /// The number of the form that a text states; 1 if it states none that can be read.
  static func format(of text: JSONText) -> Int {
    var cursor = JSONCursor(text)
    return (try? cursor.enter(key)) == true ? cursor.statedFormat ?? 1 : 1
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
    self.model = model.map { KeptModel(text: cursor.text.string(in: $0)) }
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
