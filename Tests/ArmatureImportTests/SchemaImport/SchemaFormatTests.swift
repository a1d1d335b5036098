import Armature
import ArmatureModel
import Testing

@testable import ArmatureImport

/// Formats of texts, compared with the public test suite of JSON Schema.
@Suite(.enabled(if: SchemaSuite.isThere, "\(SchemaSuite.whereabouts)"))
struct SchemaFormatTests {
  /// Returns the texts of the suite for each format, with their verdicts.
  private static func cases(
    _ draft: String
  ) throws -> [(format: TextFormat, text: String, isValid: Bool)] {
    var cases: [(TextFormat, String, Bool)] = []
    for group in try SchemaSuite.groups(draft, in: "optional/format") {
      guard let format = TextFormat(rawValue: group.schema["format"]?.text ?? "") else { continue }
      for (document, isValid) in group.cases {
        if let text = document.text { cases.append((format, text, isValid)) }
      }
    }
    return cases
  }

  /// Returns whether a text has a part that a rule does not decode: the label of an international host name.
  private static func isInternational(_ format: TextFormat, _ text: String) -> Bool {
    format == .hostname && text.lowercased().contains("xn--")
  }

  @Test(arguments: ["draft7", "draft2020-12"])
  func `a rule has the verdicts of the suite`(draft: String) throws {
    let cases = try Self.cases(draft).filter { !Self.isInternational($0.format, $0.text) }
    for (format, text, isValid) in cases {
      #expect(format.matches(text) == isValid, "\(format): \(text)")
    }
    #expect(cases.count > 200)
  }

  @Test(arguments: ["draft7", "draft2020-12"])
  func `an attribute has the verdicts of the suite`(draft: String) throws {
    var (equal, others) = (0, [String]())
    for (format, text, isValid) in try Self.cases(draft) {
      let schema =
        #"{"type": "object", "properties": {"a": {"type": "string", "format": "\#(format.rawValue)"}}}"#
      let found = try JSONSchemaModel(JSONText(schema), path: "s.json")
      let context = ManagedObjectContext(model: found.model)
      let document = #"{"a": \#(JSONValue.string(text))}"#
      let isTaken = (try? context.load(.text(document, as: "S"))) != nil
      if isTaken == isValid || Self.isInternational(format, text) {
        equal += 1
      } else {
        others.append("\(format): \(text) \(isValid)")
      }
    }
    #expect(equal > 200 && others == [])
  }
}
