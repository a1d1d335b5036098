import Armature
import ArmatureModel

/// A parser that reads JSON as a tree with positions. Limits bound the cost for any text.
struct SchemaParser: ~Copyable {
  private var cursor: JSONCursor
  private let findings: ImportFindings
  private let texts: SchemaTexts
  /// The offset of the text.
  private let start: Int
  /// The number of values, including those of texts read before.
  private var count: Int

  /// The maximum depth of nested values.
  private static let depthLimit = 100
  /// The maximum number of values in all texts.
  private static let partLimit = 400_000

  /// - Throws: `ModelError` if the text is invalid JSON or exceeds the limits.
  static func root(
    of text: JSONText, from start: Int, _ texts: SchemaTexts, _ findings: ImportFindings,
    counting count: inout Int
  ) throws(ModelError) -> SchemaNode {
    var parser = SchemaParser(
      cursor: JSONCursor(text, depthLimit: depthLimit), findings: findings, texts: texts,
      start: start, count: count)
    let root: SchemaNode
    do throws(JSONSyntaxError) {
      root = try parser.node()
      try parser.cursor.finish()
    } catch {
      let site = texts.site(of: start + error.offset)
      throw ModelError([
        ModelIssue(.unreadableModel, entity: "", message: error.message, site: site)
      ])
    }
    count = parser.count
    guard parser.count <= partLimit else {
      throw ModelError([
        ModelIssue(
          .unreadableModel, entity: "",
          message: "A schema must have at most \(partLimit) values, but this one has more.",
          site: texts.site(of: start))
      ])
    }
    return root
  }

  private mutating func node() throws(JSONSyntaxError) -> SchemaNode {
    let token = try cursor.peek()
    let offset = start + cursor.offset
    count += 1
    // Beyond the limit, only the syntax is checked.
    if count > Self.partLimit {
      try cursor.skipValue()
      return SchemaNode(.null, at: offset)
    }
    switch token {
    case .object: return SchemaNode(.object(try members()), at: offset)
    case .array: return SchemaNode(.array(try elements()), at: offset)
    case .string: return SchemaNode(.string(try cursor.stringValue()), at: offset)
    case .number:
      let number = try cursor.number()
      return SchemaNode(.number(String(decoding: number.text, as: UTF8.self)), at: offset)
    case .true, .false: return SchemaNode(.bool(try cursor.bool()), at: offset)
    case .null:
      try cursor.null()
      return SchemaNode(.null, at: offset)
    }
  }

  private mutating func members() throws(JSONSyntaxError) -> [SchemaNode.Member] {
    var members: [SchemaNode.Member] = []
    var keys: Set<String> = []
    var isMore = try cursor.enterObject()
    while isMore {
      _ = try cursor.peek()
      let offset = start + cursor.offset
      let key = String(decoding: try cursor.key().bytes, as: UTF8.self)
      let node = try node()
      if keys.insert(key).inserted {
        members.append(SchemaNode.Member(key: key, offset: offset, node: node))
      } else {
        findings.error(
          .invalidMarkup, ImportFindings.Place(site: texts.site(of: offset)),
          " must have each key of an object once, but \(key.quotedForMessage) occurs twice.")
      }
      isMore = try cursor.nextMember()
    }
    return members
  }

  private mutating func elements() throws(JSONSyntaxError) -> [SchemaNode] {
    var elements: [SchemaNode] = []
    var isMore = try cursor.enterArray()
    while isMore {
      elements.append(try node())
      isMore = try cursor.nextElement()
    }
    return elements
  }
}
