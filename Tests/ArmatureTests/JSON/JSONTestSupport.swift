import Armature
import ArmatureModel

/// A whole JSON value, for comparisons in tests.
indirect enum JSONTree: Equatable, Sendable {
  case object([Member])
  case array([JSONTree])
  case string(String)
  /// A number as text.
  case number(String)
  case bool(Bool)
  case null

  struct Member: Equatable, Sendable {
    let key: String
    let value: JSONTree
  }

  /// Reads a text token by token.
  static func read(
    _ text: JSONText, depthLimit: Int = JSONCursor.defaultDepthLimit
  ) throws(JSONSyntaxError) -> JSONTree {
    var cursor = JSONCursor(text, depthLimit: depthLimit)
    let tree = try read(&cursor)
    try cursor.finish()
    return tree
  }

  static func read(_ text: String) throws(JSONSyntaxError) -> JSONTree {
    try read(JSONText(text))
  }

  /// Reads a text by skipping its value.
  static func skip(
    _ text: JSONText, depthLimit: Int = JSONCursor.defaultDepthLimit
  ) throws(JSONSyntaxError) {
    var cursor = JSONCursor(text, depthLimit: depthLimit)
    try cursor.skipValue()
    try cursor.finish()
  }

  static func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> JSONTree {
    switch try cursor.peek() {
    case .object:
      var members: [Member] = []
      var isMore = try cursor.enterObject()
      while isMore {
        let key = String(decoding: try cursor.key().bytes, as: UTF8.self)
        members.append(Member(key: key, value: try read(&cursor)))
        isMore = try cursor.nextMember()
      }
      return .object(members)
    case .array:
      var elements: [JSONTree] = []
      var isMore = try cursor.enterArray()
      while isMore {
        elements.append(try read(&cursor))
        isMore = try cursor.nextElement()
      }
      return .array(elements)
    case .string: return .string(try cursor.stringValue())
    case .number: return .number(String(decoding: try cursor.number().text, as: UTF8.self))
    case .true, .false: return .bool(try cursor.bool())
    case .null:
      try cursor.null()
      return .null
    }
  }
}

/// The errors of reading a text by tokens and by skipping, which must agree; `nil` for a valid text.
struct SyntaxErrors: Equatable {
  var byTokens: JSONSyntaxError?
  var bySkipping: JSONSyntaxError?

  init(_ error: JSONSyntaxError?) {
    byTokens = error
    bySkipping = error
  }

  init(of text: JSONText, depthLimit: Int = JSONCursor.defaultDepthLimit) {
    do throws(JSONSyntaxError) {
      _ = try JSONTree.read(text, depthLimit: depthLimit)
    } catch {
      byTokens = error
    }
    do throws(JSONSyntaxError) {
      try JSONTree.skip(text, depthLimit: depthLimit)
    } catch {
      bySkipping = error
    }
  }
}

/// A document with every JSON construct, and with characters of one and more bytes.
let richDocument = """
  {"title": "Der Prozeß", "escapes": "\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00", "empty": "",
   "numbers": [0, -0, 12, -3.25, 1e10, 2.5E-3, 9007199254740993, 0.1e+2],
  \t"words": [true, false, null], "nested": {"a": {"b": [[], {}, [[1]]]}, "": 0},
   "wide": "日本語 😀 é ÿ", "long": "The quick brown fox jumps over the lazy dog, twice."}

  """
