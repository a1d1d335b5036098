import Armature
import ArmatureModel
import TestSupport

/// Makes random data in the layouts that programs write.
struct RandomExamples {
  private var random: SplitMix64

  /// A key with the kind of its values.
  private struct Field {
    let key: String
    let kind: Kind
    /// The chance that a value is missing, and that it is null, of 10.
    let missing, null: Int
    var parts: [Field] = []
  }

  private enum Kind: CaseIterable {
    case whole, large, fraction, digits, bool, text, choice, date, zoned, day, uuid, url, list,
      lists, mixed
    case json, map, nothing, part, parts, code
  }

  private static let keys = [
    "name", "Title", "unit_price", "unitPrice", "class", "é", "日本", "a b", "@id", "objectID", "1st",
    "-", "count",
    "self", "type", "Type", "book", "books", "x.y", "$ref", "value", "values", "id2", "note",
  ]
  private static let texts = ["", "a", "é", "null", "1", "true", "日本", "\n", "\u{0}", "\"", "\\N"]

  init(seed: Int) { random = SplitMix64(seed: UInt64(seed) &* 7919) }

  /// An array of records.
  mutating func records() -> JSONValue {
    let fields = self.fields(depth: 0)
    return .array(
      (0..<(1 + random.below(20))).map { number in
        var record = object(fields)
        if seedHasID { record["id"] = .number(JSONNumber(number)) }
        return .object(record)
      })
  }

  private lazy var seedHasID = random.below(2) == 0

  /// An object with two arrays, which refer to each other.
  mutating func tables() -> JSONValue {
    let (authors, books) = (1 + random.below(6), random.below(12))
    let (authorFields, bookFields) = (fields(depth: 1), fields(depth: 1))
    let isText = random.below(2) == 0
    func id(_ number: Int) -> JSONValue {
      isText ? .string("a\(number)") : .number(JSONNumber(number))
    }
    let isMany = random.below(3) == 0
    var lists = JSONObject()
    lists["authors"] = .array(
      (0..<authors).map { number in
        var author = object(authorFields)
        author["id"] = id(number)
        if number > 0, random.below(2) == 0 { author["parent"] = id(random.below(number)) }
        return .object(author)
      })
    lists["books"] = .array(
      (0..<books).map { number in
        var book = object(bookFields)
        book["code"] = .string("b\(number)")
        if isMany {
          book["authors"] = .array((0..<random.below(authors + 1)).map(id))
        } else if random.below(4) > 0 {
          book["author_id"] = id(random.below(authors))
        }
        return .object(book)
      })
    return .object(lists)
  }

  /// A table as CSV.
  mutating func table() -> String {
    let cells = [
      ["1", "2", "30"], ["1.50", "2", "-0.25"], ["007", "12"], ["true", "false"], ["1e5", "2"],
      ["a", "b,c", "\"q\""],
      ["2024-01-31", "2023-12-01"], ["2024-01-31T10:00:00Z"], ["=1+1", "-2", "@x"], ["\\N", "x"],
      ["'", "\\"],
      ["12345678901234567890", "1"], ["a\nb", "c"], ["NULL", "é"],
      ["https://example.org/a", "https://example.org/b"],
    ]
    let columns = (0..<(1 + random.below(5))).map { number in
      (
        key: "\(Self.keys[number * 4])", cells: cells[random.below(cells.count)],
        empty: random.below(4)
      )
    }
    var text = columns.map { quoted($0.key) }.joined(separator: ",") + "\n"
    for _ in 0..<(1 + random.below(15)) {
      text +=
        columns.map { column in
          random.below(10) < column.empty
            ? "" : quoted(column.cells[random.below(column.cells.count)])
        }.joined(separator: ",") + "\n"
    }
    return text
  }

  private func quoted(_ text: String) -> String {
    text.contains { ",\"\n".contains($0) } ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }

  // MARK: Values

  private mutating func fields(depth: Int) -> [Field] {
    var keys = Self.keys
    return (0..<(1 + random.below(6))).map { _ in
      let key = keys.remove(at: random.below(keys.count))
      let kinds = Kind.allCases
      let kind = kinds[random.below(depth < 3 ? kinds.count : kinds.count - 3)]
      let rare = [0, 0, 0, 2, 5]
      var field = Field(
        key: key, kind: kind, missing: rare[random.below(5)], null: rare[random.below(5)] / 2)
      if kind == .part || kind == .parts { field.parts = fields(depth: depth + 1) }
      return field
    }
  }

  private mutating func object(_ fields: [Field]) -> JSONObject {
    var object = JSONObject()
    for field in fields where random.below(10) >= field.missing {
      object[field.key] = random.below(10) < field.null ? .null : value(field)
    }
    return object
  }

  private mutating func one(_ texts: String...) -> JSONValue {
    .string(texts[random.below(texts.count)])
  }

  private mutating func number(_ texts: String...) -> JSONValue {
    .number(JSONNumber(texts[random.below(texts.count)]) ?? 0)
  }

  private mutating func value(_ field: Field) -> JSONValue {
    switch field.kind {
    case .whole: return .number(JSONNumber(random.below(30)))
    case .large: return number("9007199254740993", "9223372036854775808", "-1", "0")
    case .fraction: return number("1.5", "2", "0.1", "1e3", "-0", "3.0")
    case .digits: return number("0.12345678901234567890123", "1", "1e400", "1e-20")
    case .bool: return .bool(random.below(2) == 0)
    case .text: return .string(Self.texts[random.below(Self.texts.count)])
    case .choice: return one("red", "green", "blue")
    case .date:
      return one("2024-01-31T10:00:00Z", "1999-12-31T23:59:59.25Z", "2024-01-31T10:00:00.0Z")
    case .zoned:
      return one("2024-01-31T10:00:00+02:00", "2024-01-31T10:00:00Z", "2024-06-01T00:00:00-05:30")
    case .day: return one("2024-01-31", "2023-02-28")
    case .uuid:
      return one("6F9619FF-8B86-D011-B42D-00CF4FC964FF", "00000000-0000-0000-0000-000000000001")
    case .url: return one("https://example.org", "http://a.b/c?d=e#f", "mailto:x@y.z")
    case .code: return one("00000000-0000-0000-0000-00000000abcd", "x1", "x2", "x3", "x4")
    case .list:
      let element = Field(key: "", kind: .choice, missing: 0, null: 0)
      return .array((0..<random.below(4)).map { _ in value(element) })
    case .lists: return [[1, 2], ["a", .null]]
    case .mixed: return [1, "a", true, .null, ["b": 1], [2]][random.below(6)]
    case .json: return .random(&random, depth: 2)
    case .map:
      var map = JSONObject()
      for _ in 0..<(1 + random.below(4)) { map["k/\(random.below(1_000))"] = 1 }
      return .object(map)
    case .nothing: return .null
    case .part: return .object(object(field.parts))
    case .parts: return .array((0..<random.below(4)).map { _ in .object(object(field.parts)) })
    }
  }
}
