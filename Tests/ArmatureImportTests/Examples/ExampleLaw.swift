import Armature
import ArmatureModel
import Foundation
import Testing

@testable import ArmatureImport

/// The law of proposals: the examples are valid data of the model, load without a warning, and are written equal.
enum ExampleLaw {
  /// Checks the law for files. Only `null` and a missing key count as equal, and so do an empty and a missing list of
  /// objects.
  static func check(
    _ proposal: ExampleModel, _ sources: [LoadSource], _ examples: [JSONValue],
    _ hint: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let context = ManagedObjectContext(model: proposal.model)
    do {
      let result = try context.load(sources)
      #expect(result.report.isEmpty, "\(result.report) \(hint)", sourceLocation: sourceLocation)
    } catch let report as ValidationReport {
      Issue.record("\(report) \(hint)", sourceLocation: sourceLocation)
      return
    }
    let written = try JSONValue(parsing: String(decoding: try context.json(), as: UTF8.self))
    let model = proposal.model
    for entity in model.entities {
      let key = entity.key ?? entity.name
      let expected = zip(proposal.files, examples).flatMap { file, value -> [JSONValue] in
        if let name = file.entity {
          return name == entity.name ? value.arrayValue ?? [value] : []
        }
        return value.objectValue?[key]?.arrayValue ?? []
      }
      let found = written.objectValue?[key]?.arrayValue ?? []
      #expect(
        found.map { reduced($0, entity, model) } == expected.map { reduced($0, entity, model) },
        hint, sourceLocation: sourceLocation)
    }
    for (file, value) in zip(proposal.files, examples) where proposal.files.count == 1 {
      guard let name = file.entity, let entity = model[name] else { continue }
      let data =
        file.isDocument
        ? try context.json(of: context.objects(of: name)[0]) : try context.json(of: name)
      let whole = try JSONValue(parsing: String(decoding: data, as: UTF8.self))
      let (found, expected) = ([whole, value]).map { $0.arrayValue ?? [$0] }.pair
      #expect(
        found.map { reduced($0, entity, model) } == expected.map { reduced($0, entity, model) },
        hint, sourceLocation: sourceLocation)
    }
  }

  /// Checks the law for a JSON text.
  static func check(
    _ text: String, path: String, _ hint: Comment = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let proposal = try ExampleModel(JSONText(text), path: path)
    let source = LoadSource.text(text, as: proposal.files[0].entity, name: path)
    try check(
      proposal, [source], [try JSONValue(parsing: text)], hint, sourceLocation: sourceLocation)
  }

  /// Returns a record without `null` and empty lists of objects.
  private static func reduced(
    _ value: JSONValue, _ entity: EntityDescription, _ model: ManagedObjectModel
  ) -> JSONValue {
    guard let record = value.objectValue else { return value }
    var reduced = JSONObject()
    for member in record {
      let property = entity.properties.first { ($0.key).utf8.elementsEqual(member.key.utf8) }
      if case .null = member.value { continue }
      guard let relationship = property?.asRelationship,
        let destination = model[relationship.destination]
      else {
        reduced[member.key] = member.value
        continue
      }
      if let elements = member.value.arrayValue {
        if elements.isEmpty { continue }
        reduced[member.key] = .array(elements.map { self.reduced($0, destination, model) })
      } else {
        reduced[member.key] = self.reduced(member.value, destination, model)
      }
    }
    return .object(reduced)
  }
}

extension Array {
  fileprivate var pair: (Element, Element) { (self[0], self[1]) }
}
