import Armature
import ArmatureDocuments
import ArmatureGenerator
import ArmatureModel
import TestSupport
import Testing

/// Valid objects conform to their schema, and answers that conform to a schema load, up to the rules in its notes.
@Suite struct AnswerLawTests {
  /// The keywords that each API documents.
  private static func keywords(_ target: AnswerSchema.Target) -> Set<String> {
    let both: Set = [
      "type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf",
      "$ref", "$defs", "description", "format", "pattern", "minItems",
    ]
    return switch target {
    case .openAI:
      both.union(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "maxItems"])
    case .anthropic: both
    case .mcp:
      both.union([
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "maxItems", "minLength",
        "maxLength", "default",
      ])
    }
  }

  /// Returns the places of a schema that an API does not support.
  private func unsupported(
    _ node: JSONValue, _ target: AnswerSchema.Target, at place: String = ""
  ) -> [String] {
    guard case .object(let object) = node else { return ["\(place) is not an object"] }
    var found: [String] = []
    for member in object {
      let inner = "\(place)/\(member.key)"
      if !Self.keywords(target).contains(member.key) { found.append(inner) }
      switch (member.key, member.value) {
      case ("properties", .object(let parts)), ("$defs", .object(let parts)):
        for part in parts { found += unsupported(part.value, target, at: "\(inner)/\(part.key)") }
      case ("items", let part): found += unsupported(part, target, at: inner)
      case ("anyOf", .array(let parts)):
        if place.isEmpty { found.append(inner) }
        for part in parts { found += unsupported(part, target, at: inner) }
      case ("pattern", .string(let text)):
        for group in ["(?=", "(?!", "(?<"] where text.contains(group) { found.append(inner) }
      case ("minItems", let count) where target == .anthropic:
        if count != .number(JSONNumber(1)) { found.append(inner) }
      default: break
      }
    }
    guard target != .mcp else { return found }
    // A schema without a type would accept anything.
    if !["type", "enum", "anyOf", "$ref"].contains(where: { object[$0] != nil }) {
      found.append("\(place) has no type")
    }
    if case .object(let parts)? = object["properties"] {
      if object["additionalProperties"] != .bool(false) { found.append("\(place) is open") }
      var required: [JSONValue] = []
      if case .array(let keys)? = object["required"] { required = keys }
      if target == .openAI, required != parts.map({ .string($0.key) }) {
        found.append("\(place) does not require all keys")
      }
    }
    return found
  }

  /// Returns the names of definitions that lead back to themselves.
  private func cycles(_ schema: JSONValue) -> [String] {
    guard case .object(let parts)? = schema["$defs"] else { return [] }
    func references(_ node: JSONValue) -> [String] {
      switch node {
      case .object(let object):
        object.flatMap { member -> [String] in
          if member.key == "$ref", case .string(let text) = member.value {
            return [String(text.dropFirst("#/$defs/".count))]
          }
          return references(member.value)
        }
      case .array(let values): values.flatMap(references)
      default: []
      }
    }
    return parts.map(\.key).filter { name in
      var (seen, rest) = (Set<String>(), references(parts[name] ?? .null))
      while let next = rest.popLast() {
        if next == name { return true }
        if seen.insert(next).inserted { rest += references(parts[next] ?? .null) }
      }
      return false
    }
  }

  private static func models(seed: UInt64) throws -> [ManagedObjectModel] {
    let random = try ManagedObjectModel("Random", entities: RandomModel(seed: seed).entities)
    return seed < 3
      ? [random, try SchemaModels.model(named: SchemaModels.names[Int(seed)])] : [random]
  }

  private func schema(
    _ model: ManagedObjectModel, _ entity: String, _ target: AnswerSchema.Target
  ) throws -> AnswerSchema? {
    do throws(AnswerSchemaError) {
      return try AnswerSchema(model, entity: entity, for: target)
    } catch {
      if case .recursive = error, target == .anthropic {
        return try? AnswerSchema(model, entity: entity, for: target, depth: 2)
      }
      if case .tooLarge = error { return nil }
      throw error
    }
  }

  @Test(arguments: 0..<30, AnswerSchema.Target.allCases)
  func `a schema has only keywords of its API`(seed: UInt64, target: AnswerSchema.Target) throws {
    for model in try Self.models(seed: seed) {
      for entity in model.entities where !entity.isAbstract {
        guard let answers = try schema(model, entity.name, target) else { continue }
        let found = unsupported(answers.schema, target)
        #expect(found.isEmpty, "seed \(seed) \(entity.name) \(answers.text)")
        if target == .anthropic { #expect(cycles(answers.schema).isEmpty, "\(answers.text)") }
        #expect(throws: Never.self) { try JSONSchema(answers.schema) }
      }
    }
  }

  @Test func `valid objects conform, and answers that conform load`() throws {
    var (conforming, loaded) = (0, 0)
    for seed in 0..<30 { try check(UInt64(seed), &conforming, &loaded) }
    #expect(conforming > 100 && loaded > 100, "\(conforming) objects, \(loaded) changed answers")
  }

  private func check(_ seed: UInt64, _ conforming: inout Int, _ loaded: inout Int) throws {
    var random = SplitMix64(seed: seed)
    for model in try Self.models(seed: seed) {
      for entity in model.entities where !entity.isAbstract {
        for target in AnswerSchema.Target.allCases {
          guard let answers = try schema(model, entity.name, target) else { continue }
          // Parts that the schema leaves out, or cannot describe, are not in its documents.
          let isWhole = answers.notes.allSatisfy {
            !$0.sentence.hasPrefix("left out, since the depth")
              && !$0.sentence.hasPrefix("an array or an object")
          }
          guard isWhole else { continue }
          let schema = try JSONSchema(answers.schema)
          let context = ManagedObjectContext(model: model)
          let generator = ObjectGenerator(model, seed: random.next())
          guard let object = try? generator.make(entity.name, in: context) else { continue }
          let documents = AnswerDocuments(model: model, target: target)
          guard let answer = try? documents.answer(object, in: context) else { continue }
          // A schema measures texts in code points.
          let text = "\(answer)"
          guard text.unicodeScalars.count == text.count else { continue }
          let failures = schema.failures(in: answer)
          #expect(
            failures.isEmpty, "seed \(seed) \(target) \(failures) \(answer) \(answers.text)")
          conforming += 1
          var changed = answer
          for _ in 0..<8 {
            changed = (random.oneIn(3) ? answer : changed).damaged(&random)
            guard schema.isValid(changed) else { continue }
            loaded += 1
            try checkLoad(changed, entity.name, model, answers, seed)
          }
        }
      }
    }
  }

  /// Checks that an answer only has failures that the notes of its schema announce.
  private func checkLoad(
    _ answer: JSONValue, _ entity: String, _ model: ManagedObjectModel, _ answers: AnswerSchema,
    _ seed: UInt64
  ) throws {
    let report: ValidationReport
    do {
      let context = ManagedObjectContext(model: model)
      report = try context.load(.text("\(answer)", as: entity)).report
    } catch let error as ValidationReport {
      report = error
    }
    for failure in report.errors {
      // References and identities concern other records; the forms of values are those of their types.
      if ["reference", "identity", "value", "unique"].contains(
        failure.code.split(separator: ".")[0])
      {
        if failure.code != "value.missing" { continue }
      }
      let isNoted = answers.notes.contains { note in
        guard model.entities.contains(where: { $0.name == note.entity }) else { return false }
        let name = note.property?.split(separator: ".").first.map(String.init)
        return name == nil || name == failure.keyPath.first.map { String($0.prefix { $0 != "[" }) }
      }
      #expect(isNoted, "seed \(seed) \(failure) [\(failure.code)] \(answer) \(answers.text)")
    }
  }
}
