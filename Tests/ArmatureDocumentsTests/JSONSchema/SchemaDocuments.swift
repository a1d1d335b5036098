import Armature
import ArmatureGenerator
import ArmatureModel
import ArmatureDocuments
import Foundation
import TestSupport

/// Documents with records of a model, valid and invalid, with the result of loading each.
struct SchemaDocuments {
  let model: ManagedObjectModel
  private let unsupported: [ModelSchema.Remark]
  private let counterexamples: [Counterexample]
  private var random: SplitMix64

  struct Document: Encodable {
    let text: String
    /// Whether a load accepts the document.
    let loads: Bool
    /// Whether a schema can express the failure.
    let isSayable: Bool
    let failures: [String]
  }

  init(_ model: ManagedObjectModel, seed: UInt64) {
    self.model = model
    unsupported = ModelSchema(model).unsupported
    counterexamples = model.counterexamples(seed: seed)
    random = SplitMix64(seed: seed)
  }

  /// Returns the next document; `nil` if it cannot be compared.
  mutating func next() throws -> Document? {
    let context = ManagedObjectContext(model: model)
    let generator = ObjectGenerator(model, seed: random.next())
    let entities = model.entities.filter { !$0.isAbstract }
    var objects: [ManagedObject] = []
    for _ in 0...random.below(2) {
      guard let object = try? generator.make(random.pick(entities).name, in: context) else {
        continue
      }
      objects.append(object)
    }
    if random.oneIn(3), !counterexamples.isEmpty {
      guard let object = try? random.pick(counterexamples).make(in: context) else { return nil }
      objects.append(object)
    }
    guard var data = try? context.json() else { return nil }
    withExtendedLifetime(objects) {}
    if random.bool() {
      var tree = try JSONSerialization.jsonObject(with: data)
      for _ in 0...random.below(2) { tree = damaged(tree) }
      data = try JSONSerialization.data(withJSONObject: tree, options: .fragmentsAllowed)
    }
    return verdict(of: String(decoding: data, as: UTF8.self))
  }

  /// Returns the result of loading a text.
  func verdict(of text: String) -> Document? {
    // A schema measures texts in code points.
    guard text.unicodeScalars.count == text.count else { return nil }
    do {
      try ManagedObjectContext(model: model).load(.text(text))
      return Document(text: text, loads: true, isSayable: false, failures: [])
    } catch let report as ValidationReport {
      return Document(
        text: text, loads: false, isSayable: report.errors.contains(where: isSayable),
        failures: report.errors.map { "\($0.code) \($0)" })
    } catch {
      return Document(text: text, loads: false, isSayable: false, failures: ["\(error)"])
    }
  }

  private static let sayable: Set<String> = [
    "type.wrong", "type.structure", "type.notRepresentable", "key.unknown", "key.notAllowed",
    "entity.unknown", "entity.abstract", "value.missing", "value.badFormat", "value.badDate",
    "value.inexact", "value.outOfRange", "required", "length.tooShort", "length.tooLong", "pattern",
    "range.tooSmall", "range.tooLarge", "membership",
  ]

  /// Returns whether a schema can express a failure: its kind is expressible, and no remark excludes it.
  private func isSayable(_ failure: ValidationFailure) -> Bool {
    guard Self.sayable.contains(failure.code) else { return false }
    // A number may refer to a record; a schema cannot check whether it exists.
    if case .wrongStructure(.record, "number") = failure.kind { return false }
    let path = failure.keyPath.joined(separator: ".")
    let property = model[failure.entity]?.property(named: failure.keyPath.first ?? "")
    // The size of a record's number, and the range of a number.
    switch (failure.code, property?.asAttribute?.type.storage) {
    case ("value.outOfRange", nil), ("value.outOfRange", .int64?), ("value.outOfRange", .decimal?),
      ("value.outOfRange", .double?), ("value.outOfRange", .float?), ("value.inexact", .decimal?),
      ("value.badFormat", .url?):
      return false
    default: break
    }
    if path == "@id" { return false }
    return !unsupported.contains { remark in
      remark.entity == failure.entity && remark.property == path
        && !remark.sentence.hasPrefix("lengths of texts are")
    }
  }

  /// Returns a tree with a random change.
  private mutating func damaged(_ tree: Any) -> Any {
    if let object = tree as? [String: Any], !object.isEmpty, !random.oneIn(6) {
      var object = object
      let key = random.pick(object.keys.sorted())
      switch random.below(8) {
      case 0: object[key] = nil
      case 1: object["zzz"] = 1
      case 2: object[key] = replacement()
      default: object[key] = damaged(object[key] ?? NSNull())
      }
      return object
    }
    if let list = tree as? [Any], !list.isEmpty, !random.oneIn(8) {
      var list = list
      let index = random.below(list.count)
      switch random.below(6) {
      case 0: list.remove(at: index)
      case 1: list.append(replacement())
      default: list[index] = damaged(list[index])
      }
      return list
    }
    return replacement()
  }

  private mutating func replacement() -> Any {
    let values: [Any] = [
      NSNull(), true, false, 0, -1, 1, 2.5, 70_001, 3_000_000_000, 1e30, "", "x", "AB-12",
      "AB-1234",
      String(repeating: "long ", count: 60), "2024-02-30", "2024-02-29", "2024-02-28T10:00:00Z",
      "2024-02-28T25:00:00Z", "a\nb", "QUI=", "QUJD", "not a date", [Any](), ["x"], [1],
      [String: Any](),
      ["@id": 1], ["name": "x"], ["@entity": "Text"],
    ]
    return random.pick(values)
  }
}
