import Armature
import ArmatureModel

/// Reads JSON values into shapes, in one pass.
struct ExampleReader {
  /// The first key that occurs twice in an object, and its byte offset in the file.
  private(set) var repeatedKey: (text: String, offset: Int)?

  /// Reads an object. The depth is limited by the cursor.
  mutating func read(
    _ cursor: inout JSONCursor, into object: ExampleObject
  ) throws(JSONSyntaxError) {
    object.begin()
    var isMore = try cursor.enterObject()
    while isMore {
      cursor.skipWhitespace()
      let offset = cursor.offset
      let key = try cursor.key().bytes
      var isRepeated = false
      let shape = object.member(key, isRepeated: &isRepeated)
      if isRepeated, repeatedKey == nil {
        repeatedKey = (String(decoding: key, as: UTF8.self), offset)
      }
      if let shape, !isRepeated {
        try readValue(&cursor, into: shape)
      } else {
        try cursor.skipValue()
      }
      isMore = try cursor.nextMember()
    }
  }

  private mutating func readValue(
    _ cursor: inout JSONCursor, into shape: ExampleShape
  ) throws(JSONSyntaxError) {
    switch try cursor.peek() {
    case .null:
      try cursor.null()
      shape.addNull()
    case .true, .false:
      _ = try cursor.bool()
      shape.addBool()
    case .number: shape.add(try cursor.number())
    case .string: shape.add(try cursor.string().bytes)
    case .object: try read(&cursor, into: shape.addObject())
    case .array: try readList(&cursor, into: shape.addList())
    }
  }

  private mutating func readList(
    _ cursor: inout JSONCursor, into lists: ExampleLists
  ) throws(JSONSyntaxError) {
    var length = 0
    // The elements of one list are compared with each other only.
    var own = ExampleValues()
    var isMore = try cursor.enterArray()
    while isMore {
      length += 1
      switch try cursor.peek() {
      case .number where lists.haveDifferentElements:
        let number = try cursor.number()
        lists.elements.add(number)
        if let whole = try? number.int64() { own.add(whole) }
      case .string where lists.haveDifferentElements:
        let text = try cursor.string().bytes
        lists.elements.add(text)
        own.add(text)
      default: try readValue(&cursor, into: lists.elements)
      }
      isMore = try cursor.nextElement()
    }
    lists.add(length: length, hasRepeats: !own.areDifferent)
  }
}
