import Armature
import ArmatureModel
import Foundation

/// Random documents, valid and changed: a document that loads comes out as it went in.
enum DocumentFuzz {
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let model = try ManagedObjectModel("Documents", entities: DocumentModel(&choices).entities)
    for entity in model.entities {
      trace.note("\(entity.name): \(entity.properties.map(\.description).joined(separator: "; "))")
    }
    var writer = DocumentText(model)
    let document = writer.record(of: "E0", &choices)
    if let problem = try problem(of: document, isValid: true, model, trace) { return problem }
    for _ in 0..<choices.below(4) {
      let other = changed(document, &choices)
      if let problem = try problem(of: other, isValid: false, model, trace) { return problem }
    }
    return nil
  }

  private static func problem(
    of document: JSONValue, isValid: Bool, _ model: ManagedObjectModel, _ trace: Trace
  ) throws -> String? {
    trace.note("\(document)")
    let keeping = KeptKeys.unknownKeys(in: DocumentModel.other)
    let container = try PersistentContainer(model: model)
    let context = container.makeContext()
    let root: ManagedObject
    do {
      let source = LoadSource.text("\(document)", as: "E0")
      let result = try context.load(source, options: LoadOptions(keeping: keeping))
      guard result.report.isEmpty else { return nil }
      root = result.objects[0]
    } catch let report as ValidationReport {
      if !context.insertedObjects.isEmpty { return "a failed load leaves objects" }
      return isValid ? "a valid document is rejected: \(report)" : nil
    }
    let written = try text(root, in: context, keeping)
    guard try JSONValue(parsing: written) == document else { return "it is written as \(written)" }
    try context.save()
    let reader = container.makeContext()
    guard let stored = try reader.fetch("E0").first else { return "it is not saved" }
    let saved = try text(stored, in: reader, keeping)
    if saved != written { return "it is saved as \(saved), and not \(written)" }
    return try problemOfExport(context, written, keeping)
  }

  private static func text(
    _ object: ManagedObject, in context: ManagedObjectContext, _ keeping: KeptKeys
  ) throws -> String {
    String(
      decoding: try context.json(of: object, layout: .compact, keeping: keeping), as: UTF8.self)
  }

  /// Everything in the context, written and read again, must give the same document apart from kept notations.
  private static func problemOfExport(
    _ context: ManagedObjectContext, _ written: String, _ keeping: KeptKeys
  ) throws -> String? {
    let all = String(decoding: try context.json(), as: UTF8.self)
    let other = ManagedObjectContext(model: context.model)
    try other.load(.text(all))
    let again = String(decoding: try other.json(), as: UTF8.self)
    return again == all ? nil : "the export \(all) is read as \(again)"
  }

  /// Changes one part of a document.
  private static func changed(_ value: JSONValue, _ choices: inout Choices) -> JSONValue {
    switch value {
    case .object(var object) where !object.isEmpty && !choices.oneIn(4):
      let member = object[choices.below(object.count)]
      object[member.key] = choices.oneIn(4) ? nil : changed(member.value, &choices)
      return .object(object)
    case .object(var object):
      object[choices.pick(["a0", "a1", "r1", "s0", "k", "type", "x"])] = DocumentText.json(
        2, &choices)
      return .object(object)
    case .array(var values) where !values.isEmpty && !choices.oneIn(3):
      let index = choices.below(values.count)
      values[index] = changed(values[index], &choices)
      return .array(values)
    default: return DocumentText.json(2, &choices)
    }
  }
}
